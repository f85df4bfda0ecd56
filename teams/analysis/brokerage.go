package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// BrokerageTable is annex 1 of the agents' rule.
type BrokerageTable struct {
	Source              Source         `yaml:"source"`
	RentMultiplier      int64          `yaml:"rent_multiplier"`
	SmallRentMultiplier int64          `yaml:"small_rent_multiplier"`
	SmallBelow          int64          `yaml:"small_below"`
	Sale                []FeeBand      `yaml:"sale" rising:"Below,open"`
	Lease               []FeeBand      `yaml:"lease" rising:"Below,open"`
	Officetel           OfficetelFee   `yaml:"officetel"`
	Other               OtherBrokerage `yaml:"other"`
}

// FeeBand holds for sums below Below (0 is open-ended); Limit 0 is none.
type FeeBand struct {
	Below int64 `yaml:"below" zero:"ok"`
	Pct   Rate  `yaml:"pct" most:"2"`
	Limit int64 `yaml:"limit" zero:"ok"`
}

// OfficetelFee is annex 2: residential officetels up to a size.
type OfficetelFee struct {
	Source    Source  `yaml:"source"`
	MaxAreaM2 float64 `yaml:"max_area_m2"`
	SalePct   Rate    `yaml:"sale_pct" most:"2"`
	LeasePct  Rate    `yaml:"lease_pct" most:"2"`
}

// OtherBrokerage holds for everything that is no home.
type OtherBrokerage struct {
	Source Source `yaml:"source"`
	Pct    Rate   `yaml:"pct"`
}

// What a broker arranges, and of what.
const (
	DealSale  = "sale"
	DealLease = "lease"

	PropertyHome      = "home"
	PropertyOfficetel = "officetel"
	PropertyOther     = "other" // shops, land, larger officetels
)

// BrokerageInput is a deal.
type BrokerageInput struct {
	Deal     string  `json:"deal"`
	Property string  `json:"property"`
	Price    int64   `json:"price,omitempty"`
	Deposit  int64   `json:"deposit,omitempty"`
	Monthly  int64   `json:"monthly_rent,omitempty"`
	AreaM2   float64 `json:"area_m2,omitempty"` // 0 is not known
}

// BrokerageResult is the highest fee that one side owes.
type BrokerageResult struct {
	Input BrokerageInput `json:"input"`
	// Base is the sum that the rate applies to.
	Base   int64 `json:"base"`
	Rate   Rate  `json:"rate_pct"`
	Limit  int64 `json:"limit,omitempty"` // of the band; 0 is none
	MaxFee int64 `json:"max_fee"`
	Basis
}

// Fee is the highest brokerage fee of one side, without VAT: base × rate,
// the part of a won dropped, up to the band's limit. The base of a lease is
// deposit + rent × 100, or × 70 where that sum is below 50,000,000 won.
func (t BrokerageTable) Fee(in BrokerageInput) (*BrokerageResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &BrokerageResult{Input: in}
	baseText := r.base(t)
	r.Rate, r.Limit = t.rate(in, r.Base)
	r.MaxFee = r.Rate.of(r.Base)
	formula := words.M("brokerage_fee.formula", "base_text", baseText, "r", r)
	if r.Limit > 0 {
		r.MaxFee = min(r.MaxFee, r.Limit)
		formula = words.M("brokerage_fee.formula_limited", "base_text", baseText, "r", r)
	}
	switch t.kind(in) {
	case PropertyOfficetel:
		r.Basis = basis(formula, []Citation{cite(lawAgentsRule, "20 (4)"), cite(lawAgentsRule, "table 2")}, t.Officetel.Source)
	case PropertyOther:
		r.Basis = basis(formula, []Citation{cite(lawAgentsRule, "20 (4)")}, t.Other.Source)
	default:
		r.Basis = basis(formula, []Citation{cite(lawAgents, "32"), cite(lawAgentsRule, "20"), cite(lawAgentsRule, "table 1")}, t.Source)
	}
	r.remarks(t)
	return r, nil
}

func (in BrokerageInput) validate() error {
	if in.Property != PropertyHome && in.Property != PropertyOfficetel && in.Property != PropertyOther {
		return refuse("property", in.Property, "input.property")
	}
	if err := areaOrZero("area_m2", in.AreaM2); err != nil {
		return err
	}
	switch in.Deal {
	case DealSale:
		return amount("price", in.Price)
	case DealLease:
		if in.Deposit == 0 && in.Monthly == 0 {
			return refuse("deposit", 0, "input.deposit_or_rent")
		}
		if in.Monthly > MaxWon/1000 {
			return refuse("monthly_rent", in.Monthly, "input.rent_above_trillion")
		}
		return first(amountOrZero("deposit", in.Deposit), amountOrZero("monthly_rent", in.Monthly))
	}
	return refuse("deal", in.Deal, "input.deal")
}

// base sets the sum that the rate applies to and says how it came about.
func (r *BrokerageResult) base(t BrokerageTable) words.Message {
	in := r.Input
	if in.Deal == DealSale {
		r.Base = in.Price
		return words.M("brokerage_fee.base_price", "r", r)
	}
	times := t.RentMultiplier
	if in.Monthly > 0 && in.Deposit+in.Monthly*times < t.SmallBelow {
		times = t.SmallRentMultiplier
	}
	r.Base = in.Deposit + in.Monthly*times
	if in.Monthly == 0 {
		return words.M("brokerage_fee.base_price", "r", r)
	}
	return words.M("brokerage_fee.base_lease", "in", in, "times", times, "r", r)
}

// kind is the annex that applies: an officetel above the size is no home.
func (t BrokerageTable) kind(in BrokerageInput) string {
	if in.Property == PropertyOfficetel && in.AreaM2 > t.Officetel.MaxAreaM2 {
		return PropertyOther
	}
	return in.Property
}

func (t BrokerageTable) rate(in BrokerageInput, base int64) (Rate, int64) {
	bands := t.Sale
	if in.Deal == DealLease {
		bands = t.Lease
	}
	switch t.kind(in) {
	case PropertyOther:
		return t.Other.Pct, 0
	case PropertyOfficetel:
		if in.Deal == DealLease {
			return t.Officetel.LeasePct, 0
		}
		return t.Officetel.SalePct, 0
	}
	for _, b := range bands {
		if b.Below == 0 || base < b.Below {
			return b.Pct, b.Limit
		}
	}
	return 0, 0
}

func (r *BrokerageResult) remarks(t BrokerageTable) {
	if r.Input.Property == PropertyOfficetel && r.Input.AreaM2 == 0 {
		r.note(answer.KindAssumption, "brokerage_fee.officetel", "t", t)
	}
	r.note(answer.KindCondition, "brokerage_fee.one_side")
	r.note(answer.KindCondition, "brokerage_fee.due")
}
