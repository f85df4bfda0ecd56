package scoring

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/internal/korean"
)

// mention is where a clause speaks of one of two sides.
type mention struct{ side, start, end int }

// swapped is the clause that says of one side what is true of the other. Clauses
// that compare name the one to speak of the other, and are left aside.
func (a *answer) swapped(m Mistake) (evidence string, ok bool) {
	for _, c := range a.clauses {
		if phrases.Has(c.spaced, "compares") {
			continue
		}
		spoken := c.mentions(m.Sides)
		for i, at := range spoken {
			end := len(c.spaced)
			if i+1 < len(spoken) {
				end = max(at.end, spoken[i+1].start)
			}
			if _, ok := read(c.spaced[at.end:end]).any(m.Told[1-at.side]); ok {
				return quoted(c.text), true
			}
		}
	}
	return "", false
}

// mentions are the places where a clause begins to speak of a side ("sessions are
// …"), in their order: a name that only stands somewhere is not spoken of.
func (c clause) mentions(sides []Terms) (list []mention) {
	for side, terms := range sides {
		for _, names := range terms {
			for _, name := range names {
				t := term{word: true, forms: []string{korean.Fold(name)}}
				for from, tries := 0, 0; tries < maxTries; tries++ {
					at := t.index(c.spaced, t.forms[0], from)
					if at < 0 {
						break
					}
					from = at + len(t.forms[0])
					if phrases.Has(c.spaced[from:min(len(c.spaced), from+window)], "speaks_of") {
						list = append(list, mention{side, at, from})
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b mention) int { return cmp.Compare(a.start, b.start) })
	return list
}
