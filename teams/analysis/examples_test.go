package analysis

import (
	"fmt"
	"os"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/teams/lending"
)

// figures are the numbers, words and flags of an example by name.
type figures map[string]any

func (f figures) won(name string) int64 {
	switch v := f[name].(type) {
	case uint64:
		return int64(v)
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}

func (f figures) rate(name string) Rate {
	switch v := f[name].(type) {
	case uint64:
		return Rate(v) * Percent
	case int64:
		return Rate(v) * Percent
	case float64:
		return RateOf(v)
	}
	return 0
}

func (f figures) text(name string) string { s, _ := f[name].(string); return s }
func (f figures) flag(name string) bool   { b, _ := f[name].(bool); return b }

type example struct {
	Calculator string  `yaml:"calculator"`
	Number     int     `yaml:"number"`
	In         figures `yaml:"in"`
	Want       figures `yaml:"want"`
}

type exampleFile struct {
	Examples    []example `yaml:"examples"`
	Eligibility []struct {
		Product string   `yaml:"product"`
		In      figures  `yaml:"in"`
		Is      []string `yaml:"is"`
		Want    figures  `yaml:"want"`
	} `yaml:"eligibility"`
	Guarantee []struct {
		In   figures `yaml:"in"`
		Want figures `yaml:"want"`
	} `yaml:"guarantee"`
}

func readExamples(t *testing.T) exampleFile {
	t.Helper()
	text, err := os.ReadFile("testdata/examples.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file exampleFile
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// loadLoans reads the products as the library does.
func loadLoans(t testing.TB) Loans {
	t.Helper()
	text, err := os.ReadFile("../../assistants/realestate/packs/loans.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Products Loans `yaml:"products"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Products
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// got runs the calculator of an example and names its figures as the
// example does.
func (e example) got(t *testing.T, tables *Tables) figures {
	in := e.In
	rent, conv, dsr := tables.RentIncrease, tables.Conversion, tables.DSR
	switch e.Calculator {
	case "jeonse_to_wolse":
		r := must[*ConversionResult](t)(conv.Convert(ConversionInput{Direction: DepositToRent, Amount: in.won("amount"), Rate: in.rate("rate_pct")}))
		return figures{"monthly_max": r.MonthlyMax}
	case "wolse_to_jeonse":
		if in.won("multiplier") > 0 {
			return figures{"converted": must[int64](t)(conv.ShopDeposit(in.won("deposit"), in.won("monthly")))}
		}
		r := must[*ConversionResult](t)(conv.Convert(ConversionInput{Direction: RentToDeposit, Monthly: in.won("monthly"), Rate: in.rate("rate_pct")}))
		return figures{"deposit": r.Deposit}
	case "effective_conversion":
		r := must[*EffectiveConversionResult](t)(conv.Effective(in.won("jeonse"), in.won("deposit"), in.won("monthly")))
		return figures{"rate_pct": r.Rate}
	case "rent_increase_cap":
		return e.rentIncrease(t, rent)
	case "renewal_window":
		r := must[*RenewalWindowResult](t)(rent.Renewal.Window(in.text("end"), ""))
		return figures{"start": r.Opens, "safe_last_arrival": r.LastArrival}
	case "rent_report":
		return figures{"must_report": must[*RentReportResult](t)(rent.Report.Check(in.won("deposit"), in.won("monthly"))).MustReport}
	case "ltv_cap":
		return figures{"max_loan": must[int64](t)(CappedLoan(in.won("price"), in.rate("ltv_pct"), in.won("cap")))}
	case "repay_equal", "repay_principal", "jeonse_interest":
		return e.repay(t)
	case "dsr":
		if in.won("annual_payment") > 0 {
			return figures{"dsr_pct": must[*DSRResult](t)(dsr.Ratio(in.won("income"), in.won("annual_payment"), 0)).DSR}
		}
		r := must[*IncomeLimitResult](t)(dsr.MaxLoan(IncomeLimitInput{Income: in.won("income"), Rate: in.rate("rate_pct"), Stress: in.rate("stress_pp"), Months: int(in.won("years")) * 12, Limit: in.rate("limit_pct")}))
		return figures{"max_loan_man": r.MaxLoan / 10_000}
	case "broker_fee":
		return e.brokerage(t, tables.Brokerage)
	case "acquisition_tax":
		return e.acquisition(t, tables.AcquisitionTax)
	case "capital_gains":
		r := must[*CapitalGainsResult](t)(tables.CapitalGains.Tax(CapitalGainsInput{Gain: in.won("gain"), Sale: in.won("sale"), Buy: in.won("buy"), LongHold: in.rate("long_hold_pct"), OneHouse: in.won("sale") > 0}))
		return figures{"taxable_gain": r.TaxableGain, "tax_base": r.TaxBase, "tax": r.Tax}
	case "jongbu_base":
		r := must[*HoldingTaxResult](t)(tables.HoldingTax.Base(in.won("public_price"), in.won("deduction") == tables.HoldingTax.OneHouseDeduction))
		return figures{"tax_base": r.TaxBase}
	case "hug_max_deposit":
		return figures{"max_deposit": must[*GuaranteeResult](t)(tables.HUG.Check(GuaranteeInput{PublicPrice: in.won("public_price"), Senior: in.won("senior"), AreaKnown: in.text("region") != ""})).MaxDeposit}
	case "hug_fee":
		return e.fee(t, tables.HUG)
	case "lease_ratio":
		return figures{"ratio_pct": share(in.won("jeonse"), in.won("sale"))}
	case "refusal_damage":
		r := must[*RefusalDamageResult](t)(rent.RefusalDamage.Damage(RefusalDamageInput{OldDeposit: in.won("old_deposit"), OldRent: in.won("old_rent"), NewDeposit: in.won("new_deposit"), NewRent: in.won("new_rent"), ActualLoss: in.won("actual_loss"), Rate: in.rate("rate_pct")}))
		return figures{"old_monthly": r.OldMonthly, "new_monthly": r.NewMonthly, "option1": r.ByRent, "option2": r.ByGain, "damage": r.Damage}
	case "rent_tax_credit":
		return figures{"credit": must[*RentCreditResult](t)(tables.RentCredit.Credit(in.won("salary"), in.won("annual_rent"))).Credit}
	case "newlywed_rate_lookup":
		p, _ := loadLoans(t).Product("buteumok_general")
		bp, ok := lending.RateBP(p, in.won("income"), in.won("deposit"), in.text("region"))
		if !ok {
			t.Fatal("no rate")
		}
		return figures{"rate_pct": ofBP(bp)}
	}
	t.Fatalf("no calculator %q", e.Calculator)
	return nil
}

func (e example) rentIncrease(t *testing.T, table RentIncreaseTable) figures {
	in := RentIncreaseInput{CurrentDeposit: e.In.won("deposit"), CurrentMonthly: e.In.won("monthly")}
	if current := e.In.won("current"); current > 0 {
		in.CurrentDeposit = current
	}
	r := must[*RentIncreaseResult](t)(table.Check(in))
	got := figures{"max": r.MaxDeposit, "deposit_max": r.MaxDeposit, "monthly_max": r.MaxMonthly}
	return got
}

func (e example) repay(t *testing.T) figures {
	in := RepaymentInput{Principal: e.In.won("principal"), Rate: e.In.rate("rate_pct"), Months: int(e.In.won("years")) * 12, Method: RepayEqual}
	switch e.Calculator {
	case "repay_principal":
		in.Method = RepayPrincipal
	case "jeonse_interest":
		in.Method, in.Months = RepayInterest, 24
	}
	r := must[*RepaymentResult](t)(Repay(in))
	return figures{"monthly": r.Monthly, "first_month": r.Monthly, "monthly_interest": r.Monthly, "total_interest": r.TotalInterest}
}

func (e example) brokerage(t *testing.T, table BrokerageTable) figures {
	in := BrokerageInput{Deal: DealSale, Property: PropertyHome, Price: e.In.won("price"), Deposit: e.In.won("deposit"), Monthly: e.In.won("monthly")}
	switch e.In.text("type") {
	case "lease":
		in.Deal = DealLease
	case "officetel_sale":
		in.Property = PropertyOfficetel
	case "officetel_lease":
		in.Deal, in.Property = DealLease, PropertyOfficetel
	}
	r := must[*BrokerageResult](t)(table.Fee(in))
	return figures{"basis": r.Base, "rate_pct": r.Rate, "max_fee": r.MaxFee}
}

func (e example) acquisition(t *testing.T, table AcquisitionTaxTable) figures {
	in := AcquisitionTaxInput{Price: e.In.won("price"), AreaM2: float64(e.In.won("area_m2")), Houses: 1, FirstTime: e.In.flag("first_time"), Date: "2026-11-21"}
	switch e.In.text("category") {
	case "heavy8":
		in.Houses, in.Adjusted = 2, true
	case "heavy12":
		in.Houses, in.Adjusted = 3, true
	}
	r := must[*AcquisitionTaxResult](t)(table.Tax(in))
	return figures{"rate_pct": r.Rate, "acquisition_tax": r.Tax, "education_tax": r.Education, "rural_tax": r.Rural, "total": r.Total}
}

// fee finds the debt ratio whose rate the example names.
func (e example) fee(t *testing.T, table HUGTable) figures {
	in := FeeInput{Deposit: e.In.won("deposit"), Days: int(e.In.won("days")), Discount: e.In.rate("discount") * 100}
	for _, apartment := range []bool{true, false} {
		for _, ratio := range []Rate{60 * Percent, 75 * Percent, 85 * Percent} {
			in.Apartment, in.DebtRatio = apartment, ratio
			r := must[*FeeResult](t)(table.Fee(in))
			if r.Rate == e.In.rate("rate_pct") {
				return figures{"fee": r.Fee}
			}
		}
	}
	t.Fatalf("no rate of %s", e.In.rate("rate_pct"))
	return nil
}

// Every worked example of the fact pack comes out to the won.
func TestWorkedExamples(t *testing.T) {
	t.Parallel()
	tables, file := loadTables(t), readExamples(t)
	if len(file.Examples) != 82 {
		t.Fatalf("%d examples, want 82", len(file.Examples))
	}
	for _, e := range file.Examples {
		t.Run(fmt.Sprintf("%s_%d", e.Calculator, e.Number), func(t *testing.T) {
			t.Parallel()
			got := e.got(t, tables)
			for name, want := range e.Want {
				switch v := got[name].(type) {
				case int64:
					if v != e.Want.won(name) {
						t.Errorf("%s = %d, want %v", name, v, want)
					}
				case Rate:
					if v != e.Want.rate(name) {
						t.Errorf("%s = %s, want %v", name, v, want)
					}
				default:
					if diff := cmp.Diff(want, got[name]); diff != "" {
						t.Errorf("%s: %s", name, diff)
					}
				}
			}
		})
	}
}

func TestEligibilityExamples(t *testing.T) {
	t.Parallel()
	tables, file := loadTables(t), readExamples(t)
	if len(file.Eligibility) != 10 || len(file.Guarantee) != 2 {
		t.Fatal("examples are missing")
	}
	for i, e := range file.Eligibility {
		t.Run(fmt.Sprintf("%s_%d", e.Product, i+1), func(t *testing.T) {
			t.Parallel()
			r := must[*EligibilityResult](t)(loadLoans(t).Eligibility(EligibilityInput{Product: e.Product, Income: e.In.won("income"), Asset: e.In.won("asset"), Age: int(e.In.won("age")), House: e.In.won("house"), Is: e.Is}))
			if r.Eligible != e.Want.flag("eligible") {
				t.Fatalf("eligible %v, reasons %v", r.Eligible, r.Reasons)
			}
			if r.MaxLoan != e.Want.won("max_loan") || r.Rate != e.Want.rate("rate_pct") || r.Discount != e.Want.rate("discount_pp") {
				t.Errorf("loan %d at %s minus %s, want %v", r.MaxLoan, r.Rate, r.Discount, e.Want)
			}
		})
	}
	for i, e := range file.Guarantee {
		r := must[*GuaranteeResult](t)(tables.HUG.Check(GuaranteeInput{PublicPrice: e.In.won("public_price"), Deposit: e.In.won("deposit"), Capital: e.In.flag("capital"), AreaKnown: true}))
		if (r.Verdict == VerdictWithin) != e.Want.flag("within") {
			t.Errorf("guarantee %d: %s", i+1, r.Verdict)
		}
		if want := e.Want.won("max_deposit"); want > 0 && r.MaxDeposit != want {
			t.Errorf("guarantee %d: %d, want %d", i+1, r.MaxDeposit, want)
		}
	}
}
