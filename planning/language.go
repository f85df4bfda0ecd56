package planning

import (
	"unicode"

	"github.com/madang-dev/madang/internal/dialog"
)

// The languages that answers are written in.
const (
	Korean  = "ko"
	English = "en"
)

// DetectLanguage tells whether a text is to be answered in Korean ("ko") or
// English ("en"): in the language that it asks for, else in its own. Korean is
// what remains when a text has no letters, and a fifth of Hangul is enough, since
// Korean sentences are full of English abbreviations ("LTV랑 DSR이 뭐야").
func DetectLanguage(text string) string {
	if asked := dialog.AskedLanguage(text); asked != "" {
		return asked
	}
	var hangul, latin int
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	if latin > 0 && hangul*5 < hangul+latin {
		return English
	}
	return Korean
}
