package tutor

import "strings"

// pick is the text in the language: "en", else Korean.
func pick(language, ko, en string) string {
	if language == "en" {
		return en
	}
	return ko
}

// containsAny tells whether s holds one of the signs.
func containsAny(s string, signs ...string) bool {
	for _, sign := range signs {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return false
}
