package forms

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// labels are the words that say what the sum or the day beside them is, the
// longest first.
type labels []label

type label struct {
	word  string
	field *Field
}

func (l *labels) add(f *Field) error {
	for _, word := range f.Said.list {
		word = Lower(word)
		if i := slices.IndexFunc(*l, func(x label) bool { return x.word == word }); i >= 0 {
			other := (*l)[i].field.Key
			return at(f.Said.line, fmt.Errorf("%q names %s too: it could be read in two ways, remove one", word, other))
		}
		*l = append(*l, label{word, f})
	}
	slices.SortStableFunc(*l, func(a, b label) int { return len(b.word) - len(a.word) })
	return nil
}

// labelHit is a label found in a text; offsets are in bytes.
type labelHit struct {
	label
	start, end int
	claimed    bool
}

// find lists the labels of a text in their order; one inside a longer word is
// not listed. Words of not only begin like a label.
func (l labels) find(text string, not []string) []*labelHit {
	var hits []*labelHit
	for i := 0; i < len(text); {
		if j := slices.IndexFunc(not, func(w string) bool { return strings.HasPrefix(text[i:], w) }); j >= 0 {
			i += len(not[j])
			continue
		}
		found := slices.IndexFunc(l, func(x label) bool {
			return strings.HasPrefix(text[i:], x.word) && (x.word[0] >= utf8.RuneSelf || wholeWord(text, i, i+len(x.word)))
		})
		if found < 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		x := l[found]
		hits = append(hits, &labelHit{label: x, start: i, end: i + len(x.word)})
		i += len(x.word)
	}
	return hits
}

// wholeWord keeps "rent" out of "parent" and "current".
func wholeWord(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !isLatin(before) && !isLatin(after)
}

func isLatin(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }

// lines are a text's segments with the labels in each.
type lines struct {
	text     string
	segments []korean.Span
	hits     [][]*labelHit
}

func (l labels) in(text string, not []string) *lines {
	s := &lines{text: text, segments: segments(text)}
	s.hits = make([][]*labelHit, len(s.segments))
	seg := 0
	for _, h := range l.find(text, not) {
		for h.start >= s.segments[seg].End {
			seg++
		}
		s.hits[seg] = append(s.hits[seg], h)
	}
	return s
}

// at is the index of the segment that holds the offset.
func (s *lines) at(offset int) int {
	i := slices.IndexFunc(s.segments, func(seg korean.Span) bool { return seg.End > offset })
	if i < 0 {
		return len(s.segments) - 1
	}
	return i
}

// last is the last label of a segment that ends before an offset, next the
// first that begins behind one.
func (s *lines) last(seg, before int) *labelHit {
	for _, h := range slices.Backward(s.hits[seg]) {
		if h.end <= before {
			return h
		}
	}
	return nil
}

func (s *lines) next(seg, behind int) *labelHit {
	for _, h := range s.hits[seg] {
		if h.start >= behind {
			return h
		}
	}
	return nil
}

// near is the label that says what stands at from..to: the last before it in
// its segment, else one right behind it, else the last of the segment before
// when nothing else has claimed it.
func (s *lines) near(from, to, reach int) *labelHit {
	seg := s.at(from)
	if h := s.last(seg, from); h != nil {
		return h
	}
	if h := s.next(seg, to); h != nil && len(strings.TrimSpace(s.text[to:h.start])) <= reach {
		return h
	}
	if seg > 0 {
		if h := s.last(seg-1, s.segments[seg-1].End); h != nil && !h.claimed {
			return h
		}
	}
	return nil
}
