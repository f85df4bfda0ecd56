package analysis

import "github.com/madang-dev/madang/internal/words"

// ShopLeaseTable holds the sums of the shop lease act by area.
type ShopLeaseTable struct {
	Source       Source        `yaml:"source"`
	Seoul        ShopLeaseRate `yaml:"seoul"`
	Overcrowded  ShopLeaseRate `yaml:"overcrowded"`
	Metropolitan ShopLeaseRate `yaml:"metropolitan"`
	Other        ShopLeaseRate `yaml:"other"`
}

// ShopLeaseRate is up to which converted deposit (deposit + rent × 100) the
// act covers a shop, and what a small tenant is paid first.
type ShopLeaseRate struct {
	ConvertedTo int64 `yaml:"converted_to"`
	SmallTo     int64 `yaml:"small_to"`
	Protected   int64 `yaml:"protected"`
}

// ShopLeaseResult tells which rules of the shop lease act cover a lease.
type ShopLeaseResult struct {
	Converted   int64 `json:"converted"` // deposit + rent × 100
	ConvertedTo int64 `json:"converted_to"`
	Covered     bool  `json:"covered"`
	Small       bool  `json:"small_tenant"`
	Protected   int64 `json:"protected,omitempty"` // paid first, of a small tenant
	Basis
}

// Check holds a shop's converted deposit against the bounds of its area (an
// Area constant).
func (t ShopLeaseTable) Check(converted int64, area string) (*ShopLeaseResult, error) {
	if err := amount("converted_deposit", converted); err != nil {
		return nil, err
	}
	var rate ShopLeaseRate
	switch area {
	case AreaSeoul:
		rate = t.Seoul
	case AreaOvercrowded:
		rate = t.Overcrowded
	case AreaMetropolitan:
		rate = t.Metropolitan
	case AreaOther:
		rate = t.Other
	default:
		return nil, refuse("area", area, "input.area_name")
	}
	r := &ShopLeaseResult{Converted: converted, ConvertedTo: rate.ConvertedTo, Covered: converted <= rate.ConvertedTo, Small: converted <= rate.SmallTo}
	if r.Small {
		r.Protected = rate.Protected
	}
	r.Basis = basis(words.M("shop_lease.formula", "converted", converted, "rate", rate),
		[]Citation{cite(lawShop, "2"), cite(lawShop, "14")}, t.Source)
	return r, nil
}
