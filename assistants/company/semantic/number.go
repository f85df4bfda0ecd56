package semantic

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
)

// figure is a number of a question: what it counts and how it is compared.
type figure struct {
	value float64
	// unit is won, percent, count, person, place, piece or minute; "" for a
	// bare number.
	unit string
	op   Op
}

var (
	bareNumber = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
	wordNumber = rulesUnder("numeral.")
)

// findNumbers lists the numbers of a text that are no part of a period.
// Inside words they count where the text is written without spaces.
func findNumbers(text string, taken []token, inside bool) []token {
	var found []token
	add := func(start, end int, f figure) {
		if overlapping(taken, start, end) || overlapping(found, start, end) || digitAround(text, start, end) || inWord(text, start, inside) {
			return
		}
		end = f.behind(text, end)
		start = f.ahead(text, start)
		found = append(found, token{meaning: meaning{sort: isNumber}, text: text[start:end], start: start, end: end, number: f})
	}
	for _, m := range korean.FindSums(text) {
		if !m.TooLarge && !m.Negative {
			add(m.Start, m.End, figure{value: float64(m.Won), unit: "won"})
		}
	}
	for _, r := range korean.FindRates(text) {
		add(r.Start, r.End, figure{value: r.Value, unit: "percent"})
	}
	for _, at := range bareNumber.FindAllStringIndex(text, maxSpans) {
		v, err := strconv.ParseFloat(strings.ReplaceAll(text[at[0]:at[1]], ",", ""), 64)
		if err == nil {
			f := figure{value: v}
			_, n, ok := phrases.Find(near(text[at[1]:]), "thousand")
			if ok { // nothing else is counted in those
				f = figure{value: v * 1000, unit: "won"}
			}
			add(at[0], at[1]+n, f)
		}
	}
	for _, rule := range wordNumber() {
		for _, loc := range rule.re.FindAllStringSubmatchIndex(text, maxSpans) {
			if n, ok := korean.ParseCount(text[loc[2]:loc[3]]); ok && !inHangul(text, loc[0]) {
				add(loc[2], loc[3], figure{value: float64(n)})
			}
		}
	}
	return found
}

// inWord refuses digits behind letters: "E001", "Q3".
func inWord(text string, start int, inside bool) bool {
	if phrases.Has(text[max(0, start-8):start], "form.attached") {
		return false
	}
	return start > 0 && (text[start-1]|0x20 >= 'a' && text[start-1]|0x20 <= 'z' || !inside && korean.IsHangul(lastRune(text[:start])))
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// behind reads the counter and the comparison behind a number and returns
// where they end.
func (f *figure) behind(text string, end int) int {
	if f.unit == "" {
		for _, key := range phrases.Under("counter") {
			if at, stop, ok := phrases.Find(near(text[end:]), key); ok && at == 0 && !phrases.Has(near(text[end+stop:]), "form.graded") {
				f.unit, end = strings.TrimPrefix(key, "counter."), end+stop
				break
			}
		}
	}
	for _, op := range []Op{GE, LT, GT, LE} {
		if at, stop, ok := phrases.Find(near(text[end:]), "compare."+string(op)); ok && at == 0 {
			f.op = op
			return end + stop
		}
	}
	return end
}

// near is the beginning of a text, as far as a counter or comparison reaches.
func near(text string) string { return cut.Bytes(text, 48) }

// ahead reads the comparison before a number and returns where it begins.
func (f *figure) ahead(text string, start int) int {
	const reach = 24
	from := max(0, start-reach)
	for _, op := range []Op{GE, GT, LE, LT} {
		if at, _, ok := phrases.Find(text[from:start], "ahead."+string(op)); ok && f.op == "" {
			f.op = op
			return from + at
		}
	}
	return start
}
