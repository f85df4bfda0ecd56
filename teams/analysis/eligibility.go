package analysis

import (
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// EligibilityResult tells whether the conditions of a product that were said
// are met and how much it lends at most. It is no promise of a loan.
type EligibilityResult struct {
	Product  string     `json:"product"`
	Name     words.Text `json:"name"`
	Eligible bool       `json:"eligible"`
	MaxLoan  int64      `json:"max_loan,omitempty"`
	// Open are the conditions that nobody has spoken of yet, in the language of
	// the run.
	Open []string `json:"open,omitempty"`
	open []words.Message
	// against are the conditions that rule it out for whoever asks, of any group.
	against []words.Message
}

// loanOf holds an applicant against a product; noHouse tells that the household
// owns no home.
func loanOf(p knowledge.LoanProduct, a lending.Applicant, noHouse bool) Outcome {
	x := &EligibilityResult{Product: p.ID, Name: words.Text{"ko": p.Name, "en": p.NameEN}}
	o := Outcome{
		Of: &Source{By: p.Source, ByEN: p.SourceEN, AsOf: p.AsOf, Status: StatusOfficialSecondary}, Loan: x,
		Words: map[string]any{"name": x.Name, "text": words.Text(p.Caution), "dti": Rate(p.DTIPercent) * Percent, "interest": int64(0)}, Figures: map[string]any{},
		Formula: "loan.formula_conditions",
	}
	reasons := x.conditions(p, a, noHouse)
	x.Eligible = len(reasons) == 0
	if len(p.Caution) > 0 {
		o.Notes = append(o.Notes, "caveat loan.caution")
	}
	if !x.Eligible {
		o.Verdict, o.Rule, o.Words["reason"] = "loan.headline_not", true, reasons[0]
		o.Notes = append(o.Notes, "condition loan.no_promise")
		return o
	}
	o.lend(p, a)
	if p.DTIPercent > 0 {
		o.Notes = append(o.Notes, "condition loan.dti")
	}
	for _, d := range p.Discounts {
		o.Remarks = append(o.Remarks, words.M("loan.discount", "note", words.Text(d.Note), "minus", ofBP(d.MinusBP)))
	}
	o.Notes = append(o.Notes, "condition loan.no_promise")
	return o
}

// conditions are those that are not met, and open what nobody has spoken of:
// what a home costs is no question, and whether a home is owned always is one.
func (x *EligibilityResult) conditions(p knowledge.LoanProduct, a lending.Applicant, noHouse bool) (reasons []words.Message) {
	placeless := a.Region == "" && (lending.Regional(p.DepositCeilings, a.Groups) || lending.Regional(p.PriceCeilings, a.Groups))
	verdict := lending.Judge(p, a)
	for _, name := range []string{lending.Suspended, lending.Group, lending.Age, lending.Income, lending.Asset, lending.Deposit, lending.Price} {
		for _, c := range verdict.Conditions {
			house := name == lending.Deposit || name == lending.Price
			switch {
			case c.Name != name, house && (c.State == lending.Open || placeless):
			case c.State == lending.Open && name != lending.Group:
				x.open = append(x.open, words.Message{Key: "loan.open." + name, Args: map[string]any{"c": c}})
			default:
				reasons = append(reasons, words.Message{Key: "loan.not." + name, Args: map[string]any{"c": c, "groups": lending.GroupNames(c.Groups)}})
				if c.State == lending.Against {
					x.against = append(x.against, reasons[len(reasons)-1])
				}
			}
		}
	}
	if placeless {
		x.open = append(x.open, words.M("loan.open.region"))
	}
	if !noHouse {
		x.open = append(x.open, words.M("loan.open.no_house"))
	}
	return reasons
}

// lend works out loan, rate before discounts and the interest of a jeonse loan.
func (o *Outcome) lend(p knowledge.LoanProduct, a lending.Applicant) {
	o.Verdict, o.Rule, o.Words["unknown"] = "loan.headline_open", true, o.Loan.open
	if a.Region == "" && lending.Regional(p.LoanLimits, a.Groups) {
		o.Formula = "loan.formula_region"
		return
	}
	offer := lending.OfferOf(p, a)
	o.Loan.MaxLoan, o.Formula = offer.Most, "loan.formula"
	if offer.Most > 0 {
		o.Verdict, o.Rule = "loan.headline_most", false
		o.Figures[p.ID+".max_loan"] = offer.Most
	}
	o.Words["most"], o.Words["limit"], o.Words["base"], o.Words["share"], o.Words["share_pct"] = offer.Most, offer.Limit, offer.Base, offer.Share(), Rate(offer.Percent)*Percent
	bp, ok := lending.RateBP(p, a.Income, offer.Base, a.Region)
	switch {
	case !ok && len(p.RateTable) == 0 && offer.Most > 0:
		o.Verdict, o.Words["from"], o.Words["to"] = "loan.headline_rates", ofBP(p.RateMinBP), ofBP(p.RateMaxBP)
	case ok:
		o.Words["rate"], o.Words["discount"] = ofBP(bp), ofBP(lending.DiscountBP(p, a.Groups))
		if interest := monthlyOf(offer.Most, ofBP(bp)); p.Kind == knowledge.LoanJeonse && interest > 0 {
			o.Verdict, o.Words["interest"] = "loan.headline_rate", interest
			o.Figures[p.ID+".rate"], o.Figures[p.ID+".monthly_interest"] = ofBP(bp), interest
		}
	}
}

func ofBP(bp int64) Rate { return Rate(bp) * Percent / 100 }
