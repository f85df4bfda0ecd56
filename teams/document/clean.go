package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMessageBytes bounds what one message is read of; a contract pasted for
// review has its own bound.
const maxMessageBytes = 8 << 10

// Numbers that identify a person are never kept (facts, common rule 5).
var residentNumber = regexp.MustCompile(`\b\d{6}\s?[-–]\s?[1-8]\d{6}\b`)

const residentMask = "[주민등록번호 삭제]"

// clean makes a user's text safe to read and to keep: valid UTF-8, without
// control and direction characters, without resident numbers. Lines stay.
func clean(s string, maxBytes int) string {
	s = cut(strings.ToValidUTF8(s, ""), maxBytes)
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == utf8.RuneError:
			return -1
		case r == '\u00a0' || r == '\u3000' || r == '\u2028' || r == '\u2029':
			return ' '
		}
		return r
	}, s)
	return residentNumber.ReplaceAllString(s, residentMask)
}

// cut is at most n bytes of s without a broken rune at its end.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// oneLine is a cleaned value for one field: at most n runes, single spaces.
func oneLine(s string, n int) string {
	s = strings.Join(strings.Fields(clean(s, 4*n+64)), " ")
	runes := []rune(s)
	if len(runes) > n {
		s = strings.TrimSpace(string(runes[:n])) + "…"
	}
	return s
}
