package realestate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/teams/search"
)

// loanFact is a product or a guarantee.
func (a *answer) loanFact(r search.LoanResult) *evidence.Fact {
	text := []string{a.loanLine(r), rates(r, a.state.Language)}
	text = append(text, r.Reasons...)
	return &evidence.Fact{
		Kind: evidence.KindLoan, Key: "loan." + r.ID(), Title: r.Name(a.state.Language), Text: strings.Join(text, "\n"),
		Source: a.source(r.Source), AsOf: dayIn(r.AsOf), Score: r.Score,
	}
}

// dealFacts are the single deals and homes that an answer may show.
func (a *answer) dealFacts(s *search.TeamState) []*evidence.Fact {
	var list []*evidence.Fact
	if n := len(s.PropertySearchResults); n > 0 {
		of := whether(slices.ContainsFunc(s.PropertySearchResults, func(r search.ListingResult) bool { return r.Sample }))
		list = append(list, marketFact("listings", a.say("listing."+of), a.say("listings."+of, "n", n), a.source(s.PropertySearchResults[0].Source), 1))
	}
	for i, r := range s.PropertySearchResults {
		if i == maxListings {
			break
		}
		l := r.Listing
		list = append(list, marketFact("listing."+strconv.Itoa(i), a.say("listing."+whether(r.Sample)), a.dealLine("listing", r.Sample, l.Sigungu, l.Name, l.AreaM2, l.DealType, l.PriceWon, l.DepositWon, l.MonthlyWon), a.source(r.Source), r.Score))
	}
	for i, r := range s.RealEstateResults {
		if i == maxDeals {
			break
		}
		d := r.Row
		list = append(list, marketFact("deal."+strconv.Itoa(i), a.say("single."+whether(r.Sample)), a.dealLine("single", r.Sample, d.Sigungu, d.Complex, d.AreaM2, d.DealType, d.PriceWon, d.DepositWon, d.MonthlyWon)+" · "+d.ContractYM, a.source(r.Source), r.Score))
	}
	return list
}

func marketFact(key, title, text, source string, score float64) *evidence.Fact {
	return &evidence.Fact{Kind: evidence.KindMarket, Key: key, Title: title, Text: text, Source: source, Score: score}
}
