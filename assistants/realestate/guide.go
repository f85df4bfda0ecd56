package realestate

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// guide says, for a query that ends early, what can be asked instead.
func guide(planner *planning.Planner, s *State) state.Response {
	intent := s.PlanningState.AnalyzedIntent
	message, examples := planner.Guidance(intent.IntentType, s.Language)
	if message == "" { // an intent of work that no team has a step for
		message, examples = planner.Guidance(planning.KindUnclear, s.Language)
	}
	if lost(planner, s) {
		message, examples = texts.Say(s.Language, "lost"), nil
	}
	return state.Response{
		Type: state.ResponseGuidance, Message: strings.Join(guidance(s, message, examples), "\n"),
		OriginalQuery: s.Query, DetectedIntent: intent.IntentType,
		TeamsUsed: []string{}, Data: map[string]state.TeamData{},
	}
}

// lost tells whether a message that nobody can make anything of stands in the middle of
// a consultation and is not plainly of another field: it is asked back, not refused.
func lost(planner *planning.Planner, s *State) bool {
	if s.Talk == nil || s.Talk.Asked == "" {
		return false
	}
	said := korean.PairsOf(strings.Join(append(s.Talk.before(), s.Talk.Asked), " "))
	return !planner.Read(s.Query, time.Time{}).Elsewhere || said.Common(korean.PairsOf(s.Query)) > 0
}

// guidance puts what is wrong with the query before what can be done, and
// ends with questions to start from.
func guidance(s *State, message string, examples []string) []string {
	say := texts.In(s.Language).Say
	var lines []string
	for _, p := range s.Problems {
		lines = appendNew(lines, p.Message(s.Language))
	}
	if slices.ContainsFunc(s.Problems, func(p planning.Problem) bool { return p.Code == planning.Injection }) {
		lines = append(lines, say("not_others"))
	}
	if kind := courtesy(s.Query); kind != "" {
		message = say(kind)
	}
	lines = append(lines, message)
	for _, question := range s.PlanningState.AnalyzedIntent.Ambiguities {
		lines = appendNew(lines, question)
	}
	if len(examples) > 0 {
		lines = append(lines, "", say("can_ask")+":")
		for _, e := range examples {
			lines = append(lines, "- "+e)
		}
	}
	return lines
}

// courtesy is the kind of a greeting, thanks, an insult or a question who is
// answering; "" is none of them.
func courtesy(query string) string { return phrases.First(query, phrases.Under("courtesy")...) }
