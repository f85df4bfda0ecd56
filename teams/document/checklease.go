package document

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Sums of the law, in whole won.
const (
	reportDeposit = 60_000_000 // 부동산거래신고법 시행령 제4조의3
	reportRent    = 300_000
	itemisedFee   = 100_000 // 표준계약서 2023-10-06
)

// CheckLease runs L-1…L-13 on a lease. text is the contract as it will be
// shown: some checks ask whether it tells the tenant something. risks are
// what a reviewer found in the special terms (L-9).
func CheckLease(c *LeaseContract, text string, risks []Risk, limits Limits) []Check {
	k := &checker{}
	k.leaseSums(c)
	k.leaseTerm(c, text)
	k.leaseIncrease(c)
	k.leaseNotices(c, text)
	k.leaseParties(c, risks)
	k.leaseConversion(c, limits)
	return sortChecks(k.list, "L-")
}

// sortChecks puts the checks in the order of their numbers.
func sortChecks(list []Check, prefix string) []Check {
	out := make([]Check, 0, len(list))
	for n := 1; n <= len(list); n++ {
		for _, c := range list {
			if c.ID == fmt.Sprintf("%s%d", prefix, n) {
				out = append(out, c)
			}
		}
	}
	return out
}

func (k *checker) leaseSums(c *LeaseContract) {
	sum, known := c.payments()
	k.add("L-1", SeverityError, outcome(hasDeposit(c), known && c.Deposit != nil, sum == won(c.Deposit)), "",
		"계약금·중도금·잔금의 합은 보증금과 같아야 합니다.",
		"Down payment, middle payment and balance have to add up to the deposit.")
	fixed := c.MgmtType == MgmtFixed && won(c.MgmtTotal) >= itemisedFee
	k.add("L-6", SeverityWarn, outcome(fixed, true, len(c.MgmtItems) > 0 && itemSum(c.MgmtItems) == won(c.MgmtTotal)), "주택임대차표준계약서(2023-10-06 개정)",
		"월 10만원 이상의 정액 관리비는 비목별 금액을 적어야 합니다.",
		"A fixed maintenance fee of 100,000 won a month or more has to be listed item by item.")
}

func (k *checker) leaseTerm(c *LeaseContract, text string) {
	long := reachesTerm(c.StartDate, c.EndDate, 24)
	told := strings.Contains(text, "2년을 주장") || strings.Contains(text, "claim two years")
	k.add("L-2", SeverityWarn, outcome(true, c.StartDate != "" && c.EndDate != "" || told, long || told), "주택임대차보호법 제4조",
		"임대차 기간이 2년보다 짧으면 임차인이 2년을 주장할 수 있음을 알려야 합니다.",
		"With a term under two years the contract has to say that the tenant may claim two years.")
}

// leaseIncrease compares with the contract before. Deposit and rent are
// taken apart where the other did not fall; a fall of the one against the
// other is a conversion and L-13's.
func (k *checker) leaseIncrease(c *LeaseContract) {
	severity := SeverityError
	if c.ContractType != ContractRenew {
		severity = SeverityWarn
	}
	applies := renewed(c)
	known := c.Deposit != nil && c.PrevDeposit != nil
	k.add("L-3", severity, outcome(applies, known, !raisedOver5(c)), "주택임대차보호법 제7조, 제6조의3",
		"갱신할 때 보증금·차임은 종전의 5%를 넘게 올릴 수 없습니다. 합의로 새로 맺은 계약에도 적용되는지는 해석이 나뉘어 확인이 필요합니다.",
		"On renewal deposit and rent may rise by no more than 5 %. Whether that binds a freely agreed new contract is disputed and should be checked.")

	last := max(c.PrevStart, c.LastIncrease)
	raised := applies && known && (*c.Deposit > *c.PrevDeposit || c.PrevRent != nil && won(c.MonthlyRent) > *c.PrevRent)
	year := ""
	if t, ok := parseDay(last); ok {
		year = korean.AddMonths(t, 12).Format(dayForm)
	}
	k.add("L-4", SeverityError, outcome(raised, year != "" && c.StartDate != "", c.StartDate >= year), "주택임대차보호법 제7조, 같은 법 시행령 제8조",
		"계약이나 직전 증액 후 1년 안에는 다시 올릴 수 없습니다.",
		"There may be no increase within a year of the contract or of the last increase.")
}

// raisedOver5 is exact: new × 20 > old × 21.
func raisedOver5(c *LeaseContract) bool {
	over := func(now, before int64) bool { return before > 0 && now > before/20*21+before%20*21/20 }
	deposit, prevDeposit := won(c.Deposit), won(c.PrevDeposit)
	rent, prevRent := won(c.MonthlyRent), won(c.PrevRent)
	return over(deposit, prevDeposit) && rent >= prevRent ||
		over(rent, prevRent) && deposit >= prevDeposit ||
		prevRent == 0 && rent > 0 && deposit >= prevDeposit && c.PrevDeposit != nil && rent*12*20 > prevDeposit
}

func (k *checker) leaseNotices(c *LeaseContract, text string) {
	subject := won(c.Deposit) > reportDeposit || won(c.MonthlyRent) > reportRent
	told := strings.Contains(text, "임대차 신고") || strings.Contains(text, "lease report")
	k.add("L-5", SeverityInfo, outcome(subject, true, told), "부동산 거래신고 등에 관한 법률 제6조의2",
		"보증금 6천만원 또는 월세 30만원을 넘으면 계약일부터 30일 안에 임대차 신고를 해야 합니다.",
		"Above a deposit of 60 million won or a rent of 300,000 won the lease has to be reported within 30 days.")
	told = strings.Contains(text, "전입") && strings.Contains(text, "확정일자") ||
		strings.Contains(text, "move-in report") && strings.Contains(text, "fixed date")
	k.add("L-10", SeverityInfo, outcome(true, true, told), "주택임대차보호법 제3조, 제3조의2",
		"잔금일에 바로 전입신고를 하고 확정일자를 받도록 안내하는 문구가 필요합니다.",
		"The contract should remind the tenant to report the move-in and get a fixed date on the day of the balance.")
	burdened := yes(c.TaxArrears) || yes(c.PriorDeposits)
	terms := strings.Join(c.SpecialTerms, " ")
	covered := (!yes(c.TaxArrears) || strings.Contains(terms, "체납") || strings.Contains(terms, "미납") || strings.Contains(terms, "tax")) &&
		(!yes(c.PriorDeposits) || strings.Contains(terms, "선순위") || strings.Contains(terms, "prior"))
	k.add("L-7", SeverityWarn, outcome(burdened, true, covered), "주택임대차보호법 제3조의7",
		"미납 세금이나 선순위 보증금이 있으면 특약(ST-03, ST-04)으로 보강하는 것이 좋습니다.",
		"Unpaid taxes or prior deposits call for special terms (ST-03, ST-04).")
	limit, area := smallDeposit(c.PropertyAddress)
	k.add("L-12", SeverityInfo, outcome(won(c.Deposit) > limit, true, c.Guarantee != nil), "주택임대차보호법 제8조, 같은 법 시행령 제10조·제11조",
		fmt.Sprintf("보증금이 최우선변제 기준(%s %s 이하)을 넘으므로 전세보증금반환보증 가입 여부를 확인하세요.", area, korean.FormatWon(limit)),
		fmt.Sprintf("The deposit exceeds the limit of top-priority repayment (%s); see whether deposit insurance is taken out.", speak(limit, "en")))
}

func (k *checker) leaseParties(c *LeaseContract, risks []Risk) {
	k.add("L-8", SeverityError, outcome(true, c.RegisteredOwner != "" && c.LessorName != "", sameName(c.RegisteredOwner, c.LessorName)), "민법 제114조·제126조, 공인중개사법 제25조",
		"임대인은 등기부의 소유자와 같은 사람이어야 합니다. 계약 직전에 등기부등본을 다시 확인하세요.",
		"The landlord has to be the registered owner. Look at the register again right before signing.")
	severity := SeverityInfo
	for _, r := range risks {
		severity = worse(severity, r.Severity)
	}
	k.add("L-9", severity, outcome(len(c.SpecialTerms) > 0, true, len(risks) == 0), "",
		"특약에 위험한 조항이 없어야 합니다.",
		"The special terms should contain no risky clause.")
	k.add("L-11", SeverityError, outcome(c.AgentName != "", true, c.POADate != "" && yes(c.SealCert)), "민법 제114조·제126조·제130조",
		"대리 계약이면 위임장과 인감증명서를 확인하고 소유자 계좌로 지급해야 합니다.",
		"A contract through an agent needs a power of attorney and the owner's seal certificate.")
}

func worse(a, b string) string {
	rank := map[string]int{SeverityLow: 1, SeverityMedium: 2, SeverityHigh: 3}
	if rank[level(b)] > rank[level(a)] {
		return b
	}
	return a
}

// leaseConversion checks the rate at which a deposit became rent.
func (k *checker) leaseConversion(c *LeaseContract, limits Limits) {
	deposit := won(c.PrevDeposit) - won(c.Deposit)
	rent := won(c.MonthlyRent) - won(c.PrevRent)
	applies := renewed(c) && c.PrevDeposit != nil && deposit > 0 && rent > 0
	limit := limits.conversionCapBP()
	k.add("L-13", SeverityError, outcome(applies, true, rent*12*10_000 <= deposit*limit), "주택임대차보호법 제7조의2, 같은 법 시행령 제9조",
		fmt.Sprintf("보증금을 월세로 바꿀 때 전환율은 연 %s를 넘을 수 없습니다.", formatBP(int(limit))),
		fmt.Sprintf("A deposit may be turned into rent at no more than %s a year.", formatBP(int(limit))))
}

// formatBP writes basis points as a percentage: 50 is "0.5%".
func formatBP(bp int) string {
	s := fmt.Sprintf("%d.%02d", bp/100, bp%100)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}

// smallDeposit is the deposit up to which a tenant is repaid first (Decree
// Art. 11) at an address. Parts of Incheon and Namyangju belong to another
// class; the address alone does not tell, so the figure is a guide.
func smallDeposit(address string) (limit int64, area string) {
	lower := strings.ToLower(address)
	in := func(names ...string) bool {
		for _, n := range names {
			if strings.Contains(lower, n) {
				return true
			}
		}
		return false
	}
	gyeonggi := in("경기", "gyeonggi")
	switch {
	case in("서울", "seoul"):
		return 165_000_000, "서울"
	case in("세종", "sejong"), in("인천", "incheon") && !in("강화군", "옹진군"),
		gyeonggi && in("용인", "화성", "김포", "의정부", "구리", "남양주", "하남", "고양", "수원", "성남", "안양", "부천", "광명", "과천", "의왕", "군포", "시흥", "yongin", "hwaseong", "gimpo", "goyang", "suwon", "seongnam", "anyang", "bucheon", "hanam"):
		return 145_000_000, "과밀억제권역 등"
	case in("부산", "대구", "대전", "울산", "광주광역시", "busan", "daegu", "daejeon", "ulsan", "gwangju") && !in("군 "), gyeonggi && in("안산", "광주", "파주", "이천", "평택"):
		return 85_000_000, "광역시 등"
	case address == "":
		// Unknown place: the highest limit, so that nobody is warned in vain.
		return 165_000_000, "서울"
	}
	return 75_000_000, "그 밖의 지역"
}
