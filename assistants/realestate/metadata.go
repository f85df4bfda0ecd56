package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

func (a *answer) metadata() state.AnswerMetadata {
	s := a.state
	m := state.AnswerMetadata{
		Understood: s.Understood, Assumed: s.Assumed, ReusedFrom: reusedFrom(s),
		Confidence: a.confidence(), Sources: nonNil(a.sources),
		IntentType: s.PlanningState.AnalyzedIntent.IntentType, AnsweredBy: state.AnsweredByRules,
		Missing: slices.Concat(s.AggregatedResults.Missing, a.missing), SampleData: a.sample, Today: s.Today,
		AsOf: a.evidence.Oldest(),
	}
	for _, f := range a.evidence.Used() {
		m.Evidence = append(m.Evidence, f.ID)
	}
	return m
}

// cite records a source of something that the answer shows.
func (a *answer) cite(sources ...string) {
	for _, source := range sources {
		i := slices.IndexFunc(a.sources, func(have string) bool {
			return strings.HasPrefix(have, source+"·") || strings.HasPrefix(source, have+"·") ||
				strings.HasPrefix(have, source+"; ") || strings.HasPrefix(source, have+"; ")
		})
		switch {
		case i < 0:
			a.sources = appendNew(a.sources, source)
		case len(source) > len(a.sources[i]):
			a.sources[i] = source // "제32조" is part of "제32조·시행령 제27조의2"
		}
	}
}
