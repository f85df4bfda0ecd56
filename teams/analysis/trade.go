package analysis

import (
	"github.com/madang-dev/madang/internal/estate"
)

// boughtAndSold reads the two prices of a trade from the words beside them;
// ok is false unless one is said to be each.
func (f *facts) boughtAndSold() (buy, sold int64, ok bool) {
	for i, a := range f.e.Amounts {
		if a.Role != estate.Price && a.Role != "" {
			continue
		}
		if a.Start < 0 || a.End > len(f.question) || a.Start >= a.End {
			return 0, 0, false // the place of the sum is not known
		}
		before, behind := f.beside(i)
		switch {
		case sooner(behind, "trade.bought_behind", "trade.sold_behind") || phrases.Has(before, "trade.bought_before") && !phrases.Has(before, "trade.sold_before"):
			buy = a.Won
		case sooner(behind, "trade.sold_behind", "trade.bought_behind") || phrases.Has(before, "trade.sold_before"):
			sold = a.Won
		}
	}
	return buy, sold, buy != 0 && sold != 0
}

// sooner tells whether one verb stands in a text, before the other one.
func sooner(text, verb, other string) bool {
	at, _, ok := phrases.Find(text, verb)
	no, _, none := phrases.Find(text, other)
	return ok && (!none || at < no)
}

// beside is the text between a sum and its neighbours.
func (f *facts) beside(i int) (before, behind string) {
	a := f.e.Amounts[i]
	from, to := 0, len(f.question)
	for k, b := range f.e.Amounts {
		switch {
		case k == i:
		case b.End <= a.Start:
			from = max(from, b.End)
		case b.Start >= a.End:
			to = min(to, b.Start)
		}
	}
	return f.question[from:a.Start], f.question[a.End:to]
}
