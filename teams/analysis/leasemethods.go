package analysis

import (
	"strings"

	"github.com/madang-dev/madang/state"
)

// rentIncrease answers how far the rent may rise and, when the end of the
// lease is known, when renewal has to be asked for.
func (r *run) rentIncrease() error {
	in := r.rentInput()
	if in.CurrentDeposit > 0 && in.CurrentMonthly > 0 {
		if cap, err := r.tables.Conversion.Cap(false, ""); err == nil {
			in.ConversionRate = cap.Cap
		}
	}
	result, err := r.tables.RentIncrease.Check(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RentIncrease = result
	r.found(rentHeadline(result), result.Basis)
	r.rentMetrics(result)
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 && in.Percent == nil {
		r.missing("current_deposit", "지금 보증금(또는 월세)과 요구받은 금액은 얼마인가요?", "What are the deposit (or rent) now and the sum asked for?")
	}
	if in.Kind == "" {
		r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: "kind",
			Question: r.say("갱신요구권을 쓰는 갱신인가요, 새로 맺는 계약인가요?", "Do you renew by right, or is it a new contract?")})
	}
	if result.Verdict == VerdictOver {
		r.recommend("갱신요구권을 쓴다면 상한 안의 금액으로 다시 제안하고 문자나 내용증명으로 남기세요.", "If you renew by right, answer with a sum within the ceiling and keep a record.")
	}
	return r.renewalWindow()
}

func (r *run) rentInput() RentIncreaseInput {
	f := r.facts
	in := RentIncreaseInput{Today: r.today, LastChange: f.date("contract"), Kind: r.leaseKind()}
	if in.LastChange == "" {
		in.LastChange = f.date("last_increase")
	}
	deposits := f.sums(state.AmountCurrentDeposit, state.AmountDeposit)
	monthly := f.sums(state.AmountMonthlyRent)
	in.ProposedDeposit = f.sum(state.AmountProposedDeposit)
	if len(deposits) > 0 {
		in.CurrentDeposit = deposits[0]
	}
	if len(deposits) > 1 && in.ProposedDeposit == 0 {
		in.ProposedDeposit = deposits[1]
		r.assume("앞의 %s을 지금 보증금, 뒤의 %s을 요구받은 보증금으로 보았습니다.", "The first sum, %s, is taken as the deposit now, the second, %s, as the one asked for.", spoken(deposits[0]), spoken(deposits[1]))
	}
	if len(monthly) > 0 {
		in.CurrentMonthly = monthly[0]
	}
	if len(monthly) > 1 {
		in.ProposedMonthly = monthly[1]
	}
	r.looseRent(&in)
	r.addIncrease(&in)
	if p, ok := f.percent("increase"); ok {
		in.Percent = &p
		r.understood("percent", p.String())
	}
	r.understoodWon("current_deposit", in.CurrentDeposit)
	r.understoodWon("proposed_deposit", in.ProposedDeposit)
	r.understoodWon("current_monthly", in.CurrentMonthly)
	r.understoodWon("proposed_monthly", in.ProposedMonthly)
	return in
}

func (r *run) understoodWon(name string, v int64) {
	if v != 0 {
		r.understood(name, spokenIn(v, r.lang))
	}
}

// looseRent places sums whose role nobody knows: the first is the deposit
// now, the second the one asked for. Without a deposit, a sum asked for that
// is of the size of the rent is a rent.
func (r *run) looseRent(in *RentIncreaseInput) {
	loose := r.facts.loose()
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 && len(loose) > 0 {
		in.CurrentDeposit = loose[0]
		loose = loose[1:]
		r.assume("%s을 지금 보증금으로 보았습니다.", "%s is taken as the deposit now.", spoken(in.CurrentDeposit))
	}
	if in.ProposedDeposit == 0 && in.ProposedMonthly == 0 && len(loose) > 0 {
		in.ProposedDeposit = loose[0]
		r.assume("%s을 요구받은 금액으로 보았습니다.", "%s is taken as the sum asked for.", spoken(loose[0]))
	}
	if in.CurrentDeposit == 0 && in.CurrentMonthly > 0 && in.ProposedMonthly == 0 && in.ProposedDeposit > 0 && in.ProposedDeposit/10 < in.CurrentMonthly {
		in.ProposedMonthly, in.ProposedDeposit = in.ProposedDeposit, 0
		r.assume("요구받은 %s을 월세로 보았습니다.", "The asked %s is taken as a monthly rent.", spoken(in.ProposedMonthly))
	}
}

// addIncrease turns "2천만원 올려 달래요" into the sum asked for.
func (r *run) addIncrease(in *RentIncreaseInput) {
	more := r.facts.sum(state.AmountIncrease)
	if more == 0 || in.ProposedDeposit > 0 || in.ProposedMonthly > 0 {
		return
	}
	switch {
	case in.CurrentDeposit > 0:
		in.ProposedDeposit = in.CurrentDeposit + more
	case in.CurrentMonthly > 0:
		in.ProposedMonthly = in.CurrentMonthly + more
	}
}

func (r *run) leaseKind() string {
	f := r.facts
	if v, ok := f.e.Attr("renewal_right"); ok {
		if v == "false" {
			return LeaseNew
		}
		return LeaseRenewal
	}
	switch {
	case f.says("갱신요구권을 쓰", "갱신요구권 쓰", "갱신청구권을 쓰", "갱신청구권 쓰", "갱신요구권을 행사", "갱신청구권을 행사", "use the renewal right", "using my renewal right"):
		return LeaseRenewal
	case f.says("새 세입자", "새로 계약", "신규 계약", "new tenant", "new contract"):
		return LeaseNew
	case f.says("계약 기간 중", "계약기간 중", "중간에 올"):
		return LeaseRunning
	}
	return ""
}

func rentHeadline(x *RentIncreaseResult) Text {
	limit := func() Text {
		switch {
		case x.MaxDeposit > 0 && x.MaxMonthly > 0:
			return say("보증금은 %s, 월세는 %s까지", "the deposit may rise to %s and the rent to %s", spoken(x.MaxDeposit), spoken(x.MaxMonthly))
		case x.MaxMonthly > 0:
			return say("월세는 %s까지", "the rent may rise to %s", spoken(x.MaxMonthly))
		case x.MaxDeposit > 0:
			return say("보증금은 %s까지", "the deposit may rise to %s", spoken(x.MaxDeposit))
		}
		return Text{}
	}()
	switch {
	case x.Verdict == VerdictOver && limit.Empty():
		return say("%s 인상은 상한 %s를 넘습니다.", "A rise of %s is above the ceiling of %s.", x.Rise, x.Ceiling)
	case x.Verdict == VerdictWithin && limit.Empty():
		return say("%s 인상은 상한 %s 안이므로 요구할 수 있습니다.", "A rise of %s is within the ceiling of %s and may be asked for.", x.Rise, x.Ceiling)
	case x.Verdict == VerdictOver:
		return say("요구액은 %s 인상으로 상한 %s를 넘습니다. %s 올릴 수 있고 요구액이 %s 많습니다.", "The demand is a rise of %s, above the ceiling of %s. At most, %s; the demand is %s too much.",
			x.Rise, x.Ceiling, limit, overText(x))
	case x.Verdict == VerdictWithin:
		return say("요구액(%s, %s 인상)은 상한 안입니다. %s 올릴 수 있습니다.", "The demand (%s, a rise of %s) is within the ceiling: %s.", proposedText(x), x.Rise, limit)
	case limit.Empty():
		return say("갱신이나 계약 중의 증액은 약정액의 %s까지이고 1년 안에는 올릴 수 없습니다.", "On renewal or within the term a rise is limited to %s of the agreed sum, and none is allowed within a year.", x.Ceiling)
	}
	return say("%s 올릴 수 있습니다(상한 %s).", "At most, %s (ceiling %s).", limit, x.Ceiling)
}

func proposedText(x *RentIncreaseResult) Text {
	switch {
	case x.ProposedDeposit > 0 && x.ProposedMonthly > 0:
		return say("보증금 %s·월세 %s", "deposit %s and rent %s", spoken(x.ProposedDeposit), spoken(x.ProposedMonthly))
	case x.ProposedMonthly > 0:
		return say("월세 %s", "rent %s", spoken(x.ProposedMonthly))
	}
	return say("보증금 %s", "deposit %s", spoken(x.ProposedDeposit))
}

func overText(x *RentIncreaseResult) Text {
	switch {
	case x.OverDeposit > 0 && x.OverMonthly > 0:
		return say("보증금 %s·월세 %s", "deposit %s and rent %s", spoken(x.OverDeposit), spoken(x.OverMonthly))
	case x.OverMonthly > 0:
		return say("%s", "%s", spoken(x.OverMonthly))
	}
	return say("%s", "%s", spoken(x.OverDeposit))
}

func (r *run) rentMetrics(x *RentIncreaseResult) {
	r.metric("ceiling_pct", x.Ceiling.Pct())
	if x.MaxDeposit > 0 {
		r.metric("max_deposit", float64(x.MaxDeposit))
	}
	if x.MaxMonthly > 0 {
		r.metric("max_monthly", float64(x.MaxMonthly))
	}
	if x.Verdict == VerdictRuleOnly {
		return
	}
	r.metric("rise_pct", x.Rise.Pct())
	r.metric("over_deposit", float64(x.OverDeposit))
	r.metric("over_monthly", float64(x.OverMonthly))
	if x.Input.CurrentDeposit > 0 && x.ProposedDeposit > 0 {
		r.chart(Chart{
			Kind: "bar", Title: methodTitle(r.method).In(r.lang),
			Labels: []string{r.say("현재", "now"), r.say("상한", "ceiling"), r.say("요구", "asked")},
			Series: []Series{{Name: r.say("보증금", "deposit"), Unit: "won", Values: []float64{float64(x.Input.CurrentDeposit), float64(x.MaxDeposit), float64(x.ProposedDeposit)}}},
		})
	}
}

// renewalWindow adds the days of the renewal request when the end of the
// lease is known.
func (r *run) renewalWindow() error {
	end := r.facts.date("end")
	if end == "" {
		return nil
	}
	w, err := r.tables.RentIncrease.Renewal.Window(end, r.today)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RenewalWindow = w
	headline := say("갱신 요구는 %s부터 할 수 있고 늦어도 %s까지 임대인에게 도달해야 안전합니다.", "Renewal may be requested from %s, and the request should arrive by %s to be safe.", w.Opens, w.LastArrival)
	var state Text
	switch w.State {
	case WindowOpen:
		state = say(" 오늘(%s)은 행사할 수 있는 기간입니다(%d일 남음).", " Today (%s) lies within that time (%d days left).", w.Today, w.DaysLeft)
	case WindowAhead:
		state = say(" 오늘(%s)은 아직 기간 전입니다.", " Today (%s) is before that time.", w.Today)
	case WindowClosed:
		state = say(" 오늘(%s)은 기간이 지났습니다.", " Today (%s) is past that time.", w.Today)
	}
	r.title = say("갱신 요구 기간", "Renewal window")
	r.found(Text{KO: headline.KO + state.KO, EN: headline.EN + state.EN}, w.Basis)
	r.title = Text{}
	return nil
}

// conversion turns deposit into rent or rent into deposit, or judges the
// rate that three sums imply.
func (r *run) conversion() error {
	f := r.facts
	shop := f.property("shop") || f.says("상가")
	cap, err := r.tables.Conversion.Cap(shop, "")
	if err != nil {
		return err
	}
	r.state.RawAnalysis.ConversionCap = cap
	r.metric("cap_pct", cap.Cap.Pct())
	in := ConversionInput{Shop: shop}
	if p, ok := f.percent("conversion"); ok {
		in.Rate = p
		r.understood("rate_pct", p.String())
	}
	deposits := f.sums(state.AmountCurrentDeposit, state.AmountDeposit)
	if len(deposits) > 0 {
		deposits = append(deposits, f.sums(state.AmountProposedDeposit)...)
	}
	monthly := f.sum(state.AmountMonthlyRent)
	if shop && len(deposits) > 0 && monthly > 0 {
		if err := r.shopLease(deposits[0], monthly); err != nil {
			return err
		}
	}
	switch {
	case len(deposits) >= 2 && monthly > 0 && !shop:
		return r.effective(deposits[0], deposits[1], monthly)
	case f.says("전세로", "보증금으로", "to jeonse", "into a deposit") && monthly > 0:
		in.Direction, in.Monthly = RentToDeposit, monthly
	default:
		in.Direction, in.Amount, in.Asked = DepositToRent, r.convertedPart(deposits), monthly
	}
	if in.Direction == DepositToRent && in.Amount == 0 {
		r.missing("amount", "월세로 바꿀 보증금은 얼마인가요?", "How much of the deposit is to become rent?")
		r.rule(say("전환율 상한은 연 %s입니다. 전환하는 금액에 이 율을 곱해 12로 나누면 월세 상한이 됩니다.", "The conversion rate is capped at %s a year: the sum times the rate, divided by 12, is the highest rent.", cap.Cap), cap.Basis)
		return nil
	}
	result, err := r.tables.Conversion.Convert(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Conversion = result
	if in.Direction == RentToDeposit {
		r.metric("deposit", float64(result.Deposit))
		r.found(say("월세 %s은 전환율 %s에서 보증금 %s에 해당합니다.", "A rent of %[1]s equals a deposit of %[3]s at %[2]s.", spoken(in.Monthly), result.Rate, spoken(result.Deposit)), result.Basis)
		return nil
	}
	r.metric("monthly_max", float64(result.MonthlyMax))
	r.found(say("보증금 %s을 월세로 바꾸면 전환율 %s에서 월 %s입니다(법정 상한 %s).", "Converting %s at %s gives a rent of %s a month (ceiling %s).", spoken(in.Amount), result.Rate, spoken(result.MonthlyMax), result.Cap), result.Basis)
	return nil
}

// shopLease tells which rules of the shop lease act cover the lease.
func (r *run) shopLease(deposit, monthly int64) error {
	converted, err := r.tables.Conversion.ShopDeposit(deposit, monthly)
	if err != nil {
		return err
	}
	r.metric("shop_deposit", float64(converted))
	region, ok := r.facts.region()
	area := smallArea(region)
	if !ok || area == "" {
		r.missing("region", "상가가 어느 지역에 있나요? 환산보증금 상한이 지역마다 다릅니다.", "Where is the shop? The bound of the converted deposit depends on it.")
		r.rule(say("환산보증금은 %s입니다.", "The converted deposit is %s.", spoken(converted)),
			basis(say("%s + %s × %d = %s", "%s + %s × %d = %s", won(deposit), won(monthly), r.tables.Conversion.ShopDepositMultiplier, won(converted)), []Citation{cite(lawShop, "제2조")}, r.tables.ShopLease.Source))
		return nil
	}
	result, err := r.tables.ShopLease.Check(converted, area)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.ShopLease = result
	verdict := say("상한 %s 안이어서 상가임대차법이 모두 적용됩니다", "within the bound of %s, so the whole act applies", spoken(result.ConvertedTo))
	if !result.Covered {
		verdict = say("상한 %s을 넘어 일부 규정만 적용됩니다", "above the bound of %s, so only parts of the act apply", spoken(result.ConvertedTo))
	}
	r.found(say("환산보증금은 %s으로 %s.", "The converted deposit is %s, %s.", spoken(converted), verdict), result.Basis)
	return nil
}

// convertedPart is the sum that becomes rent: the one named right before
// "월세로", else the first.
func (r *run) convertedPart(deposits []int64) int64 {
	f := r.facts
	if at := strings.Index(f.question, "월세로"); at >= 0 {
		var last int64
		for _, a := range f.e.Amounts {
			if a.End <= at && a.Role != state.AmountMonthlyRent {
				last = a.Won
			}
		}
		if last > 0 {
			return last
		}
	}
	if len(deposits) > 0 {
		return deposits[0]
	}
	if loose := f.loose(); len(loose) > 0 {
		return loose[0]
	}
	return 0
}

func (r *run) effective(jeonse, deposit, monthly int64) error {
	if deposit > jeonse {
		jeonse, deposit = deposit, jeonse
	}
	r.assume("큰 금액 %s을 전세금, 작은 금액 %s을 월세 계약의 보증금으로 보았습니다.", "The larger sum, %s, is taken as the jeonse deposit, the smaller, %s, as the deposit beside the rent.", spoken(jeonse), spoken(deposit))
	result, err := r.tables.Conversion.Effective(jeonse, deposit, monthly)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.EffectiveConversion = result
	r.metric("rate_pct", result.Rate.Pct())
	verdict := say("상한 %s 안입니다", "within the ceiling of %s", result.Cap)
	if result.Above {
		verdict = say("상한 %s를 넘습니다", "above the ceiling of %s", result.Cap)
	}
	r.found(say("실제 전환율은 연 %s로 %s.", "The rate implied is %s, %s.", result.Rate, verdict), result.Basis)
	return nil
}

// rentReport tells whether the lease has to be reported.
func (r *run) rentReport() error {
	f := r.facts
	deposit, monthly := f.sum(state.AmountDeposit, state.AmountCurrentDeposit), f.sum(state.AmountMonthlyRent)
	t := r.tables.RentIncrease.Report
	switch {
	case deposit == 0 && monthly == 0:
		r.missing("deposit", "보증금과 월세는 얼마인가요?", "What are the deposit and the rent?")
	case deposit == 0 && monthly > 0 && monthly <= t.MonthlyOver && !f.says("무보증", "보증금 없", "보증금이 없", "no deposit"):
		r.missing("deposit", "보증금은 얼마인가요? 월세만으로는 신고 대상이 아니지만 보증금에 따라 달라집니다.", "How much is the deposit? The rent alone need not be reported, the deposit decides.")
	}
	result, err := t.Check(deposit, monthly)
	if err != nil {
		return err
	}
	if r.incomplete {
		r.rule(say("보증금 %s 또는 월세 %s을 넘는 계약은 %d일 안에 신고합니다.", "Leases above a deposit of %s or a rent of %s are reported within %d days.", spoken(t.DepositOver), spoken(t.MonthlyOver), t.Days), result.Basis)
		return nil
	}
	r.state.RawAnalysis.RentReport = result
	if result.MustReport {
		r.found(say("임대차 신고 대상입니다. 계약일부터 %d일 안에 신고하세요.", "The lease has to be reported within %d days of the contract.", result.Days), result.Basis)
		return nil
	}
	r.found(say("임대차 신고 대상이 아닙니다.", "The lease need not be reported."), result.Basis)
	return nil
}

// refusalDamage reckons what a landlord owes who refused renewal and re-let.
func (r *run) refusalDamage() error {
	f := r.facts
	cap, err := r.tables.Conversion.Cap(false, "")
	if err != nil {
		return err
	}
	deposits, rents := f.sums(state.AmountCurrentDeposit, state.AmountDeposit, state.AmountProposedDeposit), f.sums(state.AmountMonthlyRent)
	in := RefusalDamageInput{Rate: cap.Cap}
	if len(deposits) > 0 {
		in.OldDeposit = deposits[0]
	}
	if len(deposits) > 1 {
		in.NewDeposit = deposits[1]
	}
	if len(rents) > 0 {
		in.OldRent = rents[0]
	}
	if len(rents) > 1 {
		in.NewRent = rents[1]
	}
	if in.OldDeposit == 0 && in.OldRent == 0 || in.NewDeposit == 0 && in.NewRent == 0 {
		r.missing("old_deposit", "종전 보증금·월세와 새 세입자의 보증금·월세는 얼마인가요?", "What are the old and the new tenant's deposit and rent?")
		t := r.tables.RentIncrease.RefusalDamage
		r.rule(say("배상액은 환산월차임 %d개월분, 새 임대와의 환산월차임 차액 %d개월분, 실제 손해 가운데 가장 큰 금액입니다.", "The claim is the largest of %d months of converted rent, the difference over %d months, and the actual loss.", t.RentMonths, t.GainMonths),
			basis(say("max(환산월차임 × %d, 차액 × %d, 실손)", "max(converted rent × %d, difference × %d, loss)", t.RentMonths, t.GainMonths), []Citation{cite(lawLease, "제6조의3 제6항")}, t.Source))
		return nil
	}
	result, err := r.tables.RentIncrease.RefusalDamage.Damage(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RefusalDamage = result
	r.metric("damage", float64(result.Damage))
	r.found(say("청구할 수 있는 배상액은 최소 %s으로 계산됩니다.", "The claim comes to at least %s.", spoken(result.Damage)), result.Basis)
	return nil
}
