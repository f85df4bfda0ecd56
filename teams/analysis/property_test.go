package analysis

import (
	"errors"
	"fmt"
	"github.com/madang-dev/madang/internal/estate"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/knowledge"
)

func wonUpTo(t *rapid.T, name string, most int64) int64 {
	return rapid.Int64Range(1, most).Draw(t, name)
}

// The payment rises with the rate and with the principal, and covers the
// first month's interest.
func TestRepayMonotone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		principal, months := wonUpTo(t, "principal", MaxWon/2), rapid.IntRange(1, maxMonths).Draw(t, "months")
		rate := Rate(rapid.Int64Range(0, int64(40*Percent)).Draw(t, "rate"))
		base, _ := repay(principal, rate, months, RepayEqual)
		if dearer, _ := repay(principal, rate+Percent, months, RepayEqual); dearer < base {
			t.Fatalf("a higher rate pays less: %d < %d", dearer, base)
		}
		if larger, _ := repay(2*principal, rate, months, RepayEqual); larger < base {
			t.Fatalf("a larger loan pays less: %d < %d", larger, base)
		}
		if interest := mulDivRound(principal, int64(rate), yearParts); base < interest-1 {
			t.Fatalf("payment %d below the interest %d", base, interest)
		}
	})
}

// got is what a calculation finds, which has to find something.
func got(t *rapid.T, tables *Tables, name, question string, e estate.Entities, in Inputs) figures {
	f, err := reckon(tables, name, question, e, in)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f figures) sum(name string) int64 { v, _ := f[name].(int64); return v }
func (f figures) pct(name string) Rate  { v, _ := f[name].(Rate); return v }

// The loan that an income carries costs no more than the income allows.
func TestMaxLoanProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		yearly, months := wonUpTo(t, "yearly", 10_000_000_000_000), rapid.IntRange(12, maxMonths).Draw(t, "months")
		rate := Rate(rapid.Int64Range(0, int64(23*Percent)).Draw(t, "rate"))
		loan := loanFor(yearly, rate, months)
		if loan%10_000 != 0 || loan < 0 {
			t.Fatalf("loan %d", loan)
		}
		if monthly, _ := repay(loan, rate, months, RepayEqual); loan > 0 && monthly*12 > yearly+12 { // half a won of rounding a month
			t.Fatalf("%d a year, allowed %d", monthly*12, yearly)
		}
	})
}

// The ceiling is never passed, and the verdict agrees with it.
func TestRentIncreaseProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	rapid.Check(t, func(t *rapid.T) {
		current, proposed := wonUpTo(t, "current", MaxWon), wonUpTo(t, "proposed", MaxWon)
		r := got(t, tables, "rent_increase", "", estate.Entities{}, Inputs{"current_deposit": current, "proposed_deposit": proposed})
		most := r.sum("max_deposit")
		if most < current || (most-current)*20 > current {
			t.Fatalf("ceiling %d of %d", most, current)
		}
		if (r["verdict"] == "over") != (proposed > most) || r.sum("over_deposit") != max(0, proposed-most) {
			t.Fatalf("%d of %d is %s by %d", proposed, most, r["verdict"], r["over_deposit"])
		}
	})
}

// A fee never passes its limit or its rate, and rises within a band.
func TestBrokerageProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	rapid.Check(t, func(t *rapid.T) {
		e := estate.Entities{PropertyTypes: []string{rapid.SampledFrom([]string{"apartment", "officetel", "shop"}).Draw(t, "property")}}
		in, more := Inputs{}, Inputs{}
		if rapid.Bool().Draw(t, "sale") {
			in["price"] = wonUpTo(t, "price", MaxWon/2)
		} else {
			in["deposit"], in["rent"] = wonUpTo(t, "deposit", MaxWon/2), rapid.Int64Range(0, 1_000_000_000).Draw(t, "monthly")
			more["rent"] = in["rent"]
		}
		r := got(t, tables, "brokerage_fee", "", e, in)
		if limit := r.sum("limit"); limit > 0 && r.sum("max_fee") > limit || r.sum("max_fee") > r.pct("rate").of(r.sum("base")) || r.sum("max_fee") < 0 {
			t.Fatalf("%+v", r)
		}
		for _, name := range []string{"price", "deposit"} {
			if in.Has(name) {
				more[name] = in.Won(name) + in.Won(name)/100
			}
		}
		m := got(t, tables, "brokerage_fee", "", e, more)
		if m["rate"] == r["rate"] && m["limit"] == r["limit"] && m.sum("max_fee") < r.sum("max_fee") {
			t.Fatalf("%d for more, %d for less", m["max_fee"], r["max_fee"])
		}
	})
}

// The parts add up, the rate stays within its bounds and rises with the
// price.
func TestAcquisitionTaxProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	rapid.Check(t, func(t *rapid.T) {
		attribute := func(name string, v any) estate.Attribute { return estate.Attribute{Name: name, Value: fmt.Sprint(v)} }
		e := estate.Entities{Attributes: []estate.Attribute{attribute("house_count", rapid.IntRange(1, 6).Draw(t, "houses")),
			attribute("regulated_area", rapid.Bool().Draw(t, "adjusted")), attribute("first_home", rapid.Bool().Draw(t, "first"))}}
		in := Inputs{"price": wonUpTo(t, "price", MaxWon), "area_m2": rapid.Float64Range(0, 300).Draw(t, "area")}
		r := got(t, tables, "acquisition_tax", "", e, in)
		if r.sum("total") != r.sum("acquisition_tax")+r.sum("education_tax")+r.sum("rural_tax") || r.sum("acquisition_tax") < 0 || r.pct("rate") < Percent || r.pct("rate") > 12*Percent {
			t.Fatalf("%+v", r)
		}
		if r.sum("rural_tax") > 0 && in.Area("area_m2") <= 85 {
			t.Fatalf("rural tax at %v", in["area_m2"])
		}
		in["price"] = min(MaxWon, in.Won("price")+1_000_000)
		if m := got(t, tables, "acquisition_tax", "", e, in); m.pct("rate") < r.pct("rate") {
			t.Fatalf("rate falls from %s to %s", r["rate"], m["rate"])
		}
	})
}

// More debt before the tenant or a larger deposit never makes a lease safer,
// and without a look at the debt none is called safe.
func TestJeonseRiskProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	order := map[string]int{RiskLow: 1, RiskUnknown: 1, RiskMedium: 2, RiskHigh: 3}
	rapid.Check(t, func(t *rapid.T) {
		sale := wonUpTo(t, "sale", 100_000_000_000)
		e := estate.Entities{}
		if rapid.Bool().Draw(t, "area known") {
			e.Regions = []estate.Region{{Sido: "서울특별시", Capital: true}}
		}
		in := Inputs{"deposit": rapid.Int64Range(1, sale*2).Draw(t, "deposit"), "sale_price": sale, "senior_debt": rapid.Int64Range(0, sale*2).Draw(t, "senior"), "public_price": rapid.Int64Range(0, sale).Draw(t, "public")}
		weigh := func(in Inputs, question string) figures { return got(t, tables, MethodJeonseRisk, question, e, in) }
		r := weigh(in, "근저당 없음")
		if r.pct("debt_ratio") < r.pct("jeonse_ratio") {
			t.Fatalf("ratios %s and %s", r["jeonse_ratio"], r["debt_ratio"])
		}
		if level := r.text("level"); r.pct("debt_ratio") > tables.JeonseLines.RiskyPct && level != RiskHigh {
			t.Fatalf("%s is %s", r["debt_ratio"], level)
		}
		for _, name := range []string{"senior_debt", "deposit"} {
			worse := weigh(in.with(map[string]any{name: in.Won(name) + wonUpTo(t, "more "+name, sale)}), "근저당 없음")
			if order[worse.text("level")] < order[r.text("level")] {
				t.Fatalf("%s became %s with more %s", r["level"], worse["level"], name)
			}
		}
		if blind := weigh(in.with(map[string]any{"senior_debt": int64(0)}), ""); blind["level"] == RiskLow {
			t.Fatal("called safe without a look at the debt")
		}
	})
}

// A deal counts for each of the named places that it lies in, and the gap is that of
// the ends.
func TestCompareProperty(t *testing.T) {
	t.Parallel()
	places := []knowledge.Place{{Sido: "a", Sigungu: "1"}, {Sido: "a", Sigungu: "2"}, {Sido: "a"}}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) knowledge.MarketRow {
			return knowledge.MarketRow{Sido: "a", Sigungu: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "district"), ComplexType: "아파트", DealType: knowledge.DealSale,
				AreaM2: rapid.Float64Range(0, 300).Draw(t, "area"), PriceWon: rapid.Int64Range(0, MaxWon).Draw(t, "price")}
		}), 1, -1).Draw(t, "rows")
		r, err := Market(rows, places)
		if err != nil {
			return
		}
		if whole := r.Groups[0]; whole.Sigungu != "" || whole.Count != r.Rows {
			t.Fatalf("%+v of %d deals", whole, r.Rows)
		}
		o := r.comparison(r.Groups)
		if gap, _ := o.Figures["아파트.sale.gap_per_m2"].(int64); gap < 0 || o.Figures["아파트.sale.gap"].(Rate) < 0 {
			t.Fatalf("%+v", o.Figures)
		}
	})
}

// Deposit to rent and back loses less than a won's worth of deposit.
func TestConversionProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	rapid.Check(t, func(t *rapid.T) {
		deposit := rapid.Int64Range(1_000_000, 1_000_000_000_000).Draw(t, "deposit")
		rate := Rate(rapid.Int64Range(int64(Percent), int64(tables.Conversion.Cap(false))).Draw(t, "rate")) // above it the cap is told
		rent := got(t, tables, MethodConversion, "", estate.Entities{}, Inputs{"deposit": deposit, "rate": rate})
		back := got(t, tables, MethodConversion, "", estate.Entities{}, Inputs{"rent": rent["monthly_max"], "rate": rate}).sum("deposit")
		if back > deposit || deposit-back > 12*int64(Whole)/int64(rate)+1 {
			t.Fatalf("%d came back as %d at %s", deposit, back, rate)
		}
	})
}

// The renewal window opens before it closes and closes before the end.
func TestRenewalWindowProperty(t *testing.T) {
	t.Parallel()
	table := loadTables(t).RentIncrease.Renewal
	rapid.Check(t, func(t *rapid.T) {
		end := rapid.Custom(func(t *rapid.T) string {
			day, err := parseDay("d", "2020-01-01")
			if err != nil {
				t.Fatal(err)
			}
			return day.AddDate(0, 0, rapid.IntRange(0, 20000).Draw(t, "days")).Format("2006-01-02")
		}).Draw(t, "end")
		w := table.window(end, end)
		if opens, arrival := figures(w.Words).text("opens"), figures(w.Words).text("last_arrival"); opens >= arrival || arrival >= end || w.Words["now"] != "closed" {
			t.Fatalf("%+v", w)
		}
	})
}

func TestMulDivExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64Range(0, MaxWon).Draw(t, "a"), rapid.Int64Range(0, 1_000_000).Draw(t, "b")
		c := rapid.Int64Range(1, math.MaxInt32).Draw(t, "c")
		num := product(bigInt(a), bigInt(b))
		if want := floorQuo(num, bigInt(c)); want.IsInt64() && mulDiv(a, b, c) != want.Int64() {
			t.Fatalf("mulDiv(%d, %d, %d) = %d, want %s", a, b, c, mulDiv(a, b, c), want)
		}
		if want := roundQuo(num, bigInt(c)); want.IsInt64() && mulDivRound(a, b, c) != want.Int64() {
			t.Fatalf("mulDivRound(%d, %d, %d) = %d, want %s", a, b, c, mulDivRound(a, b, c), want)
		}
	})
}

// Any sums whatever are either reckoned or refused by name, never a panic or a
// negative figure.
func TestNoOverflow(t *testing.T) {
	t.Parallel()
	tables, team := loadTables(t), newTeam(t)
	edge := rapid.OneOf(rapid.SampledFrom([]int64{0, 1, -1, MaxWon, MaxWon + 1, math.MaxInt64, math.MinInt64}), rapid.Int64())
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range team.names {
			c := team.methods[name]
			if c.reckon == nil {
				continue
			}
			in := Inputs{}
			for _, i := range c.Inputs {
				if i.Unit == "" && rapid.Bool().Draw(t, "has "+i.Name) {
					in[i.Name] = edge.Draw(t, i.Name)
				}
			}
			if c.lacks(in) != "" || c.check(in) != nil {
				continue
			}
			f, err := reckon(tables, name, "", estate.Entities{}, in)
			if refused := (*InputError)(nil); err != nil && (!errors.As(err, &refused) || refused.Field == "") {
				t.Fatalf("%s: %v names no field", name, err)
			}
			for figure, v := range f {
				if won, ok := v.(int64); err == nil && ok && won < 0 {
					t.Fatalf("%s of %v: %s = %d", name, in, figure, won)
				}
			}
		}
	})
}
