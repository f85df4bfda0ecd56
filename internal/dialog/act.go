package dialog

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

//go:embed phrases/*.yaml
var spokenFiles embed.FS

// spoken are the phrases that every assistant understands.
var spoken = Must(spokenFiles, "phrases")

// Act is what a user does with a message, besides what it is about.
type Act string

// The acts that every assistant understands.
const (
	Ask     Act = "ask"
	Correct Act = "correct"
	Add     Act = "add"
	Compare Act = "compare"
	Why     Act = "why"
	More    Act = "more"
	Less    Act = "less"
	Again   Act = "again"
	Show    Act = "show"
	Choose  Act = "choose"
	Confirm Act = "confirm"
	Deny    Act = "deny"
	Undo    Act = "undo"
	Stop    Act = "stop"
	Thanks  Act = "thanks"
	Greet   Act = "greet"
	Help    Act = "help"
)

// Said is an act of a message: where its phrase stands, and the clause that
// it is about.
type Said struct {
	Act        Act
	Start, End int
	Scope      korean.Span
}

// maxActs is how much of a message is looked at for acts, in bytes.
const maxActs = 1 << 10

// Acts lists the acts of a message in their order. An act that is waved aside
// ("취소하지 말고") is none.
func Acts(text string) []Said {
	text = text[:min(len(text), maxActs)]
	var said []Said
	for _, clause := range clauses(text) {
		part := text[clause.Start:clause.End]
		for _, key := range spoken.Under("act") {
			start, end, ok := spoken.Find(part, key)
			if ok && !Denies(part[end:]) {
				said = append(said, Said{Act(strings.TrimPrefix(key, "act.")), clause.Start + start, clause.Start + end, clause})
			}
		}
		if korean.Asks(part) || korean.EndsAsking(part) {
			said = append(said, Said{Ask, clause.Start, clause.End, clause})
		}
	}
	slices.SortStableFunc(said, func(a, b Said) int { return cmp.Compare(a.Start, b.Start) })
	return said
}

// Sentences is in how many lines or sentences a message wants the answer ("두 문장으로
// 줄여 줘"), 0 where it does not say.
func Sentences(text string) int {
	n, _ := korean.ParseCount(spoken.Named(text[:min(len(text), maxActs)], "sentences")["n"])
	return n
}

// PointsBack tells whether a message begins by pointing at what was said
// ("그럼 4%면요?").
func PointsBack(text string) bool { return spoken.Has(text, "follow.pointing") }

// PointsEarlier tells whether a message points at something farther back than the
// last answer ("다시 아까 그 얘기로").
func PointsEarlier(text string) bool { return spoken.Has(text, "follow.earlier") }

// PointsWithin tells whether a message names by a pronoun what was said ("Where
// do I apply for that?").
func PointsWithin(text string) bool { return spoken.Has(text, "follow.within") }

// Elliptical tells whether a message ends in a bare topic that leaves the rest
// to what was said ("대출은?").
func Elliptical(text string) bool { return spoken.Has(text, "follow.elliptical") }

// maxBare is how many words a bare answer has at most.
const maxBare = 4

// maxClauses bounds the clauses of a message that are looked at.
const maxClauses = 64

// clauses are the parts of a message between its marks; a mark between digits
// is part of a number.
func clauses(text string) []korean.Span {
	var spans []korean.Span
	start := 0
	add := func(end, next int) {
		part := text[start:end]
		if left := len(part) - len(strings.TrimSpace(part)); left < len(part) && len(spans) < maxClauses {
			from := start + len(part) - len(strings.TrimLeft(part, " \t\r\n"))
			spans = append(spans, korean.Span{Start: from, End: from + len(part) - left})
		}
		start = next
	}
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte(",.", c) >= 0 && i > 0 && i+1 < len(text) && digit(text[i-1]) && digit(text[i+1]):
		case strings.IndexByte("?!", c) >= 0:
			add(i+1, i+1) // the mark tells that it asks
		case strings.IndexByte(",.;\n", c) >= 0:
			add(i, i+1)
		}
	}
	add(len(text), len(text))
	return spans
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
