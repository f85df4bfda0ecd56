package document

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/teams/clause"
)

// Risk is one thing that speaks against a contract: a risky clause ("RC-03") or
// a failed check ("L-1").
type Risk struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Severity string `json:"severity"` // low | medium | high
	// Excerpt is the clause; Start and End are its byte offsets in the reviewed
	// text, both 0 for a check.
	Excerpt        string `json:"excerpt,omitempty"`
	Start          int    `json:"start"`
	End            int    `json:"end"`
	Why            string `json:"why"`
	Law            string `json:"law,omitempty"`
	Recommendation string `json:"recommendation,omitempty"`
}

// Reviewed is a clause of a given text with what is said of it.
type Reviewed struct {
	Text    string `json:"text"`
	Verdict string `json:"verdict"` // risky | fine | unclear
	// Law is what a fine clause keeps to.
	Law   string `json:"law,omitempty"`
	Risks []Risk `json:"risks,omitempty"`
}

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

// riskLevel is the risk of a whole contract.
func riskLevel(risks []Risk) string {
	found := make([]clause.Finding, len(risks))
	for i, r := range risks {
		found[i].Severity = clause.Severity(r.Severity)
	}
	return string(clause.Overall(found))
}

// clauses judges each clause of a text.
func (t *Team) clauses(text, kind, lang string) []Reviewed {
	var list []Reviewed
	for _, j := range t.catalog.Review(text, clause.Kind(kind), lang) {
		r := Reviewed{Text: j.Text, Verdict: string(j.Verdict), Law: j.Law}
		for _, f := range j.Findings {
			r.Risks = append(r.Risks, Risk{ID: f.ID, Title: f.Title, Severity: string(f.Severity), Excerpt: f.Excerpt,
				Start: f.Start, End: f.End, Why: f.Why, Law: f.Law, Recommendation: f.Recommendation})
		}
		list = append(list, r)
	}
	return list
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

func hasClause(message string) bool { return len(clause.Extract(message)) > 0 }
