package evidence

import (
	"cmp"
	"slices"
	"strings"
)

// Conflict is one rule with two values.
type Conflict struct {
	Newer, Older *Fact
	// NewerOnly and OlderOnly are figures of one kind that only one has.
	NewerOnly, OlderOnly []string
}

// Conflicts are facts of the same rule, from different days or sources, that
// state different rates, sums or times.
func (l *List) Conflicts() []Conflict {
	var list []Conflict
	for i, x := range l.facts {
		for _, y := range l.facts[i+1:] {
			if !sameRule(x, y) {
				continue
			}
			newer, older := x, y
			if cmp.Compare(y.AsOf, x.AsOf) > 0 {
				newer, older = y, x
			}
			a, b := apart(newer, older)
			if len(a) > 0 && len(b) > 0 {
				list = append(list, Conflict{Newer: newer, Older: older, NewerOnly: a, OlderOnly: b})
			}
		}
	}
	return list
}

// sameRule tells whether two facts are two tellings of one rule.
func sameRule(x, y *Fact) bool {
	switch {
	case x.Guide || y.Guide: // which tells of a rule what one situation needs
		return false
	case x.Kind != y.Kind || x.Kind != KindLaw && x.Kind != KindLoan:
		return false
	case x.Kind == KindLaw:
		return x.Law != "" && x.Law == y.Law && x.Article == y.Article
	}
	return x.Title != "" && x.Title == y.Title
}

// apart are the values of one kind that each of two facts has alone.
func apart(x, y *Fact) (xs, ys []string) {
	a, b := FiguresOf(x.Text), FiguresOf(y.Text)
	for _, kind := range []string{"percent:", "won:", "months:", "days:"} {
		onlyX, onlyY := ofKind(a.Beyond(b), kind), ofKind(b.Beyond(a), kind)
		if len(onlyX) > 0 && len(onlyY) > 0 {
			return onlyX, onlyY
		}
	}
	return nil, nil
}

func ofKind(figures []string, kind string) []string {
	var list []string
	for _, f := range figures {
		if strings.HasPrefix(f, kind) {
			list = append(list, f)
		}
	}
	slices.Sort(list)
	return list
}
