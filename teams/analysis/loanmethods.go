package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// loanLimits answers how much may be borrowed: by the value of the home, by
// the income, and from the public products.
func (r *run) loanLimits() error {
	f := r.facts
	price, income := f.sum(state.AmountPrice), r.yearlyIncome()
	deposit := f.sum(state.AmountDeposit, state.AmountCurrentDeposit, state.AmountProposedDeposit)
	jeonse := f.contract("jeonse") || f.contract("monthly_rent") || deposit > 0
	if loose := f.loose(); price == 0 && deposit == 0 && len(loose) == 1 {
		if jeonse {
			deposit = loose[0]
		} else {
			price = loose[0]
		}
		r.assume("%s을 집값(보증금)으로 보았습니다.", "%s is taken as the price (deposit).", spoken(loose[0]))
	}
	r.loanRatioMeaning()
	r.understoodWon("price", price)
	r.understoodWon("income", income)
	r.understoodWon("deposit", deposit)
	if price > 0 {
		if err := r.valueLimit(price); err != nil {
			return err
		}
	}
	if !jeonse || price > 0 {
		if err := r.incomeLimit(income); err != nil {
			return err
		}
	}
	if err := r.products(income, deposit, price, jeonse); err != nil {
		return err
	}
	if price == 0 && deposit == 0 {
		r.missing("price", "구하려는 집의 매매가나 전세보증금은 얼마인가요?", "What is the price or the deposit of the home?")
	}
	return nil
}

// zone is where the home stands; ok is false while that is not known.
func (r *run) zone() (zone string, ok bool) {
	region, placed := r.facts.region()
	switch v, _ := r.facts.e.Attr("regulated_area"); {
	case v == "true":
		return ZoneRegulated, true
	case v == "false" && placed && !region.Capital:
		return ZoneOther, true
	case v == "false" && placed:
		return ZoneCapital, true
	case !placed:
		return "", false
	}
	regulated, known := r.tables.LTV.RegulatedArea(region.Sido, region.Sigungu)
	switch {
	case regulated:
		name := r.tables.placeName(region.Sido, region.Sigungu)
		r.assume("%[1]s 규제지역 목록(%[3]s 기준)에 있어 규제지역으로 보았습니다.", "%[2]s is on the list of regulated areas (as of %[3]s).", korean.Josa(name.KO, "은", "는"), name, r.tables.LTV.Source.AsOf)
		return ZoneRegulated, true
	case !known:
		return "", false
	case region.Capital:
		return ZoneCapital, true
	}
	return ZoneOther, true
}

// buyer is what the buyer owns; "1주택" next to a purchase counts the home
// that is bought.
func (r *run) buyer() string {
	n, more, known := r.facts.houses()
	switch {
	case r.facts.firstHome():
		return BuyerFirstTime
	case known && (n >= 2 || more):
		return BuyerOwner
	case known && n == 0:
		return BuyerNoHouse
	case known:
		r.assume("1주택은 이번에 살 집을 뜻한다고 보고 지금은 무주택으로 계산했습니다.", "One home is taken as the one to be bought, so no home is owned now.")
	default:
		r.assume("지금 무주택이라고 보았습니다.", "It is taken that no home is owned now.")
	}
	return BuyerNoHouse
}

func (r *run) valueLimit(price int64) error {
	zone, ok := r.zone()
	if !ok {
		if err := amount("price", price); err != nil {
			return err
		}
		r.missing("region", "어느 지역의 집인가요? 규제지역인지에 따라 담보인정비율이 달라집니다.", "Where is the home? The loan-to-value depends on regulated areas.")
		t := r.tables.LTV
		r.rule(say("무주택자의 담보인정비율은 규제지역 %s, 그 밖의 수도권 %s, 지방 %s입니다.", "Without a home the loan-to-value is %s in regulated areas, %s in the rest of the capital area and %s elsewhere.",
			t.Regulated.NoHousePct, t.Capital.NoHousePct, t.Other.NoHousePct),
			basis(say("매매가 × 담보인정비율", "price × loan-to-value"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
		return nil
	}
	result, err := r.tables.LTV.Limit(LTVInput{Price: price, Zone: zone, Buyer: r.buyer()})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.LTV = result
	r.metric("ltv_pct", result.LTV.Pct())
	r.metric("max_loan_by_ltv", float64(result.MaxLoan))
	r.found(say("집값 기준 대출 상한은 %s입니다(LTV %s). 자기 자금은 %s 이상 필요합니다.", "By the home's value the loan is limited to %s (LTV %s); own funds of at least %s are needed.",
		spoken(result.MaxLoan), result.LTV, spoken(result.OwnFunds)), result.Basis)
	return nil
}

// incomeLimit is the DSR side. Without a rate no loan can be named: what is
// said then is the yearly payment that the income carries.
func (r *run) incomeLimit(income int64) error {
	t := r.tables.DSR
	if income == 0 {
		r.missing("income", "연소득은 얼마인가요? DSR은 소득이 있어야 계산됩니다.", "What is your yearly income? DSR needs it.")
		return nil
	}
	if err := amount("income", income); err != nil {
		return err
	}
	limit := t.BankPct
	if r.facts.says("2금융", "저축은행", "second-tier") {
		limit = t.SecondTierPct
	}
	rate, known := r.facts.percent("interest")
	if !known {
		r.missing("rate_pct", "대출 금리는 몇 %%인가요? 금리를 알면 소득으로 가능한 금액을 계산합니다.", "What is the loan's rate? With it the loan that your income carries can be reckoned.")
		r.rule(say("소득 기준으로 한 해에 갚을 수 있는 원리금은 %s까지입니다(DSR %s).", "By income up to %s a year may go into repayments (DSR %s).", spoken(limit.of(income)), limit),
			basis(say("%s × %s = %s", "%s × %s = %s", won(income), limit, won(limit.of(income))), []Citation{cite(ruleFSC, "DSR")}, t.Source))
		return nil
	}
	months, ok := r.facts.termMonths()
	if !ok {
		months = r.tables.LTV.LoanCaps.MaxYears * 12
		r.assume("만기는 %d년으로 보았습니다.", "The term is taken as %d years.", months/12)
	}
	stress, err := r.stress()
	if err != nil {
		return err
	}
	existing := r.facts.sum(state.AmountDebt)
	if existing > 0 {
		r.missing("existing_annual", "기존 대출로 한 해에 갚는 원리금은 얼마인가요? 아직 반영하지 않았습니다.", "How much do you repay a year on existing loans? It is not included yet.")
	}
	result, err := t.MaxLoan(IncomeLimitInput{Income: income, Rate: rate, Stress: stress, Months: months, Limit: limit})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.IncomeLimit = result
	r.metric("max_loan_by_dsr", float64(result.MaxLoan))
	r.found(say("소득 기준(DSR %s) 대출 상한은 약 %s입니다.", "By income (DSR %s) the loan is limited to about %s.", limit, spoken(result.MaxLoan)), result.Basis)
	return r.loanRatio(income, rate+stress, months, limit)
}

// stress is the rate added to a variable mortgage of the area.
func (r *run) stress() (Rate, error) {
	zone, ok := r.zone()
	if !ok {
		r.assume("지역을 몰라 수도권·규제지역의 스트레스 금리를 더했습니다.", "The region is not known; the stress rate of the capital area was added.")
		return r.tables.DSR.StressRate(true, "")
	}
	r.assume("변동금리 대출로 보고 스트레스 금리를 전부 더했습니다.", "Taken as a variable rate, with the whole stress added.")
	return r.tables.DSR.StressRate(zone != ZoneOther, "")
}

// loanRatio adds the DSR of a loan that was named, at its rate with the
// stress.
func (r *run) loanRatio(income int64, rate Rate, months int, limit Rate) error {
	loan := r.facts.sum(state.AmountLoan)
	if loan == 0 {
		return nil
	}
	payment, err := Repay(RepaymentInput{Principal: loan, Rate: rate, Months: months, Method: RepayEqual})
	if err != nil {
		return err
	}
	result, err := r.tables.DSR.Ratio(income, payment.Monthly*12, limit)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.DSR = result
	r.metric("dsr_pct", result.DSR.Pct())
	verdict := say("한도 안입니다", "within the limit")
	if !result.Within {
		verdict = say("한도를 넘습니다", "above the limit")
	}
	r.found(say("%s을 빌리면 DSR은 %s로 %s(스트레스 금리를 더한 연 %s 기준).", "Borrowing %s gives a DSR of %s, %s (at %s with the stress rate).", spoken(loan), result.DSR, verdict, rate), result.Basis)
	return nil
}

// products holds the applicant against every public loan of the kind.
func (r *run) products(income, deposit, price int64, jeonse bool) error {
	kind, house := LoanPurchase, price
	if jeonse && price == 0 {
		kind, house = LoanJeonse, deposit
	}
	if income == 0 {
		if kind == LoanJeonse {
			r.missing("income", "연소득은 얼마인가요? 정책 전세대출의 자격이 소득으로 갈립니다.", "What is your yearly income? It decides on the public jeonse loans.")
		}
		return nil
	}
	n, more, known := r.facts.houses()
	if kind == LoanJeonse && known && (n > 0 || more) {
		return r.ownerJeonse(n, more)
	}
	age, _ := r.facts.age()
	is := r.facts.tags()
	if zone, ok := r.zone(); ok && zone == ZoneRegulated {
		is = append(is, IsRegulated)
	}
	for _, p := range r.tables.Loans {
		if p.Kind != kind || !holds(p.Requires, is) {
			continue
		}
		result, err := r.tables.Eligibility(EligibilityInput{Product: p.ID, Income: income, Asset: r.facts.sum(state.AmountAsset), Age: age, House: house, NoHouse: known && n == 0 && !more, Is: is})
		if err != nil {
			return err
		}
		r.state.RawAnalysis.Loans = append(r.state.RawAnalysis.Loans, *result)
	}
	slices.SortStableFunc(r.state.RawAnalysis.Loans, func(a, b EligibilityResult) int { return int((b.MaxLoan - a.MaxLoan) / 1_000_000) })
	for i := range r.state.RawAnalysis.Loans {
		r.product(&r.state.RawAnalysis.Loans[i])
	}
	return nil
}

// ownerJeonse tells the bound of a jeonse loan to someone who owns a home:
// the public products are for households without one.
func (r *run) ownerJeonse(n int, more bool) error {
	rule := r.tables.LTV.OneHouseJeonse
	headline := say("1주택자의 전세대출 한도는 %s이고 이자는 DSR에 들어갑니다. 버팀목 같은 정책 전세대출은 무주택 세대만 받습니다.",
		"With one home a jeonse loan is limited to %s and its interest counts in the DSR. Public jeonse loans are for households without a home.", spoken(rule.Limit))
	if n > 1 || more {
		headline = say("버팀목 같은 정책 전세대출은 무주택 세대만 받습니다.", "Public jeonse loans are for households without a home.")
	}
	r.rule(headline, basis(say("1주택 한도 %s", "limit with one home %s", won(rule.Limit)), []Citation{cite(ruleFSC, "")}, rule.Source))
	return nil
}

func (r *run) product(x *EligibilityResult) {
	if !x.Eligible {
		reason := x.Reasons[0]
		r.found(say("%s: 말씀하신 조건으로는 어렵습니다(%s).", "%s: not with these facts (%s).", x.Name, reason), x.Basis)
		return
	}
	r.metric(x.Input.Product+".max_loan", float64(x.MaxLoan))
	headline := say("%s: 최대 %s", "%s: up to %s", x.Name, spoken(x.MaxLoan))
	switch {
	case x.Rate > 0 && x.MonthlyInterest > 0:
		r.metric(x.Input.Product+".rate_pct", x.Rate.Pct())
		r.metric(x.Input.Product+".monthly_interest", float64(x.MonthlyInterest))
		headline = say("%s, 금리 연 %s(우대 전), 월 이자 %s", "%s at %s before discounts, interest of %s a month", headline, x.Rate, won(x.MonthlyInterest))
	case x.RateTo > 0:
		headline = say("%s, 금리 연 %s~%s", "%s at %s to %s", headline, x.RateFrom, x.RateTo)
	}
	r.found(say("%s (기준일 %s)", "%s (as of %s)", headline, x.AsOf), x.Basis)
	for _, u := range x.Unknown {
		r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: x.Input.Product,
			Question: r.say("%s 확인: %s", "To check for %s: %s", x.Name, u)})
	}
}

// repayment answers what a loan costs a month.
func (r *run) repayment() error {
	f := r.facts
	in := RepaymentInput{Principal: f.sum(state.AmountLoan), Method: r.repayMethod()}
	if loose := f.loose(); in.Principal == 0 && len(loose) == 1 {
		in.Principal = loose[0]
		r.assume("%s을 대출금으로 보았습니다.", "%s is taken as the loan.", spoken(loose[0]))
	}
	rate, known := f.percent("interest")
	in.Rate = rate
	months, term := f.termMonths()
	in.Months = months
	if in.Principal == 0 {
		r.missing("principal", "대출금은 얼마인가요?", "How much is the loan?")
	}
	if !known {
		r.missing("rate_pct", "금리는 연 몇 %%인가요?", "What is the yearly rate?")
	}
	if !term && in.Method != RepayInterest {
		r.missing("months", "몇 년 동안 갚나요?", "Over how many years?")
	}
	// "한 달 이자" names the month of the interest, not the term.
	if in.Method == RepayInterest && in.Months < leastTerm {
		in.Months = 24
		r.assume("대출 기간은 2년으로 보았습니다.", "The term is taken as two years.")
	}
	if r.incomplete && in.Method == RepayInterest {
		r.rule(say("만기일시 상환은 이자만 내다가 만기에 원금을 갚습니다. 월 이자는 대출금 × 금리 ÷ 12입니다.", "Interest only: the principal is repaid at the end, a month's interest is the loan × rate ÷ 12."),
			basis(say("월 이자 = 대출금 × 금리 ÷ 12", "interest a month = loan × rate ÷ 12"), nil, arithmetic))
		return nil
	}
	if r.incomplete {
		r.rule(say("원리금균등은 매달 같은 금액, 원금균등은 첫 달이 가장 많고 줄어들며, 만기일시는 이자만 내다 만기에 갚습니다.",
			"Equal payments stay the same, equal principal falls month by month, interest only repays at the end."),
			basis(say("월상환 = P × r(1+r)^n ÷ ((1+r)^n − 1)", "payment = P × r(1+r)^n ÷ ((1+r)^n − 1)"), nil, arithmetic))
		return nil
	}
	result, err := Repay(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Repayment = result
	r.understoodWon("principal", in.Principal)
	r.metric("monthly", float64(result.Monthly))
	r.metric("total_interest", float64(result.TotalInterest))
	r.found(repayHeadline(result), result.Basis)
	return r.balanceChart(in)
}

// leastTerm is the shortest term in months that a loan is taken to have.
const leastTerm = 3

// repayMethod is how the loan is repaid. A jeonse loan is interest only
// unless said otherwise, which is how banks lend it.
func (r *run) repayMethod() string {
	f := r.facts
	switch {
	case f.says("원금균등", "원금 균등", "equal principal"):
		return RepayPrincipal
	case f.says("만기일시", "만기 일시", "이자만", "거치", "interest only", "interest-only"):
		return RepayInterest
	case f.says("원리금균등", "원리금 균등", "equal payment"):
		return RepayEqual
	case f.says("전세대출", "전세 대출", "전세자금", "전세 자금", "버팀목", "jeonse loan", "deposit loan"),
		f.contract("jeonse") && !f.says("주담대", "주택담보", "mortgage"):
		r.assume("전세대출은 이자만 내는 만기일시 상환으로 보았습니다.", "A jeonse loan is taken as interest only.")
		return RepayInterest
	}
	r.assume("원리금균등 상환으로 계산했습니다.", "Reckoned with equal payments.")
	return RepayEqual
}

func repayHeadline(x *RepaymentResult) Text {
	switch x.Input.Method {
	case RepayInterest:
		return say("%s을 연 %s로 빌리면 월 이자는 %s입니다.", "Borrowing %s at %s costs %s of interest a month.", spoken(x.Input.Principal), x.Input.Rate, won(x.Monthly))
	case RepayPrincipal:
		return say("%s, 연 %s, %d개월 원금균등이면 첫 달 %s이고 이자 합계는 %s입니다.", "%s at %s over %d months with equal principal: %s in the first month, interest of %s in all.",
			spoken(x.Input.Principal), x.Input.Rate, x.Input.Months, won(x.Monthly), won(x.TotalInterest))
	}
	return say("%s, 연 %s, %d개월 원리금균등이면 매달 %s이고 이자 합계는 %s입니다.", "%s at %s over %d months: %s a month, interest of %s in all.",
		spoken(x.Input.Principal), x.Input.Rate, x.Input.Months, won(x.Monthly), won(x.TotalInterest))
}

// balanceChart draws what is still owed at the end of every year.
func (r *run) balanceChart(in RepaymentInput) error {
	plan, err := Schedule(in)
	if err != nil {
		return err
	}
	c := Chart{Kind: "line", Title: r.say("연도별 남은 원금", "Balance by year"), Series: []Series{{Name: r.say("남은 원금", "balance"), Unit: "won"}}}
	for _, m := range plan {
		if m.Month%12 != 0 && m.Month != len(plan) {
			continue
		}
		c.Labels = append(c.Labels, r.say("%d개월", "month %d", m.Month))
		c.Series[0].Values = append(c.Series[0].Values, float64(m.Balance))
	}
	r.chart(c)
	return nil
}
