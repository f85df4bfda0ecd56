package semantic

import (
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/korean"
)

// leastCode is how many digits a name ends in at least that is called by them alone.
const leastCode = 2

var codeRules = rulesUnder("code.")

// Spell is a text with the names of things written out that it calls by a part of
// them: "066은" is 고객기관066은, "판토젤" 예시판토젤정. What could be several things,
// or a number, stays as it stands, and so does what the person may not see: who may not
// would learn from the answer whose name begins so. Its error is that of the database.
func (l *Layer) Spell(ctx context.Context, p access.Person, text string) (string, error) {
	err := l.refresh(ctx)
	if err == nil && len(text) <= maxQuestion {
		text, err = l.spelt(ctx, p, text)
	}
	return text, err
}

// spelt is Spell by what is known of the data.
func (l *Layer) spelt(ctx context.Context, p access.Person, text string) (string, error) {
	known := l.known.Load()
	var failed error
	may := func(dimension, code string) bool {
		seen, err := l.tells(ctx, p, dimension, code)
		failed = errors.Join(failed, err)
		return seen
	}
	for _, rule := range codeRules() {
		call := known.names.called
		if of, ok := strings.CutPrefix(rule.key, "of."); ok {
			call = func(code string) string { return known.names.numbered(of, code) }
		}
		text = replaced(text, rule.re.FindAllStringSubmatchIndex(text, maxSpans), func(code string) string {
			name := call(code)
			if slices.ContainsFunc(known.lex.exact(name), func(m meaning) bool { return m.sort == isValue && !may(m.name, m.values[0]) }) {
				return ""
			}
			return name
		})
	}
	toks := known.lex.scan(text, findNumbers(text, nil, false))
	for i := len(toks) - 1; i >= 0; i-- {
		t := toks[i]
		if t.sort == isUnknown {
			m, tail, ok := known.lex.completed(t.text)
			// "지원05" is no slip of a person's: only places are called so.
			ms := known.lex.exact(known.names.misspelt(t.text))
			if !ok && len(ms) == 1 && ms[0].sort == isValue && l.c.dimensions[ms[0].name].Counts == "place" {
				m, tail, ok = ms[0], t.text[strings.LastIndexAny(t.text, "0123456789")+1:], true
			}
			if !ok {
				continue
			}
			t.meaning, t.text, t.end = m, strings.TrimSuffix(t.text, tail), t.end-len(tail)
		}
		if d := l.c.dimensions[t.name]; t.sort != isValue || !d.FromData || len(t.others) > 0 {
			continue
		}
		label := known.names.label[t.name][t.values[0]]
		part := strings.Contains(label, t.text) || label == known.names.misspelt(t.text)
		if label != t.text && part && may(t.name, t.values[0]) {
			text = text[:t.start] + label + text[t.end:]
		}
	}
	return text, failed
}

// tells tells whether a person may be told what a value of the data is called: they see its row.
func (l *Layer) tells(ctx context.Context, p access.Person, dimension, code string) (bool, error) {
	d := l.c.dimensions[dimension]
	if p.CompanyID != l.cfg.Company || l.whole(p, d) {
		return p.CompanyID == l.cfg.Company, nil
	}
	r := Request{Rows: d.Dataset, Filters: []Filter{{Dimension: d.Name, Op: In, Values: []string{code}}}}
	checked, err := l.Check(ctx, r, p)
	return checked.Request != nil, err
}

// whole tells whether a person sees all rows of what a dimension is of.
func (l *Layer) whole(p access.Person, d *dimension) bool {
	policy, ok := l.policy(p)
	return ok && policy.Sees(d.Dataset) && len(policy.Rows[d.Dataset]) == 0
}

// replaced puts names in the place of the digits that a rule found: of its first group.
func replaced(text string, found [][]int, call func(code string) string) string {
	for i := len(found) - 1; i >= 0; i-- {
		start, end := found[i][2], found[i][3]
		code := strings.TrimRightFunc(text[start:end], korean.IsHangul) // "12번은"
		if digitAround(text, start, end) || code != text[start:end] && phrases.Has(text[:start], "uncoded") {
			continue
		}
		if name := call(code); name != "" {
			text = text[:start] + name + text[end:]
		}
	}
	return text
}

// called is the name that ends in digits, which are said with or without the zeros
// before them: "072", "72". What are the digits of one name as they stand are its.
func (n *names) called(code string) string {
	for _, zeros := range []string{"", "0", "00"} {
		if name, ok := n.codes[zeros+code]; ok {
			return name
		}
	}
	return ""
}

// misspelt is the name that ends in the digits of a word and differs from it by a slip in
// what stands before them: "고객긱관064".
func (n *names) misspelt(text string) string {
	at := strings.IndexAny(text, "0123456789")
	if at < 1 {
		return ""
	}
	said := text[:at]
	code, _, _ := strings.Cut(strings.TrimRightFunc(text[at:], korean.IsHangul), " ")
	label := n.codes[code]
	kind := strings.TrimSuffix(label, code)
	a, b := []rune(norm.NFD.String(said)), []rune(norm.NFD.String(kind))
	if label == "" || kind == said || min(len(a), len(b)) < leastLetters || !slip(a, b) {
		return ""
	}
	return label
}

// numbered is the only name of a dimension that ends in a number.
func (n *names) numbered(dimension, code string) (name string) {
	code = strings.TrimLeft(code, "0")
	for _, label := range n.label[dimension] {
		digits := label[len(strings.TrimRight(label, "0123456789")):]
		if digits == label || strings.TrimLeft(digits, "0") != code || code == "" {
			continue
		}
		if name != "" && name != label {
			return ""
		}
		name = label
	}
	return name
}

// addCode notes the digits that a name ends in; what two names end in is neither's.
func (n *names) addCode(label string) {
	code := label[len(strings.TrimRight(label, "0123456789")):]
	if len(code) < leastCode || code == label {
		return
	}
	if had, ok := n.codes[code]; ok && had != label {
		label = ""
	}
	n.codes[code] = label
}
