package analysis

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

// LoanProduct is a public loan and who can have how much of it.
type LoanProduct struct {
	ID     string     `yaml:"id"`
	Name   words.Text `yaml:"name"`
	Kind   string     `yaml:"kind"` // jeonse | purchase
	Source Source     `yaml:"source"`
	// Requires lists what an applicant has to be at all.
	Requires []string       `yaml:"requires"`
	Age      *AgeRange      `yaml:"age"`
	IncomeTo []ConditionWon `yaml:"income_to"`
	AssetTo  int64          `yaml:"asset_to"` // 0 is no bound
	// HouseTo bounds the deposit or the price.
	HouseTo []ConditionWon `yaml:"house_to"`
	Limit   []ConditionWon `yaml:"limit"`
	// Share is how much of the deposit or price is lent.
	Share              []ConditionRate `yaml:"share"`
	Rates              []RateRow       `yaml:"rates"`
	RateRange          *RateRange      `yaml:"rate_range"`
	OtherRegionMinusPP Rate            `yaml:"other_region_minus_pp"`
	FloorPct           Rate            `yaml:"floor_pct"`
	Discounts          []RateDiscount  `yaml:"discounts"`
	DTIPct             Rate            `yaml:"dti_pct"`
	Caution            words.Text      `yaml:"caution"`
}

// The kinds of a loan.
const (
	LoanJeonse   = "jeonse"
	LoanPurchase = "purchase"
)

// AgeRange is in full years, both included.
type AgeRange struct {
	Min int `yaml:"min"`
	Max int `yaml:"max"`
}

// ConditionWon is a sum that holds for applicants who are all of When.
type ConditionWon struct {
	When []string `yaml:"when"`
	Won  int64    `yaml:"won"`
}

// ConditionRate is a share that holds for applicants who are all of When.
type ConditionRate struct {
	When []string `yaml:"when"`
	Pct  Rate     `yaml:"pct"`
}

// RateRow holds for incomes up to IncomeTo.
type RateRow struct {
	IncomeTo int64      `yaml:"income_to"`
	Tiers    []RateTier `yaml:"tiers"`
}

// RateTier holds for deposits up to DepositTo; 0 is open-ended.
type RateTier struct {
	DepositTo int64 `yaml:"deposit_to"`
	Pct       Rate  `yaml:"pct"`
}

// RateRange is all that is known of a product's rates.
type RateRange struct {
	FromPct Rate `yaml:"from_pct"`
	ToPct   Rate `yaml:"to_pct"`
}

// RateDiscount is taken off the rate of applicants who are all of When.
type RateDiscount struct {
	When    []string   `yaml:"when"`
	MinusPP Rate       `yaml:"minus_pp"`
	Note    words.Text `yaml:"note"`
}

// What an applicant can be.
const (
	IsCapital       = "capital"
	IsOtherRegion   = "other"
	IsRegulated     = "regulated"
	IsNewlywed      = "newlywed"
	IsNewborn       = "newborn"
	IsDualIncome    = "dual_income"
	IsFirstTime     = "first_time"
	IsOneChild      = "one_child"
	IsTwoChildren   = "two_children"
	IsMultiChild    = "multi_child"
	IsUnder25Single = "under_25_single"
	IsSMEWorker     = "sme_worker"
	IsApartment     = "apartment"
)

func knownTags() []string {
	return []string{IsCapital, IsOtherRegion, IsRegulated, IsNewlywed, IsNewborn, IsDualIncome, IsFirstTime, IsOneChild, IsTwoChildren, IsMultiChild, IsUnder25Single, IsSMEWorker, IsApartment}
}

// loanTable is the list of products as a table that checks itself.
type loanTable []LoanProduct

func (t loanTable) validate() error {
	if len(t) == 0 {
		return fmt.Errorf("loans is empty")
	}
	seen := map[string]bool{}
	for _, p := range t {
		if p.ID == "" || seen[p.ID] {
			return fmt.Errorf("loans: id %q is empty or used twice", p.ID)
		}
		seen[p.ID] = true
		if err := p.validate(); err != nil {
			return fmt.Errorf("loans %s: %w", p.ID, err)
		}
	}
	return nil
}

func (p LoanProduct) validate() error {
	if p.Kind != LoanJeonse && p.Kind != LoanPurchase {
		return fmt.Errorf("kind %q is not jeonse or purchase", p.Kind)
	}
	if len(p.Name.Lacks("ko", "en")) > 0 {
		return fmt.Errorf("name lacks ko or en")
	}
	if (len(p.Rates) > 0) == (p.RateRange != nil) {
		return fmt.Errorf("either rates or rate_range is needed")
	}
	if p.Age != nil && (p.Age.Min < 0 || p.Age.Max < p.Age.Min || p.Age.Max > 150) {
		return fmt.Errorf("age %d-%d is no range", p.Age.Min, p.Age.Max)
	}
	if err := first(p.Source.validate("loans"), validateTags(p.Requires), p.validateRows(), p.validateRates()); err != nil {
		return err
	}
	return nil
}

func validateTags(tags []string) error {
	for _, tag := range tags {
		if !slices.Contains(knownTags(), tag) {
			return fmt.Errorf("condition %q is unknown", tag)
		}
	}
	return nil
}

func (p LoanProduct) validateRows() error {
	for name, rows := range map[string][]ConditionWon{"income_to": p.IncomeTo, "house_to": p.HouseTo, "limit": p.Limit} {
		if len(rows) == 0 {
			return fmt.Errorf("%s is empty", name)
		}
		for _, row := range rows {
			if err := first(validateTags(row.When), validateWon(name, row.Won)); err != nil {
				return err
			}
		}
	}
	if len(p.Share) == 0 {
		return fmt.Errorf("share is empty")
	}
	for _, row := range p.Share {
		if err := first(validateTags(row.When), validateRate("share", row.Pct, Whole)); err != nil {
			return err
		}
	}
	return nil
}

func (p LoanProduct) validateRates() error {
	for i, row := range p.Rates {
		if i > 0 && row.IncomeTo <= p.Rates[i-1].IncomeTo {
			return fmt.Errorf("rates row %d: income_to does not rise", i+1)
		}
		var bounds []int64
		for _, tier := range row.Tiers {
			bounds = append(bounds, tier.DepositTo)
			if err := validateRate("rates", tier.Pct, 20*Percent); err != nil {
				return err
			}
		}
		if err := validateRising("rates tiers", bounds); err != nil {
			return err
		}
	}
	for _, d := range p.Discounts {
		if err := first(validateTags(d.When), validateRate("discounts", d.MinusPP, 5*Percent)); err != nil {
			return err
		}
	}
	if p.RateRange != nil && p.RateRange.ToPct < p.RateRange.FromPct {
		return fmt.Errorf("rate_range is upside down")
	}
	return nil
}

// holds tells whether the applicant is all of the conditions.
func holds(when, is []string) bool {
	for _, tag := range when {
		if !slices.Contains(is, tag) {
			return false
		}
	}
	return true
}

// pickWon is the row with the most conditions that hold, then the larger.
func pickWon(rows []ConditionWon, is []string) (int64, bool) {
	best, found := ConditionWon{}, false
	for _, row := range rows {
		if !holds(row.When, is) {
			continue
		}
		if !found || len(row.When) > len(best.When) || len(row.When) == len(best.When) && row.Won > best.Won {
			best, found = row, true
		}
	}
	return best.Won, found
}

// highestWon is the largest sum of the rows that hold; income bounds of
// several kinds of household do not narrow each other.
func highestWon(rows []ConditionWon, is []string) (int64, bool) {
	var most int64
	for _, row := range rows {
		if holds(row.When, is) {
			most = max(most, row.Won)
		}
	}
	return most, most > 0
}

func pickRate(rows []ConditionRate, is []string) (Rate, bool) {
	best, found := ConditionRate{}, false
	for _, row := range rows {
		if !holds(row.When, is) {
			continue
		}
		if !found || len(row.When) > len(best.When) || len(row.When) == len(best.When) && row.Pct > best.Pct {
			best, found = row, true
		}
	}
	return best.Pct, found
}

// rate is the rate by income and deposit before discounts; false when the
// product's rates are known as a range only or the income is above them.
func (p LoanProduct) rate(income, deposit int64, otherRegion bool) (Rate, bool) {
	for _, row := range p.Rates {
		if income > row.IncomeTo {
			continue
		}
		for _, tier := range row.Tiers {
			if tier.DepositTo != 0 && deposit > tier.DepositTo {
				continue
			}
			rate := tier.Pct
			if otherRegion {
				rate -= p.OtherRegionMinusPP
			}
			return max(rate, p.FloorPct), true
		}
	}
	return 0, false
}
