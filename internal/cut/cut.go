// Package cut shortens texts, and never within a character.
package cut

import "unicode/utf8"

// Start is where the character begins that the byte at i belongs to.
func Start(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// Bytes is the beginning of a text, at most n bytes.
func Bytes(s string, n int) string { return s[:Start(s, min(n, len(s)))] }

// Runes is the beginning of a text, at most n characters, with a mark where it goes
// on.
func Runes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
