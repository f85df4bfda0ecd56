package realestate

import (
	"math"

	"github.com/madang-dev/madang/calibration"
)

// What the scores are worth, counted on labelled questions
// (decision 0018; TestConfidenceMeansSomething counts again).
var (
	// readings is the share of questions read right, by the confidence of
	// the reading.
	readings = calibration.Curve{{X: 0, Y: 0.5}, {X: 0.3, Y: 0.65}, {X: 0.5, Y: 0.85}, {X: 0.7, Y: 0.97}, {X: 1, Y: 0.98}}
	// articleWorth is the share of questions of law whose article was cited,
	// by the best article's score.
	articleWorth = calibration.Curve{{X: 0, Y: 0.1}, {X: 0.2, Y: 0.4}, {X: 0.4, Y: 0.75}, {X: 0.6, Y: 0.85}, {X: 0.8, Y: 0.9}, {X: 1, Y: 0.93}}
	// reckonedWorth is the same for questions that were answered by a
	// calculation, by the analysis team's own confidence: a bare rule, which
	// lacked its inputs, is often not what was asked for.
	reckonedWorth = calibration.Curve{{X: 0, Y: 0.1}, {X: 0.5, Y: 0.25}, {X: 0.58, Y: 0.35}, {X: 0.65, Y: 0.75}, {X: 0.9, Y: 0.95}, {X: 1, Y: 0.97}}
)

// The worth of evidence that carries no score of its own.
const (
	nothingWorth  = 0.1
	foundWorth    = 0.8  // deals, listings and loan products
	documentWorth = 0.95 // a document, a review, or a question for one
)

// confidence is the chance that the question was read right and the answer
// rests on what answers it: the reading's, times the share of the plan that
// was carried out, times the worth of the best evidence.
func (a *answer) confidence() float64 {
	done := 1.0
	if c := a.state.PlanningState.IntentConfidence; c > 0 {
		done = min(1, a.state.AggregatedResults.Confidence/c)
	}
	c := readings.At(a.state.PlanningState.IntentConfidence) * done * a.worth()
	return math.Round(c*100) / 100
}

func (a *answer) worth() float64 {
	worth := nothingWorth
	if len(a.near) > 0 || a.silent {
		return worth
	}
	if s := a.state.SearchTeamState; s != nil {
		if len(s.LegalResults) > 0 {
			worth = max(worth, articleWorth.At(s.LegalResults[0].Score))
		}
		if len(s.RealEstateResults)+len(s.LoanResults)+len(s.PropertySearchResults) > 0 {
			worth = max(worth, foundWorth)
		}
	}
	if s := a.state.AnalysisTeamState; s != nil && len(s.Findings) > 0 && !a.ruled {
		// What was reckoned comes first in the answer, whatever the law beside
		// it is worth.
		worth = reckonedWorth.At(s.ConfidenceScore)
	}
	if s := a.state.DocumentTeamState; s != nil && (s.FinalDocument != "" || s.ReviewResult != nil || s.Waiting() || s.Refused) {
		worth = max(worth, documentWorth)
	}
	return worth
}
