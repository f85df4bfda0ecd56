package semantic

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/madang-dev/madang/internal/korean"
)

// leastLetters is how long a word is at least in which a slip is looked for: shorter ones are
// near too many others.
const leastLetters = 5

// maxMended is how many words of a question are looked at for slips.
const maxMended = 4

// mend reads words with one slip of the hand as those of the catalogue, where
// only one is as near and it is no name; that is said. What may be another word or name is
// refused with the others that are not known. A word that the dictionary knows is none: "the same
// region", 같은, was read as 맡은. Words that compare and rank are not looked for: "sinus"
// was read as "minus", and figures of something else told.
func (r *reader) mend() {
	n := 0
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isUnknown || r.idle(*t) {
			continue
		}
		known := r.parsed().Noun(t.start, t.end) || r.parsed().Restricts(t.start, t.end)
		if n++; n > maxMended {
			return
		}
		if known {
			continue
		}
		like, tail := r.lex.like(t.text)
		if t.doubtful = len(like) > 0; len(like) == 1 && !like[0].named && !r.another(t.text, like[0]) {
			r.mended = append(r.mended, Assumption{Key: "slip", Args: map[string]string{"word": strings.TrimSuffix(t.text, tail), "as": like[0].bare()}})
			t.meaning, t.tail = like[0].meaning, tail
		}
	}
}

// another tells that a word may well be another one than what it is near: no dictionary
// knows which words are English, and "warnings" were answered with earnings. A letter that is
// missing or two that changed places make no word.
func (r *reader) another(text string, w plainWord) bool {
	said, meant := tight(text), tight(w.bare())
	moved := len(said) == len(meant) && slices.Equal(slices.Sorted(slices.Values(said)), slices.Sorted(slices.Values(meant)))
	return !korean.BeginsHangul(text) && len(said) >= len(meant) && !moved
}

// like are the words that another is a slip of, or sounds the same as: "도메" as "도매". Two
// are enough to be several. tail are the particles behind it. A number is no slip.
func (x *lexicon) like(text string) (like []plainWord, tail string) {
	if strings.ContainsFunc(text, unicode.IsDigit) {
		return nil, ""
	}
	letters := tight(text)
	for end := len(letters); end > 1; end-- {
		if end < len(letters) && !korean.IsParticle(string(letters[end:])) {
			continue
		}
		if like = x.nearest(string(letters[:end])); len(like) > 0 {
			return like, string(letters[end:])
		}
	}
	return nil, ""
}

func (x *lexicon) nearest(text string) (like []plainWord) {
	said := []rune(norm.NFD.String(text))
	sound := sounds(text)
	for _, w := range x.plain {
		rest, alike := strings.CutPrefix(sound, w.sound)
		alike = alike && len(w.sound) >= len("가나") && korean.BeginsHangul(text) && (rest == "" || w.stem || korean.IsParticle(rest))
		if !alike && (min(len(w.letters), len(said)) < leastLetters || !slip(said, w.letters)) {
			continue
		}
		same := func(o plainWord) bool {
			return o.sort == w.sort && o.name == w.name && slices.Equal(o.values, w.values)
		}
		if slices.ContainsFunc(like, same) {
			continue
		}
		if like = append(like, w); len(like) > 2 {
			return nil
		}
	}
	return like
}

// sounds is a word by what its syllables sound like.
func sounds(word string) string { return strings.Map(korean.Sound, string(tight(word))) }

// slip tells whether two words differ by one letter: another, one too many,
// one too few, or two that changed places.
func slip(a, b []rune) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	x, y := a[i:], b[i:]
	switch {
	case len(x) == len(y) && len(x) > 1 && x[0] == y[1] && x[1] == y[0] && slices.Equal(x[2:], y[2:]):
		return true
	case len(x) == len(y):
		return len(x) > 0 && slices.Equal(x[1:], y[1:])
	case len(x) > len(y):
		return slices.Equal(x[1:], y)
	}
	return slices.Equal(x, y[1:])
}
