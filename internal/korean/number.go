package korean

import (
	"strings"
	"unicode/utf8"
)

// hangulDigits are the syllables that spell a digit, smallUnits those of a
// unit below 만.
var (
	hangulDigits = map[rune]int64{'영': 0, '공': 0, '일': 1, '이': 2, '삼': 3, '사': 4, '오': 5, '육': 6, '륙': 6, '칠': 7, '팔': 8, '구': 9}
	smallUnits   = map[rune]int64{'십': 10, '백': 100, '천': 1000}
)

// nativeNumbers are the counting words used with 살, 년, 달, 채.
var nativeNumbers = map[string]int{
	"한": 1, "하나": 1, "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7,
	"여덟": 8, "아홉": 9, "열": 10, "열두": 12, "스무": 20, "스물": 20,
	"석": 3, "넉": 4, // of months and sums: 석 달
	"서른": 30, "마흔": 40, "쉰": 50,
}

// englishOnes are the counting words of English.
var englishOnes = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

// ParseCount reads a small whole number as it is said: "12", "이십사", "두",
// "스물일곱", "two". It reports false for anything else or above a million.
func ParseCount(s string) (int, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "a" || s == "an" {
		return 1, true
	}
	if n, ok := englishOnes[s]; ok {
		return n, true
	}
	if n, ok := parseNative(s); ok {
		return n, true
	}
	num, end := scanNumber(s, 0)
	if end == 0 || end != len(s) || num.scale != 1 || num.over || num.value > 1_000_000 {
		return 0, false
	}
	return int(num.value), true
}

// parseNative reads "두" and sums such as "스물일곱" and "서른다섯".
func parseNative(s string) (int, bool) {
	if n, ok := nativeNumbers[s]; ok {
		return n, true
	}
	for tens, n := range nativeNumbers {
		if n < 10 || n%10 != 0 || !strings.HasPrefix(s, tens) {
			continue
		}
		if ones, ok := nativeNumbers[s[len(tens):]]; ok && ones < 10 {
			return n + ones, true
		}
	}
	return 0, false
}

// number is a scanned numeral: value/scale, exact.
type number struct {
	value  int64
	scale  int64 // a power of ten: 2.5 is 25/10
	spelt  bool  // written in Hangul ("오백"), at least in part
	digits bool  // held an Arabic digit
	small  bool  // ended in 십, 백 or 천, e.g. "5천"
	over   bool  // too large for an int64
}

const maxNumber = int64(1e17)

// scanNumber reads a numeral below 만 at s[at:]: "6,500", "2.5", "1천5백",
// "오백", "삼". The end equals at when there is none.
func scanNumber(s string, at int) (number, int) {
	if n, end := scanDigits(s, at); end > at {
		if n.scale != 1 {
			return n, end
		}
		return scanUnits(s, n, end)
	}
	return scanUnits(s, number{scale: 1, value: -1}, at)
}

// scanDigits reads Arabic digits with separators and a decimal part.
func scanDigits(s string, at int) (number, int) {
	n := number{scale: 1, digits: true}
	i := at
	for i < len(s) {
		c := s[i]
		if c == ',' && i > at && threeDigits(s[i+1:]) {
			i++
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		n.push(c)
		i++
	}
	if i == at {
		return number{}, at
	}
	if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
		for i++; i < len(s) && isDigit(s[i]); i++ {
			// More than eight decimals of 억 are parts of a won.
			if n.scale < 1e8 {
				n.push(s[i])
				n.scale *= 10
			}
		}
	}
	return n, i
}

func (n *number) push(c byte) {
	if n.value > maxNumber {
		n.over = true
		return
	}
	n.value = n.value*10 + int64(c-'0')
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// threeDigits tells whether s begins with exactly three digits, so that the
// comma before them separates thousands and not two numbers.
func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) &&
		(len(s) == 3 || !isDigit(s[3]))
}

// scanUnits reads what follows a first numeral: "천5백", "오백이십". first
// has value -1 when nothing was read yet.
func scanUnits(s string, first number, at int) (number, int) {
	n := first
	var total int64
	pending := first.value // digit waiting for its unit
	last := int64(10_000)  // units have to fall: 천 백 십
	i, read := at, first.value >= 0
	if pending >= 1000 {
		return n, at // "1500천" is not a number
	}
	for i < len(s) {
		if pending < 0 && isDigit(s[i]) {
			d, end := scanDigits(s, i)
			if d.scale != 1 || d.value >= last {
				break
			}
			pending, i, n.digits = d.value, end, true
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if d, ok := hangulDigits[r]; ok && pending < 0 {
			if read && !digitGoesOn(s, i+size, n) {
				break
			}
			pending, n.spelt, read = d, true, true
			i += size
			continue
		}
		unit, ok := smallUnits[r]
		if !ok || unit >= last {
			break
		}
		total += max(pending, 1) * unit
		if pending < 0 {
			n.spelt = true
		}
		pending, last, read = -1, unit, true
		n.small = true
		i += size
		// "2천 5백": one space between falling units.
		if i < len(s) && s[i] == ' ' && fallsOn(s, i+1, last) {
			i++
		}
	}
	if !read {
		return number{}, at
	}
	if pending >= 0 {
		n.small = false
		total += pending
	}
	n.value, n.scale = total, 1
	return n, i
}

// digitGoesOn tells whether a spelt digit behind a unit is one: in "4천이에요"
// and "오천이" 이 is a particle, in "이십이", "이십사 개월" and "오천이백만" a
// digit is one.
func digitGoesOn(s string, after int, n number) bool {
	next, _ := utf8.DecodeRuneInString(s[after:])
	if _, unit := smallUnits[next]; unit || next == '만' || next == '억' || next == '원' {
		return true
	}
	return !n.digits && (after == len(s) || next == ' ' || next == '개' || next == '년' || next == '살')
}

// fallsOn tells whether a digit and a unit below last begin at s[at:].
func fallsOn(s string, at int, last int64) bool {
	if at >= len(s) {
		return false
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	_, spelt := hangulDigits[r]
	if !spelt && (r < '1' || r > '9') {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[at+size:])
	unit, ok := smallUnits[next]
	return ok && unit < last
}
