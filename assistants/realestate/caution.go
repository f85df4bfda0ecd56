package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/document"
)

// datedMonths is the age from which a fact's day is told as a caution: rates
// and limits are mostly set anew each year.
const datedMonths = 12

// maxCautions bounds what is said of each kind.
const maxCautions = 2

// tellUnfound says which parts of a compound question nothing was found for.
func (a *answer) tellUnfound() {
	if s := a.state.SearchTeamState; s != nil && len(a.state.PlanningState.AnalyzedIntent.Parts) > 1 {
		for _, line := range a.tellGaps(knowledge.GapPlace, knowledge.GapLaw, knowledge.GapArticle) {
			a.lacks(line)
		}
	}
	for _, part := range a.state.PlanningState.AnalyzedIntent.Parts {
		if a.unfound(part.Text) {
			a.lacks(a.say("caution.part", "part", part.Text))
		}
	}
}

// lacks puts what was asked for and not found first among the points to consider.
func (a *answer) lacks(line string) {
	if !slices.Contains(a.consider, line) {
		a.consider = append([]string{line}, a.consider...)
	}
	a.missing = appendNew(a.missing, line)
}

// tellLoading says that what is ingested was not searched yet.
func (a *answer) tellLoading() {
	if s := a.state.SearchTeamState; s != nil && s.AggregatedResults.Loading {
		a.consider = append([]string{a.say("caution.loading")}, a.consider...)
	}
}

// unfound tells whether every step for a part was done and brought nothing.
func (a *answer) unfound(part string) bool {
	done := 0
	for _, step := range a.state.PlanningState.ExecutionSteps {
		if step.Question != part {
			continue
		}
		if step.Result == nil || step.Result.TotalResults > 0 || step.Team == document.TeamName {
			return false
		}
		done++
	}
	return done > 0
}

// tellConflicts says where two sources state a rule differently.
func (a *answer) tellConflicts() {
	for i, c := range a.evidence.Conflicts() {
		if i == maxCautions {
			break
		}
		a.evidence.Use(c.Newer)
		a.evidence.Use(c.Older)
		a.consider = appendNew(a.consider, a.say("caution.conflict", "source", c.Newer.Source, "newer", a.telling(c.Newer, c.NewerOnly), "older", a.telling(c.Older, c.OlderOnly)))
	}
}

// telling is the sentence of a fact that holds one of the figures, with its
// day.
func (a *answer) telling(f *evidence.Fact, figures []string) string {
	text := f.Text
	for _, s := range korean.Sentences(f.Text) {
		have := evidence.FiguresOf(s)
		for _, figure := range figures {
			if have[figure] {
				text = s
			}
		}
	}
	text = clip(text, maxTold)
	if f.AsOf != "" {
		text += " (" + a.say("as_of") + " " + f.AsOf + ")"
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// tellDated says which of the facts that are stated are old, or were never
// compared with their original.
func (a *answer) tellDated() {
	for i, f := range a.evidence.Dated(a.state.Today, datedMonths) {
		if i == maxCautions {
			break
		}
		a.note = appendNew(a.note, a.say("caution.dated", "source", f.Source, "day", f.AsOf))
	}
	var unchecked []string
	for _, f := range a.evidence.Used() {
		if f.Kind == evidence.KindLaw && f.Status == knowledge.StatusUnverified {
			unchecked = appendNew(unchecked, f.Source)
		}
	}
	if len(unchecked) > 0 {
		a.note = append(a.note, a.say("caution.unchecked", "sources", strings.Join(unchecked, ", ")))
	}
}
