package analysis

import (
	"math"
	"sort"

	"github.com/madang-dev/madang/knowledge"
)

// MarketResult is what a set of deals shows.
type MarketResult struct {
	Rows int `json:"rows"`
	// Sample tells that some rows are the built-in sample, which are no
	// real deals.
	Sample bool `json:"sample_data"`
	// Skipped counts rows without a usable sum or area.
	Skipped int           `json:"skipped,omitempty"`
	From    string        `json:"from,omitempty"` // YYYY-MM
	To      string        `json:"to,omitempty"`
	Groups  []MarketGroup `json:"groups"`
	Ratios  []MarketRatio `json:"ratios,omitempty"`
	Trends  []MarketTrend `json:"trends,omitempty"`
	// Comparisons set the places of a question side by side.
	Comparisons []MarketComparison `json:"comparisons,omitempty"`
	Verified    bool               `json:"verified"` // no row is the sample's
}

// MarketGroup is one kind of deal of one kind of home in one district. Sums
// are prices of sales and deposits of leases, in won.
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

// MarketRatio sets leases against sales of one kind of home in one district.
type MarketRatio struct {
	Sido        string `json:"sido"`
	Sigungu     string `json:"sigungu"`
	ComplexType string `json:"complex_type"`
	// JeonseRatio is jeonse ÷ sale price, of the medians per ㎡; 0 when one
	// of both has no deal.
	JeonseRatio Rate `json:"jeonse_ratio_pct,omitempty"`
	// Conversion is the median of rent × 12 ÷ (jeonse − deposit), the jeonse
	// deposit taken from the district's median per ㎡; 0 when there is none.
	Conversion      Rate `json:"conversion_pct,omitempty"`
	ConversionCount int  `json:"conversion_count,omitempty"`
}

// MarketTrend is the median per ㎡ by month of contract.
type MarketTrend struct {
	DealType string        `json:"deal_type"`
	Months   []MarketMonth `json:"months"`
}

// MarketMonth is one month of a trend.
type MarketMonth struct {
	Month string `json:"month"` // YYYY-MM
	Count int    `json:"count"`
	PerM2 int64  `json:"per_m2"`
}

type groupKey struct{ sido, sigungu, complexType, dealType string }

// bucket collects the deals of one group.
type bucket struct {
	sums, perM2, monthly []int64
	rows                 []knowledge.MarketRow
}

// Market reckons the statistics of deals by district, kind of home and kind
// of deal. Medians of an even number of deals are the mean of the middle
// two; means, medians and prices per area are rounded half up to the won.
// Rows without a sum, an area or a known kind of deal are counted as skipped.
func Market(rows []knowledge.MarketRow) (*MarketResult, error) {
	if len(rows) == 0 {
		return nil, refuse("market", 0, "input.no_deals")
	}
	r := &MarketResult{}
	groups := map[groupKey]*bucket{}
	months := map[string]map[string][]int64{}
	for _, row := range rows {
		sum, ok := dealSum(row)
		if !ok {
			r.Skipped++
			continue
		}
		r.Rows++
		r.Sample = r.Sample || row.Sample
		r.span(row.ContractYM)
		perM2 := perSquare(sum, row.AreaM2)
		key := groupKey{row.Sido, row.Sigungu, row.ComplexType, row.DealType}
		if groups[key] == nil {
			groups[key] = &bucket{}
		}
		groups[key].add(row, sum, perM2)
		if row.ContractYM != "" && row.DealType != knowledge.DealMonthlyRent {
			if months[row.DealType] == nil {
				months[row.DealType] = map[string][]int64{}
			}
			months[row.DealType][row.ContractYM] = append(months[row.DealType][row.ContractYM], perM2)
		}
	}
	if r.Rows == 0 {
		return nil, refuse("market", len(rows), "input.no_priced_deals")
	}
	r.collect(groups)
	r.trend(months)
	r.Verified = !r.Sample
	return r, nil
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
	if !usable || row.AreaM2 < 1 || row.AreaM2 > 10_000 {
		return 0, false
	}
	return sum, true
}

// perSquare is the sum for one ㎡; areas count to the hundredth of a ㎡.
func perSquare(sum int64, m2 float64) int64 {
	return mulDivRound(sum, 100, int64(math.Round(m2*100)))
}

// perPyeong is the sum for one 평 of 400/121 ㎡.
func perPyeong(perM2 int64) int64 { return mulDivRound(perM2, 400, 121) }

func (b *bucket) add(row knowledge.MarketRow, sum, perM2 int64) {
	b.sums = append(b.sums, sum)
	b.perM2 = append(b.perM2, perM2)
	b.rows = append(b.rows, row)
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

func (r *MarketResult) collect(groups map[groupKey]*bucket) {
	homes := map[groupKey]bool{}
	for key, b := range groups {
		g := MarketGroup{
			Sido: key.sido, Sigungu: key.sigungu, ComplexType: key.complexType, DealType: key.dealType,
			Count: len(b.sums), Median: median(b.sums), Mean: mean(b.sums), PerM2: median(b.perM2),
		}
		g.Min, g.Max = b.sums[0], b.sums[len(b.sums)-1] // median sorts
		g.PerPyeong = perPyeong(g.PerM2)
		if len(b.monthly) > 0 {
			g.MonthlyMedian = median(b.monthly)
		}
		r.Groups = append(r.Groups, g)
		key.dealType = ""
		homes[key] = true
	}
	sort.Slice(r.Groups, func(i, j int) bool { return r.Groups[i].key() < r.Groups[j].key() })
	for key := range homes {
		if ratio, ok := ratioOf(key, groups); ok {
			r.Ratios = append(r.Ratios, ratio)
		}
	}
	sort.Slice(r.Ratios, func(i, j int) bool { return r.Ratios[i].key() < r.Ratios[j].key() })
}

func (g MarketGroup) key() string {
	return g.Sido + "|" + g.Sigungu + "|" + g.ComplexType + "|" + g.DealType
}

func (m MarketRatio) key() string { return m.Sido + "|" + m.Sigungu + "|" + m.ComplexType }

// ratioOf compares the deals of one kind of home in one district. Complexes
// and areas differ, so both sides are taken per ㎡.
func ratioOf(key groupKey, groups map[groupKey]*bucket) (MarketRatio, bool) {
	of := func(deal string) *bucket { key.dealType = deal; return groups[key] }
	sale, jeonse, monthly := of(knowledge.DealSale), of(knowledge.DealJeonse), of(knowledge.DealMonthlyRent)
	ratio := MarketRatio{Sido: key.sido, Sigungu: key.sigungu, ComplexType: key.complexType}
	if jeonse == nil {
		return ratio, false
	}
	perM2 := median(jeonse.perM2)
	if sale != nil {
		if price := median(sale.perM2); price > 0 && perM2/100 < price {
			ratio.JeonseRatio = share(perM2, price)
		}
	}
	if monthly != nil {
		ratio.Conversion, ratio.ConversionCount = conversionOf(monthly.rows, perM2)
	}
	return ratio, ratio.JeonseRatio > 0 || ratio.Conversion > 0
}

func conversionOf(rows []knowledge.MarketRow, jeonsePerM2 int64) (Rate, int) {
	var rates []int64
	for _, row := range rows {
		jeonse := mulDivRound(jeonsePerM2, int64(math.Round(row.AreaM2*100)), 100)
		rest := jeonse - row.DepositWon
		// A deposit near the jeonse sum would make the rate meaningless.
		if row.MonthlyWon == 0 || rest*20 < jeonse || row.MonthlyWon > rest {
			continue
		}
		rates = append(rates, int64(share(row.MonthlyWon*12, rest)))
	}
	if len(rates) == 0 {
		return 0, 0
	}
	middle := Rate(median(rates))
	return middle - middle%(Percent/100), len(rates)
}

func (r *MarketResult) trend(months map[string]map[string][]int64) {
	for _, deal := range []string{knowledge.DealSale, knowledge.DealJeonse} {
		t := MarketTrend{DealType: deal}
		for month, perM2 := range months[deal] {
			t.Months = append(t.Months, MarketMonth{Month: month, Count: len(perM2), PerM2: median(perM2)})
		}
		sort.Slice(t.Months, func(i, j int) bool { return t.Months[i].Month < t.Months[j].Month })
		if len(t.Months) > 1 {
			r.Trends = append(r.Trends, t)
		}
	}
}

// median sorts the values and returns the middle one.
func median(values []int64) int64 {
	sort.Slice(values, func(i, j int) bool { return values[i] < values[j] })
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
