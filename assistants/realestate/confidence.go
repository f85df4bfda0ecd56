package realestate

import "math"

// The worth of evidence that carries no score of its own.
const (
	foundWorth    = 0.6 // deals, listings and loan products
	documentWorth = 0.9 // a document, a review, or a question for one
)

// confidence is how far the answer can be trusted, 0 to 1:
//
//	c = a × (1 + 2e) / 3
//
// where a is the confidence of the reading times the share of the plan that
// was carried out, and e the best evidence: the score of the best article,
// the analysis team's own confidence, or a fixed worth. An answer without any
// evidence is worth a third of its reading.
func (a *answer) confidence() float64 {
	evidence := 0.0
	if s := a.state.SearchTeamState; s != nil {
		if len(s.LegalResults) > 0 {
			evidence = max(evidence, s.LegalResults[0].Score)
		}
		if len(s.RealEstateResults)+len(s.LoanResults)+len(s.PropertySearchResults) > 0 {
			evidence = max(evidence, foundWorth)
		}
	}
	if s := a.state.AnalysisTeamState; s != nil {
		evidence = max(evidence, s.ConfidenceScore)
	}
	if s := a.state.DocumentTeamState; s != nil && (s.FinalDocument != "" || s.ReviewResult != nil || s.Waiting() || s.Refused) {
		evidence = max(evidence, documentWorth)
	}
	return math.Round(a.state.AggregatedResults.Confidence*(1+2*evidence)/3*100) / 100
}
