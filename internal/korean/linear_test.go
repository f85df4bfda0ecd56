package korean

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/lineartest"
)

var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// readers are all that read a text of any length.
var readers = map[string]func(s string){
	"money":    func(s string) { FindMoney(s) },
	"sums":     func(s string) { FindSums(s) },
	"pairs":    func(s string) { FindSpokenPairs(s) },
	"amount":   func(s string) { _, _ = ParseAmount(s) },
	"count":    func(s string) { ParseCount(s) },
	"days":     func(s string) { FindDays(s, day) },
	"weekdays": func(s string) { FindWeekdays(s, day) },
	"stays":    func(s string) { FindStays(s) },
	"parties":  func(s string) { FindParties(s) },
	"rates":    func(s string) { FindRates(s) },
	"areas":    func(s string) { FindAreas(s) },
	"periods":  func(s string) { FindPeriods(s) },
	"articles": func(s string) { FindArticles(s); PastedArticles(s) },
	"address":  func(s string) { FullAddress(s) },
	"figures":  func(s string) { Figures(s); FindLaws(s); Topics(s) },
	"statutes": func(s string) {
		for _, p := range Provisions("제1조(가) " + s) {
			Polite(Plainly(p.Text))
		}
	},
	"names":     func(s string) { PersonName(s, true); LatinName(s) },
	"sentences": func(s string) { Sentences(s) },
	"questions": func(s string) { Asks(s); EndsAsking(s) },
	"folding":   func(s string) { Likeness(Plain(s), Tight(s)); PairsOf(s) },
	"spoken":    func(s string) { Spoken(s) },
	"particles": func(s string) { Stems(s); IsParticle(s); Josa(s, "을", "를") },
}

func TestReadingIsLinear(t *testing.T) {
	for name, read := range readers {
		lineartest.Check(t, name, read)
	}
}

func FuzzReaders(f *testing.F) {
	for _, unit := range lineartest.Units {
		f.Add(unit)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, read := range readers {
			read(s)
		}
		for _, sp := range SentenceSpans(s) {
			if sp.Start < 0 || sp.End > len(s) || sp.Start >= sp.End {
				t.Errorf("%q: %+v", s, sp)
			}
		}
	})
}
