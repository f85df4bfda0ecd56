package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// LTVTable holds how much of a price may be borrowed.
type LTVTable struct {
	Source         Source           `yaml:"source"`
	Regulated      BuyerShare       `yaml:"regulated"`
	Capital        BuyerShare       `yaml:"capital"`
	Other          BuyerShare       `yaml:"other"`
	RegulatedAreas []RegulatedArea  `yaml:"regulated_areas"`
	LoanCaps       LoanCapTable     `yaml:"loan_caps"`
	OneHouseJeonse OneHouseLoanRule `yaml:"one_house_jeonse"`
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

// OneHouseLoanRule bounds the jeonse loan of someone who owns one house.
type OneHouseLoanRule struct {
	Source Source `yaml:"source"`
	Limit  int64  `yaml:"limit"`
}

// RegulatedArea tells whether a place is regulated; known is false when the
// province has regulated districts and none is named.
func (t LTVTable) RegulatedArea(sido, sigungu string) (regulated, known bool) {
	for _, a := range t.RegulatedAreas {
		if a.Sido != sido {
			continue
		}
		if len(a.Sigungu) == 0 || slices.Contains(a.Sigungu, sigungu) {
			return true, true
		}
		return false, sigungu != ""
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

// LTVInput is a purchase.
type LTVInput struct {
	Price int64  `json:"price"`
	Zone  string `json:"zone"`
	Buyer string `json:"buyer"`
}

// LTVResult is the largest loan by the house's value.
type LTVResult struct {
	Input   LTVInput `json:"input"`
	LTV     Rate     `json:"ltv_pct"`
	ByLTV   int64    `json:"by_ltv"`
	Cap     int64    `json:"cap,omitempty"` // 0 is no cap
	MaxLoan int64    `json:"max_loan"`
	// OwnFunds is what the buyer has to bring.
	OwnFunds int64 `json:"own_funds"`
	Basis
}

// Limit is the lower of price × loan-to-value (the part of a won dropped)
// and the cap of the area. Policy loans have limits of their own.
func (t LTVTable) Limit(in LTVInput) (*LTVResult, error) {
	if err := amount("price", in.Price); err != nil {
		return nil, err
	}
	rate, err := t.rate(in.Zone, in.Buyer)
	if err != nil {
		return nil, err
	}
	var cap int64
	if in.Zone != ZoneOther {
		cap = t.LoanCaps.cap(in.Price)
	}
	r := &LTVResult{Input: in, LTV: rate, Cap: cap}
	r.MaxLoan, err = CappedLoan(in.Price, rate, cap)
	if err != nil {
		return nil, err
	}
	r.ByLTV = rate.of(in.Price)
	r.OwnFunds = in.Price - r.MaxLoan
	formula := words.M("ltv.formula", "in", in, "rate", rate, "r", r)
	if cap > 0 {
		formula = words.M("ltv.formula_capped", "in", in, "rate", rate, "cap", cap, "r", r)
	}
	r.Basis = basis(formula, []Citation{cite(ruleFSC, "LTV")}, t.Source, t.LoanCaps.Source)
	r.note(answer.KindAdvice, "ltv.areas_change")
	r.note(answer.KindCondition, "ltv.may_be_lower")
	return r, nil
}

func (t LTVTable) rate(zone, buyer string) (Rate, error) {
	var s BuyerShare
	switch zone {
	case ZoneRegulated:
		s = t.Regulated
	case ZoneCapital:
		s = t.Capital
	case ZoneOther:
		s = t.Other
	default:
		return 0, refuse("zone", zone, "input.zone")
	}
	switch buyer {
	case BuyerNoHouse:
		return s.NoHousePct, nil
	case BuyerFirstTime:
		return s.FirstTimePct, nil
	case BuyerOwner:
		return s.OwnerPct, nil
	}
	return 0, refuse("buyer", buyer, "input.buyer")
}

func (t LoanCapTable) cap(price int64) int64 {
	for _, b := range t.Bands {
		if b.PriceTo == 0 || price <= b.PriceTo {
			return b.Loan
		}
	}
	return 0
}

// CappedLoan is min(price × rate, cap), the part of a won dropped; cap 0 is
// none.
func CappedLoan(price int64, rate Rate, cap int64) (int64, error) {
	if err := first(amount("price", price), rateWithin("ltv_pct", rate, 0, Whole), amountOrZero("cap", cap)); err != nil {
		return 0, err
	}
	loan := rate.of(price)
	if cap > 0 {
		loan = min(loan, cap)
	}
	return loan, nil
}
