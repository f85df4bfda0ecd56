package realestate

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// maxShown is how many things of a list an answer shows, and so how many can
// be pointed at.
const maxShown = 4

// mentionsOf are the things that a run has spoken of: what it showed, and
// else the home that its query was about.
func mentionsOf(s *State, runID string) []estate.Mention {
	var list []estate.Mention
	add := func(m estate.Mention) {
		if m.Label != "" && len(list) < state.MaxRemembered {
			m.RunID = runID
			list = append(list, m)
		}
	}
	if d := s.DocumentLink; d != nil {
		add(estate.Mention{Kind: estate.MentionDocument, Label: d.Title})
	}
	if found := s.SearchTeamState; found != nil {
		for i, r := range found.PropertySearchResults[:min(len(found.PropertySearchResults), maxShown)] {
			add(homeMention(estate.MentionListing, i+1, r.Listing.Home(), s.Language))
		}
	}
	switch {
	case len(list) > 0:
	case s.Reference != nil && s.Reference.Chosen != nil:
		meant := *s.Reference.Chosen
		meant.Order = 0
		add(meant)
	default:
		add(ownHome(s))
	}
	if found := s.SearchTeamState; found != nil {
		for i, r := range found.RealEstateResults[:min(len(found.RealEstateResults), maxShown)] {
			add(homeMention(estate.MentionDeal, i+1, r.Row.Home(), s.Language))
		}
		for i, r := range found.LoanResults[:min(len(found.LoanResults), maxShown)] {
			add(estate.Mention{Kind: estate.MentionLoan, Label: r.Name(s.Language), Order: i + 1})
		}
	}
	return list
}

// homeMention names a home so that it is read right again: place, name,
// kind, deal and sum.
func homeMention(kind string, order int, h knowledge.Home, language string) estate.Mention {
	m := estate.Mention{
		Kind: kind, Order: order, Region: strings.TrimSpace(h.Sido + " " + h.Sigungu),
		PropertyType: propertyType(h.ComplexType), DealType: h.DealType, Won: max(h.PriceWon, h.DepositWon),
	}
	home := nameOf("complex.", m.PropertyType, language)
	if strings.Contains(h.Name, home) {
		home = ""
	}
	words := []string{h.Sigungu, h.Name, home, fmt.Sprintf("%.1f㎡", h.AreaM2), dealName(h.DealType, language), sum(m.Won, language)}
	if h.MonthlyWon > 0 {
		words = append(words, dealName("rent", language), sum(h.MonthlyWon, language))
	}
	m.Label = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	return m
}

// propertyType is a kind of home as the planner names it, or as it is named.
func propertyType(complexType string) string {
	return cmp.Or(knowledge.PropertyType(complexType), complexType)
}

// nameOf is a kind of home or deal in words; the kind itself where there are none.
func nameOf(prefix, kind, language string) string {
	if !texts.Has(prefix + kind) {
		return kind
	}
	return texts.Say(language, prefix+kind)
}

// ownHome is the home that a query describes by itself; it takes a place or a
// kind of home, and a sum or a deal.
func ownHome(s *State) estate.Mention {
	if s.PlanningState == nil {
		return estate.Mention{}
	}
	e := estate.EntitiesOf(s.PlanningState.AnalyzedIntent.Entities)
	m := estate.Mention{Kind: estate.MentionHome}
	var words []string
	if len(e.Regions) == 1 {
		r := e.Regions[0]
		m.Region = strings.Join(strings.Fields(r.Sido+" "+r.Sigungu+" "+r.Dong), " ")
		words = append(words, r.Text)
	}
	if len(e.PropertyTypes) == 1 {
		m.PropertyType = e.PropertyTypes[0]
		words = append(words, nameOf("home.", m.PropertyType, s.Language))
	}
	placed := len(words) > 0
	if len(e.ContractTypes) == 1 {
		m.DealType = e.ContractTypes[0]
		words = append(words, dealName(m.DealType, s.Language))
	}
	if a, ok := e.Amount(estate.Price, estate.Deposit, estate.CurrentDeposit); ok {
		m.Won = a.Won
		words = append(words, sum(a.Won, s.Language))
	}
	// "전세 3억에 살아요" is a case by itself; a place alone, or a kind of
	// deal alone, is none.
	if m.Won == 0 && (!placed || m.DealType == "" || m.Region == "") || m.Won > 0 && !placed && m.DealType == "" {
		return estate.Mention{}
	}
	m.Label = strings.Join(words, " ")
	return asBefore(m, s.Mentions)
}

// asBefore is a home by the name that it had, where a query goes on with it.
func asBefore(m estate.Mention, before []estate.Mention) estate.Mention {
	for _, b := range before {
		if b.Won == m.Won && b.Won > 0 && b.DealType == m.DealType && b.Region == m.Region && b.PropertyType == m.PropertyType && b.Kind != estate.MentionDeal {
			b.Order = 0
			return b
		}
	}
	return m
}

// dealName names a kind of deal, or of a sum in it, before the sum.
func dealName(deal, language string) string {
	if !texts.Has("deal." + deal) {
		return ""
	}
	return texts.Say(language, "deal."+deal)
}

// sum is an amount as it is said and read again.
func sum(won int64, language string) string { return texts.Say(language, "sum", "won", won) }

// mentioned adds what a run spoke of before what was spoken of earlier.
func mentioned(s *State, fresh []estate.Mention) {
	s.Mentions = append(append([]estate.Mention{}, fresh...), s.Mentions...)
	s.Mentions = s.Mentions[:min(len(s.Mentions), state.MaxMentions)]
}
