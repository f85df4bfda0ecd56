package guard

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// What is recognised of a person in any text. A pattern finds candidates;
// its check tells them from dates, sums and ids, which look alike.
var personal = []struct {
	pattern *regexp.Regexp
	// check looks at the digits and at how the number is written.
	check func(digits, text string) bool
	// keep is how many digits stay readable at the front and at the end.
	front, end int
}{
	{residentPattern, resident, 6, 0},
	{regexp.MustCompile(`[3-69]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}`), card, 0, 4},
	{regexp.MustCompile(`\+?82[ -]?\(?0?\)?1[016-9][ -.]?\d{3,4}[ -.]?\d{4}|01[016-9][ -.]?\d{3,4}[ -.]?\d{4}`), phone, 3, 4},
	{regexp.MustCompile(`\+82[ -]?[2-7]\d?[ -]\d{3,4}[ -]\d{4}|0(?:2|[3-6]\d|70|50\d)[)-] ?\d{3,4}-\d{4}`), phone, 2, 4},
}

var (
	residentPattern = regexp.MustCompile(`\d{6}(?: ?- ?|)[1-8]\d{6}`)
	mailPattern     = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`)
	// An account is only known by the words before it: banks write them in
	// many ways, and dates and case numbers look the same.
	accountPattern = regexp.MustCompile(`\d{2,6}-\d{2,6}-\d{2,7}(?:-\d{1,3})?|\d{10,14}`)
)

// Mask is a text in which numbers of residents, cards, phones and accounts
// and the names in mail addresses can't be read any more.
func Mask(text string) string {
	if strings.Contains(text, "@") {
		text = mailPattern.ReplaceAllStringFunc(text, maskMail)
	}
	if !strings.ContainsAny(text, "0123456789") {
		return text
	}
	for _, p := range personal {
		text = maskNumbers(text, p.pattern, func(found string) string {
			digits := digitsOf(found)
			if !p.check(digits, found) {
				return found
			}
			return starred(found, p.front, p.end)
		})
	}
	return maskAccounts(text)
}

// maskAccounts hides the numbers that stand behind a word for an account.
func maskAccounts(text string) string {
	var b strings.Builder
	end := 0
	for _, at := range accountPattern.FindAllStringIndex(text, -1) {
		number := text[at[0]:at[1]]
		if n := len(digitsOf(number)); n < 10 || n > 16 || !phrases.Has(text[max(end, at[0]-accountReach):at[0]], "account") {
			continue
		}
		b.WriteString(text[end:at[0]] + starred(number, 0, 3))
		end = at[1]
	}
	return b.String() + text[end:]
}

// accountReach is how many bytes before its number the word for an account may
// begin.
const accountReach = 100

// maskNumbers replaces matches that stand alone: not within a longer number,
// an id or a decimal fraction.
func maskNumbers(text string, pattern *regexp.Regexp, replace func(string) string) string {
	found := pattern.FindAllStringIndex(text, -1)
	if found == nil {
		return text
	}
	var b strings.Builder
	end := 0
	for _, at := range found {
		b.WriteString(text[end:at[0]])
		end = at[1]
		if part := text[at[0]:at[1]]; alone(text, at[0], at[1]) {
			b.WriteString(replace(part))
		} else {
			b.WriteString(part)
		}
	}
	return b.String() + text[end:]
}

func alone(text string, from, to int) bool {
	if from > 0 {
		before := text[from-1]
		if inWord(before) || before == '-' || before == '.' && from > 1 && isDigit(text[from-2]) {
			return false
		}
	}
	if to == len(text) {
		return true
	}
	after := text[to]
	joined := (after == '-' || after == '.') && to+1 < len(text) && inWord(text[to+1])
	return !inWord(after) && !joined
}

// inWord is for ASCII: a Hangul particle may follow a number at once.
func inWord(c byte) bool {
	return c < utf8.RuneSelf && (isDigit(c) || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z')
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// starred hides all digits but some at both ends.
func starred(s string, front, end int) string {
	n, i := len(digitsOf(s)), 0
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return r
		}
		i++
		if i <= front || i > n-end {
			return r
		}
		return '*'
	}, s)
}

func maskMail(address string) string {
	name, domain, _ := strings.Cut(address, "@")
	return name[:1] + strings.Repeat("*", max(len(name)-1, 2)) + "@" + domain
}

// resident tells whether digits are the number of a resident or foreigner:
// they begin with a day. The numbers given since October 2020 have no check
// digit, so one that is written with its hyphen needs none; bare digits do,
// for times in milliseconds have as many.
func resident(digits, text string) bool {
	century := map[byte]string{'1': "19", '2': "19", '5': "19", '6': "19", '3': "20", '4': "20", '7': "20", '8': "20"}[digits[6]]
	if _, err := time.Parse("20060102", century+digits[:6]); err != nil {
		return false
	}
	return strings.Contains(text, "-") || residentChecked(digits)
}

// residentChecked reckons the 13th digit out of the others.
func residentChecked(digits string) bool {
	sum := 0
	for i := range 12 {
		sum += int(digits[i]-'0') * (i%8 + 2)
	}
	own := (11 - sum%11) % 10
	foreigner := (13 - sum%11) % 10
	last := int(digits[12] - '0')
	return last == own || digits[6] >= '5' && last == foreigner
}

// card is a number of 14 to 19 digits with the check digit of Luhn.
func card(digits, _ string) bool {
	if len(digits) < 14 || len(digits) > 19 {
		return false
	}
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func phone(digits, _ string) bool { return len(digits) >= 9 && len(digits) <= 13 }
