package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/teams/analysis"
)

// addQuestions ends the answer with what is still to be told, no more than
// three: what the reckoning lacked first, then what the reading lacked. The
// document team asks for itself.
func (a *answer) addQuestions() {
	if a.state.DocumentTeamState != nil {
		return
	}
	if s := a.state.AnalysisTeamState; s != nil {
		a.askFor(s)
	}
	intent := a.state.PlanningState.AnalyzedIntent
	for i, question := range intent.Ambiguities {
		var about []string
		if i < len(intent.AskedAbout) { // sessions of before have none
			about = intent.AskedAbout[i]
		}
		a.ask(question, about...)
	}
}

func (a *answer) askFor(s *analysis.TeamState) {
	a.ask(a.tells("conditions", a.conditions(s)))
	for _, m := range s.InputData.Missing {
		if !slices.ContainsFunc(s.RawAnalysis.Loans, func(l analysis.EligibilityResult) bool { return l.Product == m.Name }) {
			a.ask(m.Question, m.About...)
		}
	}
	for _, name := range s.InputData.Taken { // it was told
		a.about[name] = true
	}
}

// conditions asks once for what several loan products leave open.
func (a *answer) conditions(s *analysis.TeamState) string {
	var open []string
	for _, l := range s.RawAnalysis.Loans {
		if !l.Eligible || !slices.ContainsFunc(a.core, func(line string) bool { return a.product[a.of[line]] == l.Product }) {
			continue
		}
		for _, u := range l.Open {
			open = appendNew(open, u)
		}
	}
	if len(open) == 0 {
		return ""
	}
	return a.say("loan.conditions") + " " + strings.Join(open, ", ")
}

// ask adds a question unless one that is asked already tells some of the facts
// that it is about.
func (a *answer) ask(question string, about ...string) {
	if question == "" || len(a.questions) >= maxQuestions || slices.Contains(a.questions, question) ||
		slices.ContainsFunc(about, func(fact string) bool { return a.about[fact] }) {
		return
	}
	a.questions = append(a.questions, question)
	for _, fact := range about {
		a.about[fact] = true
	}
}
