package evidence

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// reading is what a text states that has to have a source; either may be nil.
type reading struct {
	figures  Figures
	articles map[string]bool // "7", "7의2"
}

// reader goes through a text once, by hand: every line of every answer is
// read, and expressions for each way to write a number would take longer
// than the teams do.
type reader struct {
	reading
	text string
	at   int
	// month is the English month that was read last, and where it ended.
	month, monthEnd int
}

func read(text string) reading {
	return readLower(strings.ToLower(text))
}

// readLower reads a text in lower case.
func readLower(text string) reading {
	r := &reader{text: text}
	r.money()
	before := ' '
	for r.at < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		from := r.at
		switch {
		case c >= '0' && c <= '9' && !latin(before):
			r.number()
		case latin(c) && !isLetter(before):
			r.word()
		case c >= utf8.RuneSelf && beginsNative(c) && !isLetter(before):
			r.native()
		}
		if r.at == from {
			r.at += size
			before = c
			continue
		}
		before, _ = utf8.DecodeLastRuneInString(r.text[:r.at])
	}
	return r.reading
}

func latin(c rune) bool { return c >= 'a' && c <= 'z' }

func (r *reader) add(kind string, v float64) { r.note(kind + ":" + shortest(v)) }

// note takes a figure. Most sentences have few or none: there are no figures
// before the first.
func (r *reader) note(figure string) {
	if r.figures == nil {
		r.figures = Figures{}
	}
	r.figures[figure] = true
}

// money reads the sums and blanks them out.
func (r *reader) money() {
	if !speaksOfMoney(r.text) {
		return
	}
	var b strings.Builder
	from := 0
	for _, m := range korean.FindSums(r.text) {
		if m.TooLarge || m.Start < from {
			continue
		}
		r.note(wonFigure(m.Won))
		b.WriteString(r.text[from:m.Start] + strings.Repeat(" ", m.End-m.Start))
		from = m.End
	}
	if from > 0 {
		r.text = b.String() + r.text[from:]
	}
}

// speaksOfMoney tells whether a text in lower case has a word of money.
func speaksOfMoney(text string) bool {
	ascii := 0
	for _, c := range text {
		switch c {
		case '원', '억', '만', '천', '백', '조', '₩':
			return true
		}
		if c < utf8.RuneSelf {
			ascii++
		}
	}
	return ascii >= len("won") && slices.ContainsFunc(moneyWords, func(w string) bool { return strings.Contains(text, w) })
}

var moneyWords = []string{"won", "krw", "illion", "thousand"}

// number reads what begins with digits.
func (r *reader) number() {
	if year, width, size := numberIn(r.text[r.at:]); width == 4 && year >= 1900 && year < 2100 && r.fromYear(year, r.text[r.at+size:], r.at+size) {
		return
	}
	v, plain, end := digitsAt(r.text, r.at)
	before := strings.TrimRight(r.text[:r.at], " ")
	rest := r.text[end:]
	switch {
	case r.article(before, v, plain, end), r.date(v, plain, end):
	default:
		r.at = end
		r.counted(v, plain, rest)
	}
}

// digitsAt is the number that begins at a place; plain tells that it is
// digits alone.
func digitsAt(text string, at int) (v float64, plain bool, end int) {
	end, plain = at, true
	for end < len(text) {
		c := text[end]
		isNext := end+1 < len(text) && text[end+1] >= '0' && text[end+1] <= '9'
		if (c == ',' || c == '.') && isNext && (c == ',' || plain || !strings.Contains(text[at:end], ".")) {
			plain = false
			end++
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		end++
	}
	v, _ = strconv.ParseFloat(strings.ReplaceAll(text[at:end], ",", ""), 64)
	return v, plain, end
}

// counted reads what a number counts.
func (r *reader) counted(v float64, plain bool, rest string) {
	next := strings.TrimLeft(rest, " ")
	if after, ok := strings.CutPrefix(next, "분의"); ok && v > 0 {
		if part, _, n := digitsAt(strings.TrimLeft(after, " "), 0); n > 0 {
			r.add("percent", 100*part/v)
			r.at += len(rest) - len(strings.TrimLeft(after, " ")) + n
			return
		}
	}
	if after, ok := strings.CutPrefix(rest, "/"); ok && plain && v > 0 && v < 100 {
		if whole, _, n := digitsAt(after, 0); n > 0 && n < 4 && whole > 0 {
			r.add("percent", 100*v/whole)
			r.at += 1 + n
			return
		}
	}
	for _, u := range units {
		if strings.HasPrefix(next, u.word) {
			r.add(u.kind, v*u.factor)
			r.at += len(rest) - len(next) + len(u.word)
			return
		}
	}
	r.add("number", v)
}

// units are what numbers count; of two that begin alike the longer is first.
var units = []struct {
	word, kind string
	factor     float64
}{
	{"%", "percent", 1}, {"％", "percent", 1}, {"퍼센트", "percent", 1}, {"프로", "percent", 1}, {"percent", "percent", 1}, {"per cent", "percent", 1},
	{"㎡", "m2", 1}, {"m²", "m2", 1}, {"m2", "m2", 1}, {"제곱미터", "m2", 1}, {"sqm", "m2", 1}, {"square met", "m2", 1},
	{"평", "pyeong", 1}, {"pyeong", "pyeong", 1},
	{"개월", "months", 1}, {"달", "months", 1}, {"month", "months", 1}, {"-month", "months", 1},
	{"년", "months", 12}, {"year", "months", 12}, {"-year", "months", 12},
	{"주일", "days", 7}, {"주간", "days", 7}, {"주 ", "days", 7}, {"week", "days", 7},
	{"일", "days", 1}, {"day", "days", 1}, {"-day", "days", 1},
	{"회", "times", 1}, {"번", "times", 1}, {"차례", "times", 1}, {"times", "times", 1},
}
