package analysis

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// figures are the numbers, words and flags of an example by name.
type figures map[string]any

func (f figures) won(name string) int64 {
	switch v := f[name].(type) {
	case int:
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
	case int:
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
	if err := yaml.Load(text, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// loadLoans reads the products as the library does.
func loadLoans(t testing.TB) []knowledge.LoanProduct {
	t.Helper()
	text, err := os.ReadFile("../../assistants/realestate/packs/loans.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Products []knowledge.LoanProduct `yaml:"products"`
	}
	if err := yaml.Load(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Products
}

func productOf(t *testing.T, id string) knowledge.LoanProduct {
	t.Helper()
	all := loadLoans(t)
	i := slices.IndexFunc(all, func(p knowledge.LoanProduct) bool { return p.ID == id })
	if i < 0 {
		t.Fatalf("no product %s", id)
	}
	return all[i]
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

// reckon carries out a calculation with inputs, in a question that says no more.
func reckon(tables *Tables, name, question string, e estate.Entities, in Inputs) (figures, error) {
	g := &Given{facts: readFacts(question, question, e, "2026-11-21"), Inputs: in, Tables: tables, used: map[int]bool{}, rates: map[int]bool{}}
	if err := in.check(); err != nil {
		return nil, err
	}
	o, err := reckonings()[name].reckon(g)
	f := figures(Inputs(o.Words).with(o.Figures))
	f["verdict"] = o.Verdict
	return f, err
}

// calculators are the examples' names of calculations and of their figures.
var calculators = map[string][2]string{
	"jeonse_to_wolse": {MethodConversion}, "wolse_to_jeonse": {MethodConversion, "converted"}, "effective_conversion": {MethodConversion}, "rent_increase_cap": {"rent_increase"},
	"rent_report": {"rent_report"}, "repay_equal": {"repayment"}, "repay_principal": {"repayment"}, "jeonse_interest": {"repayment"}, "broker_fee": {"brokerage_fee"},
	"acquisition_tax": {"acquisition_tax"}, "capital_gains": {"capital_gains"}, "jongbu_base": {"holding_tax"}, "hug_max_deposit": {"guarantee"},
	"refusal_damage": {"refusal_damage"}, "rent_tax_credit": {"rent_credit"},
}

// inputs are an example's as calculations name them.
func (e example) inputs() (Inputs, estate.Entities, string) {
	in, entities, question := Inputs{}, estate.Entities{}, ""
	for name := range e.In {
		switch {
		case name == "years":
			in["months"] = int(e.In.won(name)) * 12
		case name == "area_m2":
			in[name] = float64(e.In.won(name))
		case strings.HasSuffix(name, "_pct"):
			in[strings.TrimSuffix(name, "_pct")] = e.In.rate(name)
		case e.In.text(name) == "":
			in[name] = e.In.won(name)
		}
	}
	rename := func(from, to string) {
		if v, ok := in[from]; ok {
			delete(in, from)
			in[to] = v
		}
	}
	houses := "1"
	switch e.Calculator {
	case "jeonse_to_wolse", "wolse_to_jeonse", "rent_report", "broker_fee":
		rename("monthly", "rent")
	case "effective_conversion":
		in = Inputs{"part": in.Won("jeonse") - in.Won("deposit"), "rent": in["monthly"]}
		entities.Amounts = []estate.Amount{sum(in.Won("part"), "part"), sum(in.Won("rent"), "")}
	case "rent_increase_cap":
		rename("current", "current_deposit")
		rename("deposit", "current_deposit")
		rename("monthly", "current_monthly")
	case "repay_equal":
		in["method"] = RepayEqual
	case "repay_principal":
		in["method"] = RepayPrincipal
	case "jeonse_interest":
		in["method"] = RepayInterest
	case "hug_max_deposit":
		rename("senior", "senior_debt")
	case "rent_tax_credit":
		in["rent"], in["months"] = in.Won("annual_rent")/12, 12
	case "capital_gains":
		if in.Won("sale") == 0 {
			houses = "2"
		}
	case "jongbu_base":
		if in.Won("deduction") != 1_200_000_000 {
			houses = "2"
		}
	}
	switch e.In.text("category") + e.In.text("type") {
	case "heavy8":
		houses, question = "2", "조정대상지역"
	case "heavy12":
		houses, question = "3", "조정대상지역"
	case "lease":
		entities.ContractTypes = []string{"jeonse"}
	case "officetel_sale", "officetel_lease":
		entities.PropertyTypes = []string{"officetel"}
	}
	entities.Attributes = []estate.Attribute{{Name: "house_count", Value: houses}}
	if question != "" {
		entities.Attributes = append(entities.Attributes, estate.Attribute{Name: "regulated_area", Value: "true"})
	}
	if e.In.flag("first_time") {
		entities.Attributes = append(entities.Attributes, estate.Attribute{Name: "first_home", Value: "true"})
	}
	return in, entities, question
}

// got runs the calculator of an example and names its figures as the
// example does.
func (e example) got(t *testing.T, tables *Tables) figures {
	in := e.In
	switch e.Calculator {
	case "renewal_window":
		w := tables.RentIncrease.Renewal.window(in.text("end"), "2026-11-21")
		return figures{"start": w.Words["opens"], "safe_last_arrival": w.Words["last_arrival"]}
	case "dsr":
		if payment := in.won("annual_payment"); payment > 0 {
			got := must[figures](t)(reckon(tables, MethodDSR, "", estate.Entities{}, Inputs{"income": in.won("income"), "payment": payment}))
			return figures{"dsr_pct": got["dsr"]}
		}
		limit := max(in.rate("limit_pct"), tables.DSR.BankPct)
		return figures{"max_loan_man": loanFor(limit.of(in.won("income")), in.rate("rate_pct")+in.rate("stress_pp"), int(in.won("years"))*12) / 10_000}
	case "hug_fee":
		return e.fee(t, tables)
	case "lease_ratio":
		return figures{"ratio_pct": share(in.won("jeonse"), in.won("sale"))}
	case "newlywed_rate_lookup":
		p := productOf(t, "buteumok_general")
		bp, ok := lending.RateBP(p, in.won("income"), in.won("deposit"), in.text("region"))
		if !ok {
			t.Fatal("no rate")
		}
		return figures{"rate_pct": ofBP(bp)}
	}
	name := calculators[e.Calculator]
	given, entities, question := e.inputs()
	if name[1] == "converted" && in.won("multiplier") > 0 {
		name[0] = MethodShopDeposit
	}
	got := must[figures](t)(reckon(tables, name[0], question, entities, given))
	for from, to := range map[string]string{"rate": "rate_pct", "max_deposit": "deposit_max", "max_monthly": "monthly_max", "base": "basis", "monthly": "monthly_interest", "by_rent": "option1", "by_gain": "option2"} {
		if v, ok := got[from]; ok && got[to] == nil {
			got[to] = v
		}
	}
	got["first_month"], got["must_report"], got["max"] = got["monthly"], got["verdict"] == "", got["max_deposit"]
	return got
}

// fee finds the debt ratio whose rate the example names.
func (e example) fee(t *testing.T, tables *Tables) figures {
	for _, kind := range []string{"apartment", "villa"} {
		for _, ratio := range []Rate{60 * Percent, 75 * Percent, 85 * Percent} {
			got := must[figures](t)(reckon(tables, "guarantee", "", estate.Entities{PropertyTypes: []string{kind}, Periods: []estate.Period{{Months: 24}}}, Inputs{"deposit": e.In.won("deposit"), "debt_ratio": ratio}))
			if got["fee_rate"] == e.In.rate("rate_pct") {
				return got
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
	if len(file.Examples) != 76 {
		t.Fatalf("%d examples, want 76", len(file.Examples))
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
			p := productOf(t, e.Product)
			a := lending.Applicant{Income: e.In.won("income"), Asset: e.In.won("asset"), Groups: e.Is, Region: e.Is[len(e.Is)-1]}
			if slices.Contains(e.Is, knowledge.RegionCapital) {
				a.Region = knowledge.RegionCapital
			} else if a.Region != knowledge.RegionOther {
				a.Region = ""
			}
			if age := int(e.In.won("age")); age > 0 {
				a.Age = &age
			}
			if a.Deposit = e.In.won("house"); p.Kind == knowledge.LoanPurchase {
				a.Price, a.Deposit = a.Deposit, 0
			}
			o := loanOf(p, a, false)
			if o.Loan.Eligible != e.Want.flag("eligible") {
				t.Fatalf("eligible %v, %v", o.Loan.Eligible, o.Words["reason"])
			}
			got := figures(o.Words)
			if o.Loan.MaxLoan != e.Want.won("max_loan") || got.pct("rate") != e.Want.rate("rate_pct") || got.pct("discount") != e.Want.rate("discount_pp") {
				t.Errorf("loan %d at %v minus %v, want %v", o.Loan.MaxLoan, got["rate"], got["discount"], e.Want)
			}
		})
	}
	for i, e := range file.Guarantee {
		region := estate.Region{Capital: e.In.flag("capital")}
		r := must[figures](t)(reckon(tables, "guarantee", "", estate.Entities{Regions: []estate.Region{region}}, Inputs{"public_price": e.In.won("public_price"), "deposit": e.In.won("deposit")}))
		reasons, _ := r["reasons"].([]words.Message)
		if (len(reasons) == 0) != e.Want.flag("within") {
			t.Errorf("guarantee %d: %s", i+1, reasons)
		}
		if want := e.Want.won("max_deposit"); want > 0 && r.won("max_deposit") != want {
			t.Errorf("guarantee %d: %d, want %d", i+1, r.won("max_deposit"), want)
		}
	}
}
