package realestate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/evidence"
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
	for _, f := range a.listingFacts(s) {
		a.add(f.Key, f.Text, looked)
		a.from[f.Key] = []string{f.Source}
	}
}

// listingFacts are the homes on offer: how many there are, and the first ones.
func (a *answer) listingFacts(s *search.TeamState) []*evidence.Fact {
	found := s.PropertySearchResults
	if len(found) == 0 {
		return nil
	}
	of := whether(found[0].Sample)
	list := []*evidence.Fact{marketFact("listings", a.say("listing."+of), a.say("listings."+of, "n", len(found)), a.source(found[0].Source), 1)}
	for i, r := range found[:min(len(found), maxListings)] {
		list = append(list, marketFact("listing."+strconv.Itoa(i), a.say("listing."+whether(r.Sample)), a.dealLine("listing", r.Listing.Home()), a.source(r.Source), r.Score))
	}
	return list
}

// dealFacts are single deals, those of the sample as what they are.
func (a *answer) dealFacts(s *search.TeamState) []*evidence.Fact {
	var list []*evidence.Fact
	for i, r := range s.RealEstateResults[:min(len(s.RealEstateResults), maxDeals)] {
		line := a.dealLine("single", r.Row.Home()) + " · " + r.Row.ContractYM
		list = append(list, marketFact("deal."+strconv.Itoa(i), a.say("single."+whether(r.Sample)), line, a.source(r.Source), r.Score))
	}
	return list
}

func marketFact(key, title, text, source string, score float64) *evidence.Fact {
	return &evidence.Fact{Kind: evidence.KindMarket, Key: key, Title: title, Text: text, Source: source, Score: score}
}

// whether tells the words for real data from those for the sample.
func whether(sample bool) string {
	if sample {
		return "sample"
	}
	return "real"
}

// addDeals shows single deals: among the figures, or as the answer where there
// is no other.
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
	first := len(a.core) == 0
	for _, f := range a.dealFacts(s) {
		a.from[f.Key] = []string{f.Source}
		if first {
			a.add(f.Key, f.Text, looked)
		} else {
			a.figure(a.tells(f.Key, f.Text))
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
func (a *answer) dealLine(kind string, h knowledge.Home) string {
	lang := a.state.Language
	sum := a.say("kind."+cmp.Or(h.DealType, knowledge.DealSale)) + " "
	switch h.DealType {
	case knowledge.DealJeonse:
		sum += won(h.DepositWon, lang)
	case knowledge.DealMonthlyRent:
		sum += won(h.DepositWon, lang) + " / " + won(h.MonthlyWon, lang)
	default:
		sum += won(h.PriceWon, lang)
	}
	return fmt.Sprintf("[%s] %s %s %.1f㎡ %s", a.say(kind+"."+whether(h.Sample)), h.Sigungu, h.Name, h.AreaM2, sum)
}

// won is a sum as people of the language read it.
func won(amount int64, language string) string { return texts.Say(language, "budget", "won", amount) }
