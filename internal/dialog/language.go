package dialog

import (
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// SwitchesTo tells whether a message is in a language as a whole, so that a
// conversation in another goes on in it: a foreign word or two switch nothing, nor does
// pasted code.
func SwitchesTo(message, language string) bool {
	hangul, others := 0, 0
	for _, word := range strings.Fields(message) {
		switch {
		case strings.ContainsFunc(word, korean.IsHangul):
			hangul++
		case strings.ContainsFunc(word, unicode.IsLetter):
			others++
		}
	}
	if language == words.Base {
		return hangul >= 2 && hangul > others
	}
	code := strings.ContainsAny(message, "=;{}") || strings.Count(message, "(") > strings.Count(message, " (")
	return hangul == 0 && others >= 3 && !code
}

// AskedLanguage is the language that a message asks to be answered in ("영어로
// 알려줘", "in English please"), "" where it asks for none.
func AskedLanguage(message string) string {
	message = message[:min(len(message), maxActs)]
	for _, key := range spoken.Under("language") {
		if _, end, ok := spoken.Find(message, key); ok && !Denies(message[end:]) {
			return strings.TrimPrefix(key, "language.")
		}
	}
	return ""
}
