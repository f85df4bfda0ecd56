package analysis

import (
	"slices"
	"strings"
)

// LTVTable holds how much of a price may be borrowed.
type LTVTable struct {
	Source         Source          `yaml:"source"`
	Regulated      BuyerShare      `yaml:"regulated"`
	Capital        BuyerShare      `yaml:"capital"`
	Other          BuyerShare      `yaml:"other"`
	RegulatedAreas []RegulatedArea `yaml:"regulated_areas"`
	LoanCaps       LoanCapTable    `yaml:"loan_caps"`
	// OneHouseJeonse bounds the jeonse loan of someone who owns one house.
	OneHouseJeonse struct {
		Source Source `yaml:"source"`
		Limit  int64  `yaml:"limit"`
	} `yaml:"one_house_jeonse"`
}

// BuyerShare is the loan to value by what the buyer owns.
type BuyerShare struct {
	NoHousePct   Rate `yaml:"no_house_pct"`
	FirstTimePct Rate `yaml:"first_time_pct"`
	OwnerPct     Rate `yaml:"owner_pct" zero:"ok"`
}

// RegulatedArea is a province, or some of its districts.
type RegulatedArea struct {
	Sido    string   `yaml:"sido"`
	Sigungu []string `yaml:"sigungu"` // empty is the whole province
}

// LoanCapTable is the largest mortgage of the capital area and of regulated
// areas by the price of the house.
type LoanCapTable struct {
	Source   Source    `yaml:"source"`
	MaxYears int       `yaml:"max_years" most:"50"`
	Bands    []LoanCap `yaml:"bands" rising:"PriceTo,open"`
}

// LoanCap holds for prices up to PriceTo; 0 is open-ended.
type LoanCap struct {
	PriceTo int64 `yaml:"price_to" zero:"ok"`
	Loan    int64 `yaml:"loan"`
}

// RegulatedArea tells whether a place is regulated; known is false when the
// province or the city has regulated districts and none is named.
func (t LTVTable) RegulatedArea(sido, sigungu string) (regulated, known bool) {
	for _, a := range t.RegulatedAreas {
		if a.Sido != sido {
			continue
		}
		if len(a.Sigungu) == 0 || slices.Contains(a.Sigungu, sigungu) {
			return true, true
		}
		return false, sigungu != "" && !slices.ContainsFunc(a.Sigungu, func(d string) bool { return strings.HasPrefix(d, sigungu+" ") })
	}
	return false, true
}

// Where a house stands and what its buyer owns.
const (
	ZoneRegulated = "regulated"
	ZoneCapital   = "capital" // capital area, not regulated
	ZoneOther     = "other"

	BuyerNoHouse   = "no_house"
	BuyerFirstTime = "first_time"
	BuyerOwner     = "owner"
)

// rate is the loan to value of a zone and a buyer.
func (t LTVTable) rate(zone, buyer string) Rate {
	s := map[string]BuyerShare{ZoneRegulated: t.Regulated, ZoneCapital: t.Capital, ZoneOther: t.Other}[zone]
	return map[string]Rate{BuyerNoHouse: s.NoHousePct, BuyerFirstTime: s.FirstTimePct, BuyerOwner: s.OwnerPct}[buyer]
}

func (t LoanCapTable) cap(price int64) int64 {
	return until(t.Bands, price, func(b LoanCap) int64 { return b.PriceTo }).Loan
}
