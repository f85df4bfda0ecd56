package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
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
	// Is lists what the applicant and the home are (the Is constants).
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

// Product is the loan with that id.
func (t *Tables) Product(id string) (LoanProduct, bool) {
	i := slices.IndexFunc(t.Loans, func(p LoanProduct) bool { return p.ID == id })
	if i < 0 {
		return LoanProduct{}, false
	}
	return t.Loans[i], true
}

// Eligibility holds an applicant against the conditions of a product. The
// loan is the lower of the product's limit and its share of the deposit or
// price, the part of a won dropped.
func (t *Tables) Eligibility(in EligibilityInput) (*EligibilityResult, error) {
	p, ok := t.Product(in.Product)
	if !ok {
		return nil, refuse("product", in.Product, "input.product")
	}
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &EligibilityResult{Input: in, Name: p.Name, Kind: p.Kind}
	r.check(p, in)
	r.Eligible = len(r.Reasons) == 0
	formula := words.M("loan.formula_conditions", "name", p.Name)
	if r.Eligible {
		formula = r.lend(p, in)
	}
	r.Basis = basis(formula, []Citation{{Law: p.Source.By, LawEN: p.Source.ByEN}}, p.Source)
	if len(p.Caution) > 0 {
		r.note(answer.KindCaveat, "loan.caution", "text", p.Caution)
	}
	if p.DTIPct > 0 && r.Eligible {
		r.note(answer.KindCondition, "loan.dti", "p", p)
	}
	for _, d := range p.Discounts {
		if r.Eligible {
			r.note(answer.KindCondition, "loan.discount", "note", d.Note, "d", d)
		}
	}
	r.note(answer.KindCondition, "loan.no_promise")
	return r, nil
}

func (in EligibilityInput) validate() error {
	if in.Age < 0 || in.Age > 150 {
		return refuse("age", in.Age, "input.age")
	}
	for _, tag := range in.Is {
		if err := validateTags([]string{tag}); err != nil {
			return refuse("is", tag, "input.condition")
		}
	}
	return first(amountOrZero("income", in.Income), amountOrZero("asset", in.Asset), amountOrZero("house", in.House))
}

func (r *EligibilityResult) check(p LoanProduct, in EligibilityInput) {
	no := func(t words.Message) { r.Reasons = append(r.Reasons, t) }
	unknown := func(t words.Message) { r.Unknown = append(r.Unknown, t) }
	if !holds(p.Requires, in.Is) {
		no(words.M("loan.not.group", "tag_names", tagNames(p.Requires)))
	}
	if p.Age != nil {
		switch {
		case in.Age == 0:
			unknown(words.M("loan.open.age", "p", p))
		case in.Age < p.Age.Min || in.Age > p.Age.Max:
			no(words.M("loan.not.age", "p", p))
		}
	}
	if most, ok := highestWon(p.IncomeTo, in.Is); ok {
		switch {
		case in.Income == 0:
			unknown(words.M("loan.open.income", "most", most))
		case in.Income > most:
			no(words.M("loan.not.income", "in", in, "most", most))
		}
	}
	if p.AssetTo > 0 {
		switch {
		case in.Asset == 0:
			unknown(words.M("loan.open.asset", "p", p))
		case in.Asset > p.AssetTo:
			no(words.M("loan.not.asset", "in", in, "p", p))
		}
	}
	if most, ok := pickWon(p.HouseTo, in.Is); ok {
		if in.House > most {
			no(words.M("loan.not.house", "in", in, "most", most))
		}
	} else {
		unknown(words.M("loan.open.region"))
	}
	if !in.NoHouse {
		unknown(words.M("loan.open.no_house"))
	}
}

// lend works out loan, rate and interest, and says how.
func (r *EligibilityResult) lend(p LoanProduct, in EligibilityInput) words.Message {
	limit, known := pickWon(p.Limit, in.Is)
	share, ok := pickRate(p.Share, in.Is)
	if !known || !ok {
		return words.M("loan.formula_region")
	}
	r.Limit, r.Share = limit, share
	r.MaxLoan = limit
	formula := words.M("loan.formula_limit", "limit", limit)
	if in.House > 0 {
		r.MaxLoan = min(limit, share.of(in.House))
		formula = words.M("loan.formula", "limit", limit, "in", in, "share", share, "of", share.of(in.House), "r", r)
	}
	if p.RateRange != nil {
		r.RateFrom, r.RateTo = p.RateRange.FromPct, p.RateRange.ToPct
	}
	rate, ok := p.rate(in.Income, in.House, slices.Contains(in.Is, IsOtherRegion))
	if !ok || in.Income == 0 {
		return formula
	}
	r.Rate = rate
	for _, d := range p.Discounts {
		if holds(d.When, in.Is) {
			r.Discount += d.MinusPP
		}
	}
	if p.Kind == LoanJeonse {
		r.MonthlyInterest = monthlyOf(r.MaxLoan, rate)
		formula = words.M("loan.formula_interest", "formula", formula, "r", r, "rate", rate)
	}
	return formula
}

// tagNames lists conditions in words.
func tagNames(tags []string) words.Message {
	names := make([]words.Message, len(tags))
	for i, tag := range tags {
		names[i] = words.M("loan.group." + tag)
	}
	return joined(list, names...)
}
