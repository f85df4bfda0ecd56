package document

import (
	"regexp"
	"strings"
	"time"
)

// asIs is a waiver of every warranty (catalogue RC-21).
var asIs = regexp.MustCompile(`(?:현\s*(?:시설\s*)?상태|있는\s*그대로)[^.]*(?:이의|책임)[^.]*(?:제기하지|지지|묻지|없)|as[- ]is[^.]*(?:no|without)[^.]*(?:claim|liab|warrant)`)

// CheckSales runs S-1…S-8 on a sale; text is the contract as it will be
// shown.
func CheckSales(c *SalesContract, text string) []Check {
	k := &checker{}
	terms := strings.Join(c.SpecialTerms, " ")
	sum, known := c.payments()
	k.add("S-1", SeverityError, outcome(true, known && c.Price != nil, sum == c.payable()), "",
		"계약금·중도금·잔금의 합은 승계 채무를 뺀 매매대금과 같아야 합니다.",
		"The payments have to add up to the price without the debts taken over.")
	k.add("S-2", SeverityWarn, outcome(won(c.MortgageMax) > won(c.Balance) && won(c.MortgageMax) > 0, true, c.ReleaseCondition != "" || strings.Contains(terms, "말소") || strings.Contains(terms, "release")), "민법 제575조·제576조",
		"근저당 채권최고액이 잔금보다 크면 말소 조건을 적어야 합니다.",
		"A mortgage above the balance needs a condition for its release.")
	k.add("S-3", SeverityInfo, outcome(true, true, strings.Contains(text, "중도금") && strings.Contains(text, "해제") || strings.Contains(text, "middle payment") && strings.Contains(text, "rescind")), "민법 제565조",
		"중도금을 지급한 뒤에는 해약금으로 해제할 수 없음을 알려야 합니다.",
		"The contract should say that there is no way out by forfeiting the down payment once a middle payment is made.")
	k.add("S-4", SeverityInfo, outcome(c.BalanceDate == "" || nearJune(c.BalanceDate), c.BalanceDate != "", c.TaxSettlementDate != "" || strings.Contains(terms, "재산세") || strings.Contains(terms, "property tax")), "지방세법(재산세)·종합부동산세법(과세기준일 6월 1일)",
		"잔금일이 6월 1일 무렵이면 재산세·종합부동산세를 누가 낼지 적어야 합니다.",
		"With a balance around 1 June the contract should say who pays the property taxes.")
	k.add("S-5", SeverityInfo, outcome(true, true, strings.Contains(text, "30일") && strings.Contains(text, "60일") || strings.Contains(text, "30 days") && strings.Contains(text, "60 days")), "부동산 거래신고 등에 관한 법률 제3조, 지방세법 제20조",
		"실거래신고(계약일부터 30일)와 취득세 신고(취득일부터 60일)를 안내해야 합니다.",
		"The parties should be told of the report of the deal (30 days) and the acquisition tax (60 days).")
	k.add("S-6", SeverityError, outcome(!no(c.LandPermitRequired), c.LandPermitRequired != nil, c.LandPermitNote != "" || strings.Contains(terms, "허가") || strings.Contains(terms, "permit")), "부동산 거래신고 등에 관한 법률 제11조",
		"토지거래허가구역이면 허가를 조건으로 적어야 합니다. 허가 없는 계약은 효력이 없습니다.",
		"In a land transaction permit zone the contract has to depend on the permit; without it the contract is void.")
	k.add("S-7", SeverityWarn, outcome(true, true, !asIs.MatchString(terms)), "민법 제580조·제584조",
		"'현 시설 상태로' 담보책임을 모두 면제하는 조항이 없어야 합니다. 알고 말하지 않은 하자는 책임을 면할 수 없습니다.",
		"There should be no clause that waives every warranty; a seller stays liable for defects he knew and kept silent about.")
	k.tenants(c)
	return sortChecks(k.list, "S-")
}

func (k *checker) tenants(c *SalesContract) {
	taken := len(c.Tenants) > 0 || won(c.DepositToAssume) > 0
	confirmed := len(c.Tenants) > 0 && c.DepositToAssume != nil && (c.Price == nil || *c.DepositToAssume <= *c.Price)
	k.add("S-8", SeverityWarn, outcome(taken, true, confirmed), "주택임대차보호법 제3조",
		"승계하는 임차인의 이름과 보증금 합계를 적고 대항력(전입·점유)을 확인해야 합니다.",
		"Tenants that stay, and the sum of their deposits, have to be named and their rights checked.")
}

// nearJune tells whether a day lies within 30 days of 1 June, the day that
// decides who owes the year's property taxes.
func nearJune(iso string) bool {
	t, ok := parseDay(iso)
	if !ok {
		return false
	}
	june := time.Date(t.Year(), time.June, 1, 0, 0, 0, 0, time.UTC)
	return t.Sub(june).Abs() <= 30*24*time.Hour
}
