package lending

import (
	"math/bits"
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// Offer is what a product lends an applicant by what is known.
type Offer struct {
	Limit   int64 // of the product; 0 is not known
	Percent int64 // of the deposit or price; 0 is not known
	// Most is the lower of the limit and the share of what is bought or
	// rented, the part of a won dropped; 0 when neither is known.
	Most int64
	// Base is the sum that the share is taken of; 0 is not known.
	Base int64
}

// OfferOf is what a product lends an applicant.
func OfferOf(p knowledge.LoanProduct, a Applicant) Offer {
	o := Offer{Base: a.Deposit}
	if p.Kind == knowledge.LoanPurchase {
		o.Base = a.Price
	}
	o.Limit, _ = knowledge.LimitFor(p.LoanLimits, a.Groups, a.Region)
	o.Percent, _ = knowledge.RatioFor(p.Ratios, a.Groups, a.Region)
	o.Most = o.Limit
	if share := o.Share(); o.Percent > 0 && o.Base > 0 && (o.Limit == 0 || share < o.Limit) {
		o.Most = share
	}
	return o
}

// Share is the product's share of the deposit or price.
func (o Offer) Share() int64 {
	if o.Base <= 0 || o.Percent <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(o.Base), uint64(o.Percent))
	if hi >= 100 {
		return 0
	}
	share, _ := bits.Div64(hi, lo, 100)
	return int64(share)
}

// RateBP is a product's rate in basis points by income and deposit, before
// discounts; false when its rates are known as a range only or the income is
// above them.
func RateBP(p knowledge.LoanProduct, income, deposit int64, region string) (int64, bool) {
	for _, row := range p.RateTable {
		if income > row.IncomeTo {
			continue
		}
		for _, tier := range row.Tiers {
			if tier.DepositTo != 0 && deposit > tier.DepositTo {
				continue
			}
			rate := tier.BP
			if region == knowledge.RegionOther {
				rate -= p.OtherRegionMinusBP
			}
			return max(rate, p.FloorBP), true
		}
	}
	return 0, false
}

// DiscountBP is what a product takes off its rate for the applicant's groups.
func DiscountBP(p knowledge.LoanProduct, groups []string) int64 {
	var off int64
	for _, d := range p.Discounts {
		if !slices.ContainsFunc(d.Groups, func(g string) bool { return !slices.Contains(groups, g) }) {
			off += d.MinusBP
		}
	}
	return off
}

// Regional tells whether a limit differs by region for the groups.
func Regional(limits []knowledge.Limit, groups []string) bool {
	capital, _ := knowledge.LimitFor(limits, groups, knowledge.RegionCapital)
	other, _ := knowledge.LimitFor(limits, groups, knowledge.RegionOther)
	return capital != other
}
