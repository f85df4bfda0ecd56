package semantic

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// leastCode is how many digits a name ends in at least that is called by them alone.
const leastCode = 2

var codeRules = rulesUnder("code.")

// Spell is a text with the names of things written out that it calls by a part of
// them: "066은" is 고객기관066은, "판토젤" 예시판토젤정. What could be several things,
// or a number, stays as it stands. Its error is that of the database.
func (l *Layer) Spell(ctx context.Context, text string) (string, error) {
	err := l.refresh(ctx)
	if err == nil && len(text) <= maxQuestion {
		text = l.spelt(text)
	}
	return text, err
}

// spelt is Spell by what is known of the data.
func (l *Layer) spelt(text string) string {
	known := l.known.Load()
	for _, rule := range codeRules {
		text = replaced(text, rule.re.FindAllStringSubmatchIndex(text, maxSpans), known.names.codes)
	}
	toks := known.lex.scan(text, findNumbers(text, nil, false))
	for i := len(toks) - 1; i >= 0; i-- {
		t := toks[i]
		if t.sort == isUnknown {
			m, tail, ok := known.lex.completed(t.text)
			if !ok {
				continue
			}
			t.meaning, t.text, t.end = m, strings.TrimSuffix(t.text, tail), t.end-len(tail)
		}
		if d := l.c.dimensions[t.name]; t.sort != isValue || !d.FromData || len(t.others) > 0 {
			continue
		}
		if label := known.names.label[t.name][t.values[0]]; strings.Contains(label, t.text) {
			text = text[:t.start] + label + text[t.end:]
		}
	}
	return text
}

// replaced puts names in the place of the digits that a rule found: of its first group.
func replaced(text string, found [][]int, codes map[string]string) string {
	for i := len(found) - 1; i >= 0; i-- {
		start, end := found[i][2], found[i][3]
		code := strings.TrimRightFunc(text[start:end], korean.IsHangul) // "12번은"
		if name := codes[code]; name != "" && !digitAround(text, start, end) {
			text = text[:start] + name + text[end:]
		}
	}
	return text
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
