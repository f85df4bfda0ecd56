package planning

import (
	"strings"
	"unicode/utf8"
)

// window is how many bytes on either side of a fact are looked at for the
// word that says what it stands for (about a dozen syllables).
const window = 40

// nearRole is the role whose word stands nearest to s[start:end], on either
// side; what follows counts as a little nearer than what goes before, since
// Korean verbs come last ("5% 인상").
func nearRole(roles []WordRole, s string, start, end int) string {
	left, right := around(s, start, end)
	if i := strings.LastIndex(left, ", "); i >= 0 {
		left = left[i+1:]
	}
	best, role := window*2, ""
	for _, r := range roles {
		for _, word := range r.Words {
			if i := strings.LastIndex(left, word); i >= 0 {
				if d := len(left) - i - len(word) + 3; d < best {
					best, role = d, r.Role
				}
			}
			if i := strings.Index(right, word); i >= 0 && i < best {
				best, role = i, r.Role
			}
		}
	}
	return role
}

// around is the text within a window on both sides, cut at the end of the
// sentence.
func around(s string, start, end int) (left, right string) {
	from := max(0, start-window)
	for from < start && !utf8.RuneStart(s[from]) {
		from++
	}
	to := min(len(s), end+window)
	for to > end && to < len(s) && !utf8.RuneStart(s[to]) {
		to--
	}
	left, right = s[from:start], s[end:to]
	if i := strings.LastIndexAny(left, "?!;\n"); i >= 0 {
		left = left[i+1:]
	}
	if i := strings.LastIndex(left, ". "); i >= 0 {
		left = left[i+2:]
	}
	if i := strings.IndexAny(right, "?!;\n"); i >= 0 {
		right = right[:i]
	}
	if i := strings.Index(right, ". "); i >= 0 {
		right = right[:i]
	}
	return left, right
}
