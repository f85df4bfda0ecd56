package document

import (
	"regexp"
	"strings"
	"unicode/utf8"
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
		case c.ID == "L-9":
			// Its findings are listed one by one.
		case c.Failed():
			res.Risks = append(res.Risks, Risk{ID: c.ID, Title: c.ID, Severity: level(c.Severity), Why: c.Text(lang), Law: c.Law, Recommendation: c.Text(lang)})
			res.recommend(c.Text(lang))
		case c.Outcome == CheckUnknown:
			res.recommend(pick(lang, "확인할 수 없음: ", "Could not be checked: ") + c.Text(lang))
		}
	}
	res.RiskLevel = riskLevel(res.Risks)
	return res
}

func (r *ReviewResult) recommend(text string) {
	if text == "" {
		return
	}
	for _, known := range r.Recommendations {
		if known == text {
			return
		}
	}
	r.Recommendations = append(r.Recommendations, text)
}

// kindOf guesses the kind of contract that a pasted text belongs to.
func kindOf(text string) string {
	lower := lowerASCII(text)
	leaseWords := countAny(lower, "임차인", "임대인", "세입자", "보증금", "월세", "차임", "전세", "tenant", "landlord", "lessor", "lessee")
	saleWords := countAny(lower, "매도인", "매수인", "매매", "seller", "buyer")
	switch {
	case leaseWords > saleWords:
		return KindLease
	case saleWords > leaseWords:
		return KindSale
	}
	return ""
}

func countAny(text string, words ...string) int {
	n := 0
	for _, w := range words {
		n += strings.Count(text, w)
	}
	return n
}

var (
	reviewAsk  = regexp.MustCompile(`(?i)봐\s?줘|봐\s?주세요|봐\s?주실|검토|확인해|위험|괜찮|문제|점검|review|check|risky|look at|is this ok`)
	clauseWord = regexp.MustCompile(`(?i)한다|하지\s*않|않는다|아니한다|없다|있다|된다|못한다|하기로|본다|진다|shall|must|may not|waives?|agrees?|will not`)
	quoted     = regexp.MustCompile(`["“]([^"”]{4,})["”]`)
	article    = regexp.MustCompile(`제\s?\d{1,3}\s?조|특약|^\s*\d{1,2}[.)]`)
	rewriteAsk = regexp.MustCompile(`(?i)수정\s*(?:문구|안|해서)|다시\s*(?:써|작성|고쳐)|고쳐\s*(?:줘|써|주)|바꿔\s*(?:줘|써|주)|대체\s*문구|rewrite|reword|suggest(?:ed)? wording|fix (?:it|the clauses?)`)
	customAsk  = regexp.MustCompile(`(?i)다\s*그렇게|관행|원래\s*(?:다|그렇)|중개사가|다들|everyone does|common practice|broker says|agent says|standard practice`)
	commands   = regexp.MustCompile(`(?i)(?:이전|위|앞선|기존)[^.\n]{0,12}(?:지시|명령|규칙|프롬프트)[^.\n]{0,10}(?:무시|잊)|다른\s*사용자(?:의)?[^.\n]{0,16}(?:보여|알려|출력)|ignore (?:all |the )?(?:previous|above|prior) (?:instructions|rules)|system prompt`)
)

// textToReview is the contract text within a message: what is quoted, else
// what follows the request, "" when there is only a request.
func textToReview(message string) string {
	message = clean(message, maxReviewBytes)
	if parts := quoted.FindAllStringSubmatch(message, 40); len(parts) > 0 {
		var all []string
		for _, p := range parts {
			all = append(all, strings.TrimSpace(p[1]))
		}
		if text := strings.Join(all, "\n"); clauseWord.MatchString(text) {
			return text
		}
	}
	if i := strings.IndexAny(message, ":：\n"); i >= 0 && (reviewAsk.MatchString(message[:i]) || rewriteAsk.MatchString(message[:i])) {
		_, size := utf8.DecodeRuneInString(message[i:])
		if text := strings.TrimSpace(message[i+size:]); clauseWord.MatchString(text) {
			return text
		}
	}
	kept := dropRequests(message)
	if clauseWord.MatchString(kept) && (len([]rune(kept)) >= 15 || article.MatchString(kept)) {
		return kept
	}
	return ""
}

// dropRequests removes the sentences of a message that only ask.
func dropRequests(message string) string {
	var kept []string
	for _, s := range sentences(message) {
		text := strings.TrimSpace(message[s.start:s.end])
		asks := reviewAsk.MatchString(text) && (strings.HasSuffix(text, "?") || !clauseWord.MatchString(text) || len([]rune(text)) < 20)
		if text != "" && !asks {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, "\n")
}

// sentences cuts a text at line ends and after full stops, question and
// exclamation marks; "1." and "제3.1조" are not ends.
func sentences(text string) []segment {
	var out []segment
	start := 0
	for i := range len(text) {
		c := text[i]
		end := c == '\n' || c == '!' || c == '?' || c == ';'
		if c == '.' {
			end = (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n' || text[i+1] == '"') && !(i > 0 && isDigit(text[i-1]))
		}
		if !end {
			continue
		}
		if strings.TrimSpace(text[start:i+1]) != "" {
			out = append(out, segment{start, i + 1})
		}
		start = i + 1
	}
	if strings.TrimSpace(text[start:]) != "" {
		out = append(out, segment{start, len(text)})
	}
	return out
}
