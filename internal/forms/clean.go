package forms

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
)

// Bounds of what a message is read of and what a field keeps.
const (
	maxMessageBytes = 4 << 10
	maxWishBytes    = 1 << 10
	maxTextRunes    = 200
	maxNameRunes    = 60
	maxItemRunes    = 80
	maxPeople       = 8
	maxListItems    = 20
)

// Numbers that identify a person are never kept.
var residentNumber = regexp.MustCompile(`\b\d{6}\s?[-–]\s?[1-8]\d{6}\b`)

// Clean makes a user's text safe to read and to keep: at most so many bytes
// of valid UTF-8 without control and direction characters and without
// resident numbers. Lines stay.
func Clean(s string, maxBytes int) string {
	s = cut.Bytes(strings.ToValidUTF8(cut.Bytes(s, maxBytes), ""), maxBytes)
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) || r == utf8.RuneError:
			return -1
		case r == '\u00a0' || r == '\u3000' || r == '\u2028' || r == '\u2029':
			return ' '
		}
		return r
	}, s)
	return residentNumber.ReplaceAllString(s, texts.Say("ko", "resident_number"))
}

// OneLine is a cleaned value for one field: at most n runes, single spaces.
func OneLine(s string, n int) string {
	s = strings.Join(strings.Fields(Clean(s, 4*n+64)), " ")
	if runes := []rune(s); len(runes) > n {
		return strings.TrimSpace(string(runes[:n])) + "…"
	}
	return s
}

// Plain is OneLine without what talk adds around a value: quotes, colons and
// the ending of a sentence.
func Plain(s string, n int) string {
	return strings.TrimSpace(strings.Trim(grammar.talk.ReplaceAllString(OneLine(s, n), ""), " .:：\"'“”"))
}
