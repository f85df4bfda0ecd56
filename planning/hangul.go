package planning

import (
	"unicode"
	"unicode/utf8"
)

// midHangul tells whether s[at:] goes on a Korean word.
func midHangul(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return at > 0 && unicode.Is(unicode.Hangul, r)
}
