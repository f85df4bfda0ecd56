package korean

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	man = int64(1_0000)
	eok = int64(1_0000_0000)
	jo  = int64(1_0000_0000_0000)
)

var bigUnits = []struct {
	hangul, latin string
	size          int64
}{{"조", "", jo}, {"억", "eok", eok}, {"만", "man", man}}

// bigUnit is the unit of money that begins at s[at:].
func bigUnit(s string, at int) (int64, int) {
	for _, u := range bigUnits {
		if strings.HasPrefix(s[at:], u.hangul) {
			return u.size, len(u.hangul)
		}
		if u.latin != "" && latinUnit(s, at, u.latin) {
			return u.size, len(u.latin)
		}
	}
	return 0, 0
}

// latinUnit tells whether a unit in Latin letters, as foreigners write it
// ("3eok", "50man won"), stands right behind a digit; eok may stand apart.
func latinUnit(s string, at int, unit string) bool {
	end := at + len(unit)
	if at == 0 || end > len(s) || !strings.EqualFold(s[at:end], unit) || end < len(s) && isLatin(s[end]) && !strings.HasPrefix(s[end:], "won") {
		return false
	}
	return isDigit(s[at-1]) || unit == "eok" && at > 1 && s[at-1] == ' ' && isDigit(s[at-2])
}

// sum adds up the terms of a Korean amount.
type sum struct {
	won   int64
	last  int64 // the unit of the last term; terms have to fall
	spelt bool  // no Arabic digit so far
	units int
	over  bool
}

// add takes a term of n units; false when it is no whole number of won.
func (t *sum) add(n number, unit int64) {
	t.units++
	t.last = unit
	t.spelt = t.spelt && !n.digits
	if n.over || n.value > maxNumber/unit*n.scale {
		t.over = true
		return
	}
	t.won += wholeProduct(n, unit)
}

// wholeProduct is n × unit, cut to whole won, without overflow.
func wholeProduct(n number, unit int64) int64 {
	whole, part := n.value/n.scale, n.value%n.scale
	return whole*unit + part*unit/n.scale
}

// scanKorean reads "3억 5천만원", "150만원", "500,000원", "3억5천", "6천"
// and bare numbers.
func scanKorean(s string, at int) (Money, int, bool) {
	t := sum{last: jo * 10, spelt: true}
	i := at
	for {
		n, end := scanNumber(s, i)
		if end == i {
			// "만원", "억": the unit by itself is one of it.
			if t.units > 0 || !strings.HasPrefix(s[i:], "만원") && !strings.HasPrefix(s[i:], "만 원") {
				break
			}
			n, end = number{value: 1, scale: 1}, i
		}
		unitAt := end
		if end+1 < len(s) && s[end] == ' ' {
			if u, _ := bigUnit(s, end+1); u != 0 && u < t.last && u != jo && unitEnds(s, end+1) {
				unitAt = end + 1
			}
		}
		unit, size := bigUnit(s, unitAt)
		if unit == jo && !joIsMoney(s, unitAt+size) {
			unit = 0
		}
		if unit == 0 || unit >= t.last {
			return finish(s, at, i, end, n, t)
		}
		t.add(n, unit)
		i = unitAt + size
		next := i
		if next < len(s) && s[next] == ' ' {
			next++
		}
		if won := wonAt(s, i); won > 0 {
			return t.money(), i + won, true
		}
		if !numeralAt(s, next, t) {
			break
		}
		i = next
	}
	if t.units == 0 || !plainEnough(t, s[at:i]) {
		return Money{}, at, false
	}
	return t.money(), i, true
}

// unitEnds guards "3 만나서": a spaced unit has to end or go on as a sum.
func unitEnds(s string, at int) bool {
	_, size := bigUnit(s, at)
	rest := s[at+size:]
	if rest == "" || strings.IndexByte(" ,.?!)/~", rest[0]) >= 0 || isDigit(rest[0]) {
		return true
	}
	return wonAt(s, at+size) > 0
}

// finish closes an amount whose last numeral n (from..end) has no 만/억/조.
func finish(s string, at, from, end int, n number, t sum) (Money, int, bool) {
	if won := wonAt(s, end); won > 0 && n.scale == 1 && (n.digits || n.small || t.units > 0) {
		// "3억 3천원" is said for 3억 3천만원; nobody asks for 3,000 won
		// on top of three hundred million.
		if t.last == eok && n.small {
			t.add(n, man)
		} else {
			t.add(n, 1)
		}
		return t.money(), end + won, true
	}
	if thousands := "천원"; t.units == 0 && n.digits && n.scale == 1 && strings.HasPrefix(s[end:], thousands) {
		t.add(n, 1000) // "350,000천원", as tables have it
		return t.money(), end + len(thousands), true
	}
	if t.units == 0 {
		return bare(n, at, end)
	}
	// "3억5천", "1억 6,500": after 억 the 만 goes without saying. Nobody counts
	// people or homes so ("2억2천인 빌라").
	counts := !n.small || !hasPrefix(s[end:], "인", "주택", " 주택")
	// "7만5천": behind 만 the 천 is of won.
	if t.last == man && n.scale == 1 && n.small && n.value < man && !(counts && countsOther(s, at, end, Money{Colloquial: true})) {
		t.add(n, 1)
		return t.money(), end, true
	}
	if t.last == eok && n.scale == 1 && (n.small || n.digits && n.value >= 100 && n.value < 10_000) &&
		!(counts && countsOther(s, at, end, Money{Bare: !n.small, Colloquial: n.small})) {
		t.add(n, man)
		return t.money(), end, true
	}
	for from > at && s[from-1] == ' ' {
		from--
	}
	if !plainEnough(t, s[at:from]) {
		return Money{}, at, false
	}
	return t.money(), from, true
}

// bare is a number that no unit of money follows.
func bare(n number, at, end int) (Money, int, bool) {
	if end == at || n.over {
		return Money{Won: MaxWon, Bare: true, TooLarge: n.over}, end, end > at
	}
	if n.small && n.scale == 1 && n.value >= 100 {
		return Money{Won: n.value * man, Colloquial: true}, end, true
	}
	return Money{Won: n.value / n.scale, Bare: true}, end, true
}

func (t sum) money() Money {
	if t.over {
		return Money{Won: MaxWon, TooLarge: true}
	}
	return Money{Won: t.won}
}

// plainEnough refuses spelt words that only look like sums: "이만", "오만",
// "천만" need a 원, "삼천만" and "삼억" do not.
func plainEnough(t sum, text string) bool {
	if !t.spelt || t.last != man || t.units > 1 {
		return true
	}
	return utf8.RuneCountInString(text) >= 3
}

// numeralAt tells whether a numeral that can go on the sum begins at s[at:].
func numeralAt(s string, at int, t sum) bool {
	if at >= len(s) {
		return false
	}
	if isDigit(s[at]) {
		return true
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	if _, unit := smallUnits[r]; unit {
		next, _ := utf8.DecodeRuneInString(s[at+size:])
		return next == '만' || next == '원'
	}
	if _, digit := hangulDigits[r]; !digit {
		return false
	}
	// "3억이면", "3억 이상": a spelt digit goes on only before a unit.
	next, _ := utf8.DecodeRuneInString(s[at+size:])
	_, unit := smallUnits[next]
	return unit || next == '만' || next == '억' && t.last > eok
}

// joIsMoney tells 조 the unit from 조 the article: "7조의2" is no sum.
func joIsMoney(s string, at int) bool {
	if wonAt(s, at) > 0 {
		return true
	}
	for at < len(s) && s[at] == ' ' {
		at++
	}
	n, end := scanNumber(s, at)
	if end == at || n.over {
		return false
	}
	unit, _ := bigUnit(s, end)
	return unit == eok || unit == man
}

// wonAt is the length of a closing "원" (or " 원", "won") at s[at:], 0 if
// there is none; "원룸", "원금" and "원장" are words of their own.
func wonAt(s string, at int) int {
	i := at
	if i < len(s) && s[i] == ' ' {
		i++
	}
	if strings.HasPrefix(s[i:], "원") {
		next, _ := utf8.DecodeRuneInString(s[i+len("원"):])
		if strings.ContainsRune("룸금리투칙장", next) && next != utf8.RuneError {
			return 0
		}
		return i + len("원") - at
	}
	if len(s) < i+3 || len(s) > i+3 && isLatin(s[i+3]) || !strings.EqualFold(s[i:i+3], "won") && !strings.EqualFold(s[i:i+3], "krw") {
		return 0
	}
	return i + 3 - at
}

func isLatin(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

var englishUnits = []struct {
	word string
	size int64
}{
	{"hundred million", 1e8}, {"hundred thousand", 1e5}, {"thousand", 1e3},
	{"million", 1e6}, {"mil", 1e6}, {"billion", 1e9}, {"bn", 1e9},
	{"trillion", 1e12}, {"k", 1e3}, {"m", 1e6}, {"b", 1e9},
}

// scanEnglish reads "300 million won", "1.2 billion", "500k won", "₩350,000".
// One-letter units count only when won follows, or a sign or a word of
// money went before ("a deposit of 300M").
func scanEnglish(s string, at int, symbol bool) (Money, int, bool) {
	n, end := scanDigits(s, at)
	if end == at {
		return Money{}, at, false
	}
	i := end
	if i < len(s) && (s[i] == ' ' || s[i] == '-') {
		i++
	}
	for _, u := range englishUnits {
		stop := i + len(u.word)
		if stop > len(s) || !strings.EqualFold(s[i:stop], u.word) || (stop < len(s) && isLatin(s[stop])) {
			continue
		}
		won := wonAt(s, stop)
		if len(u.word) == 1 && won == 0 && !symbol && !aboutMoney(s, at) && !ofMoney(s, stop) {
			break
		}
		t := sum{}
		t.add(n, u.size)
		return t.money(), stop + won, true
	}
	if symbol && n.scale == 1 {
		t := sum{}
		t.add(n, 1)
		return t.money(), end, true
	}
	return Money{}, at, false
}

// ofMoney tells whether the word behind s[:at] is what a sum is of.
func ofMoney(s string, at int) bool {
	words := strings.Fields(clip(s[at:], 24))
	return len(words) > 0 && slices.Contains(lists.MoneyThings, strings.Trim(strings.ToLower(words[0]), ".,;:?!"))
}

// linkWords may stand between a word of money and its sum.
var linkWords = map[string]bool{"is": true, "of": true, "for": true, "at": true, "a": true, "about": true, "around": true, "was": true, "it": true, "are": true, "up": true, "with": true}

// besideMoney is how far around a number money may be named, in bytes.
const besideMoney = 96

// aboutMoney tells whether a word of money stands right before s[at:].
func aboutMoney(s string, at int) bool {
	if at > 0 && s[at-1] == '/' { // "deposit 20m/800k"
		at = strings.LastIndexByte(s[:at], ' ') + 1
	}
	_, end := scanDigits(s, at)
	near := strings.ToLower(s[max(0, at-besideMoney):min(len(s), end+besideMoney)])
	if behind := clip(s[end:], 8); behind != "" && behind[0] != ' ' && strings.Contains(near, "won") && !strings.HasSuffix(behind, " from") && !strings.HasSuffix(behind, " away") {
		return true // "180 million won plus 400k"
	}
	words := strings.FieldsFunc(s[max(0, at-40):at], func(r rune) bool { return r == ' ' || r == ':' || r == '=' })
	for i, n := len(words)-1, 0; i >= 0 && n < 4; i, n = i-1, n+1 {
		word := strings.ToLower(words[i])
		for _, m := range lists.MoneyWords {
			if word == m || strings.HasPrefix(word, m) && !isLatin(m[0]) {
				return true
			}
		}
		if !linkWords[word] {
			return false
		}
	}
	return false
}
