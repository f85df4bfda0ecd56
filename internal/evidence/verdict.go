package evidence

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/guard"
)

//go:embed phrases/*.yaml
var files embed.FS

var phrases = dialog.Must(files, "phrases")

// sides are the verdicts that exclude each other, by the keys of phrases below
// verdict.
var sides = [][2]string{
	{"limit.over", "limit.within"}, {"allowed.yes", "allowed.no"}, {"duty.must", "duty.free"},
	{"risk.high", "risk.low"}, {"entitled.yes", "entitled.no"},
}

func holds(text, verdict string) bool { return phrases.Has(text, "verdict."+verdict) }

// against lists the verdicts of a text that turn round those of the facts which
// judge: reckonings and the review of clauses.
func (l *List) against(text string, facts []*Fact) []string {
	var wrong []string
	for _, f := range facts {
		if f.Kind != KindCalculation && f.Kind != KindClause {
			continue
		}
		if opposes(text, f.Text) || l.grants(text, f) {
			wrong = append(wrong, fmt.Sprintf("%.60q says the opposite of what %s says: %.60q", text, f.ID, f.Text))
		}
	}
	return wrong
}

// opposes tells whether a text says one side only and a fact only the other.
func opposes(text, fact string) bool {
	for _, pair := range sides {
		one, other := holds(text, pair[0]), holds(text, pair[1])
		if one == other {
			continue
		}
		if a, b := holds(fact, pair[0]), holds(fact, pair[1]); a != b && a != one {
			return true
		}
	}
	return false
}

// grants tells whether a text demands or allows, of what goes beyond a limit by
// the fact, the very sum that only the user has named, or refuses it where it
// stays within.
func (l *List) grants(text string, f *Fact) bool {
	own := phrases.Has(text, "demanded") || slices.ContainsFunc(read(text).figures.Beyond(f.reading.figures), func(figure string) bool {
		return strings.HasPrefix(figure, "won:") || strings.HasPrefix(figure, "percent:")
	})
	over, within := holds(f.Text, "limit.over"), holds(f.Text, "limit.within")
	if !own || over == within || holds(text, "limit.over") || holds(text, "limit.within") {
		return false
	}
	yes := holds(text, "allowed.yes") || holds(text, "duty.must")
	no := holds(text, "allowed.no") || holds(text, "duty.free")
	return over && yes && !no || within && no && !yes
}

// Pays tells whether a sentence tells to send money.
func Pays(text string) bool { return phrases.Has(text, "pay") }

// strangers lists orders to send money, numbers of persons and accounts, and
// names of people that none of the facts has and the user has not named.
func strangers(text, question string, facts []*Fact) []string {
	var wrong []string
	known := func(is func(string) bool) bool {
		return is(question) || slices.ContainsFunc(facts, func(f *Fact) bool { return is(f.whole()) })
	}
	if Pays(text) && !known(Pays) {
		wrong = append(wrong, fmt.Sprintf("%.60q tells to send money, and none of the facts that it names does", text))
	}
	if masked := guard.Mask(text); masked != text && !known(func(s string) bool { return strings.Contains(s, text) || holdsNumbers(s, text, masked) }) {
		wrong = append(wrong, fmt.Sprintf("%.60q has a number of a person or an account that none of the facts has", text))
	}
	for i, name := range phrases.Match(text, "named") {
		if i > 0 && name != "" && !known(func(s string) bool { return strings.Contains(s, name) }) {
			wrong = append(wrong, fmt.Sprintf("%.60q names a person that none of the facts names", text))
		}
	}
	return wrong
}

// holdsNumbers tells whether a source has each word of a text that is masked in
// it.
func holdsNumbers(source, text, masked string) bool {
	words, hidden := strings.Fields(text), strings.Fields(masked)
	for i, w := range words {
		if i < len(hidden) && w != hidden[i] && !strings.Contains(source, strings.Trim(w, ".,()")) {
			return false
		}
	}
	return len(words) == len(hidden)
}
