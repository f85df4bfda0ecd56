package knowledge

import (
	"errors"
	"fmt"
	"slices"
)

// The kinds of a loan product.
const (
	LoanJeonse          = "jeonse_loan"
	LoanPurchase        = "purchase_loan"
	LoanRent            = "rent_loan"
	LoanJeonseGuarantee = "jeonse_guarantee_loan"
)

// The regions that limits tell apart.
const (
	RegionCapital = "capital" // Seoul and around
	RegionOther   = "other"
)

// Limit is a sum that holds for a group and a region; empty is everyone
// and everywhere. A user in several groups has the largest sum, unless a
// limit Replaces the rest for its group.
type Limit struct {
	Groups   []string `yaml:"groups" json:"groups,omitempty"`
	Region   string   `yaml:"region" json:"region,omitempty"`
	Won      int64    `yaml:"won" json:"won"`
	Replaces bool     `yaml:"replaces" json:"replaces,omitempty"`
}

// Ratio is a share of the deposit or price that can be borrowed, in whole
// percent, for a group and a region.
type Ratio struct {
	Groups  []string `yaml:"groups" json:"groups,omitempty"`
	Region  string   `yaml:"region" json:"region,omitempty"`
	Percent int64    `yaml:"percent" json:"percent"`
}

// AgeRange is inclusive, in full years (만 나이).
type AgeRange struct {
	Min int `yaml:"min" json:"min,omitempty"`
	Max int `yaml:"max" json:"max,omitempty"`
}

// LoanProduct is a loan with its conditions. Sums are whole won, rates
// basis points; an empty ceiling is one that the product does not state.
type LoanProduct struct {
	ID     string `yaml:"id" json:"id"`
	Name   string `yaml:"name" json:"name"`
	NameEN string `yaml:"name_en" json:"name_en,omitempty"`
	// Called are the words that name it in a question.
	Called     []string `yaml:"called" json:"-"`
	Kind       string   `yaml:"kind" json:"kind"`
	Operator   string   `yaml:"operator" json:"operator"`
	Suspended  bool     `yaml:"suspended" json:"suspended,omitempty"` // takes no new applications
	Audience   string   `yaml:"audience" json:"audience"`
	AudienceEN string   `yaml:"audience_en" json:"audience_en,omitempty"`
	// Requires lists groups that the user has to belong to.
	Requires          []string  `yaml:"requires" json:"requires,omitempty"`
	MaxHouses         *int      `yaml:"max_houses" json:"max_houses,omitempty"` // nil: not stated
	Age               *AgeRange `yaml:"age" json:"age,omitempty"`
	IncomeCeilings    []Limit   `yaml:"income_ceiling" json:"income_ceiling,omitempty"` // a year, couple together
	AssetCeilingWon   int64     `yaml:"asset_ceiling_won" json:"asset_ceiling_won,omitempty"`
	DepositCeilings   []Limit   `yaml:"deposit_ceiling" json:"deposit_ceiling,omitempty"`
	PriceCeilings     []Limit   `yaml:"house_price_ceiling" json:"house_price_ceiling,omitempty"`
	MonthlyRentMaxWon int64     `yaml:"monthly_rent_max_won" json:"monthly_rent_max_won,omitempty"`
	LoanLimits        []Limit   `yaml:"loan_limit" json:"loan_limit,omitempty"`
	Ratios            []Ratio   `yaml:"ratio" json:"ratio,omitempty"`
	DTIPercent        int64     `yaml:"dti_percent" json:"dti_percent,omitempty"`
	AreaMaxM2         float64   `yaml:"area_max_m2" json:"area_max_m2,omitempty"`
	RateMinBP         int64     `yaml:"rate_min_bp" json:"rate_min_bp,omitempty"`
	RateMaxBP         int64     `yaml:"rate_max_bp" json:"rate_max_bp,omitempty"`
	Rates             string    `yaml:"rates" json:"rates"`
	RatesEN           string    `yaml:"rates_en" json:"rates_en,omitempty"`
	Terms             string    `yaml:"terms" json:"terms,omitempty"`
	Keywords          []string  `yaml:"keywords" json:"keywords,omitempty"`
	Source            string    `yaml:"source" json:"source"`
	AsOf              string    `yaml:"as_of" json:"as_of"`
	Status            string    `yaml:"status" json:"status"`
	Note              string    `yaml:"note" json:"note,omitempty"`

	// What a loan is reckoned with; states do without it.
	SourceEN           string            `yaml:"source_en" json:"-"`
	RateTable          []RateRow         `yaml:"rate_table" json:"-"`
	OtherRegionMinusBP int64             `yaml:"other_region_minus_bp" json:"-"`
	FloorBP            int64             `yaml:"floor_bp" json:"-"`
	Discounts          []RateDiscount    `yaml:"discounts" json:"-"`
	Caution            map[string]string `yaml:"caution" json:"-"` // on its figures
}

// RateRow holds for incomes up to IncomeTo; rows rise.
type RateRow struct {
	IncomeTo int64      `yaml:"income_to"`
	Tiers    []RateTier `yaml:"tiers"`
}

// RateTier holds for deposits up to DepositTo; 0 is open-ended.
type RateTier struct {
	DepositTo int64 `yaml:"deposit_to"`
	BP        int64 `yaml:"bp"`
}

// RateDiscount is taken off the rate of users who belong to all its groups.
type RateDiscount struct {
	Groups  []string          `yaml:"groups"`
	MinusBP int64             `yaml:"minus_bp"`
	Note    map[string]string `yaml:"note"`
}

// Guarantee insures a deposit or a jeonse loan.
type Guarantee struct {
	ID     string `yaml:"id" json:"id"`
	Name   string `yaml:"name" json:"name"`
	NameEN string `yaml:"name_en" json:"name_en,omitempty"`
	// Called are the words that name it in a question.
	Called          []string `yaml:"called" json:"-"`
	Operator        string   `yaml:"operator" json:"operator"`
	DepositCeilings []Limit  `yaml:"deposit_ceiling" json:"deposit_ceiling,omitempty"`
	LimitWon        int64    `yaml:"limit_won" json:"limit_won,omitempty"`
	Conditions      []string `yaml:"conditions" json:"conditions,omitempty"`
	ConditionsEN    []string `yaml:"conditions_en" json:"conditions_en,omitempty"` // one for each condition
	ApplyBefore     string   `yaml:"apply_before" json:"apply_before,omitempty"`
	Rates           string   `yaml:"rates" json:"rates,omitempty"`
	RatesEN         string   `yaml:"rates_en" json:"rates_en,omitempty"`
	Discounts       []string `yaml:"discounts" json:"discounts,omitempty"`
	Keywords        []string `yaml:"keywords" json:"keywords,omitempty"`
	Source          string   `yaml:"source" json:"source"`
	AsOf            string   `yaml:"as_of" json:"as_of"`
	Status          string   `yaml:"status" json:"status"`
	Note            string   `yaml:"note" json:"note,omitempty"`
}

// LimitFor is the sum that holds for a user of the groups in the region; an
// unknown region ("") takes the smallest of the regions' sums. ok is false
// when no limit applies.
func LimitFor(limits []Limit, groups []string, region string) (won int64, ok bool) {
	if region == "" {
		capital, inCapital := LimitFor(limits, groups, RegionCapital)
		other, inOther := LimitFor(limits, groups, RegionOther)
		if !inCapital || !inOther {
			return max(capital, other), inCapital || inOther
		}
		return min(capital, other), true
	}
	for _, l := range limits {
		if !applies(l.Groups, l.Region, groups, region) {
			continue
		}
		if l.Replaces {
			return l.Won, true
		}
		won, ok = max(won, l.Won), true
	}
	return won, ok
}

// RatioFor is the largest share, in percent, for the groups and region.
func RatioFor(ratios []Ratio, groups []string, region string) (percent int64, ok bool) {
	for _, r := range ratios {
		if applies(r.Groups, r.Region, groups, region) {
			percent, ok = max(percent, r.Percent), true
		}
	}
	return percent, ok
}

func applies(limitGroups []string, limitRegion string, groups []string, region string) bool {
	if limitRegion != "" && limitRegion != region {
		return false
	}
	return len(limitGroups) == 0 || slices.ContainsFunc(limitGroups, func(g string) bool { return slices.Contains(groups, g) })
}

func (p LoanProduct) validate() error {
	if !slices.Contains([]string{LoanJeonse, LoanPurchase, LoanRent, LoanJeonseGuarantee}, p.Kind) {
		return fmt.Errorf("%s: kind %q is unknown", p.ID, p.Kind)
	}
	if p.RateMinBP > p.RateMaxBP {
		return fmt.Errorf("%s: rate_min_bp is above rate_max_bp", p.ID)
	}
	errs := []error{
		required(p.ID, "name", p.Name, "operator", p.Operator, "rates", p.Rates, "source", p.Source, "as_of", p.AsOf),
		validateLimits(p.ID, slices.Concat(p.IncomeCeilings, p.DepositCeilings, p.PriceCeilings, p.LoanLimits)),
		p.validateRates(), validateGroups(p.ID, p.Requires),
	}
	for _, r := range p.Ratios {
		errs = append(errs, validateGroups(p.ID, r.Groups))
	}
	return errors.Join(errs...)
}

// maxBP bounds the rates and discounts of a product: 20 %.
const maxBP = 2000

func (p LoanProduct) validateRates() error {
	for i, row := range p.RateTable {
		if i > 0 && row.IncomeTo <= p.RateTable[i-1].IncomeTo {
			return fmt.Errorf("%s: rate_table row %d: income_to has to be above that of the row before", p.ID, i+1)
		}
		for j, tier := range row.Tiers {
			if tier.BP <= 0 || tier.BP > maxBP {
				return fmt.Errorf("%s: rate_table row %d: %d bp has to be within 1-%d", p.ID, i+1, tier.BP, maxBP)
			}
			if last := j == len(row.Tiers)-1; last != (tier.DepositTo == 0) {
				return fmt.Errorf("%s: rate_table row %d: the last tier, and no other, has no deposit_to", p.ID, i+1)
			}
		}
	}
	for _, d := range p.Discounts {
		if err := validateGroups(p.ID, d.Groups); err != nil {
			return err
		}
		if d.MinusBP <= 0 || d.MinusBP > maxBP || d.Note["ko"] == "" || d.Note["en"] == "" {
			return fmt.Errorf("%s: a discount needs minus_bp within 1-%d and a note in ko and en", p.ID, maxBP)
		}
	}
	return nil
}

func (g Guarantee) validate() error {
	if len(g.ConditionsEN) != len(g.Conditions) {
		return fmt.Errorf("%s: %d conditions_en for %d conditions", g.ID, len(g.ConditionsEN), len(g.Conditions))
	}
	return errors.Join(
		required(g.ID, "name", g.Name, "operator", g.Operator, "source", g.Source, "as_of", g.AsOf), validateLimits(g.ID, g.DepositCeilings))
}

// groups are what limits, rates and requirements may ask a user to be.
func groups() []string {
	return []string{
		"newlywed", "two_children", "multi_child", "one_child", "first_time", "newborn", "dual_income", "innovation_city",
		"under_25_single", "youth", "fraud_victim", "sme_worker", "apartment",
	}
}

func validateGroups(id string, named []string) error {
	for _, g := range named {
		if !slices.Contains(groups(), g) {
			return fmt.Errorf("%s: group %q is unknown; it has to be one of %v", id, g, groups())
		}
	}
	return nil
}

func validateLimits(id string, limits []Limit) error {
	for _, l := range limits {
		if err := validateGroups(id, l.Groups); err != nil {
			return err
		}
		if l.Won <= 0 {
			return fmt.Errorf("%s: a limit is not positive", id)
		}
		if l.Region != "" && l.Region != RegionCapital && l.Region != RegionOther {
			return fmt.Errorf("%s: region %q is unknown", id, l.Region)
		}
	}
	return nil
}
