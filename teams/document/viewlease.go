package document

import (
	"fmt"

	"github.com/madang-dev/madang/internal/korean"
)

// leaseView is what the lease templates show; every text is escaped.
type leaseView struct {
	KindBoxes, TypeBoxes                             string
	Renewed                                          bool
	PrevDeposit, PrevRent, PrevStart, PrevEnd        string
	Address, Detail                                  string
	LandCategory, LandArea                           string
	BuildingStructure, BuildingUse, BuildingArea     string
	LeasePart, LeaseArea                             string
	TaxBoxes, TaxNote, PriorBoxes, PriorNote         string
	Deposit, DownPayment, MiddlePayment, Balance     string
	DownDate, MiddleDate, BalanceDate                string
	MonthlyRent, RentDay, RentAccount, LessorAccount string
	PaysRent                                         bool
	MgmtTotal, MgmtType, MgmtRule                    string
	MgmtItems                                        []feeRow
	StartDate, EndDate                               string
	ShortTerm                                        bool
	Repairs, LateInterest, Broker, Agent             string
	Terms                                            []string
	ReportNotice, ContractDate                       string
	LessorName, LessorAddr, LessorPhone              string
	Lessees                                          []partyRow
	AgentRow, BrokerRow                              string
	MadeOn, Blank                                    string
}

type feeRow struct{ Name, Amount string }

func newLeaseView(c *LeaseContract, lang, madeOn string) leaseView {
	w := writer{lang}
	v := leaseView{
		KindBoxes: w.boxes(box{"전세", "jeonse", c.LeaseKind == Jeonse}, box{"보증부월세", "deposit with rent", c.LeaseKind == DepositRent}, box{"월세", "monthly rent", c.LeaseKind == MonthlyRent}),
		TypeBoxes: w.boxes(box{"신규", "new", c.ContractType == ContractNew}, box{"합의 재계약", "agreed again", c.ContractType == ContractAgreed}, box{"갱신(갱신요구권 행사)", "renewal by right", c.ContractType == ContractRenew}),
		Renewed:   renewed(c), PrevDeposit: w.money(c.PrevDeposit), PrevRent: w.money(c.PrevRent), PrevStart: w.day(c.PrevStart), PrevEnd: w.day(c.PrevEnd),
		Address: w.text(c.PropertyAddress), Detail: w.text(c.PropertyDetail),
		LandCategory: w.text(c.LandCategory), LandArea: w.area(c.LandArea),
		BuildingStructure: w.text(c.BuildingStructure), BuildingUse: w.text(c.BuildingUse), BuildingArea: w.area(c.BuildingArea),
		LeasePart: w.text(c.LeasePart), LeaseArea: w.area(c.LeaseArea),
		TaxBoxes: w.yesNo(c.TaxArrears), TaxNote: w.note(c.TaxArrears, c.TaxNote, nil),
		PriorBoxes: w.yesNo(c.PriorDeposits), PriorNote: w.note(c.PriorDeposits, c.PriorNote, c.PriorTotal),
		Deposit: w.money(c.Deposit), DownPayment: w.money(c.DownPayment), Balance: w.money(c.Balance),
		DownDate: w.day(c.DownDate), BalanceDate: w.day(c.BalanceDate),
		LessorAccount: w.text(c.LessorAccount), RentAccount: w.text(c.RentAccount), PaysRent: c.paysRent(),
		StartDate: w.day(c.StartDate), EndDate: w.day(c.EndDate),
		ShortTerm: c.StartDate != "" && c.EndDate != "" && !reachesTerm(c.StartDate, c.EndDate, 24),
		Repairs:   w.repairs(c), LateInterest: lateRate(c, lang),
		Broker: w.broker(c.Brokered, c.Office, c.OfficeRegNo, c.FeeRateBP, c.ExplainDate), Agent: w.agent(c),
		Terms: w.terms(c.SpecialTerms), ReportNotice: w.report(c), ContractDate: w.day(c.ContractDate),
		LessorName: w.text(c.LessorName), LessorAddr: w.text(c.LessorAddr), LessorPhone: w.text(c.LessorPhone),
		Lessees: w.parties(c.LesseeName, c.LesseeAddr, c.LesseePhone),
		MadeOn:  w.day(madeOn), Blank: w.blank(),
	}
	w.rentRows(&v, c)
	if c.AgentName != "" {
		v.AgentRow = w.text(c.AgentName)
	}
	if yes(c.Brokered) {
		v.BrokerRow = w.text(c.Office)
	}
	return v
}

// rentRows fills what depends on the kind of lease.
func (w writer) rentRows(v *leaseView, c *LeaseContract) {
	none := pick(w.lang, "없음", "none")
	v.MiddlePayment, v.MiddleDate = none, "-"
	sum, known := c.payments()
	switch {
	case c.MiddlePayment == nil && !(known && c.Deposit != nil && sum == *c.Deposit):
		// Nobody has said that there is none, nor do the sums.
		v.MiddlePayment, v.MiddleDate = w.blank(), w.blank()
	case won(c.MiddlePayment) > 0:
		v.MiddlePayment, v.MiddleDate = w.sum(*c.MiddlePayment), w.day(c.MiddleDate)
	}
	if !hasDeposit(c) {
		v.DownPayment, v.Balance, v.DownDate, v.BalanceDate = none, none, "-", "-"
	}
	v.MonthlyRent, v.RentDay = w.money(c.MonthlyRent), "-"
	if c.LeaseKind == Jeonse && c.MonthlyRent == nil {
		v.MonthlyRent = none
	}
	if c.paysRent() {
		v.RentDay = w.rentDay(c.RentDay)
	}
	v.MgmtTotal, v.MgmtType = w.money(c.MgmtTotal), w.boxes(
		box{"없음", "none", c.MgmtType == MgmtNone}, box{"정액", "fixed", c.MgmtType == MgmtFixed}, box{"비정액", "by use", c.MgmtType == MgmtVariable})
	if c.MgmtType == MgmtVariable && c.MgmtTotal == nil {
		v.MgmtTotal = pick(w.lang, "사용량에 따름", "by use")
	}
	if c.MgmtRule != "" {
		v.MgmtRule = w.text(c.MgmtRule)
	}
	for _, i := range c.MgmtItems {
		v.MgmtItems = append(v.MgmtItems, feeRow{w.text(i.Name), korean.FormatComma(i.Amount)})
	}
}

func (w writer) rentDay(day int) string {
	switch {
	case day == 31:
		return pick(w.lang, "매월 말일", "last day of each month")
	case day > 0:
		return fmt.Sprintf(pick(w.lang, "매월 %d일", "day %d of each month"), day)
	}
	return pick(w.lang, "매월"+w.blank()+"일", "day"+w.blank()+"of each month")
}

func (w writer) repairs(c *LeaseContract) string {
	if len(c.RepairItems) == 0 {
		return pick(w.lang, "임대인이 인도일까지 마칠 수리(없으면 '없음'):", "Repairs to be done by the handover (or 'none'):") + w.blank()
	}
	remedy := pick(w.lang, "마치지 못하면 임차인은 직접 수리하고 비용을 청구할 수 있다.", "Otherwise the tenant may have them done and claim the cost.")
	if c.RepairRemedy != "" {
		remedy = w.text(c.RepairRemedy)
	}
	return fmt.Sprintf(pick(w.lang, "임대인은 다음 수리를 %s까지 마친다: %s. %s", "The landlord completes by %s: %s. %s"),
		w.day(c.RepairDue), w.list(c.RepairItems), remedy)
}

func (w writer) agent(c *LeaseContract) string {
	if c.AgentName == "" {
		return ""
	}
	return fmt.Sprintf(pick(w.lang,
		"임대인의 대리인 %s(관계: %s)는 %s자 위임장과 임대인의 인감증명서를 제시하고 이 계약에 붙인다.",
		"%s acts for the landlord (relation: %s) and attaches the power of attorney of %s and the landlord's seal certificate."),
		w.text(c.AgentName), w.text(c.AgentRelation), w.day(c.POADate))
}

// report is the notice of the duty to report the lease (check L-5).
func (w writer) report(c *LeaseContract) string {
	if won(c.Deposit) > reportDeposit || won(c.MonthlyRent) > reportRent {
		return pick(w.lang,
			"계약일부터 30일 안에 임대차 신고를 한다(보증금 6천만원 또는 월세 30만원 초과, 부동산 거래신고 등에 관한 법률 제6조의2).",
			"Make the lease report within 30 days (deposit above 60 million won or rent above 300,000 won, Act on Report on Real Estate Transactions Art. 6-2).")
	}
	return pick(w.lang,
		"보증금 6천만원 또는 월세 30만원을 넘으면 30일 안에 임대차 신고를 해야 하나, 이 계약은 그 아래이다.",
		"Above a deposit of 60 million won or a rent of 300,000 won a lease report is due within 30 days; this contract is below.")
}
