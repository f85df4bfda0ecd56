package planning

import (
	"slices"
	"strings"
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
	language, _ := ReadLanguage(text)
	return language
}

// ReadLanguage is DetectLanguage, and tells whether the text decides for a
// conversation: "P01?" and "네" are in the language that was spoken before.
func ReadLanguage(text string) (language string, decides bool) {
	if asked := dialog.AskedLanguage(text); asked != "" {
		return asked, true
	}
	// Who asks in English about a clause in Korean is answered in English.
	own := strings.Map(foldRune, text)
	for _, q := range slices.Backward(quoted(own)) {
		own = own[:q.Start] + own[q.End:]
	}
	hangul, latin := letters(own)
	if hangul+latin == 0 { // all of it is quoted
		own = text
		hangul, latin = letters(own)
	}
	language = Korean
	if latin > 0 && hangul*5 < hangul+latin {
		language = English
	}
	return language, dialog.SwitchesTo(own, language)
}

// letters counts those of a text by their script.
func letters(text string) (hangul, latin int) {
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	return hangul, latin
}
