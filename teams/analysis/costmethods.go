package analysis

import (
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// brokerage answers the highest fee that one side owes.
func (r *run) brokerage() error {
	f := r.facts
	in := BrokerageInput{Property: PropertyHome, AreaM2: f.area(), Price: f.sum(state.AmountPrice),
		Deposit: f.sum(state.AmountDeposit, state.AmountCurrentDeposit, state.AmountProposedDeposit), Monthly: f.sum(state.AmountMonthlyRent)}
	lease := f.contract("jeonse") || f.contract("monthly_rent") || in.Deposit > 0 || in.Monthly > 0
	in.Deal = DealLease
	if f.contract("sale") && in.Deposit == 0 && in.Monthly == 0 || !lease || in.Price > 0 && in.Deposit == 0 && in.Monthly == 0 {
		in.Deal = DealSale
	}
	switch {
	case f.property("officetel"):
		in.Property = PropertyOfficetel
	case f.property("shop") || f.says("상가", "토지"):
		in.Property = PropertyOther
	}
	if loose := f.loose(); len(loose) > 0 && in.Price == 0 && in.Deposit == 0 && in.Monthly == 0 {
		r.looseDeal(&in, loose[0], f.contract("sale") || f.says("매매", "매수", "매도"), lease)
	}
	if in.Deal == DealSale && in.Price == 0 || in.Deal == DealLease && in.Deposit == 0 && in.Monthly == 0 {
		r.missing("price", "매매인가요, 임대차인가요? 금액은 얼마인가요?", "Is it a sale or a lease, and for how much?")
		t := r.tables.Brokerage
		r.rule(say("중개보수는 거래금액 × 상한요율이며 한쪽이 내는 상한입니다. 임대차는 보증금 + 월세 × %d로 계산합니다.", "The fee is the sum times a rate, at most, for each side; a lease counts deposit + rent × %d.", t.RentMultiplier),
			basis(say("거래금액 × 상한요율", "sum × highest rate"), []Citation{cite(lawAgentsRule, "제20조")}, t.Source))
		return nil
	}
	result, err := r.tables.Brokerage.Fee(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Brokerage = result
	r.understood("deal", in.Deal)
	r.understoodWon("base", result.Base)
	r.metric("base", float64(result.Base))
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("max_fee", float64(result.MaxFee))
	r.found(say("중개보수는 한쪽 최대 %s입니다(상한요율 %s, 부가세 별도).", "The brokerage fee is at most %s for each side (rate %s, without VAT).", spoken(result.MaxFee), result.Rate), result.Basis)
	return nil
}

// looseDeal places a sum that has no role.
func (r *run) looseDeal(in *BrokerageInput, sum int64, sale, lease bool) {
	if lease && !sale {
		in.Deal, in.Deposit = DealLease, sum
		r.assume("%s을 보증금으로 보았습니다.", "%s is taken as the deposit.", spoken(sum))
		return
	}
	in.Deal, in.Price = DealSale, sum
	r.assume("%s을 매매가로 보았습니다.", "%s is taken as the price of a sale.", spoken(sum))
}

// acquisitionTax answers what buying the home costs in tax.
func (r *run) acquisitionTax() error {
	f := r.facts
	in := AcquisitionTaxInput{Price: f.sum(state.AmountPrice), AreaM2: f.area(), Houses: 1, Date: r.today,
		FirstTime: f.firstHome(), Corporate: f.says("법인"), TemporaryTwo: f.says("일시적 2주택", "일시적2주택")}
	if loose := f.sums("", state.AmountAsset); in.Price == 0 && len(loose) == 1 {
		in.Price = loose[0]
		r.assume("%s을 매매가로 보았습니다.", "%s is taken as the price.", spoken(in.Price))
	}
	if in.Price == 0 {
		r.missing("price", "매매가는 얼마인가요?", "What is the price?")
		r.taxRule()
		return nil
	}
	r.taxHouses(&in)
	open, listed := false, false
	if in.Houses > 1 && !in.Corporate && (!in.TemporaryTwo || in.Houses > 2) {
		open, listed = r.taxArea(&in)
	}
	result, err := r.tables.AcquisitionTax.Tax(in)
	if err != nil {
		return err
	}
	if listed {
		result.rest(r.tables.LTV.Source)
	}
	r.understoodWon("price", in.Price)
	if open {
		return r.taxBoth(in, result)
	}
	r.state.RawAnalysis.AcquisitionTax = result
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("acquisition_tax", float64(result.Tax))
	r.metric("education_tax", float64(result.Education))
	r.metric("rural_tax", float64(result.Rural))
	r.metric("total", float64(result.Total))
	r.found(taxHeadline(result), result.Basis)
	return nil
}

// taxHouses settles how many homes are owned after the purchase.
func (r *run) taxHouses(in *AcquisitionTaxInput) {
	n, more, known := r.facts.houses()
	switch {
	case !known:
		r.assume("이번 집을 포함해 1주택으로 보았습니다.", "It is taken as the only home owned after the purchase.")
		r.missing("houses", "이번 집을 포함해 몇 주택이 되나요?", "How many homes will you own with this one?")
	case more:
		in.Houses = max(2, n)
		r.missing("houses", "이번 집을 포함해 정확히 몇 주택이 되나요?", "How many homes exactly will you own with this one?")
		r.assume("이번 집을 포함해 %d주택으로 보았습니다.", "It is taken as home number %d.", in.Houses)
	default:
		in.Houses = max(1, n)
		r.understood("houses", r.say("취득 후 %d주택", "%d after the purchase", in.Houses))
		if in.Houses > 1 {
			r.assume("%d주택은 이번 집을 포함한 수로 보았습니다.", "%d homes is taken to include this one.", in.Houses)
		}
	}
}

// taxArea settles whether the home lies in an adjusted area: as it was said,
// else by the list of regulated areas that loans go by, whose areas are
// designated together. open tells that neither decides.
func (r *run) taxArea(in *AcquisitionTaxInput) (open, listed bool) {
	if v, said := r.facts.e.Attr("regulated_area"); said {
		in.Adjusted = v == "true"
		return false, false
	}
	t := r.tables.LTV
	region, placed := r.facts.region()
	regulated, known := t.RegulatedArea(region.Sido, region.Sigungu)
	if !placed || !known {
		r.missing("adjusted_area", "조정대상지역에 있는 집인가요?", "Does the home lie in an adjusted area (조정대상지역)?")
		return true, false
	}
	in.Adjusted = regulated
	name := r.tables.placeName(region.Sido, region.Sigungu)
	ko := korean.Josa(name.KO, "은", "는")
	if regulated {
		r.assume("%[1]s 대출 규제지역 목록(%[3]s 기준)에 있어 조정대상지역으로 보았습니다.", "%[2]s is on the list of regulated areas (as of %[3]s) and taken as an adjusted area.", ko, name, t.Source.AsOf)
	} else {
		r.assume("%[1]s 대출 규제지역 목록(%[3]s 기준)에 없어 조정대상지역이 아닌 것으로 보았습니다.", "%[2]s is not on the list of regulated areas (as of %[3]s) and taken as no adjusted area.", ko, name, t.Source.AsOf)
	}
	return false, true
}

// taxBoth tells the tax within and outside adjusted areas.
func (r *run) taxBoth(in AcquisitionTaxInput, outside *AcquisitionTaxResult) error {
	in.Adjusted = true
	inside, err := r.tables.AcquisitionTax.Tax(in)
	if err != nil {
		return err
	}
	r.found(Text{KO: "조정대상지역이 아니면 " + taxHeadline(outside).KO, EN: "Outside adjusted areas: " + taxHeadline(outside).EN}, outside.Basis)
	r.found(Text{KO: "조정대상지역이면 " + taxHeadline(inside).KO, EN: "In an adjusted area: " + taxHeadline(inside).EN}, inside.Basis)
	return nil
}

func (r *run) taxRule() {
	t := r.tables.AcquisitionTax
	r.rule(say("1주택 취득세율은 %s 이하 %s, %s 초과 %s이고 그 사이는 가액에 따라 오릅니다. 지방교육세가 더해지고 85㎡를 넘으면 농어촌특별세도 붙습니다.",
		"For an only home the rate is %[2]s up to %[1]s and %[4]s above %[3]s, rising in between; education tax comes on top, and above 85 m² the rural tax.",
		spoken(t.Low.To), t.Low.Pct, spoken(t.High.Over), t.High.Pct),
		basis(say("6억~9억: (가액 × 2 ÷ 3억 − 3)%%", "600-900 million won: (price × 2 ÷ 300 million − 3) %%"), []Citation{cite(lawLocalTax, "제11조 제1항 제8호")}, t.Source))
}

func taxHeadline(x *AcquisitionTaxResult) Text {
	return say("취득세율 %s, 취득세 %s + 지방교육세 %s + 농어촌특별세 %s = 합계 %s입니다.", "rate %s: acquisition tax %s + education tax %s + rural tax %s = %s in all.",
		x.Rate, won(x.Tax), won(x.Education), won(x.Rural), won(x.Total))
}

// capitalGains answers the tax on selling a home at a gain.
func (r *run) capitalGains() error {
	f := r.facts
	prices := f.sums(state.AmountPrice, "")
	if len(prices) < 2 {
		r.missing("sale", "산 값과 판 값, 보유 기간은 얼마인가요?", "What were the buying and the selling price, and how long was it held?")
		t := r.tables.CapitalGains
		r.rule(say("양도차익에서 장기보유특별공제와 기본공제 %s을 빼고 누진세율을 적용합니다. 1세대 1주택은 %s까지 비과세입니다.", "The gain less the long-holding and the basic deduction of %s is taxed progressively; an only home is exempt up to %s.",
			spoken(t.BasicDeduction), spoken(t.HighPrice)),
			basis(say("과세표준 = 양도차익 − 공제", "base = gain − deductions"), []Citation{cite(lawIncomeTax, "제55조"), cite(lawIncomeTax, "제89조")}, t.Source))
		return nil
	}
	in := r.sale(prices)
	n, more, known := f.houses()
	in.OneHouse = known && n == 1 && !more
	months, held := f.termMonths()
	in.HeldMonths = months
	p, deducted := f.percent("long_hold")
	in.LongHold = p
	result, err := r.tables.CapitalGains.Tax(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.CapitalGains = result
	r.metric("tax", float64(result.Tax))
	if !held && result.NoTax != NoTaxLoss {
		r.assume("2년 이상 보유로 보았습니다.", "It is taken as held for two years or more.")
	}
	if result.NoTax != "" {
		r.found(noTaxHeadline(result), result.Basis)
		return nil
	}
	if !known {
		r.missing("houses", "세대의 유일한 집인가요? 1세대 1주택이면 %s까지 비과세입니다.", "Is it the household's only home? An only home is exempt up to %s.", spoken(r.tables.CapitalGains.HighPrice))
		r.assume("1세대 1주택이 아니라고 보았습니다.", "It is taken as not the only home.")
	}
	if !deducted {
		r.missing("long_hold_pct", "장기보유특별공제율은 몇 %%인가요? 반영하지 않았습니다.", "What is the long-holding deduction? It was left out.")
	}
	r.found(say("양도소득세는 약 %s입니다(지방소득세 별도).", "The capital gains tax is about %s (without local income tax).", won(result.Tax)), result.Basis)
	return nil
}

// sale tells the buying from the selling price: by the verbs beside them,
// else the larger is taken as the selling price.
func (r *run) sale(prices []int64) CapitalGainsInput {
	if buy, sold, ok := r.facts.boughtAndSold(); ok {
		r.understoodWon("buy", buy)
		r.understoodWon("sale", sold)
		return CapitalGainsInput{Sale: sold, Buy: buy}
	}
	r.assume("큰 금액을 판 값, 작은 금액을 산 값으로 보았습니다.", "The larger sum is taken as the selling price, the smaller as the buying price.")
	return CapitalGainsInput{Sale: max(prices[0], prices[1]), Buy: min(prices[0], prices[1])}
}

func noTaxHeadline(x *CapitalGainsResult) Text {
	switch x.NoTax {
	case NoTaxLoss:
		return say("양도차익이 없어 낼 양도소득세가 없습니다.", "No capital gains tax is due: the sale brought no gain.")
	case NoTaxOneHouse:
		return say("1세대 1주택 비과세로 낼 양도소득세가 없습니다.", "No capital gains tax is due: the household's only home is exempt.")
	}
	return say("양도차익이 공제 범위 안이라 낼 양도소득세가 없습니다.", "No capital gains tax is due: the gain lies within the deductions.")
}

// holdingTax answers the base of the comprehensive holding tax.
func (r *run) holdingTax() error {
	f := r.facts
	price := f.sum(state.AmountPublicPrice)
	if loose := f.loose(); price == 0 && len(loose) == 1 {
		price = loose[0]
		r.assume("%s을 공시가격으로 보았습니다.", "%s is taken as the published price.", spoken(price))
	}
	n, more, known := f.houses()
	t := r.tables.HoldingTax
	if price == 0 {
		r.missing("public_price", "공시가격 합계는 얼마인가요?", "What is the sum of the published prices?")
		r.rule(say("공시가격 합계에서 1세대 1주택은 %s, 그 밖은 %s을 빼고 %s를 곱한 금액이 과세표준입니다.", "The base is the sum of published prices less %s (an only home) or %s, times %s.",
			spoken(t.OneHouseDeduction), spoken(t.Deduction), t.FairRatioPct),
			basis(say("(공시가격 − 공제) × %s", "(published price − deduction) × %s", t.FairRatioPct), []Citation{cite(lawHoldingTax, "제8조")}, t.Source))
		return nil
	}
	if !known {
		r.missing("houses", "1세대 1주택인가요?", "Is it the household's only home?")
		r.assume("1세대 1주택이 아니라고 보았습니다.", "It is taken as not the only home.")
	}
	result, err := t.Base(price, known && n == 1 && !more)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.HoldingTax = result
	r.metric("tax_base", float64(result.TaxBase))
	r.found(say("종합부동산세 과세표준은 %s입니다.", "The base of the holding tax is %s.", won(result.TaxBase)), result.Basis)
	return nil
}

// rentCredit answers what a year's rent takes off the income tax.
func (r *run) rentCredit() error {
	f := r.facts
	salary, monthly := r.yearlyIncome(), f.sum(state.AmountMonthlyRent)
	t := r.tables.RentCredit
	if salary == 0 || monthly == 0 {
		r.missing("salary", "총급여와 월세는 얼마인가요?", "What are the yearly salary and the rent?")
		r.rule(say("연 월세 %s까지, 총급여 %s 이하는 %s, %s 이하는 %s를 세액에서 뺍니다.", "Of up to %s of rent a year, %[3]s is taken off the tax for salaries up to %[2]s, %[5]s up to %[4]s.",
			spoken(t.RentTo), spoken(t.Bands[0].SalaryTo), t.Bands[0].Pct, spoken(t.Bands[len(t.Bands)-1].SalaryTo), t.Bands[len(t.Bands)-1].Pct),
			basis(say("min(연 월세, %s) × 공제율", "min(a year's rent, %s) × rate", won(t.RentTo)), []Citation{cite(lawSpecialTax, "제95조의2")}, t.Source))
		return nil
	}
	if monthly > MaxWon/12 {
		return refuse("monthly_rent", monthly, "1,000조원을 넘습니다", "it is above KRW 1,000 trillion")
	}
	result, err := t.Credit(salary, monthly*12)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RentCredit = result
	r.metric("credit", float64(result.Credit))
	if result.Rate == 0 {
		r.found(say("총급여 %s은 월세 세액공제 대상이 아닙니다.", "A salary of %s is too high for the rent tax credit.", spoken(salary)), result.Basis)
		return nil
	}
	r.found(say("월세 세액공제는 %s입니다(공제율 %s).", "The rent tax credit is %s (rate %s).", won(result.Credit), result.Rate), result.Basis)
	return nil
}
