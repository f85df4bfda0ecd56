package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// AcquisitionTaxTable holds the rates on buying a home.
type AcquisitionTaxTable struct {
	Source     Source          `yaml:"source"`
	Low        LowRate         `yaml:"low"`
	High       HighRate        `yaml:"high"`
	SlopeNum   int64           `yaml:"slope_num"`
	SlopeDen   int64           `yaml:"slope_den"`
	SlopeMinus int64           `yaml:"slope_minus"`
	Heavy      HeavyRates      `yaml:"heavy"`
	Education  EducationTax    `yaml:"education"`
	Rural      RuralTax        `yaml:"rural"`
	FirstHome  FirstHomeRelief `yaml:"first_home"`
	DueDays    int             `yaml:"due_days"`
}

// LowRate holds up to a price, HighRate above one.
type LowRate struct {
	To  int64 `yaml:"to"`
	Pct Rate  `yaml:"pct"`
}

// HighRate holds for prices above Over.
type HighRate struct {
	Over int64 `yaml:"over"`
	Pct  Rate  `yaml:"pct"`
}

// HeavyRates are those of art. 13-2 for owners of several homes.
type HeavyRates struct {
	Source                     Source `yaml:"source"`
	FirstPct                   Rate   `yaml:"first_pct"`
	SecondPct                  Rate   `yaml:"second_pct"`
	ExemptStandardPriceCapital int64  `yaml:"exempt_standard_price_capital"`
	ExemptStandardPriceOther   int64  `yaml:"exempt_standard_price_other"`
	TemporaryTwoHouseYears     int    `yaml:"temporary_two_house_years"`
}

// EducationTax is the local education tax on top.
type EducationTax struct {
	Source         Source `yaml:"source"`
	ShareOfRatePct Rate   `yaml:"share_of_rate_pct"`
	HeavyPct       Rate   `yaml:"heavy_pct"`
}

// RuralTax is the special rural development tax on larger homes.
type RuralTax struct {
	Source         Source  `yaml:"source"`
	OverM2         float64 `yaml:"over_m2"`
	BasePct        Rate    `yaml:"base_pct"`
	FirstHeavyPct  Rate    `yaml:"first_heavy_pct"`
	SecondHeavyPct Rate    `yaml:"second_heavy_pct"`
}

// FirstHomeRelief is what a first home is let off.
type FirstHomeRelief struct {
	Source  Source `yaml:"source"`
	Until   string `yaml:"until"`
	PriceTo int64  `yaml:"price_to"`
	Relief  int64  `yaml:"relief"`
}

// validate wants the rates to meet at the ends of what lies between them.
func (t AcquisitionTaxTable) validate() error {
	if t.High.Over <= t.Low.To || t.High.Pct <= t.Low.Pct {
		return &badValue{"$.acquisition_tax.high", "is not above low"}
	}
	if low, high := t.between(t.Low.To), t.between(t.High.Over); low != t.Low.Pct || high != t.High.Pct {
		return &badValue{"$.acquisition_tax.slope_num", fmt.Sprintf("with the other numbers of the slope gives %s and %s at its ends, not %s and %s", low, high, t.Low.Pct, t.High.Pct)}
	}
	return nil
}

// The rates that a purchase falls under.
const (
	TaxBase        = "base"         // 1-3 %
	TaxFirstHeavy  = "first_heavy"  // 8 %
	TaxSecondHeavy = "second_heavy" // 12 %
)

// AcquisitionTaxInput is the purchase of a home.
type AcquisitionTaxInput struct {
	Price  int64   `json:"price"`
	AreaM2 float64 `json:"area_m2,omitempty"` // 0 is not known: taken as up to 85 ㎡
	// Houses is how many the household owns after the purchase.
	Houses int `json:"houses"`
	// Adjusted tells that the home lies in an area subject to adjustment.
	Adjusted  bool `json:"adjusted_area"`
	Corporate bool `json:"corporate,omitempty"`
	// TemporaryTwo tells that the old home is sold within three years.
	TemporaryTwo bool   `json:"temporary_two,omitempty"`
	FirstTime    bool   `json:"first_time,omitempty"`
	Date         string `json:"date,omitempty"` // of the purchase, for the relief
}

// AcquisitionTaxResult is what buying the home costs in tax.
type AcquisitionTaxResult struct {
	Input     AcquisitionTaxInput `json:"input"`
	Category  string              `json:"category"`
	Rate      Rate                `json:"rate_pct"`
	Relief    int64               `json:"relief,omitempty"`
	Tax       int64               `json:"acquisition_tax"` // after the relief
	Education int64               `json:"education_tax"`
	Rural     int64               `json:"rural_tax"`
	Total     int64               `json:"total"`
	// RuralAbove85 is the rural tax that would come on top above 85 ㎡; set
	// while the area is not known.
	RuralAbove85 int64 `json:"rural_tax_above_85m2,omitempty"`
	DueDays      int   `json:"due_days"`
	Basis
}

// Tax reckons the acquisition tax of a home bought for money (art. 11 (1)
// item 8, art. 13-2), the local education tax (art. 151) and the rural tax.
// Between 600 and 900 million won the rate is price × 2 ÷ 300,000,000 − 3
// percent, rounded half up to 0.01 %; sums drop the part of a won. Notices
// are cut to 10 won, which is not done here.
func (t AcquisitionTaxTable) Tax(in AcquisitionTaxInput) (*AcquisitionTaxResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &AcquisitionTaxResult{Input: in, Category: in.category(), DueDays: t.DueDays}
	r.Rate = t.rate(r.Category, in.Price)
	gross := r.Rate.of(in.Price)
	r.Relief = t.relief(in, r.Category, gross)
	r.Tax = gross - r.Relief
	educationRate, ruralRate := t.surtaxes(r.Category, r.Rate)
	r.Education = educationRate.of(in.Price)
	if in.AreaM2 > t.Rural.OverM2 {
		r.Rural = ruralRate.of(in.Price)
	} else if in.AreaM2 == 0 {
		r.RuralAbove85 = ruralRate.of(in.Price)
	}
	r.Total = r.Tax + r.Education + r.Rural
	t.explain(r, educationRate, ruralRate)
	return r, nil
}

func (in AcquisitionTaxInput) validate() error {
	if in.Houses < 1 || in.Houses > 1000 {
		return refuse("houses", in.Houses, "input.at_least_one_home")
	}
	if in.Date != "" {
		if _, err := parseDay("date", in.Date); err != nil {
			return err
		}
	}
	return first(amount("price", in.Price), areaOrZero("area_m2", in.AreaM2))
}

// category is the rate of art. 13-2 by the homes owned after the purchase.
func (in AcquisitionTaxInput) category() string {
	houses := in.Houses
	switch {
	case in.Corporate:
		return TaxSecondHeavy
	case houses == 2 && in.TemporaryTwo:
		return TaxBase
	case in.Adjusted && houses >= 3, houses >= 4:
		return TaxSecondHeavy
	case in.Adjusted && houses == 2, houses == 3:
		return TaxFirstHeavy
	}
	return TaxBase
}

func (t AcquisitionTaxTable) rate(category string, price int64) Rate {
	switch {
	case category == TaxFirstHeavy:
		return t.Heavy.FirstPct
	case category == TaxSecondHeavy:
		return t.Heavy.SecondPct
	case price <= t.Low.To:
		return t.Low.Pct
	case price > t.High.Over:
		return t.High.Pct
	}
	return t.between(price)
}

// between is price × 2 ÷ 300,000,000 − 3 in percent, to the second decimal.
func (t AcquisitionTaxTable) between(price int64) Rate {
	hundredths := mulDivRound(price, t.SlopeNum*100, t.SlopeDen) - t.SlopeMinus*100
	return Rate(hundredths) * Percent / 100
}

func (t AcquisitionTaxTable) surtaxes(category string, rate Rate) (education, rural Rate) {
	switch category {
	case TaxFirstHeavy:
		return t.Education.HeavyPct, t.Rural.FirstHeavyPct
	case TaxSecondHeavy:
		return t.Education.HeavyPct, t.Rural.SecondHeavyPct
	}
	return Rate(mulDiv(int64(rate), int64(t.Education.ShareOfRatePct), int64(Whole))), t.Rural.BasePct
}

// relief is what a first home is let off the tax (not the surtaxes).
func (t AcquisitionTaxTable) relief(in AcquisitionTaxInput, category string, gross int64) int64 {
	late := in.Date != "" && in.Date > t.FirstHome.Until
	if !in.FirstTime || in.Houses != 1 || category != TaxBase || in.Price > t.FirstHome.PriceTo || late {
		return 0
	}
	return min(gross, t.FirstHome.Relief)
}

func (t AcquisitionTaxTable) explain(r *AcquisitionTaxResult, educationRate, ruralRate Rate) {
	in := r.Input
	rate := words.M("acquisition_tax.rate", "r", r)
	if r.Category == TaxBase && in.Price > t.Low.To && in.Price <= t.High.Over {
		rate = words.M("acquisition_tax.rate_between", "in", in, "t", t, "r", r)
	}
	formula := words.M("acquisition_tax.formula", "rate", rate, "in", in, "r", r, "education_rate", educationRate)
	statute := []Citation{cite(lawLocalTax, "11 (1) item 8")}
	sources := []Source{t.Source, t.Education.Source, t.Rural.Source}
	if r.Category != TaxBase {
		statute = []Citation{cite(lawLocalTax, "13-2")}
		sources = append(sources, t.Heavy.Source)
	}
	statute = append(statute, cite(lawLocalTax, "151"), cite(lawRuralTax, "5"))
	if in.FirstTime {
		statute = append(statute, cite(lawLocalRelief, "36-3"))
		sources = append(sources, t.FirstHome.Source)
	}
	r.Basis = basis(formula, statute, sources...)
	t.remarks(r, ruralRate)
}

func (t AcquisitionTaxTable) remarks(r *AcquisitionTaxResult, ruralRate Rate) {
	in := r.Input
	if in.AreaM2 == 0 {
		r.note(answer.KindAssumption, "acquisition_tax.area_unknown", "t", t, "r", r, "rural_rate", ruralRate)
	}
	if in.FirstTime && r.Relief == 0 {
		r.note(answer.KindCondition, "acquisition_tax.relief_not_applied", "t", t)
	}
	if r.Relief > 0 {
		r.note(answer.KindCaveat, "acquisition_tax.relief_of_tax_only")
	}
	if r.Category != TaxBase {
		r.note(answer.KindCondition, "acquisition_tax.heavy_exempt", "t", t)
	}
	r.note(answer.KindAdvice, "acquisition_tax.file_within", "t", t)
}
