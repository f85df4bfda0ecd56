package korean

import (
	"errors"
	"fmt"
	"slices"
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
func FindMoney(s string) []Money {
	var found []Money
	for i := 0; i < len(s); {
		m, end, ok := scanMoney(s, i)
		if ok && startsSum(s, i, m) && !countsOther(s, i, end, m) {
			found = append(found, m)
		}
		if !ok || end == i {
			end = i + skipRune(s, i)
		}
		i = end
	}
	return found
}

// FindSums lists the sums of a text alone: numbers without a unit of money
// are left out.
func FindSums(s string) []Money {
	return slices.DeleteFunc(FindMoney(s), func(m Money) bool { return m.Bare })
}

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
	if _, unit := smallUnits[first]; !unit {
		if _, digit := hangulDigits[first]; !digit && first != '만' {
			return true
		}
	}
	if m.Bare || (m.Colloquial && at == 0) || strings.HasPrefix(s[at:], "천천히") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	if at == 0 || !unicode.IsLetter(before) {
		return true
	}
	return hasSuffix(s[:at], lists.SumNouns...) || hasSuffix(s[:at], "원에", "만에", "억에", "에서")
}

// countsOther tells whether the number at s[at:end] counts something else: only
// sums without a unit of money can. A counter that is written apart is a word
// by itself ("8천 시세" counts no hours), and behind a sum's noun 인 is the
// copula ("월세 55인 방").
func countsOther(s string, at, end int, m Money) bool {
	if !m.Bare && !m.Colloquial {
		return false
	}
	spaced := clip(s[end:], 24)
	rest := strings.ToLower(strings.TrimLeft(spaced, " "))
	for _, ahead := range lists.RentAhead {
		if rent, ok := strings.CutPrefix(spaced, ahead); ok && m.Won > maxMonth && rent != "" && isDigit(rent[0]) {
			return false // a deposit, and what is paid a month
		}
	}
	if hasPrefix(rest, lists.Counters...) && !(m.Colloquial && particleLike(rest)) && !hasPrefix(rest, lists.NotCounters...) {
		copula := strings.HasPrefix(rest, "인 ") && hasSuffix(strings.TrimRight(s[:at], " "), lists.SumNouns...)
		ofSum := m.Colloquial || hasSuffix(strings.TrimRight(s[:at], " "), lists.SumNouns...) // "월세 55 세액공제"
		return !copula && (!strings.HasPrefix(spaced, " ") || !ofSum || countsApart(rest))
	}
	return strings.HasPrefix(rest, "-") && m.Bare || strings.HasPrefix(rest, ".") && len(rest) > 1 && isDigit(rest[1])
}

// maxMonth is the last month: a number above it is none.
const maxMonth = 12

// countsApart tells whether the first word of a text is a counter, alone or with
// a particle.
func countsApart(rest string) bool {
	word, _, _ := strings.Cut(rest, " ")
	word = strings.TrimRight(word, ".,!?~")
	return slices.ContainsFunc(lists.Counters, func(c string) bool {
		behind, ok := strings.CutPrefix(word, c)
		return ok && (behind == "" || IsParticle(behind))
	})
}

// particleLike keeps "6천인데" a sum although 인 counts people.
func particleLike(rest string) bool {
	return hasPrefix(rest, "인데", "인가", "이", "일 때", "일때", "대출", "대의", "기준", "주고", "주면", "월세", "월 ", "동안")
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
