package realestate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/teams/analysis"
)

// What a conclusion is worth that was reckoned from given figures or an article
// that was named, a bare rule, what was found in data, and a document.
const (
	named90 = 0.9
	ruled   = 0.7
	looked  = 0.8
)

// addFindings puts conclusions into the key answer, their reckoning into the
// figures: the first is the verdict, others follow as far as there is room.
func (a *answer) addFindings(p part, most int) {
	findings := a.summedUp(p.findings)
	for i, f := range findings {
		if i > 0 && (f.Rule || f.Method == analysis.MethodMarketStats) && f.Method != findings[0].Method {
			continue // beside what was asked
		}
		switch {
		case i == 0 && a.room(maxKey) > 0:
			a.add(f.key, a.conclusion(f), a.worthOf(f))
		case i > maxMore || !a.addMore(f.key, a.conclusion(f), most):
			continue
		}
		a.shown = append(a.shown, f)
	}
	a.addReckonings(p.findings, most)
}

// worthOf is what a conclusion is worth as evidence.
func (a *answer) worthOf(f finding) float64 {
	e := estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities)
	given := len(e.Amounts) + len(e.Percentages) + len(e.Areas) + len(e.Dates) + len(e.Periods)
	switch {
	case f.Method == analysis.MethodMarketStats:
		return looked
	case f.Rule || given == 0:
		return ruled
	}
	return named90
}

// lawFirst tells whether an article speaks to the question better than the
// conclusions, which do not rest on it: who asks when the broker is paid is
// not told how the fee is reckoned.
func (a *answer) lawFirst(findings []finding, articles []hit) bool {
	if len(findings) == 0 || len(articles) == 0 {
		return len(findings) == 0
	}
	worth := likely
	told := a.state.Talk != nil && len(a.state.Talk.Changes) > 0
	elsewhere := a.goesOnElsewhere()
	for _, f := range findings {
		asked := !elsewhere && (articles[0].Guide || a.worthOf(f) == named90 && phrases.Has(a.state.Query, "asks.sum"))
		if !f.Rule && (told || asked) {
			return false // who tells a figure wants it reckoned with
		}
		if !f.Rule {
			worth = max(worth, a.worthOf(f))
		}
	}
	if elsewhere {
		worth = likely
	}
	return articles[0].Score > worth && (articles[0].Guide || !slices.ContainsFunc(findings, func(f finding) bool { return f.tells(articles[0]) }))
}

// goesOnElsewhere tells whether a message goes on with a reckoning and asks for
// no sum and names none: who asks "그럼 거절할 수도 있나요?" has been told the sum.
func (a *answer) goesOnElsewhere() bool {
	return a.leans() && a.reckonedBefore() && !a.question().wants.amount
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

var (
	lawParagraph = regexp.MustCompile(`제\d+항`)
	lawItem      = regexp.MustCompile(`제\d+호`)
)

// reckonedBefore tells whether all figures were taken over from what was said
// before, so that what follows from them was told then.
func (a *answer) reckonedBefore() bool {
	e := estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities)
	here := func(text string) bool { return text != "" && strings.Contains(a.state.Query, text) }
	given := len(e.Amounts) + len(e.Percentages) + len(e.Areas) + len(e.Dates) + len(e.Periods)
	return given > 0 && !slices.ContainsFunc(e.Amounts, func(x estate.Amount) bool { return here(x.Text) }) &&
		!slices.ContainsFunc(e.Percentages, func(x estate.Percentage) bool { return here(x.Text) }) &&
		!slices.ContainsFunc(e.Areas, func(x estate.Area) bool { return here(x.Text) }) &&
		!slices.ContainsFunc(e.Dates, func(x estate.Date) bool { return here(x.Text) }) &&
		!slices.ContainsFunc(e.Periods, func(x estate.Period) bool { return here(x.Text) })
}

// addRule adds what holds by the law of the best article, where that comes
// first: whom a fine threatens wants to know what had to be done by when.
func (a *answer) addRule(findings []finding, articles []hit, most int) {
	for _, f := range findings {
		ofLaw := len(articles) > 0 && slices.ContainsFunc(f.Sources, func(law string) bool { return strings.HasPrefix(law, articles[0].Law+" ") })
		if f.Rule && ofLaw && a.addMore(f.key, a.conclusion(f), most) {
			a.shown = append(a.shown, f)
			return
		}
	}
}

// addReckonings shows how the conclusions came about, and those that the key
// answer does not tell.
func (a *answer) addReckonings(findings []finding, most int) {
	var beside []finding
	for _, f := range findings {
		if slices.ContainsFunc(a.shown, func(c finding) bool { return c.Headline == f.Headline }) {
			a.reckoning(f, most)
		} else if !f.Rule {
			a.figure(a.tells(f.key, "**"+f.Title+"** "+f.Headline))
			beside = append(beside, f)
		}
	}
	a.shown = append(a.shown, beside...)
}

// maxCaveats bounds what is said on where figures come from.
const maxCaveats = 3

// conclusion is a finding's headline with the article it rests on.
func (a *answer) conclusion(f finding) string {
	if len(f.Sources) == 0 || namesArticle(f.Headline) || strings.Contains(strings.Join(a.core, "\n"), f.Sources[0]) {
		return f.Headline
	}
	return a.withSource(f.Headline, f.Sources[0])
}

// reckoning shows how a conclusion of the key answer came about. What the
// conclusion means goes into the key answer while there is room.
func (a *answer) reckoning(f finding, most int) {
	if strings.ContainsAny(f.Formula, "0123456789") {
		line := "**" + f.Title + "** " + f.Formula
		if f.AsOf != "" {
			line += " (" + a.say("as_of") + " " + f.AsOf + ")"
		}
		a.figure(a.tells(f.key, line))
	}
	told := len(a.shown) - 1
	for _, n := range f.notes {
		switch {
		case slices.Contains(a.core, n), slices.Contains(a.consider, n):
		case told < maxMore && a.addMore(f.key, n, most):
			told++
			a.consider = slices.DeleteFunc(a.consider, func(line string) bool { return line == n })
		default:
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
