package document

import (
	"fmt"
	"strings"
)

// salesView is what the sales templates show; every text is escaped.
type salesView struct {
	Address, Detail, LandArea, BuildingArea, Fixtures  string
	Price, DownPayment, DownDate, Balance, BalanceDate string
	MiddlePayments                                     []payRow
	LoanAssume, DepositToAssume, SellerAccount         string
	TransferDate, HandoverDate, TaxSettlementDate      string
	Mortgage, Tenants, Defects, Warranty, Penalty      string
	LandPermit, Broker                                 string
	Terms                                              []string
	ContractDate                                       string
	SellerName, SellerAddr, SellerPhone                string
	Buyers                                             []partyRow
	BrokerRow                                          string
	MadeOn, Blank                                      string
}

type payRow struct{ Amount, Date string }

func newSalesView(c *SalesContract, lang, madeOn string) salesView {
	w := writer{lang}
	v := salesView{
		Address: w.text(c.PropertyAddress), Detail: w.text(c.PropertyDetail),
		LandArea: w.area(c.LandArea), BuildingArea: w.area(c.BuildingArea), Fixtures: w.list(c.IncludedFixtures),
		Price: w.money(c.Price), DownPayment: w.money(c.DownPayment), DownDate: w.day(c.DownDate),
		Balance: w.money(c.Balance), BalanceDate: w.day(c.BalanceDate),
		LoanAssume: w.money(c.LoanAssume), DepositToAssume: w.money(c.DepositToAssume), SellerAccount: w.text(c.SellerAccount),
		TransferDate: w.day(c.TransferDate), HandoverDate: w.day(c.HandoverDate),
		TaxSettlementDate: pick(lang, "인도일", "the day of the handover"),
		Mortgage:          w.mortgage(c), Tenants: w.tenants(c), Defects: w.list(c.KnownDefects), Warranty: w.warranty(c), Penalty: w.penalty(c),
		LandPermit: w.landPermit(c), Broker: w.broker(c.Brokered, c.Office, c.OfficeRegNo, c.FeeRateBP, c.ExplainDate),
		Terms: w.terms(c.SpecialTerms), ContractDate: w.day(c.ContractDate),
		SellerName: w.text(c.SellerName), SellerAddr: w.text(c.SellerAddr), SellerPhone: w.text(c.SellerPhone),
		Buyers: w.parties(c.BuyerName, c.BuyerAddr, c.BuyerPhone),
		MadeOn: w.day(madeOn), Blank: w.blank(),
	}
	if c.TaxSettlementDate != "" {
		v.TaxSettlementDate = w.day(c.TaxSettlementDate)
	}
	for _, p := range c.MiddlePayments {
		v.MiddlePayments = append(v.MiddlePayments, payRow{w.sum(p.Amount), w.day(p.Date)})
	}
	// Without a middle payment the row says none only when the other sums
	// leave no room for one.
	if sum, known := c.payments(); len(c.MiddlePayments) == 0 && !(known && c.Price != nil && sum == c.payable()) {
		v.MiddlePayments = []payRow{{w.blank(), w.blank()}}
	}
	if yes(c.Brokered) {
		v.BrokerRow = w.text(c.Office)
	}
	return v
}

func (w writer) mortgage(c *SalesContract) string {
	if c.MortgageMax != nil && *c.MortgageMax == 0 {
		return pick(w.lang, "이 부동산에는 근저당이 없으며, 매도인은 잔금일까지 새로운 부담을 만들지 않는다.",
			"There is no mortgage and the seller creates no burden until the day of the balance.")
	}
	release := pick(w.lang, "잔금일까지 말소한다", "released by the day of the balance")
	if c.ReleaseCondition != "" {
		release = w.text(c.ReleaseCondition)
	}
	return fmt.Sprintf(pick(w.lang,
		"매도인은 채권최고액 %s의 근저당(근저당권자 %s) 등 소유권 행사를 막는 부담을 없앤다. 말소 조건: %s.",
		"The seller removes the mortgage of up to %s (lender %s) and any other burden. Release: %s."),
		w.money(c.MortgageMax), w.text(c.MortgageBank), release)
}

func (w writer) tenants(c *SalesContract) string {
	if len(c.Tenants) == 0 && c.DepositToAssume != nil && *c.DepositToAssume == 0 {
		return pick(w.lang, "매수인이 승계하는 임차인은 없다.", "The buyer takes over no tenants.")
	}
	return fmt.Sprintf(pick(w.lang, "매수인이 승계하는 임차인은 %s이며 승계 보증금은 %s이다.", "The buyer takes over the tenants %s with deposits of %s."),
		w.list(c.Tenants), w.money(c.DepositToAssume))
}

func (w writer) warranty(c *SalesContract) string {
	months := w.blank()
	if c.WarrantyMonths != nil {
		months = fmt.Sprint(*c.WarrantyMonths)
	}
	return fmt.Sprintf(pick(w.lang, "인도한 날부터 %s개월 안에 드러난 주요 하자는 매도인이 책임진다.",
		"The seller is liable for major defects found within %s months of the handover."), strings.TrimRight(months, " ")+tail(months))
}

// tail keeps the space behind a blank.
func tail(s string) string {
	if strings.HasSuffix(s, " ") {
		return " "
	}
	return ""
}

func (w writer) penalty(c *SalesContract) string {
	if c.PenaltyBP == 0 {
		return pick(w.lang, "매매대금의"+w.blank()+"%", w.blank()+"% of the price")
	}
	return pick(w.lang, "매매대금의 "+formatBP(c.PenaltyBP), formatBP(c.PenaltyBP)+" of the price")
}

func (w writer) landPermit(c *SalesContract) string {
	switch {
	case no(c.LandPermitRequired):
		return pick(w.lang, "이 부동산은 토지거래허가 대상이 아니다.", "The property needs no land transaction permit.")
	case yes(c.LandPermitRequired) && c.LandPermitNote != "":
		return pick(w.lang, "토지거래허가: ", "Land transaction permit: ") + w.text(c.LandPermitNote) + "."
	case yes(c.LandPermitRequired):
		return pick(w.lang, "토지거래허가 대상이다. 허가 조건:", "A land transaction permit is needed. Condition:") + w.blank()
	}
	return pick(w.lang, "토지거래허가 대상 여부:", "Land transaction permit needed:") + w.blank()
}
