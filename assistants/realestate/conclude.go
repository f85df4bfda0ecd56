package realestate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/teams/analysis"
)

// askedFor are the conclusions without the figures that nobody has asked for: a question
// of law that asks for no sum and no time, and says none that is reckoned with, is
// answered by the guide or article that fits it, unless the figures are of that very
// article. In the middle of a talk it wants none of those that the talk would give.
func (a *answer) askedFor(findings []finding) []finding {
	wants, articles, t := a.question().wants, a.fitting(a.question(), a.hits), a.state.Talk
	fits := len(articles) > 0 && articles[0].Score >= planning.Answers
	intent := a.state.PlanningState.AnalyzedIntent
	switch goesOn := t != nil && t.Shown.Message != ""; {
	case len(findings) == 0, intent.IntentType != "legal_consult", len(intent.Parts) > 1, a.state.DocumentTeamState != nil,
		wants.amount, wants.period, t != nil && t.Act != "", a.revises(), !fits && !goesOn:
		return findings
	}
	list := slices.DeleteFunc(findings, func(f finding) bool {
		same := fits && len(f.Sources) > 0 && sharing(articles[0].names, namedIn(f.Sources[0]))
		return !f.Rule && !a.says(f) && !same && !analysis.Names(f.Method, a.state.Query)
	})
	if len(list) == 0 { // nor is anything assumed or left to be asked
		own := *a.state
		own.AnalysisTeamState, a.state = nil, &own
	}
	return list
}

// says tells whether the message says one of a conclusion's figures.
func (a *answer) says(f finding) bool {
	own := a.ownFigures()
	return len(own.Beyond(evidence.FiguresOf(f.Headline+" "+f.Formula))) < len(own)
}

// ownFigures are those that the message itself says, whatever it writes them like.
func (a *answer) ownFigures() evidence.Figures {
	own := evidence.FiguresOf(a.state.Query)
	for _, x := range estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities).Amounts {
		if x.Text != "" && strings.Contains(a.state.Query, x.Text) {
			own.Add(evidence.Won(x.Won))
		}
	}
	return own
}

// goesOn tells whether a message goes on with what was concluded: by leaning on that
// question, by changing it, or because no guide is to what it asks. A rule is surer
// than an article then, which may be of somebody else's case, but a guide has a verdict.
func (a *answer) goesOn(articles []hit) bool {
	t := a.state.Talk
	return t != nil && len(t.Told) > 0 && (a.leans() || a.revises() || len(articles) > 0 && !articles[0].Guide)
}

// revises tells whether the message changes the question before it.
func (a *answer) revises() bool {
	return a.state.Talk != nil && (len(a.state.Talk.Changes) > 0 || a.state.Talk.Adds)
}

// ofLaw tells whether a conclusion rests on the law.
func (f finding) ofLaw(law string) bool {
	return slices.ContainsFunc(f.Sources, func(source string) bool { return strings.HasPrefix(source, law+" ") })
}

// tells tells whether a conclusion rests on the very passage: one that cites a
// paragraph says nothing of an item of it, which is a rule by itself.
func (f finding) tells(h hit) bool {
	items := lawItem.FindAllString(h.Article, -1)
	return slices.ContainsFunc(f.Sources, func(law string) bool {
		other := len(items) > 0 && lawParagraph.MatchString(law) && !slices.ContainsFunc(items, func(i string) bool { return strings.Contains(law, i) })
		return !other && sharing(h.names, namedIn(law))
	})
}

// cites tells whether a conclusion rests on an article, whatever passage of it.
func (f finding) cites(h hit) bool {
	return slices.ContainsFunc(f.Sources, func(law string) bool { return sharing(h.names, namedIn(law)) })
}

var (
	lawParagraph = regexp.MustCompile(`제\d+항`)
	lawItem      = regexp.MustCompile(`제\d+호`)
)

// fold shows how the conclusions that are told came about and what else they hold
// under, and those that the key answer does not tell.
func (a *answer) fold(findings []finding) {
	var beside []finding
	for _, f := range findings {
		switch {
		case slices.ContainsFunc(a.shown, func(c finding) bool { return c.Headline == f.Headline }):
			a.reckoning(f)
		case !f.Rule:
			a.figure(a.tells(f.key, "**"+f.Title+"** "+f.Headline))
			beside = append(beside, f)
		}
	}
	a.shown = append(a.shown, beside...)
}

// maxCaveats bounds what is said on where figures come from.
const maxCaveats = 3

// reckoning shows how a conclusion of the key answer came about.
func (a *answer) reckoning(f finding) {
	if strings.ContainsAny(f.Formula, "0123456789") {
		line := "**" + f.Title + "** " + f.Formula
		if f.AsOf != "" {
			line += " (" + a.say("as_of") + " " + f.AsOf + ")"
		}
		a.figure(a.tells(f.key, line))
	}
	for _, n := range f.notes {
		if !slices.Contains(a.core, n) {
			a.consider = appendNew(a.consider, a.tells(f.key, n))
		}
	}
	for _, c := range f.caveats {
		if len(a.note) < maxCaveats {
			a.note = appendNew(a.note, a.tells(f.key, c))
		}
	}
}

func (a *answer) figure(line string) {
	if len(a.data) < maxData {
		a.data = appendNew(a.data, line)
	}
}

// addAdvice takes assumptions, warnings and recommendations of analysis; a
// document says its own.
func (a *answer) addAdvice() {
	s := a.state.AnalysisTeamState
	if s == nil {
		return
	}
	reviewed := a.state.DocumentTeamState != nil
	for _, section := range s.Report.Sections {
		if section.Icon == "alert" && !reviewed {
			a.consider = appendNew(a.consider, strings.Join(section.Content, "\n"))
		}
	}
	for i, m := range s.InputData.Assumed {
		a.consider = appendNew(a.consider, a.tells("assumed."+strconv.Itoa(i), m.Text))
	}
	if unused := s.InputData.Unused; len(unused) > 0 {
		a.consider = appendNew(a.consider, a.say("unused", "sums", unused))
	}
	if !reviewed {
		a.recommend = append(a.recommend, s.Recommendations...)
	}
}
