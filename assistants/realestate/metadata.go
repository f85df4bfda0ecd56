package realestate

import (
	"slices"

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

// cite records sources of something that the answer shows.
func (a *answer) cite(sources ...string) {
	for _, source := range sources {
		a.sources = appendNew(a.sources, source)
	}
}

// keepBest has the article that the search found first among the first three
// sources, whatever else speaks, if it has a fair chance to answer.
func (a *answer) keepBest() {
	const among = 3
	articles := a.fitting(a.question(), a.hits)
	if a.silent || len(articles) == 0 || !articles[0].Exact && articles[0].Score < fair {
		return
	}
	best := exactOf(articles[0].names)[0]
	if at := slices.Index(a.sources, best); at < 0 || at >= among {
		a.sources = slices.DeleteFunc(a.sources, func(s string) bool { return s == best })
		a.sources = slices.Insert(a.sources, min(among-1, len(a.sources)), best)
	}
}
