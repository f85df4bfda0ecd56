package realestate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
)

// How many single deals and homes an answer shows.
const (
	maxDeals    = 4
	maxListings = 4
)

// addListings makes homes on offer the key answer where they were asked for.
func (a *answer) addListings() {
	s := a.state.SearchTeamState
	if s == nil || !slices.Contains(s.SearchScope, search.ScopeProperty) || len(a.core) > 0 {
		return
	}
	if len(s.PropertySearchResults) == 0 {
		return
	}
	sample := slices.ContainsFunc(s.PropertySearchResults, func(r search.ListingResult) bool { return r.Sample })
	a.sample = a.sample || sample
	a.add("listings", a.say("listings."+whether(sample), "n", len(s.PropertySearchResults)), looked)
	for i, r := range s.PropertySearchResults {
		if i == maxListings {
			break
		}
		l := r.Listing
		key := "listing." + strconv.Itoa(i)
		a.add(key, a.dealLine("listing", r.Sample, l.Sigungu, l.Name, l.AreaM2, l.DealType, l.PriceWon, l.DepositWon, l.MonthlyWon), looked)
		a.from[key] = []string{a.source(r.Source)}
	}
}

// whether tells the words for real data from those for the sample.
func whether(sample bool) string {
	if sample {
		return "sample"
	}
	return "real"
}

// addDeals shows single deals, those of the sample as what they are.
func (a *answer) addDeals() {
	s := a.state.SearchTeamState
	if m := a.market(); m != nil && m.Sample {
		a.sample = true
		a.cite(a.source(search.SampleSource))
	}
	if s == nil {
		return
	}
	a.sample = a.sample || s.AggregatedResults.SampleData && len(s.RealEstateResults)+len(s.PropertySearchResults) > 0
	var lines []string
	for i, r := range s.RealEstateResults {
		if i == maxDeals {
			break
		}
		d, key := r.Row, "deal."+strconv.Itoa(i)
		lines = append(lines, a.tells(key, a.dealLine("single", r.Sample, d.Sigungu, d.Complex, d.AreaM2, d.DealType, d.PriceWon, d.DepositWon, d.MonthlyWon)+" · "+d.ContractYM))
		a.from[key] = []string{a.source(r.Source)}
	}
	if len(a.core) == 0 && len(lines) > 0 {
		a.core, a.worth = append(a.core, lines...), max(a.worth, looked)
	} else {
		for _, line := range lines {
			a.figure(line)
		}
	}
	a.searchNotes(s)
}

// searchNotes tell what to know about what was found: that it was searched
// more widely, that no place was named. A scope that found nothing is no
// news where another has answered.
func (a *answer) searchNotes(s *search.TeamState) {
	for _, w := range s.AggregatedResults.Widened {
		a.consider = appendNew(a.consider, w.Note)
	}
	for _, remark := range s.AggregatedResults.Remarks {
		switch remark.Key {
		case search.KeyNoLaw, search.KeySample, search.KeyLoan:
		default:
			if !slices.Contains(a.consider, remark.Text) {
				a.note = appendNew(a.note, remark.Text)
			}
		}
	}
}

// dealLine is one line for a deal or a listing, with its kind first.
func (a *answer) dealLine(kind string, sample bool, place, name string, m2 float64, deal string, price, deposit, monthly int64) string {
	lang := a.state.Language
	sum := a.say("kind."+cmp.Or(deal, knowledge.DealSale)) + " "
	switch deal {
	case knowledge.DealJeonse:
		sum += won(deposit, lang)
	case knowledge.DealMonthlyRent:
		sum += won(deposit, lang) + " / " + won(monthly, lang)
	default:
		sum += won(price, lang)
	}
	return fmt.Sprintf("[%s] %s %s %.1f㎡ %s", a.say(kind+"."+whether(sample)), place, name, m2, sum)
}

// won is a sum as people of the language read it.
func won(amount int64, language string) string { return texts.Say(language, "budget", "won", amount) }
