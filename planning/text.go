package planning

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// text is a query made comparable: NFC, half width, lower case, single
// spaces. The offsets lead back to what the user typed.
type text struct {
	raw  string
	norm string
	offs []int32 // raw offset of every byte of norm, and of its end
}

// What is read of a long query, in bytes: what somebody wants stands at its
// beginning or end; in between a contract was pasted, which the teams read
// whole. It bounds the work on a query, whatever it repeats.
const (
	maxHead = 6 << 10
	maxTail = 2 << 10
)

// normalise never fails: bytes that are no UTF-8 become spaces.
func normalise(raw string) text {
	t := text{raw: raw, offs: make([]int32, 0, min(len(raw), maxHead+maxTail)+2)}
	var b strings.Builder
	space := true
	add := func(r rune, at int) {
		r = foldRune(r)
		if r < 0 || r == ' ' && space {
			return
		}
		space = r == ' ' || r == '\n'
		n, _ := b.WriteRune(r)
		for range n {
			t.offs = append(t.offs, int32(at))
		}
	}
	if len(raw) <= maxHead+maxTail {
		composed(raw, 0, add)
	} else {
		tail := len(raw) - maxTail
		for tail < len(raw) && !utf8.RuneStart(raw[tail]) {
			tail++
		}
		composed(raw[:maxHead], 0, add)
		add('\n', maxHead)
		composed(raw[tail:], tail, add)
	}
	t.norm = strings.TrimRight(b.String(), " ")
	t.offs = append(t.offs, int32(len(raw)))
	if len(t.norm) < b.Len() {
		t.offs = t.offs[:len(t.norm)+1]
	}
	return t
}

// composed gives the runes of a text that stands at an offset in NFC, with
// the offsets of the segments they come from.
func composed(raw string, offset int, add func(r rune, at int)) {
	var iter norm.Iter
	iter.InitString(norm.NFC, raw)
	for !iter.Done() {
		at := iter.Pos()
		for _, r := range string(iter.Next()) {
			add(r, offset+at)
		}
	}
}

// foldRune folds one rune; -1 drops it.
func foldRune(r rune) rune {
	switch {
	case r == '\n':
		return r // ends a question
	case r == utf8.RuneError || unicode.IsSpace(r) || r == 'ㆍ' || r == '·':
		return ' '
	case r < utf8.RuneSelf:
		return unicode.ToLower(r)
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r):
		return -1
	case r == '“' || r == '”' || r == '「' || r == '」' || r == '『' || r == '』' || r == '«' || r == '»':
		return '"'
	case r == '‘' || r == '’':
		return '\''
	}
	if folded := width.LookupRune(r).Folded(); folded != 0 {
		r = folded
	}
	return unicode.ToLower(r)
}

// span gives the raw text and offsets of norm[start:end].
func (t text) span(start, end int) (string, int, int) {
	from, to := int(t.offs[start]), int(t.offs[end])
	for to > from && to <= len(t.raw) && t.raw[to-1] == ' ' {
		to--
	}
	return t.raw[from:to], from, to
}

// squash leaves the letters and digits of a text, so that spaces and marks
// that a model changes make no difference.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' {
			return r
		}
		return -1
	}, normalise(text).norm)
}
