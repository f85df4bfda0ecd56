package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// EligibilityInput is someone who asks for a public loan. Zero is not known.
type EligibilityInput struct {
	Product string `json:"product"`
	Income  int64  `json:"income"` // a year, of the couple where married
	Asset   int64  `json:"asset,omitempty"`
	Age     int    `json:"age,omitempty"`
	// House is the deposit of the lease or the price of the home; 0 asks
	// about the applicant alone.
	House int64 `json:"house"`
	// NoHouse tells that the household owns no home.
	NoHouse bool `json:"no_house,omitempty"`
	// Is lists the region (capital, other) and the groups of loan conditions
	// that the applicant and the home belong to.
	Is []string `json:"is,omitempty"`
}

// EligibilityResult tells whether the conditions that were said are met and
// how much the product lends at most. It is no promise of a loan.
type EligibilityResult struct {
	Input    EligibilityInput `json:"input"`
	Name     words.Text       `json:"name"`
	Kind     string           `json:"kind"`
	Eligible bool             `json:"eligible"`
	Reasons  []words.Message  `json:"-"` // why not
	MaxLoan  int64            `json:"max_loan,omitempty"`
	Limit    int64            `json:"limit,omitempty"`
	Share    Rate             `json:"share_pct,omitempty"`
	// Rate is the rate before discounts, Discount what the said facts take
	// off, MonthlyInterest the interest of MaxLoan at Rate.
	Rate            Rate  `json:"rate_pct,omitempty"`
	Discount        Rate  `json:"discount_pp,omitempty"`
	RateFrom        Rate  `json:"rate_from_pct,omitempty"`
	RateTo          Rate  `json:"rate_to_pct,omitempty"`
	MonthlyInterest int64 `json:"monthly_interest,omitempty"`
	// Unknown are the conditions that nobody has spoken of yet.
	Unknown []words.Message `json:"-"`
	// Open says them in the language of the run.
	Open []string `json:"open,omitempty"`
	Basis
}

// The kinds of a loan.
const (
	LoanJeonse   = "jeonse"
	LoanPurchase = "purchase"
)

// Loans are the public loan products, as the library has them.
type Loans []knowledge.LoanProduct

// Product is the loan with that id.
func (l Loans) Product(id string) (knowledge.LoanProduct, bool) {
	i := slices.IndexFunc(l, func(p knowledge.LoanProduct) bool { return p.ID == id })
	if i < 0 {
		return knowledge.LoanProduct{}, false
	}
	return l[i], true
}

// reckoned lists the products of a kind whose conditions are known well
// enough to be reckoned with, for an applicant in the groups.
func (l Loans) reckoned(kind string, is []string) []knowledge.LoanProduct {
	return slices.DeleteFunc(slices.Clone(l), func(p knowledge.LoanProduct) bool {
		return loanKind(p) != kind || p.Suspended || len(p.Ratios) == 0 ||
			slices.ContainsFunc(p.Requires, func(g string) bool { return !slices.Contains(is, g) })
	})
}

func loanKind(p knowledge.LoanProduct) string {
	switch p.Kind {
	case knowledge.LoanJeonse:
		return LoanJeonse
	case knowledge.LoanPurchase:
		return LoanPurchase
	}
	return ""
}

// Eligibility holds an applicant against the conditions of a product.
func (l Loans) Eligibility(in EligibilityInput) (*EligibilityResult, error) {
	p, ok := l.Product(in.Product)
	if !ok {
		return nil, refuse("product", in.Product, "input.product")
	}
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &EligibilityResult{Input: in, Name: words.Text{"ko": p.Name, "en": p.NameEN}, Kind: loanKind(p)}
	a := in.applicant(p)
	r.check(p, a)
	r.Eligible = len(r.Reasons) == 0
	formula := words.M("loan.formula_conditions", "name", r.Name)
	if r.Eligible {
		formula = r.lend(p, a)
	}
	source := Source{By: p.Source, ByEN: p.SourceEN, AsOf: p.AsOf, Status: StatusOfficialSecondary}
	r.Basis = basis(formula, []Citation{{Law: source.By, LawEN: source.ByEN}}, source)
	r.remarks(p)
	return r, nil
}

func (in EligibilityInput) validate() error {
	if in.Age < 0 || in.Age > 150 {
		return refuse("age", in.Age, "input.age")
	}
	return first(amountOrZero("income", in.Income), amountOrZero("asset", in.Asset), amountOrZero("house", in.House))
}

func (in EligibilityInput) applicant(p knowledge.LoanProduct) lending.Applicant {
	a := lending.Applicant{Income: in.Income, Asset: in.Asset, Groups: in.Is}
	for _, region := range []string{knowledge.RegionCapital, knowledge.RegionOther} {
		if slices.Contains(in.Is, region) {
			a.Region = region
		}
	}
	if in.Age > 0 {
		a.Age = &in.Age
	}
	if p.Kind == knowledge.LoanPurchase {
		a.Price = in.House
	} else {
		a.Deposit = in.House
	}
	return a
}

// check sorts the conditions that are not met: what a home costs is no
// question, and whether a home is owned is always asked.
func (r *EligibilityResult) check(p knowledge.LoanProduct, a lending.Applicant) {
	placeless := a.Region == "" && (lending.Regional(p.DepositCeilings, a.Groups) || lending.Regional(p.PriceCeilings, a.Groups))
	verdict := lending.Judge(p, a)
	for _, name := range []string{lending.Suspended, lending.Group, lending.Age, lending.Income, lending.Asset, lending.Deposit, lending.Price} {
		for _, c := range verdict.Conditions {
			house := name == lending.Deposit || name == lending.Price
			switch {
			case c.Name != name, house && (c.State == lending.Open || placeless):
			case c.State == lending.Open && name != lending.Group:
				r.Unknown = append(r.Unknown, words.Message{Key: "loan.open." + name, Args: map[string]any{"c": c}})
			default:
				r.Reasons = append(r.Reasons, words.Message{Key: "loan.not." + name, Args: map[string]any{"c": c, "groups": lending.GroupNames(c.Groups)}})
			}
		}
	}
	if placeless {
		r.Unknown = append(r.Unknown, words.M("loan.open.region"))
	}
	if !r.Input.NoHouse {
		r.Unknown = append(r.Unknown, words.M("loan.open.no_house"))
	}
}

// lend works out loan, rate and interest, and says how.
func (r *EligibilityResult) lend(p knowledge.LoanProduct, a lending.Applicant) words.Message {
	if a.Region == "" && lending.Regional(p.LoanLimits, a.Groups) {
		return words.M("loan.formula_region")
	}
	o := lending.OfferOf(p, a)
	r.Limit, r.Share, r.MaxLoan = o.Limit, Rate(o.Percent)*Percent, o.Most
	formula := words.M("loan.formula_limit", "limit", o.Limit)
	if o.Base > 0 {
		formula = words.M("loan.formula", "o", o, "r", r, "share", o.Share())
	}
	if len(p.RateTable) == 0 {
		r.RateFrom, r.RateTo = ofBP(p.RateMinBP), ofBP(p.RateMaxBP)
	}
	bp, ok := lending.RateBP(p, a.Income, r.Input.House, a.Region)
	if !ok || a.Income == 0 {
		return formula
	}
	r.Rate, r.Discount = ofBP(bp), ofBP(lending.DiscountBP(p, a.Groups))
	if r.Kind == LoanJeonse {
		r.MonthlyInterest = monthlyOf(r.MaxLoan, r.Rate)
		formula = words.M("loan.formula_interest", "formula", formula, "r", r)
	}
	return formula
}

func ofBP(bp int64) Rate { return Rate(bp) * Percent / 100 }

func (r *EligibilityResult) remarks(p knowledge.LoanProduct) {
	if len(p.Caution) > 0 {
		r.note(answer.KindCaveat, "loan.caution", "text", words.Text(p.Caution))
	}
	if r.Eligible && p.DTIPercent > 0 {
		r.note(answer.KindCondition, "loan.dti", "dti", Rate(p.DTIPercent)*Percent)
	}
	for _, d := range p.Discounts {
		if r.Eligible {
			r.note(answer.KindCondition, "loan.discount", "note", words.Text(d.Note), "minus", ofBP(d.MinusBP))
		}
	}
	r.note(answer.KindCondition, "loan.no_promise")
}
