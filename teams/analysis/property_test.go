package analysis

import (
	"errors"
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
		in := RepaymentInput{Principal: wonUpTo(t, "principal", MaxWon/2), Rate: Rate(rapid.Int64Range(0, int64(40*Percent)).Draw(t, "rate")),
			Months: rapid.IntRange(1, maxMonths).Draw(t, "months"), Method: RepayEqual}
		base := pay(t, in)
		dearer := in
		dearer.Rate += Percent
		larger := in
		larger.Principal *= 2
		if a := pay(t, dearer); a.Monthly < base.Monthly {
			t.Fatalf("a higher rate pays less: %d < %d", a.Monthly, base.Monthly)
		}
		if a := pay(t, larger); a.Monthly < base.Monthly {
			t.Fatalf("a larger loan pays less: %d < %d", a.Monthly, base.Monthly)
		}
		if interest := mulDivRound(in.Principal, int64(in.Rate), yearParts); base.Monthly < interest-1 {
			t.Fatalf("payment %d below the interest %d", base.Monthly, interest)
		}
	})
}

func pay(t *rapid.T, in RepaymentInput) *RepaymentResult {
	r, err := Repay(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The loan that an income carries costs no more than the income allows.
func TestMaxLoanProperty(t *testing.T) {
	t.Parallel()
	dsr := loadTables(t).DSR
	rapid.Check(t, func(t *rapid.T) {
		in := IncomeLimitInput{Income: wonUpTo(t, "income", 10_000_000_000_000), Rate: Rate(rapid.Int64Range(0, int64(20*Percent)).Draw(t, "rate")),
			Stress: Rate(rapid.Int64Range(0, int64(3*Percent)).Draw(t, "stress")), Months: rapid.IntRange(12, maxMonths).Draw(t, "months")}
		r, err := dsr.MaxLoan(in)
		if err != nil {
			t.Fatal(err)
		}
		if r.MaxLoan%10_000 != 0 || r.MaxLoan < 0 {
			t.Fatalf("loan %d", r.MaxLoan)
		}
		if r.MaxLoan == 0 {
			return
		}
		p := pay(t, RepaymentInput{Principal: r.MaxLoan, Rate: in.Rate + in.Stress, Months: in.Months, Method: RepayEqual})
		// Half a won of rounding a month.
		if p.Monthly*12 > r.AllowedAnnual+12 {
			t.Fatalf("%d a year, allowed %d", p.Monthly*12, r.AllowedAnnual)
		}
	})
}

// The ceiling is never passed, and the verdict agrees with it.
func TestRentIncreaseProperty(t *testing.T) {
	t.Parallel()
	table := loadTables(t).RentIncrease
	rapid.Check(t, func(t *rapid.T) {
		current, proposed := wonUpTo(t, "current", MaxWon), wonUpTo(t, "proposed", MaxWon)
		r, err := table.Check(RentIncreaseInput{CurrentDeposit: current, ProposedDeposit: proposed})
		if err != nil {
			t.Fatal(err)
		}
		if r.MaxDeposit < current || (r.MaxDeposit-current)*20 > current {
			t.Fatalf("ceiling %d of %d", r.MaxDeposit, current)
		}
		if (r.Verdict == VerdictOver) != (proposed > r.MaxDeposit) || r.OverDeposit != max(0, proposed-r.MaxDeposit) {
			t.Fatalf("%d of %d is %s by %d", proposed, r.MaxDeposit, r.Verdict, r.OverDeposit)
		}
	})
}

// A fee never passes its limit or its rate, and rises within a band.
func TestBrokerageProperty(t *testing.T) {
	t.Parallel()
	table := loadTables(t).Brokerage
	rapid.Check(t, func(t *rapid.T) {
		in := BrokerageInput{Deal: rapid.SampledFrom([]string{DealSale, DealLease}).Draw(t, "deal"), Property: rapid.SampledFrom([]string{PropertyHome, PropertyOfficetel, PropertyOther}).Draw(t, "property")}
		if in.Deal == DealSale {
			in.Price = wonUpTo(t, "price", MaxWon/2)
		} else {
			in.Deposit, in.Monthly = wonUpTo(t, "deposit", MaxWon/2), rapid.Int64Range(0, 1_000_000_000).Draw(t, "monthly")
		}
		r, err := table.Fee(in)
		if err != nil {
			t.Fatal(err)
		}
		if r.Limit > 0 && r.MaxFee > r.Limit || r.MaxFee > r.Rate.of(r.Base) || r.MaxFee < 0 {
			t.Fatalf("%+v", r)
		}
		more := in
		more.Price, more.Deposit = in.Price+in.Price/100, in.Deposit+in.Deposit/100
		m, err := table.Fee(more)
		if err != nil {
			t.Fatal(err)
		}
		if m.Rate == r.Rate && m.Limit == r.Limit && m.MaxFee < r.MaxFee {
			t.Fatalf("%d for more, %d for less", m.MaxFee, r.MaxFee)
		}
	})
}

// The parts add up, the rate stays within its bounds and rises with the
// price.
func TestAcquisitionTaxProperty(t *testing.T) {
	t.Parallel()
	table := loadTables(t).AcquisitionTax
	rapid.Check(t, func(t *rapid.T) {
		in := AcquisitionTaxInput{Price: wonUpTo(t, "price", MaxWon), AreaM2: rapid.Float64Range(0, 300).Draw(t, "area"), Houses: rapid.IntRange(1, 6).Draw(t, "houses"),
			Adjusted: rapid.Bool().Draw(t, "adjusted"), FirstTime: rapid.Bool().Draw(t, "first")}
		r, err := table.Tax(in)
		if err != nil {
			t.Fatal(err)
		}
		if r.Total != r.Tax+r.Education+r.Rural || r.Tax < 0 || r.Rate < Percent || r.Rate > 12*Percent {
			t.Fatalf("%+v", r)
		}
		if (r.Rural > 0) && in.AreaM2 <= 85 {
			t.Fatalf("rural tax at %v", in.AreaM2)
		}
		more := in
		more.Price = min(MaxWon, in.Price+1_000_000)
		m, err := table.Tax(more)
		if err != nil {
			t.Fatal(err)
		}
		if m.Rate < r.Rate {
			t.Fatalf("rate falls from %s to %s", r.Rate, m.Rate)
		}
	})
}

// More debt before the tenant or a larger deposit never makes a lease safer,
// and the level agrees with the figures.
func TestJeonseRiskProperty(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	order := map[string]int{RiskLow: 1, RiskMedium: 2, RiskHigh: 3}
	rapid.Check(t, func(t *rapid.T) {
		sale := wonUpTo(t, "sale", 100_000_000_000)
		in := JeonseRiskInput{Deposit: rapid.Int64Range(1, sale*2).Draw(t, "deposit"), Sale: sale, Senior: rapid.Int64Range(0, sale*2).Draw(t, "senior"), SeniorKnown: true,
			PublicPrice: rapid.Int64Range(0, sale).Draw(t, "public"), Capital: rapid.Bool().Draw(t, "capital"), AreaKnown: rapid.Bool().Draw(t, "area known")}
		weigh := func(in JeonseRiskInput) *JeonseRiskResult {
			r, err := tables.JeonseRisk(in)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := weigh(in)
		if r.DebtRatio < r.JeonseRatio || r.Uncovered != max(0, in.Deposit+in.Senior-in.Sale) {
			t.Fatalf("ratios %s and %s, uncovered %d", r.JeonseRatio, r.DebtRatio, r.Uncovered)
		}
		if r.Uncovered > 0 && r.DebtRatio > tables.JeonseLines.RiskyPct && r.Level != RiskHigh {
			t.Fatalf("%d uncovered is %s", r.Uncovered, r.Level)
		}
		if out := r.Guarantee != nil && r.Guarantee.Verdict == VerdictOver; (r.Level == RiskHigh) != (r.DebtRatio > tables.JeonseLines.RiskyPct || out) {
			t.Fatalf("%s at %s, guarantee out of reach %v", r.Level, r.DebtRatio, out)
		}
		more := in
		more.Senior += wonUpTo(t, "more debt", sale)
		larger := in
		larger.Deposit += wonUpTo(t, "more deposit", sale)
		for _, worse := range []*JeonseRiskResult{weigh(more), weigh(larger)} {
			if order[worse.Level] < order[r.Level] {
				t.Fatalf("%s became %s with %+v", r.Level, worse.Level, worse.Input)
			}
		}
		blind := in
		blind.Senior, blind.SeniorKnown = 0, false
		if b := weigh(blind); b.Level == RiskLow {
			t.Fatal("called safe without a look at the debt")
		}
	})
}

// Setting places side by side loses no deal, and the gap is that of the ends.
func TestCompareProperty(t *testing.T) {
	t.Parallel()
	places := []Place{{"a", "1"}, {"a", "2"}, {"a", ""}}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(rapid.Custom(func(t *rapid.T) knowledge.MarketRow {
			return knowledge.MarketRow{Sido: "a", Sigungu: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "district"), ComplexType: "아파트", DealType: MarketSale,
				AreaM2: rapid.Float64Range(0, 300).Draw(t, "area"), PriceWon: rapid.Int64Range(0, MaxWon).Draw(t, "price")}
		})).Draw(t, "rows")
		usable := 0
		for _, row := range rows {
			if _, ok := dealSum(row); ok {
				usable++
			}
		}
		for _, c := range Compare(places, rows) {
			if last := c.Places[len(c.Places)-1]; last.Place != places[2] || last.Count != usable {
				t.Fatalf("%+v of %d deals", last, usable)
			}
			dearest, cheapest := c.ends()
			if c.Gap != dearest.PerM2-cheapest.PerM2 || c.Gap < 0 || c.GapRate < 0 {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// Deposit to rent and back loses less than a won's worth of deposit.
func TestConversionProperty(t *testing.T) {
	t.Parallel()
	table := loadTables(t).Conversion
	rapid.Check(t, func(t *rapid.T) {
		deposit := rapid.Int64Range(1_000_000, 1_000_000_000_000).Draw(t, "deposit")
		rate := Rate(rapid.Int64Range(int64(Percent), int64(20*Percent)).Draw(t, "rate"))
		rent, err := table.Convert(ConversionInput{Direction: DepositToRent, Amount: deposit, Rate: rate})
		if err != nil {
			t.Fatal(err)
		}
		back, err := table.Convert(ConversionInput{Direction: RentToDeposit, Monthly: rent.MonthlyMax, Rate: rate})
		if err != nil {
			t.Fatal(err)
		}
		if back.Deposit > deposit || deposit-back.Deposit > 12*int64(Whole)/int64(rate)+1 {
			t.Fatalf("%d came back as %d at %s", deposit, back.Deposit, rate)
		}
		if rent.AboveCap != (rate > rent.Cap) {
			t.Fatalf("%s of %s", rate, rent.Cap)
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
		w, err := table.Window(end, end)
		if err != nil {
			t.Fatal(err)
		}
		if w.Opens >= w.LastArrival || w.LastArrival >= end || w.State != WindowClosed {
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

// Any sums whatever are either reckoned or refused, never a panic or a
// negative figure.
func TestNoOverflow(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	edge := rapid.OneOf(rapid.SampledFrom([]int64{0, 1, -1, MaxWon, MaxWon + 1, math.MaxInt64, math.MinInt64}), rapid.Int64())
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := edge.Draw(t, "a"), edge.Draw(t, "b"), edge.Draw(t, "c")
		check := func(name string, err error, figures ...int64) {
			var input *InputError
			if err != nil {
				if !errors.As(err, &input) || input.Field == "" {
					t.Fatalf("%s: %v names no field", name, err)
				}
				return
			}
			for _, v := range figures {
				if v < 0 {
					t.Fatalf("%s(%d, %d, %d) = %d", name, a, b, c, v)
				}
			}
		}
		if r, err := tables.RentIncrease.Check(RentIncreaseInput{CurrentDeposit: a, CurrentMonthly: b, ProposedDeposit: c}); err == nil {
			check("rent", nil, r.MaxDeposit, r.MaxMonthly, int64(r.Rise))
		} else {
			check("rent", err)
		}
		if r, err := tables.JeonseRisk(JeonseRiskInput{Deposit: a, Sale: b, Senior: c, SeniorKnown: true, PublicPrice: b, SmallArea: AreaSeoul}); err == nil {
			check("risk", nil, int64(r.JeonseRatio), int64(r.DebtRatio), r.Uncovered)
		} else {
			check("risk", err)
		}
		if r, err := tables.Conversion.Effective(a, b, c); err == nil {
			check("effective", nil, int64(r.Rate))
		} else {
			check("effective", err)
		}
		if r, err := tables.RentIncrease.RefusalDamage.Damage(RefusalDamageInput{OldDeposit: a, NewDeposit: b, NewRent: c, Rate: 5 * Percent}); err == nil {
			check("damage", nil, r.Damage)
		} else {
			check("damage", err)
		}
		if r, err := tables.CapitalGains.Tax(CapitalGainsInput{Sale: a, Buy: b, Expenses: c, OneHouse: true}); err == nil {
			check("gains", nil, r.Tax, r.TaxBase)
		} else {
			check("gains", err)
		}
		if r, err := tables.DSR.Ratio(a, b, 0); err == nil {
			check("dsr", nil, int64(r.DSR))
		} else {
			check("dsr", err)
		}
		if r, err := tables.HUG.Fee(FeeInput{Deposit: a, Days: 730}); err == nil {
			check("fee", nil, r.Fee)
		} else {
			check("fee", err)
		}
	})
}
