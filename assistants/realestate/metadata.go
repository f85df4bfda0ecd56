package realestate

import (
	"slices"

	"github.com/madang-dev/madang/state"
)

func (a *answer) metadata() state.AnswerMetadata {
	s := a.state
	m := state.AnswerMetadata{
		Understood: s.Understood, Assumed: s.Assumed, ReusedFrom: reusedFrom(s.PlanningState),
		Confidence: a.confidence(), Sources: append([]string{}, a.sources...),
		IntentType: s.PlanningState.AnalyzedIntent.IntentType, AnsweredBy: state.AnsweredByRules,
		Missing: slices.Concat(s.AggregatedResults.Missing, a.missing), SampleData: a.sample, Today: s.Today,
		AsOf: a.evidence.Oldest(),
	}
	for _, f := range a.evidence.Used() {
		m.Evidence = append(m.Evidence, f.ID)
	}
	return m
}

// cite records sources of something that the answer shows.
func (a *answer) cite(sources ...string) {
	for _, source := range sources {
		a.sources = appendNew(a.sources, source)
	}
}

// keepBest has the article that the search found first for each part among the
// first three sources, whatever else speaks, if it has a fair chance to answer;
// a refused document rests on it, too.
func (a *answer) keepBest() {
	const among = 3
	refused := a.state.DocumentTeamState != nil && a.state.DocumentTeamState.Refused
	if a.silent && !refused {
		return
	}
	defer a.keepFamily(among)
	at := among - 1
	for _, best := range a.best {
		source := exactOf(best.names)[0]
		if i := slices.Index(a.sources, source); i >= 0 && i < among {
			continue
		}
		a.sources = slices.DeleteFunc(a.sources, func(s string) bool { return s == source })
		a.sources = slices.Insert(a.sources, min(at, len(a.sources)), source)
		at = max(1, at-1)
	}
}
