package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
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
	for _, question := range a.state.PlanningState.AnalyzedIntent.Ambiguities {
		a.ask(question)
	}
}

func (a *answer) askFor(s *analysis.TeamState) {
	a.ask(a.tells("conditions", a.conditions(s)))
	for _, m := range s.InputData.Missing {
		if !slices.ContainsFunc(s.RawAnalysis.Loans, func(l analysis.EligibilityResult) bool { return l.Input.Product == m.Name }) {
			a.ask(m.Question)
		}
	}
}

// conditions asks once for what several loan products leave open.
func (a *answer) conditions(s *analysis.TeamState) string {
	var open []string
	told := strings.Join(a.core, "\n")
	for _, l := range s.RawAnalysis.Loans {
		if !l.Eligible || !strings.Contains(told, l.Name.In(a.state.Language)) {
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

// ask adds a question unless a like one is asked already.
func (a *answer) ask(question string) {
	if question == "" || len(a.questions) >= maxQuestions {
		return
	}
	if !slices.ContainsFunc(a.questions, func(q string) bool { return sameQuestion(q, question) }) {
		a.questions = append(a.questions, question)
	}
}

// sameQuestion tells whether two questions ask for the same: more than half
// of the shorter one's pairs of letters are in the other. All questions end
// alike, so half is not enough.
func sameQuestion(x, y string) bool {
	return korean.PairsOf(x).Alike(korean.PairsOf(y), 55)
}
