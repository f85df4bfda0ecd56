package realestate

import "math"

// confidence is the chance that the answer answers: what the best evidence of
// the key answer is worth, times the share of the plan that was carried out.
// An article is worth its score, the chance that it answers, up to 0.9, which
// is also what a figure is worth that was reckoned from given numbers, an
// article that the user named, and a document. A bare rule is worth 0.7, deals
// and loans 0.8, nothing 0.1.
func (a *answer) confidence() float64 {
	worth := nothing
	if d := a.state.DocumentTeamState; d != nil && d.Certain() {
		worth = named90
	}
	if !a.silent {
		worth = max(worth, min(a.worth, named90))
	}
	done := 1.0
	if c := a.state.PlanningState.IntentConfidence; c > 0 {
		done = min(1, a.state.AggregatedResults.Confidence/c)
	}
	return math.Round(worth*done*100) / 100
}

const nothing = 0.1
