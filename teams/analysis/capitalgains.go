package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// CapitalGainsTable holds the progressive rates on a gain.
type CapitalGainsTable struct {
	Source         Source       `yaml:"source"`
	BasicDeduction int64        `yaml:"basic_deduction"`
	HighPrice      int64        `yaml:"high_price"`
	Short1yPct     Rate         `yaml:"short_1y_pct"`
	Short2yPct     Rate         `yaml:"short_2y_pct"`
	LongHoldMonths int          `yaml:"long_hold_months"`
	Brackets       []TaxBracket `yaml:"brackets" rising:"To,open"`
}

// TaxBracket holds for bases up to To (0 is open-ended).
type TaxBracket struct {
	To     int64 `yaml:"to" zero:"ok"`
	Pct    Rate  `yaml:"pct"`
	Deduct int64 `yaml:"deduct" zero:"ok"`
}

// validate wants the deductions to make the tax continuous at the bounds.
func (t CapitalGainsTable) validate() error {
	for i, b := range t.Brackets[1:] {
		before := t.Brackets[i]
		if b.Pct.of(before.To)-b.Deduct != before.Pct.of(before.To)-before.Deduct {
			return &badValue{fmt.Sprintf("$.capital_gains.brackets[%d].deduct", i+1), fmt.Sprintf("is %d, which leaves a jump of the tax", b.Deduct)}
		}
	}
	return nil
}

// CapitalGainsInput is a sale with a gain. Either Gain is given or Sale and
// Buy are.
type CapitalGainsInput struct {
	Gain     int64 `json:"gain,omitempty"`
	Sale     int64 `json:"sale,omitempty"`
	Buy      int64 `json:"buy,omitempty"`
	Expenses int64 `json:"expenses,omitempty"`
	// LongHold is the deduction for long holding, of the taxed gain.
	LongHold Rate `json:"long_hold_pct"`
	// OneHouse tells that the only home of the household is sold: only the
	// part of the price above 1.2 billion won is taxed.
	OneHouse   bool `json:"one_house,omitempty"`
	HeldMonths int  `json:"held_months,omitempty"` // 0 is two years or more
}

// CapitalGainsResult is the tax on the gain, without local income tax.
type CapitalGainsResult struct {
	Input       CapitalGainsInput `json:"input"`
	TaxableGain int64             `json:"taxable_gain"`
	TaxBase     int64             `json:"tax_base"`
	Rate        Rate              `json:"rate_pct"`
	Tax         int64             `json:"tax"`
	// NoTax tells why nothing is due (a NoTax constant), "" if something is.
	NoTax string `json:"no_tax,omitempty"`
	Basis
}

// Why nothing is due.
const (
	NoTaxLoss      = "loss"      // sold without a gain
	NoTaxOneHouse  = "one_house" // the only home, up to 1.2 billion won (art. 89)
	NoTaxDeduction = "deduction" // the gain lies within the deductions
)

// Tax is the income tax on a home's gain: (gain − expenses, the part above
// 1.2 billion won for an only home) less the long-holding and the basic
// deduction, at the progressive rates of art. 55; 70 % within one year of
// the purchase, 60 % within two. Parts of a won are dropped.
func (t CapitalGainsTable) Tax(in CapitalGainsInput) (*CapitalGainsResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &CapitalGainsResult{Input: in, TaxableGain: t.taxable(in)}
	after := r.TaxableGain - in.LongHold.of(r.TaxableGain)
	r.TaxBase = max(0, after-t.BasicDeduction)
	bracket := t.bracket(in, r.TaxBase)
	r.Rate = bracket.Pct
	r.Tax = bracket.Pct.of(r.TaxBase) - bracket.Deduct
	r.Basis = basis(words.M("capital_gains.formula", "r", r, "in", in, "t", t, "bracket", bracket),
		[]Citation{cite(lawIncomeTax, "55"), cite(lawIncomeTax, "95"), cite(lawIncomeTax, "103"), cite(lawIncomeTax, "104")}, t.Source)
	r.NoTax = t.noTax(r)
	if in.OneHouse {
		r.Statute = append(r.Statute, cite(lawIncomeTax, "89"))
		r.note(answer.KindCondition, "capital_gains.only_home")
	}
	if r.NoTax != "" {
		return r, nil
	}
	r.note(answer.KindCondition, "capital_gains.beside")
	return r, nil
}

func (in CapitalGainsInput) validate() error {
	if err := first(amountOrZero("gain", in.Gain), amountOrZero("sale", in.Sale), amountOrZero("buy", in.Buy), amountOrZero("expenses", in.Expenses),
		rateWithin("long_hold_pct", in.LongHold, 0, 80*Percent)); err != nil {
		return err
	}
	if in.HeldMonths < 0 || in.HeldMonths > 1200 {
		return refuse("held_months", in.HeldMonths, "input.months_held")
	}
	if in.Gain == 0 && in.Sale == 0 {
		return refuse("sale", 0, "input.sale_or_gain")
	}
	return nil
}

// noTax is why nothing is due.
func (t CapitalGainsTable) noTax(r *CapitalGainsResult) string {
	in := r.Input
	switch {
	case r.Tax > 0:
		return ""
	case in.gain() == 0:
		return NoTaxLoss
	case r.TaxableGain == 0:
		return NoTaxOneHouse
	}
	return NoTaxDeduction
}

// gain is what the sale brought above the purchase and its expenses.
func (in CapitalGainsInput) gain() int64 {
	gain := in.Gain
	if gain == 0 {
		gain = in.Sale - in.Buy
	}
	return max(0, gain-in.Expenses)
}

func (t CapitalGainsTable) taxable(in CapitalGainsInput) int64 {
	gain := in.gain()
	// The exemption of art. 89 needs two years of holding.
	if short := in.HeldMonths > 0 && in.HeldMonths < 24; !in.OneHouse || in.Sale == 0 || short {
		return gain
	}
	if in.Sale <= t.HighPrice {
		return 0
	}
	return mulDiv(gain, in.Sale-t.HighPrice, in.Sale)
}

func (t CapitalGainsTable) bracket(in CapitalGainsInput, base int64) TaxBracket {
	switch {
	case in.HeldMonths > 0 && in.HeldMonths < 12:
		return TaxBracket{Pct: t.Short1yPct}
	case in.HeldMonths > 0 && in.HeldMonths < 24:
		return TaxBracket{Pct: t.Short2yPct}
	}
	for _, b := range t.Brackets {
		if b.To == 0 || base <= b.To {
			return b
		}
	}
	return TaxBracket{}
}
