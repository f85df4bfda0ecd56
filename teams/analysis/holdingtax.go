package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// HoldingTaxTable is how the base of the holding tax comes about.
type HoldingTaxTable struct {
	Source            Source `yaml:"source"`
	OneHouseDeduction int64  `yaml:"one_house_deduction"`
	Deduction         int64  `yaml:"deduction"`
	FairRatioPct      Rate   `yaml:"fair_ratio_pct"`
}

// HoldingTaxResult is the base that the holding tax is levied on.
type HoldingTaxResult struct {
	PublicPrice int64 `json:"public_price"`
	OneHouse    bool  `json:"one_house"`
	Deduction   int64 `json:"deduction"`
	TaxBase     int64 `json:"tax_base"`
	Basis
}

// Base is (sum of published prices − deduction) × 60 %, never below zero,
// the part of a won dropped (art. 8).
func (t HoldingTaxTable) Base(publicPrice int64, oneHouse bool) (*HoldingTaxResult, error) {
	if err := amount("public_price", publicPrice); err != nil {
		return nil, err
	}
	r := &HoldingTaxResult{PublicPrice: publicPrice, OneHouse: oneHouse, Deduction: t.Deduction}
	if oneHouse {
		r.Deduction = t.OneHouseDeduction
	}
	r.TaxBase = t.FairRatioPct.of(max(0, publicPrice-r.Deduction))
	r.Basis = basis(words.M("holding_tax.formula", "public_price", publicPrice, "r", r, "t", t),
		[]Citation{cite(lawHoldingTax, "8")}, t.Source)
	return r, nil
}

// RentCreditTable is the tax credit of tenants who pay rent.
type RentCreditTable struct {
	Source Source       `yaml:"source"`
	RentTo int64        `yaml:"rent_to"`
	Bands  []CreditBand `yaml:"bands" rising:"SalaryTo"`
}

// CreditBand holds for salaries up to SalaryTo; above the last there is none.
type CreditBand struct {
	SalaryTo int64 `yaml:"salary_to"`
	Pct      Rate  `yaml:"pct"`
}

// RentCreditResult is what a year's rent takes off the income tax.
type RentCreditResult struct {
	Salary     int64 `json:"salary"`
	AnnualRent int64 `json:"annual_rent"`
	Rate       Rate  `json:"rate_pct"` // 0: the salary is too high
	Credit     int64 `json:"credit"`
	Basis
}

// Credit is min(a year's rent, 10,000,000 won) × 17 or 15 % by salary, the
// part of a won dropped (art. 95-2).
func (t RentCreditTable) Credit(salary, annualRent int64) (*RentCreditResult, error) {
	if err := first(amount("salary", salary), amount("annual_rent", annualRent)); err != nil {
		return nil, err
	}
	r := &RentCreditResult{Salary: salary, AnnualRent: annualRent}
	for _, b := range t.Bands {
		if salary <= b.SalaryTo {
			r.Rate = b.Pct
			break
		}
	}
	r.Credit = r.Rate.of(min(annualRent, t.RentTo))
	r.Basis = basis(words.M("rent_credit.formula", "annual_rent", annualRent, "t", t, "r", r),
		[]Citation{cite(lawSpecialTax, "95-2")}, t.Source)
	r.note(answer.KindCondition, "rent_credit.who")
	return r, nil
}
