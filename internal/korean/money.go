package korean

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What ParseAmount refuses.
var (
	ErrNoAmount = errors.New("korean: no amount of money")
	ErrTooLarge = errors.New("korean: amount of money is out of range")
)

// MaxWon bounds the sums that are believed: 1,000조 won.
const MaxWon = int64(1_000_0000_0000_0000)

// Money is a sum found in a text; Start and End are byte offsets.
type Money struct {
	Won        int64
	Start, End int
	// Bare is a number without a unit of money ("50", "3천" before a
	// counter-free end): Won is the number as written, and the caller knows
	// from the words around it whether it means 만원.
	Bare bool
	// Colloquial is a sum whose 만 was left out: "6천" for 6천만원.
	Colloquial bool
	// TooLarge is a sum beyond MaxWon; Won is MaxWon then.
	TooLarge bool
	Negative bool
}

// ParseAmount reads a text that is one sum of money: "3억 1,500만원",
// "오백만원", "2.5억", "₩350,000,000", "300 million won". A plain number is
// won. Errors: ErrNoAmount, ErrTooLarge.
func ParseAmount(s string) (int64, error) {
	s = strings.TrimSpace(s)
	m, end, ok := scanMoney(s, 0)
	if !ok || strings.TrimSpace(s[end:]) != "" {
		return 0, fmt.Errorf("%w: %q", ErrNoAmount, s)
	}
	if m.TooLarge {
		return 0, fmt.Errorf("%w: %q", ErrTooLarge, s)
	}
	if m.Negative {
		return -m.Won, nil
	}
	return m.Won, nil
}

// FindMoney lists the sums and bare numbers of a text in their order.
// Numbers that count something else ("2년", "84㎡", "7조의2") are left out.
func FindMoney(s string) []Money { return find(s, true) }

// FindSums lists the sums of a text alone, as FindMoney does: numbers without
// a unit of money are left out, which takes less time.
func FindSums(s string) []Money { return find(s, false) }

func find(s string, bare bool) []Money {
	var found []Money
	for i := 0; i < len(s); {
		if size := noSum(s, i); size > 0 {
			i += size
			continue
		}
		if !bare || !isDigit(s[i]) { // of those in Hangul none is listed
			if size := lone(s, i); size > 0 {
				i += size
				continue
			}
		}
		m, end, ok := scanMoney(s, i)
		switch {
		case ok && (bare || !m.Bare) && startsSum(s, i, m) && !countsOther(s, end, m):
			found = append(found, m)
			i = end
		case ok && end > i:
			i = end
		default:
			i += skipRune(s, i)
		}
	}
	return found
}

// lone is the length of a number at s[i:] that is surely no sum, by what
// follows it; 0 where one may begin.
func lone(s string, i int) int {
	end := i
	if isDigit(s[i]) {
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if end < len(s) && (s[end] == ',' || s[end] == '.') {
			return 0
		}
	} else {
		r, size := LetterAt(s, i)
		if _, digit := hangulDigit(r); !digit {
			return 0
		}
		end += size
	}
	next := end
	if next < len(s) && (s[next] == ' ' || s[next] == '-') {
		next++
	}
	if next < len(s) && goesOn(s, next) {
		return 0
	}
	return end - i
}

// goesOn tells whether the letter at s[i:] may make a sum of a number before
// it.
func goesOn(s string, i int) bool {
	r, _ := LetterAt(s, i)
	switch {
	case r <= unicode.MaxASCII:
		return isDigit(s[i]) || isLatin(s[i])
	case r == '만' || r == '억' || r == '조' || r == '원':
		return true
	}
	_, digit := hangulDigit(r)
	_, unit := smallUnit(r)
	return digit || unit
}

// noSum is the length of the letter at s[i:] where no sum can begin with it,
// which spares most letters of a text the scan; 0 where one may.
func noSum(s string, i int) int {
	r, size := LetterAt(s, i)
	switch {
	case r <= unicode.MaxASCII:
		if isDigit(s[i]) || isLatin(s[i]) || r == '-' {
			return 0
		}
		return size
	case r >= firstSyllable && r <= lastSyllable:
		if at := r - firstSyllable; beginsSum[at/64]&(1<<(at%64)) == 0 {
			return size
		}
		return 0
	case r == '−' || r == '₩' || r == '￦':
		return 0
	}
	return size
}

const firstSyllable, lastSyllable = '가', '힣'

// beginsSum are the syllables that a sum may begin with, a bit each: most
// letters of a text are looked up among them.
var beginsSum = func() (bits [(lastSyllable-firstSyllable)/64 + 1]uint64) {
	for r := firstSyllable; r <= lastSyllable; r++ {
		_, digit := hangulDigit(r)
		_, unit := smallUnit(r)
		if digit || unit || r == '마' || r == '원' || r == '만' {
			bits[(r-firstSyllable)/64] |= 1 << ((r - firstSyllable) % 64)
		}
	}
	return bits
}()

// skipRune is the length of what can't start a sum: the rune at i and, when
// it is a Latin letter, the word it begins ("B2" is no amount).
func skipRune(s string, i int) int {
	r, size := utf8.DecodeRuneInString(s[i:])
	if r > unicode.MaxASCII || !unicode.IsLetter(r) {
		return size
	}
	j := i + size
	for j < len(s) && (isDigit(s[j]) || s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z') {
		j++
	}
	return j - i
}

// startsSum refuses numerals spelt in Hangul that are the middle of a word
// ("기억", "주천만") unless they follow a space, a sign or a money word.
func startsSum(s string, at int, m Money) bool {
	first, _ := utf8.DecodeRuneInString(s[at:])
	if _, unit := smallUnit(first); !unit {
		if _, digit := hangulDigit(first); !digit && first != '만' {
			return true
		}
	}
	if m.Bare || (m.Colloquial && at == 0) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	if at == 0 || !unicode.IsLetter(before) {
		return true
	}
	for _, word := range []string{"보증금", "전세", "월세", "매매", "매매가", "대출", "연봉", "계약금", "중도금", "잔금", "근저당", "월", "원에", "만에", "억에", "에서"} {
		if strings.HasSuffix(s[:at], word) {
			return true
		}
	}
	return false
}

// counters follow numbers that are no money.
var counters = []string{
	"%", "％", "퍼", "프로", "㎡", "m2", "m²", "제곱", "평", "년", "개월", "달", "월", "일",
	"주", "명", "세대", "가구", "주택", "채", "층", "호", "동", "번", "살", "세", "대", "분",
	"시", "조", "항", "개", "인", "차", "회", "박", "기", "퍼센트", "pyeong", "years",
	"year", "months", "month", "days", "day", "percent", "sqm", "square", "rooms",
	"bedroom", "배", "가지", "건", "군데", "곳", "장", "km", "미터", "순위", "등", "위", "종",
}

// countersBy are the counters by their first letter.
var countersBy = func() map[rune][]string {
	by := map[rune][]string{}
	for _, c := range counters {
		first, _ := utf8.DecodeRuneInString(c)
		by[first] = append(by[first], c)
	}
	return by
}()

// countsOther tells whether the number that ends at end counts something
// else: only sums without a unit of money can.
func countsOther(s string, end int, m Money) bool {
	if !m.Bare && !m.Colloquial {
		return false
	}
	rest := strings.TrimLeft(clip(s[end:], 24), " ")
	first, _ := utf8.DecodeRuneInString(rest)
	list := countersBy[unicode.ToLower(first)]
	if len(list) == 0 && first != '-' && first != '.' {
		return false
	}
	rest = Lower(rest)
	for _, c := range list {
		if strings.HasPrefix(rest, c) && !(m.Colloquial && particleLike(rest)) && !strings.HasPrefix(rest, "월세") && !strings.HasPrefix(rest, "인데") {
			return true
		}
	}
	return strings.HasPrefix(rest, "-") && m.Bare || strings.HasPrefix(rest, ".") && len(rest) > 1 && isDigit(rest[1])
}

// particleLike keeps "6천인데" a sum although 인 counts people.
func particleLike(rest string) bool {
	for _, p := range []string{"인데", "인가", "이", "일 때", "일때", "대출", "대의", "기준", "주고", "주면", "월세", "월 ", "동안"} {
		if strings.HasPrefix(rest, p) {
			return true
		}
	}
	return false
}

// clip is at most n bytes of s, cut anywhere: only prefixes are compared.
func clip(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// scanMoney reads one sum at s[at:].
func scanMoney(s string, at int) (Money, int, bool) {
	i, negative, symbol := scanSign(s, at)
	if i < len(s) && isLatin(s[i]) {
		m, end, ok := scanEnglishWords(s, i)
		m.Start, m.End = at, end
		return m, end, ok
	}
	m, end, ok := scanKorean(s, i)
	if !ok {
		return Money{}, at, false
	}
	if m.Bare {
		if e, stop, good := scanEnglish(s, i, symbol); good {
			m, end = e, stop
		}
	}
	m.Negative = negative
	m.Start, m.End = at, end
	if m.Won > MaxWon {
		m.Won, m.TooLarge = MaxWon, true
	}
	return m, end, true
}

// scanSign reads a minus and a currency sign before the number.
func scanSign(s string, at int) (end int, negative, symbol bool) {
	i := at
	if at < len(s) && (isDigit(s[at]) || isLatin(s[at]) && s[at]|0x20 != 'k') {
		return at, false, false
	}
	for _, minus := range []string{"-", "−", "마이너스 ", "마이너스"} {
		if strings.HasPrefix(s[i:], minus) && (i == 0 || !isDigit(s[i-1])) {
			negative = true
			i += len(minus)
			break
		}
	}
	for _, sign := range []string{"₩", "￦", "krw", "KRW", "원화"} {
		if strings.HasPrefix(s[i:], sign) {
			i += len(sign)
			symbol = true
			for i < len(s) && s[i] == ' ' {
				i++
			}
			break
		}
	}
	return i, negative, symbol
}
