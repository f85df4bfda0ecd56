package dialog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
)

// MaxRead is how much of a message is looked at for phrases, in bytes: what
// somebody wants stands at its beginning, and what is longer was pasted.
const MaxRead = 4096

// head is the beginning of a text that is looked at.
func head(text string) string { return cut.Bytes(text, MaxRead) }

// needles are the phrases of one key, as they are looked for: pieces of text
// are found faster than by an expression of hundreds of alternatives.
type needles struct {
	spaced  []string // compared with one space where the text has any
	compact []string // with Hangul: compared without spaces
	re      *Expression
}

func (n *needles) add(text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		n.compact = append(n.compact, fold(text, false, false).text)
		return
	}
	n.spaced = append(n.spaced, fold(strings.TrimSpace(text), true, false).text)
}

func (n needles) in(text string) bool {
	return n.re.MatchString(text) || has(text, n.spaced, true) || has(text, n.compact, false)
}

func has(text string, needles []string, spaced bool) bool {
	if len(needles) == 0 {
		return false
	}
	folded := fold(text, spaced, false).text
	return slices.ContainsFunc(needles, func(s string) bool { return strings.Contains(folded, s) })
}

// find is where the phrases are, from left to right without overlaps.
func (n needles) find(text string) [][]int { return n.findIn(&Text{text: text}) }

func (n needles) findIn(t *Text) [][]int {
	all := n.re.FindAllStringIndex(t.text, -1)
	if len(n.spaced) > 0 {
		all = append(all, t.spaced().places(n.spaced)...)
	}
	if len(n.compact) > 0 {
		all = append(all, t.compact().places(n.compact)...)
	}
	slices.SortFunc(all, func(a, b []int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	end := 0
	return slices.DeleteFunc(all, func(at []int) bool {
		if at[0] < end {
			return true
		}
		end = at[1]
		return false
	})
}

func (f *folded) places(needles []string) (all [][]int) {
	for _, needle := range needles {
		for from := 0; ; {
			i := strings.Index(f.text[from:], needle)
			if i < 0 {
				break
			}
			start, end := from+i, from+i+len(needle)
			all = append(all, []int{f.from[start], f.to[end-1]})
			from = end
		}
	}
	return all
}

// folded is a text as phrases are compared with it: in small letters, with one
// space or none where it had any.
type folded struct {
	text     string
	from, to []int // of each byte, where its character stood before
}

// fold folds a text, with the places only where they are wanted.
func fold(text string, spaced, places bool) folded {
	var f folded
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for i, r := range text {
		if unicode.IsSpace(r) {
			gap = true
			continue
		}
		if gap && spaced && b.Len() > 0 {
			b.WriteByte(' ')
			if places {
				f.from, f.to = append(f.from, i), append(f.to, i)
			}
		}
		gap = false
		n, _ := b.WriteRune(unicode.ToLower(r))
		if !places {
			continue
		}
		_, width := utf8.DecodeRuneInString(text[i:])
		for range n {
			f.from, f.to = append(f.from, i), append(f.to, i+width)
		}
	}
	f.text = b.String()
	return f
}
