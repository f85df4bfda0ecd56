package clause

import (
	"cmp"
	"slices"
	"strings"
)

// MaxFindings bounds what one text can yield.
const MaxFindings = 200

// maxOfClause bounds what is said against one clause.
const maxOfClause = 2

// maxExcerpt is the length of an excerpt in runes.
const maxExcerpt = 160

// Verdict is what a review says of a clause.
type Verdict string

// The verdicts. Fine is a clause about a risk of the catalogue that it does not
// bear; Unclear is about none of them.
const (
	Risky   Verdict = "risky"
	Fine    Verdict = "fine"
	Unclear Verdict = "unclear"
)

// Judged is a clause with what is said of it. Law is what a fine clause keeps
// to; a risky one has it in its findings.
type Judged struct {
	Clause
	Verdict  Verdict
	Findings []Finding
	Law      string
}

// Finding is one risk of a clause. Start and End are where the clause stands in
// the text, in bytes.
type Finding struct {
	ID             string   `json:"id"`
	Title          string   `json:"title"`
	Severity       Severity `json:"severity"`
	Excerpt        string   `json:"excerpt"`
	Start          int      `json:"start"`
	End            int      `json:"end"`
	Why            string   `json:"why"`
	Law            string   `json:"law"`
	LawVerified    bool     `json:"law_verified"`
	Recommendation string   `json:"recommendation"`
}

// Review judges each clause of a text in its order, explained in the language
// ("en", else Korean). A text without a clause is taken as a contract's. The
// time is linear in the length of the text.
func (c *Catalog) Review(text string, kind Kind, language string) []Judged {
	clauses := Extract(text)
	if len(clauses) == 0 {
		pieces := cut(text)
		for _, p := range pieces[:min(len(pieces), MaxClauses)] {
			clauses = append(clauses, clauseAt(text, p.start, p.end))
		}
	}
	kind = c.kindOf(text, kind)
	judged := make([]Judged, len(clauses))
	for i, clause := range clauses {
		judged[i] = c.judge(clause, kind, language)
	}
	return judged
}

// Find lists the risks of a text in its order.
func (c *Catalog) Find(text string, kind Kind, language string) []Finding {
	var found []Finding
	for _, j := range c.Review(text, kind, language) {
		found = append(found, j.Findings...)
	}
	return found[:min(len(found), MaxFindings)]
}

func (c *Catalog) judge(clause Clause, kind Kind, language string) Judged {
	j := Judged{Clause: clause, Verdict: Unclear}
	r := c.read(clause.Text)
	for i := range c.rules {
		rule := &c.rules[i]
		if !rule.appliesTo(kind) {
			continue
		}
		switch ground := rule.ground(kind); rule.judge(&r, c.limit(kind)) {
		case broken:
			j.Verdict = Risky
			j.Findings = append(j.Findings, finding(clause, rule, ground, language))
		case kept:
			if j.Law == "" {
				j.Law = ground.Law.In(language)
			}
		}
	}
	if j.Verdict == Unclear && j.Law != "" {
		j.Verdict = Fine
	}
	slices.SortStableFunc(j.Findings, func(a, b Finding) int { return cmp.Compare(rank(b.Severity), rank(a.Severity)) })
	j.Findings = j.Findings[:min(len(j.Findings), maxOfClause)]
	return j
}

// judge is the worst that a frame of the rule says.
func (r *Rule) judge(read *reading, limit func(string) (float64, bool)) outcome {
	worst := apartFrom
	for i := range r.Frames {
		worst = max(worst, r.Frames[i].judge(read, limit))
	}
	return worst
}

func finding(clause Clause, r *Rule, g Ground, language string) Finding {
	excerpt := []rune(strings.ToValidUTF8(clause.Text, "�"))
	if len(excerpt) > maxExcerpt {
		excerpt = append(excerpt[:maxExcerpt], '…')
	}
	return Finding{
		ID: r.ID, Title: r.Title.In(language), Severity: g.Severity,
		Excerpt: string(excerpt), Start: clause.Start, End: clause.End,
		Why: g.Why.In(language), Law: g.Law.In(language), LawVerified: g.LawVerified,
		Recommendation: g.Recommended.In(language),
	}
}

// KindOf is the kind of contract that a text speaks of, AnyKind when nothing tells.
func (c *Catalog) KindOf(text string) Kind { return c.kindOf(text, AnyKind) }

// kindOf is the kind of contract that a text is of, by the words that only such
// contracts use. A kind that is given is only made narrower.
func (c *Catalog) kindOf(text string, given Kind) Kind {
	if !slices.Contains([]Kind{AnyKind, Lease, Sale}, given) {
		return given
	}
	found := c.words.find(fold(text[:runeStart(text, min(len(text), maxKind))]))
	count := func(k Kind) int { return len(found["kind_"+string(k)]) }
	of := Lease
	if given == Sale || given == AnyKind && count(Sale) > count(Lease) {
		of = Sale
	}
	narrower := map[Kind][]Kind{Lease: {RentalBusiness, ShopLease}, Sale: {Presale}}[of]
	if given == AnyKind {
		narrower = append(narrower, Presale, Brokerage)
	}
	for _, k := range narrower {
		if count(k) > 0 && (k != ShopLease || count(k) > len(found["home"])) {
			return k
		}
	}
	if given == AnyKind && count(Lease)+count(Sale) == 0 {
		return AnyKind
	}
	return of
}

// maxKind is how much of a text tells its kind, in bytes.
const maxKind = 16 << 10

func rank(s Severity) int { return slices.Index([]Severity{Low, Medium, High}, s) }

// Overall is the risk of a whole contract: high with one high finding,
// medium with three medium ones, else low.
func Overall(findings []Finding) Severity {
	medium := 0
	for _, f := range findings {
		switch f.Severity {
		case High:
			return High
		case Medium:
			medium++
		}
	}
	if medium >= 3 {
		return Medium
	}
	return Low
}
