package clause

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/words"
)

// maxOfClause bounds what is said against one clause.
const maxOfClause = 2

// maxExcerpt is the length of an excerpt in runes.
const maxExcerpt = 160

// The verdicts. Fine is a clause that denies a risk of the catalogue or grants its
// opposite, and bears none but for what else it says; any other is Unclear.
const (
	Risky   = "risky"
	Fine    = "fine"
	Unclear = "unclear"
)

// Reviewed is a clause with what is said of it.
type Reviewed struct {
	Text    string `json:"text"`
	Verdict string `json:"verdict"`
	// Law is what a fine clause keeps to.
	Law   string `json:"law,omitempty"`
	Risks []Risk `json:"risks,omitempty"`
}

// Risk is one thing that speaks against a contract: a risky clause ("RC-03") or
// a failed check ("L-1").
type Risk struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Severity Severity `json:"severity"`
	// Excerpt is the clause; Start and End are its byte offsets in the reviewed
	// text, both 0 for a check.
	Excerpt        string `json:"excerpt,omitempty"`
	Start          int    `json:"start"`
	End            int    `json:"end"`
	Why            string `json:"why"`
	Law            string `json:"law,omitempty"`
	Recommendation string `json:"recommendation,omitempty"`
}

// Review judges each clause of a text in its order, explained in the language
// ("en", else Korean). A text without a clause is taken as a contract's. The
// time is linear in the length of the text.
func (c *Catalog) Review(text string, kind Kind, language string) []Reviewed {
	language = words.BaseOf(language) // what a pack says is not reworded
	clauses := Clauses(text)
	kind = c.KindOf(text, kind)
	judged := make([]Reviewed, len(clauses))
	for i, clause := range clauses {
		judged[i] = c.judge(clause, kind, language)
	}
	return judged
}

// Clauses are those of a text that is given as clauses: as Extract finds them, else its pieces.
func Clauses(text string) []Clause {
	clauses := Extract(text)
	if len(clauses) == 0 {
		pieces := piecesOf(text)
		for _, p := range pieces[:min(len(pieces), MaxClauses)] {
			clauses = append(clauses, clauseAt(text, p.start, p.end))
		}
	}
	return clauses
}

func (c *Catalog) judge(clause Clause, kind Kind, language string) Reviewed {
	j := Reviewed{Text: clause.Text, Verdict: Unclear}
	r, doubt, law := c.read(clause.Text), false, ""
	for i := range c.rules {
		rule := &c.rules[i]
		if !rule.appliesTo(kind) || rule.Otherwise && len(j.Risks) > 0 {
			continue
		}
		ground, found := rule.ground(kind), apartFrom
		for f := range rule.Frames {
			found = max(found, rule.Frames[f].judge(&r, c.limit(kind)))
		}
		switch {
		case found == broken:
			j.Verdict = Risky
			j.Risks = append(j.Risks, risk(clause, rule, ground, language))
		case found == apartFrom || rule.Otherwise:
		case found == doubtful:
			doubt = true
		default:
			law = cmp.Or(law, ground.Law.In(language))
		}
	}
	if j.Verdict == Unclear && law != "" && !doubt {
		j.Verdict, j.Law = Fine, law
	}
	slices.SortStableFunc(j.Risks, func(a, b Risk) int { return cmp.Compare(rank(b.Severity), rank(a.Severity)) })
	j.Risks = j.Risks[:min(len(j.Risks), maxOfClause)]
	return j
}

func risk(clause Clause, r *Rule, g Ground, language string) Risk {
	return Risk{
		ID: r.ID, Title: r.Title.In(language), Severity: g.Severity,
		Excerpt: cut.Runes(strings.ToValidUTF8(clause.Text, "�"), maxExcerpt), Start: clause.Start, End: clause.End,
		Why: g.Why.In(language), Law: g.Law.In(language),
		Recommendation: g.wording(clause.Text, language),
	}
}

// KindOf is the kind of contract that a text is of, by the words that only such
// contracts use, AnyKind when nothing tells. A kind that is given is only made narrower.
func (c *Catalog) KindOf(text string, given Kind) Kind {
	if !slices.Contains([]Kind{AnyKind, Lease, Sale}, given) {
		return given
	}
	found := c.words.find(fold(cut.Bytes(text, maxKind)))
	count := func(k Kind) int { return len(found["kind_"+k]) }
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
