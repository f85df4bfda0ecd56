package document

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// Risk is one thing that speaks against a contract: a clause found by the
// reviewer ("RC-03") or a failed check ("L-1").
type Risk struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Severity string `json:"severity"` // low | medium | high
	// Excerpt is the clause; Start and End are the byte offsets of the
	// words that gave it away, both 0 for a check.
	Excerpt        string `json:"excerpt,omitempty"`
	Start          int    `json:"start"`
	End            int    `json:"end"`
	Why            string `json:"why"`
	Law            string `json:"law,omitempty"`
	Recommendation string `json:"recommendation,omitempty"`
}

// The kinds of contract that a reviewer is told; "" is unknown.
const (
	KindLease = "lease"
	KindSale  = "sale"
)

// reviewer finds the risky clauses of a text.
type reviewer interface {
	Review(text, kind, lang string) []Risk
}

// ReviewFunc makes a function a reviewer: it lists the risky clauses of a
// text, for a kind of contract ("lease", "sale" or "" when unknown), in a
// language ("ko" or "en").
type ReviewFunc func(text, kind, lang string) []Risk

// Review calls the function.
func (f ReviewFunc) Review(text, kind, lang string) []Risk { return f(text, kind, lang) }

// ReviewResult is what checks and reviewer found (the design's
// review_result). ComplianceCheck has every check and, for a review of a
// given text, every finding's id, true where nothing is wrong.
type ReviewResult struct {
	Reviewed        bool            `json:"reviewed"`
	RiskLevel       string          `json:"risk_level"` // low | medium | high
	Risks           []Risk          `json:"risks"`
	Recommendations []string        `json:"recommendations"`
	ComplianceCheck map[string]bool `json:"compliance_check"`
}

// riskLevel is high with one high risk, medium with three medium ones, else
// low (facts, section 6).
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
			// What the reviewer found is listed one by one.
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

// kindOf guesses the kind of contract that a pasted text belongs to.
func kindOf(text string) string {
	lease, sale := len(phrases.FindAll(text, "kind.lease")), len(phrases.FindAll(text, "kind.sale"))
	switch {
	case lease > sale:
		return KindLease
	case sale > lease:
		return KindSale
	}
	return ""
}

// textToReview is the contract text within a message: what is quoted, else
// what follows the request, "" when there is only a request.
func textToReview(message string) string {
	message = forms.Clean(message, maxReviewBytes)
	var quoted []string
	for _, at := range phrases.FindAll(message, "review.quoted") {
		quoted = append(quoted, strings.TrimSpace(strings.Trim(message[at[0]:at[1]], `"“”`)))
	}
	if text := strings.Join(quoted, "\n"); phrases.Has(text, "review.clause") {
		return text
	}
	if i := strings.IndexAny(message, ":：\n"); i >= 0 && phrases.HasAny(message[:i], "review.ask", "rewrite.ask") {
		_, size := utf8.DecodeRuneInString(message[i:])
		if text := strings.TrimSpace(message[i+size:]); hasClause(text) {
			return text
		}
	}
	kept := dropRequests(message)
	if hasClause(kept) && (utf8.RuneCountInString(kept) >= 15 || phrases.Has(kept, "review.article")) {
		return kept
	}
	return ""
}

// hasClause tells whether a text says something as contracts do: a long one
// may do so beyond its beginning.
func hasClause(text string) bool {
	for len(text) > dialog.MaxRead {
		if phrases.Has(text, "review.clause") {
			return true
		}
		text = text[len(forms.Cut(text, dialog.MaxRead)):]
	}
	return phrases.Has(text, "review.clause")
}

// dropRequests removes the sentences of a message that only ask.
func dropRequests(message string) string {
	var kept []string
	for _, s := range sentences(message) {
		text := message[s.Start:s.End]
		asks := phrases.Has(text, "review.ask") && (strings.HasSuffix(text, "?") || !phrases.Has(text, "review.clause") || utf8.RuneCountInString(text) < 20)
		if !asks {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, "\n")
}

// sentences are the places of the sentences of a text; a semicolon ends one,
// too.
func sentences(text string) []korean.Span {
	var out []korean.Span
	for _, s := range korean.SentenceSpans(text) {
		from := s.Start
		for i := s.Start; i < s.End; i++ {
			if text[i] == ';' {
				out = append(out, korean.Span{Start: from, End: i + 1})
				from = i + 1
			}
		}
		if strings.TrimSpace(text[from:s.End]) != "" {
			out = append(out, korean.Span{Start: from, End: s.End})
		}
	}
	return out
}
