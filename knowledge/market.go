package knowledge

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MarketRow is one deal of a market data set. Money is in whole won.
type MarketRow struct {
	ID           string  `yaml:"id" json:"id"`
	Sample       bool    `yaml:"-" json:"sample"` // built-in sample, not a real deal
	Sido         string  `yaml:"sido" json:"sido"`
	Sigungu      string  `yaml:"sigungu" json:"sigungu"`
	Dong         string  `yaml:"dong" json:"dong"`
	LawdCode     string  `yaml:"lawd_cd" json:"lawd_cd"`
	Complex      string  `yaml:"complex_name" json:"complex_name"`
	ComplexType  string  `yaml:"complex_type" json:"complex_type"` // as ComplexType names it
	DealType     string  `yaml:"deal_type" json:"deal_type"`       // sale | jeonse | monthly_rent
	AreaM2       float64 `yaml:"area_m2" json:"area_m2"`
	Floor        int     `yaml:"floor" json:"floor"`
	BuildYear    int     `yaml:"build_year" json:"build_year"`
	PriceWon     int64   `yaml:"price_won" json:"price_won,omitempty"`     // sale
	DepositWon   int64   `yaml:"deposit_won" json:"deposit_won,omitempty"` // leases
	MonthlyWon   int64   `yaml:"monthly_won" json:"monthly_won,omitempty"` // leases; 0 is jeonse
	ContractYM   string  `yaml:"contract_ym" json:"contract_ym"`           // YYYY-MM
	ContractType string  `yaml:"contract_type" json:"contract_type,omitempty"`
}

func (r MarketRow) validate() error {
	if len(r.ContractYM) != len("2026-01") {
		return fmt.Errorf("%s: contract_ym %q is no YYYY-MM", r.ID, r.ContractYM)
	}
	return errors.Join(required(r.ID, "sido", r.Sido, "sigungu", r.Sigungu), validateDeal(r.Home()))
}

// The kinds of a deal, as queries and packs name them.
const (
	DealSale        = "sale"
	DealJeonse      = "jeonse"
	DealMonthlyRent = "monthly_rent"
)

// complexTypes names the property types of queries as market data does.
var complexTypes = [...]struct{ key, name string }{
	{"apartment", "아파트"}, {"officetel", "오피스텔"}, {"villa", "연립다세대"}, {"house", "단독다가구"},
}

// ComplexType is a market's name ("아파트") for a query's property type
// ("apartment"); a name is returned as it is, "" for anything else.
func ComplexType(property string) string {
	for _, t := range complexTypes {
		if property == t.key || property == t.name {
			return t.name
		}
	}
	return ""
}

// PropertyType is a query's property type for a market's name, "" for anything
// else.
func PropertyType(complexType string) string {
	for _, t := range complexTypes {
		if complexType == t.name {
			return t.key
		}
	}
	return ""
}

// Place is a part of the country; empty fields match everything. Sigungu
// may be a city of several districts ("수원시") or a district alone ("분당구").
type Place struct {
	Sido    string `json:"sido,omitempty"`
	Sigungu string `json:"sigungu,omitempty"`
	Dong    string `json:"dong,omitempty"`
}

// Includes tells whether a record's place lies within p.
func (p Place) Includes(sido, sigungu, dong string) bool {
	return (p.Sido == "" || p.Sido == sido) &&
		(p.Sigungu == "" || p.Sigungu == sigungu ||
			strings.HasPrefix(sigungu, p.Sigungu+" ") || strings.HasSuffix(sigungu, " "+p.Sigungu)) &&
		(p.Dong == "" || strings.TrimPrefix(dong, "예시") == strings.TrimPrefix(p.Dong, "예시"))
}

// Range bounds a number on both sides, inclusive; 0 is no bound.
type Range[T int64 | float64] struct {
	Min T `json:"min,omitempty"`
	Max T `json:"max,omitempty"`
}

// Holds tells whether n lies in the range.
func (r Range[T]) Holds(n T) bool { return (r.Min == 0 || n >= r.Min) && (r.Max == 0 || n <= r.Max) }

// PropertyFilter chooses market rows and listings. Its zero value chooses
// all. Several places, types or deals are alternatives. Money is whole won.
type PropertyFilter struct {
	Places       []Place        `json:"places,omitempty"`
	ComplexTypes []string       `json:"complex_types,omitempty"` // either naming
	DealTypes    []string       `json:"deal_types,omitempty"`
	AreaM2       Range[float64] `json:"area_m2,omitzero"`
	PriceWon     Range[int64]   `json:"price_won,omitzero"`   // sales
	DepositWon   Range[int64]   `json:"deposit_won,omitzero"` // leases
	MonthlyWon   Range[int64]   `json:"monthly_won,omitzero"` // monthly rents
	Limit        int            `json:"limit,omitempty"`      // 0 is all
}

// Home is what a deal and a home on offer have in common.
type Home struct {
	Name, Sido, Sigungu, Dong, ComplexType, DealType string
	AreaM2                                           float64
	PriceWon, DepositWon, MonthlyWon                 int64
	Sample                                           bool
}

func (f PropertyFilter) matches(p Home) bool {
	if len(f.Places) > 0 && !slices.ContainsFunc(f.Places, func(in Place) bool { return in.Includes(p.Sido, p.Sigungu, p.Dong) }) {
		return false
	}
	if len(f.ComplexTypes) > 0 && !slices.ContainsFunc(f.ComplexTypes, func(t string) bool { return ComplexType(t) == p.ComplexType }) {
		return false
	}
	if len(f.DealTypes) > 0 && !slices.Contains(f.DealTypes, p.DealType) {
		return false
	}
	if !f.AreaM2.Holds(p.AreaM2) {
		return false
	}
	switch p.DealType {
	case DealSale:
		return f.PriceWon.Holds(p.PriceWon)
	case DealMonthlyRent:
		return f.DepositWon.Holds(p.DepositWon) && f.MonthlyWon.Holds(p.MonthlyWon)
	}
	return f.DepositWon.Holds(p.DepositWon)
}

// Home is the home that the deal was about.
func (r MarketRow) Home() Home {
	return Home{r.Complex, r.Sido, r.Sigungu, r.Dong, r.ComplexType, r.DealType, r.AreaM2, r.PriceWon, r.DepositWon, r.MonthlyWon, r.Sample}
}

// Market is those of the rows that match, the latest contracts first.
func (f PropertyFilter) Market(all []MarketRow) []MarketRow {
	rows := choose(all, f)
	slices.SortStableFunc(rows, func(a, b MarketRow) int { return strings.Compare(b.ContractYM, a.ContractYM) })
	return rows[:bounded(len(rows), f.Limit)]
}

// Listings is those of the homes that match, in their order.
func (f PropertyFilter) Listings(all []Listing) []Listing {
	list := choose(all, f)
	return list[:bounded(len(list), f.Limit)]
}
