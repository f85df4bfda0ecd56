package document

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/teams/clause"
)

// Risk is a risky clause or a failed check, Reviewed a clause of a given text
// with what is said of it.
type (
	Risk     = clause.Risk
	Reviewed = clause.Reviewed
)

// ReviewResult is what checks and review found (the design's review_result).
// ComplianceCheck has every check and, for a review of a given text, every
// finding's id, true where nothing is wrong.
type ReviewResult struct {
	Reviewed        bool            `json:"reviewed"`
	RiskLevel       string          `json:"risk_level"` // low | medium | high
	Risks           []Risk          `json:"risks"`
	Recommendations []string        `json:"recommendations"`
	ComplianceCheck map[string]bool `json:"compliance_check"`
	// Clauses are those of a text that the user gave, in their order.
	Clauses []Reviewed `json:"clauses,omitempty"`
}

// riskLevel is the risk of a whole contract: high with one high risk, medium
// with three medium ones, else low.
func riskLevel(risks []Risk) string {
	medium := 0
	for _, r := range risks {
		switch r.Severity {
		case SeverityHigh:
			return SeverityHigh
		case SeverityMedium:
			medium++
		}
	}
	if medium >= 3 {
		return SeverityMedium
	}
	return SeverityLow
}

func risksOf(clauses []Reviewed) []Risk {
	var list []Risk
	for _, c := range clauses {
		list = append(list, c.Risks...)
	}
	return list
}

// assess turns checks and found clauses into a review of a contract.
func assess(checks []Check, clauses []Risk, lang string) *ReviewResult {
	res := &ReviewResult{Reviewed: true, Risks: []Risk{}, Recommendations: []string{}, ComplianceCheck: map[string]bool{}}
	res.Risks = append(res.Risks, clauses...)
	for _, c := range clauses {
		res.recommend(c.Recommendation)
	}
	for _, c := range checks {
		res.ComplianceCheck[c.ID] = c.OK()
		switch {
		case c.byClauses:
			// The risky clauses are listed one by one.
		case c.Failed():
			res.Risks = append(res.Risks, Risk{ID: c.ID, Title: c.ID, Severity: level(c.Severity), Why: c.Text(lang), Law: c.Law, Recommendation: c.Text(lang)})
			res.recommend(c.Text(lang))
		case c.Outcome == CheckUnknown:
			res.recommend(texts.Say(lang, "risk.unknown", "text", c.Text(lang)))
		}
	}
	res.RiskLevel = riskLevel(res.Risks)
	return res
}

func (r *ReviewResult) recommend(text string) {
	if text != "" && !slices.Contains(r.Recommendations, text) {
		r.Recommendations = append(r.Recommendations, text)
	}
}

// clausesIn are the clauses of a message as a list, "" when there is none.
func clausesIn(message string) string {
	var b strings.Builder
	for _, c := range clause.Extract(message) {
		b.WriteString("- " + c.Text + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func hasClause(message string) bool { return ShowsClause(message) && len(clause.Extract(message)) > 0 }

// ShowsClause tells whether a message may have a clause to review: it asks for that, names
// or lists one, or reads like a contract.
func ShowsClause(message string) bool {
	return strings.Contains(strings.TrimSpace(message), "\n") || phrases.HasAny(message, "act.review", "review.ask", "review.contract", "review.shown")
}
