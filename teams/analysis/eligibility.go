package analysis

import (
	"github.com/madang-dev/madang/internal/answer"

	"slices"
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
	Name     Text             `json:"name"`
	Kind     string           `json:"kind"`
	Eligible bool             `json:"eligible"`
	Reasons  []Text           `json:"reasons,omitempty"` // why not
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
	Unknown []Text `json:"unknown,omitempty"`
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
		return nil, refuse("product", in.Product, "알 수 없는 상품입니다", "this product is unknown")
	}
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &EligibilityResult{Input: in, Name: p.Name, Kind: p.Kind}
	r.check(p, in)
	r.Eligible = len(r.Reasons) == 0
	formula := say("%s 조건 비교", "conditions of %s", p.Name)
	if r.Eligible {
		formula = r.lend(p, in)
	}
	r.Basis = basis(formula, []Citation{{Law: p.Source.By, LawEN: p.Source.ByEN}}, p.Source)
	r.note(answer.KindCaveat, "loan.caution", p.Caution)
	if p.DTIPct > 0 && r.Eligible {
		r.note(answer.KindCondition, "loan.dti", say("총부채상환비율(DTI) %s 이내여야 합니다.", "The debt-to-income ratio (DTI) has to stay within %s.", p.DTIPct))
	}
	for _, d := range p.Discounts {
		if r.Eligible {
			r.note(answer.KindCondition, "loan.discount", say("우대: %s %s 포인트 인하", "discount: %s, minus %s points", d.Note, d.MinusPP))
		}
	}
	r.note(answer.KindCondition, "loan.no_promise", say("대출이 된다는 보장은 아니며 심사에서 달라질 수 있습니다.", "This is no promise of a loan; the bank's review decides."))
	return r, nil
}

func (in EligibilityInput) validate() error {
	if in.Age < 0 || in.Age > 150 {
		return refuse("age", in.Age, "0~150세여야 합니다", "it has to be 0 to 150")
	}
	for _, tag := range in.Is {
		if err := validateTags([]string{tag}); err != nil {
			return refuse("is", tag, "알 수 없는 조건입니다", "this condition is unknown")
		}
	}
	return first(amountOrZero("income", in.Income), amountOrZero("asset", in.Asset), amountOrZero("house", in.House))
}

func (r *EligibilityResult) check(p LoanProduct, in EligibilityInput) {
	no := func(t Text) { r.Reasons = append(r.Reasons, t) }
	unknown := func(t Text) { r.Unknown = append(r.Unknown, t) }
	if !holds(p.Requires, in.Is) {
		no(say("대상 조건(%s)에 맞아야 합니다", "only for: %s", tagNames(p.Requires)))
	}
	if p.Age != nil {
		switch {
		case in.Age == 0:
			unknown(say("나이(만 %d~%d세)", "age (%d to %d)", p.Age.Min, p.Age.Max))
		case in.Age < p.Age.Min || in.Age > p.Age.Max:
			no(say("나이 만 %d~%d세 밖", "age outside %d to %d", p.Age.Min, p.Age.Max))
		}
	}
	if most, ok := highestWon(p.IncomeTo, in.Is); ok {
		switch {
		case in.Income == 0:
			unknown(say("연소득(%s 이하)", "yearly income (up to %s)", spoken(most)))
		case in.Income > most:
			no(say("연소득 %s이 상한 %s 초과", "income of %s above %s", spoken(in.Income), spoken(most)))
		}
	}
	if p.AssetTo > 0 {
		switch {
		case in.Asset == 0:
			unknown(say("순자산(%s 이하)", "net assets (up to %s)", spoken(p.AssetTo)))
		case in.Asset > p.AssetTo:
			no(say("순자산 %s이 상한 %s 초과", "net assets of %s above %s", spoken(in.Asset), spoken(p.AssetTo)))
		}
	}
	if most, ok := pickWon(p.HouseTo, in.Is); ok {
		if in.House > most {
			no(say("보증금·주택가격 %s이 상한 %s 초과", "deposit or price of %s above %s", spoken(in.House), spoken(most)))
		}
	} else {
		unknown(say("지역(수도권 여부)", "the region (capital area or not)"))
	}
	if !in.NoHouse {
		unknown(say("무주택 여부", "that no home is owned"))
	}
}

// lend works out loan, rate and interest, and says how.
func (r *EligibilityResult) lend(p LoanProduct, in EligibilityInput) Text {
	limit, known := pickWon(p.Limit, in.Is)
	share, ok := pickRate(p.Share, in.Is)
	if !known || !ok {
		return say("지역에 따라 한도가 다름", "the limit depends on the region")
	}
	r.Limit, r.Share = limit, share
	r.MaxLoan = limit
	formula := say("한도 %s", "limit %s", won(limit))
	if in.House > 0 {
		r.MaxLoan = min(limit, share.of(in.House))
		formula = say("min(한도 %s, %s × %s = %s) = %s", "min(limit %s, %s × %s = %s) = %s", won(limit), won(in.House), share, won(share.of(in.House)), won(r.MaxLoan))
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
		formula = say("%s / 월 이자 %s × %s ÷ 12 = %s", "%s / interest %s × %s ÷ 12 = %s a month", formula, won(r.MaxLoan), rate, won(r.MonthlyInterest))
	}
	return formula
}

// tagNames lists conditions in words.
func tagNames(tags []string) Text {
	var t Text
	for i, tag := range tags {
		name := tagName(tag)
		if i > 0 {
			t.KO, t.EN = t.KO+", ", t.EN+", "
		}
		t.KO, t.EN = t.KO+name.KO, t.EN+name.EN
	}
	return t
}

func tagName(tag string) Text {
	switch tag {
	case IsNewlywed:
		return say("신혼부부", "newlyweds")
	case IsNewborn:
		return say("출산 2년 이내(2023-01-01 이후 출생)", "a child born within two years (since 2023-01-01)")
	case IsFirstTime:
		return say("생애최초", "first-time buyers")
	}
	return Text{KO: tag, EN: tag}
}
