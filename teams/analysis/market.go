package analysis

import (
	"cmp"
	"math"
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// MarketResult is what a set of deals shows.
type MarketResult struct {
	Rows int `json:"rows"`
	// Sample tells that some rows are the built-in sample, which are no
	// real deals.
	Sample bool `json:"sample_data"`
	// Skipped counts rows without a usable sum or area.
	Skipped  int           `json:"skipped,omitempty"`
	From     string        `json:"from,omitempty"` // YYYY-MM
	To       string        `json:"to,omitempty"`
	Groups   []MarketGroup `json:"groups"`
	Ratios   []MarketRatio `json:"ratios,omitempty"`
	Verified bool          `json:"verified"` // no row is the sample's
}

// MarketGroup is one kind of deal of one kind of home in one place: a district, or
// one of several places that a question names. Sums are prices of sales and
// deposits of leases, in won.
type MarketGroup struct {
	Sido        string `json:"sido"`
	Sigungu     string `json:"sigungu"`
	ComplexType string `json:"complex_type"`
	DealType    string `json:"deal_type"`
	Count       int    `json:"count"`
	Min         int64  `json:"min"`
	Median      int64  `json:"median"`
	Mean        int64  `json:"mean"`
	Max         int64  `json:"max"`
	// PerM2 and PerPyeong are the medians for one ㎡ and one 평 (400/121 ㎡).
	PerM2     int64 `json:"per_m2"`
	PerPyeong int64 `json:"per_pyeong"`
	// MonthlyMedian is the median rent of monthly leases.
	MonthlyMedian int64 `json:"monthly_median,omitempty"`
}

// MarketRatio sets jeonse against sales of one kind of home in one place.
type MarketRatio struct {
	Sido        string `json:"sido"`
	Sigungu     string `json:"sigungu"`
	ComplexType string `json:"complex_type"`
	// JeonseRatio is jeonse ÷ sale price, of the medians per ㎡.
	JeonseRatio Rate `json:"jeonse_ratio_pct"`
}

type groupKey struct{ sido, sigungu, complexType, dealType string }

// bucket collects the deals of one group.
type bucket struct{ sums, perM2, monthly []int64 }

// Market reckons the statistics of deals by place, kind of home and kind of deal.
// Of several named places a deal counts for each that it lies in, else for its
// district. Medians of an even number of deals are the mean of the middle
// two; means, medians and prices per area are rounded half up to the won.
// Rows without a sum, an area or a known kind of deal are counted as skipped.
func Market(rows []knowledge.MarketRow, named []knowledge.Place) (*MarketResult, error) {
	if len(rows) == 0 {
		return nil, refuse("market", 0, "input.no_deals")
	}
	r := &MarketResult{}
	groups := map[groupKey]*bucket{}
	for _, row := range rows {
		sum, ok := dealSum(row)
		if !ok {
			r.Skipped++
			continue
		}
		r.Rows++
		r.Sample = r.Sample || row.Sample
		r.span(row.ContractYM)
		for _, p := range placesOf(row, named) {
			key := groupKey{p.Sido, p.Sigungu, row.ComplexType, row.DealType}
			if groups[key] == nil {
				groups[key] = &bucket{}
			}
			groups[key].add(row, sum)
		}
	}
	if r.Rows == 0 {
		return nil, refuse("market", len(rows), "input.no_priced_deals")
	}
	for key, b := range groups {
		r.Groups = append(r.Groups, b.group(key))
	}
	slices.SortFunc(r.Groups, func(a, b MarketGroup) int {
		return cmp.Or(cmp.Compare(a.Sido, b.Sido), cmp.Compare(a.Sigungu, b.Sigungu), cmp.Compare(a.ComplexType, b.ComplexType), cmp.Compare(a.DealType, b.DealType))
	})
	r.ratios()
	r.Verified = !r.Sample
	return r, nil
}

func placesOf(row knowledge.MarketRow, named []knowledge.Place) []knowledge.Place {
	if len(named) < 2 {
		return []knowledge.Place{{Sido: row.Sido, Sigungu: row.Sigungu}}
	}
	return slices.DeleteFunc(slices.Clone(named), func(p knowledge.Place) bool { return !p.Includes(row.Sido, row.Sigungu, "") })
}

// dealSum is the sum that a deal is measured by.
func dealSum(row knowledge.MarketRow) (int64, bool) {
	sum := row.DepositWon
	switch row.DealType {
	case knowledge.DealSale:
		sum = row.PriceWon
	case knowledge.DealJeonse, knowledge.DealMonthlyRent:
	default:
		return 0, false
	}
	usable := sum > 0 && sum <= MaxWon && amountOrZero("monthly", row.MonthlyWon) == nil
	return sum, usable && row.AreaM2 >= 1 && row.AreaM2 <= 10_000
}

// add takes a deal; areas count to the hundredth of a ㎡.
func (b *bucket) add(row knowledge.MarketRow, sum int64) {
	b.sums = append(b.sums, sum)
	b.perM2 = append(b.perM2, mulDivRound(sum, 100, int64(math.Round(row.AreaM2*100))))
	if row.MonthlyWon > 0 {
		b.monthly = append(b.monthly, row.MonthlyWon)
	}
}

func (r *MarketResult) span(month string) {
	if month == "" {
		return
	}
	if r.From == "" || month < r.From {
		r.From = month
	}
	r.To = max(r.To, month)
}

func (b *bucket) group(key groupKey) MarketGroup {
	g := MarketGroup{
		Sido: key.sido, Sigungu: key.sigungu, ComplexType: key.complexType, DealType: key.dealType,
		Count: len(b.sums), Median: median(b.sums), Mean: mean(b.sums), PerM2: median(b.perM2),
	}
	g.Min, g.Max = b.sums[0], b.sums[len(b.sums)-1] // median sorts
	g.PerPyeong = mulDivRound(g.PerM2, 400, 121)
	if len(b.monthly) > 0 {
		g.MonthlyMedian = median(b.monthly)
	}
	return g
}

// ratios compares the deals of one kind of home in one place. Complexes and areas
// differ, so both sides are taken per ㎡.
func (r *MarketResult) ratios() {
	for _, jeonse := range r.Groups {
		for _, sale := range r.Groups {
			both := jeonse.DealType == knowledge.DealJeonse && sale.DealType == knowledge.DealSale &&
				jeonse.Sido == sale.Sido && jeonse.Sigungu == sale.Sigungu && jeonse.ComplexType == sale.ComplexType
			if both && sale.PerM2 > 0 && jeonse.PerM2/100 < sale.PerM2 {
				r.Ratios = append(r.Ratios, MarketRatio{jeonse.Sido, jeonse.Sigungu, jeonse.ComplexType, share(jeonse.PerM2, sale.PerM2)})
			}
		}
	}
}

// median sorts the values and returns the middle one.
func median(values []int64) int64 {
	slices.Sort(values)
	n := len(values)
	if n%2 == 1 {
		return values[n/2]
	}
	return mulDivRound(values[n/2-1]+values[n/2], 1, 2)
}

func mean(values []int64) int64 {
	sum := bigInt(0)
	for _, v := range values {
		sum.Add(sum, bigInt(v))
	}
	return roundQuo(sum, bigInt(int64(len(values)))).Int64()
}
