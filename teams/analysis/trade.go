package analysis

import (
	"regexp"

	"github.com/madang-dev/madang/state"
)

// The verbs of buying and selling behind a sum in Korean, before it in
// English.
var (
	boughtBehind = regexp.MustCompile(`사서|샀|산\s|사고|구입|매수|매입|취득`)
	soldBehind   = regexp.MustCompile(`팔|판\s|매도|매각|양도|처분`)
	boughtBefore = regexp.MustCompile(`(?i)bought|buy|purchas`)
	soldBefore   = regexp.MustCompile(`(?i)sold|sell|sale`)
)

// boughtAndSold reads the two prices of a trade from the words beside them;
// ok is false unless one is said to be each.
func (f *facts) boughtAndSold() (buy, sold int64, ok bool) {
	for i, a := range f.e.Amounts {
		if a.Role != state.AmountPrice && a.Role != "" {
			continue
		}
		if a.Start < 0 || a.End > len(f.question) || a.Start >= a.End {
			return 0, 0, false // the place of the sum is not known
		}
		before, behind := f.beside(i)
		switch {
		case sooner(behind, boughtBehind, soldBehind) || boughtBefore.MatchString(before) && !soldBefore.MatchString(before):
			buy = a.Won
		case sooner(behind, soldBehind, boughtBehind) || soldBefore.MatchString(before):
			sold = a.Won
		}
	}
	return buy, sold, buy != 0 && sold != 0
}

// sooner tells whether one verb stands in a text, before the other one.
func sooner(text string, verb, other *regexp.Regexp) bool {
	at := verb.FindStringIndex(text)
	if at == nil {
		return false
	}
	no := other.FindStringIndex(text)
	return no == nil || at[0] < no[0]
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
