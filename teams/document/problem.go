package document

import (
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// problems lists what contradicts itself in a draft. Both values are named,
// since only the user knows which one is meant.
func problems(d *Draft, today time.Time) []Problem {
	var out []Problem
	for _, c := range d.Clashes {
		ko, en := d.label(c.Key)
		values := make([]string, len(c.Values))
		english := make([]string, len(c.Values))
		for i, v := range c.Values {
			values[i], english[i] = speak(v, "ko"), speak(v, "en")
		}
		out = append(out, Problem{
			Code: "several_values", Fields: []string{c.Key}, Values: values,
			TextKo: korean.Josa(ko, "을", "를") + " " + strings.Join(values, ", ") + "으로 서로 다르게 말씀하셨습니다. 어느 금액이 맞나요?",
			TextEn: "You gave different values for the " + en + ": " + strings.Join(english, " and ") + ". Which one is right?",
		})
	}
	switch {
	case d.Lease != nil:
		out = append(out, leaseProblems(d.Lease, today)...)
	case d.Sales != nil:
		out = append(out, salesProblems(d.Sales, today)...)
	}
	return out
}

// speak says a sum: "3억 1,500만원" or "315,000,000 won".
func speak(amount int64, lang string) string {
	if lang == "en" {
		return korean.FormatNumber(amount) + " won"
	}
	return korean.FormatWon(amount)
}

// finding collects problems with less writing.
type finding struct{ list []Problem }

func (f *finding) add(code, ko, en string, fields []string, values ...string) {
	f.list = append(f.list, Problem{Code: code, Fields: fields, Values: values, TextKo: ko, TextEn: en})
}

func leaseProblems(c *LeaseContract, today time.Time) []Problem {
	f := &finding{}
	if sum, known := c.payments(); known && c.Deposit != nil && sum != *c.Deposit {
		f.sum("보증금", "deposit", sum, *c.Deposit, "deposit")
	}
	if c.StartDate != "" && c.EndDate != "" && c.EndDate <= c.StartDate {
		f.add("end_before_start",
			"종료일("+c.EndDate+")이 시작일("+c.StartDate+")보다 늦지 않습니다. 어느 날짜가 맞나요?",
			"The lease ends on "+c.EndDate+" but starts on "+c.StartDate+". Which day is right?",
			[]string{"start_date", "end_date"}, c.StartDate, c.EndDate)
	}
	f.order(c.ContractDate, c.DownDate, "계약일", "contract date", "계약금 지급일", "day of the down payment", "contract_date", "down_date")
	f.order(c.ContractDate, c.MiddleDate, "계약일", "contract date", "중도금 지급일", "day of the middle payment", "contract_date", "middle_date")
	f.order(c.ContractDate, c.BalanceDate, "계약일", "contract date", "잔금 지급일", "day of the balance", "contract_date", "balance_date")
	f.order(c.MiddleDate, c.BalanceDate, "중도금 지급일", "day of the middle payment", "잔금 지급일", "day of the balance", "middle_date", "balance_date")
	f.order(c.RepairDue, c.StartDate, "수리 완료일", "day the repairs are done", "입주일", "start of the lease", "repair_due", "start_date")
	f.soon(c.ContractDate, today)
	f.owner(c.RegisteredOwner, c.LessorName, "임대인", "landlord", "lessor_name")
	f.rent(c)
	if c.RentDay < 0 || c.RentDay > 31 {
		f.add("rent_day", "월세 지급일은 1일에서 31일 사이여야 합니다. 매월 며칠인가요?",
			"The rent day has to be between 1 and 31. Which day is it?", []string{"rent_day"})
	}
	if sum := itemSum(c.MgmtItems); c.MgmtType == MgmtFixed && len(c.MgmtItems) > 0 && c.MgmtTotal != nil && sum != *c.MgmtTotal {
		f.add("fee_sum",
			"관리비 비목의 합("+korean.FormatWon(sum)+")이 월 관리비("+korean.FormatWon(*c.MgmtTotal)+")와 다릅니다. 어느 금액이 맞나요?",
			"The items of the maintenance fee add up to "+speak(sum, "en")+", not "+speak(*c.MgmtTotal, "en")+". Which is right?",
			[]string{"mgmt_total", "mgmt_items"}, korean.FormatWon(sum), korean.FormatWon(*c.MgmtTotal))
	}
	return f.list
}

// rent finds kinds of lease that do not go with their rent or deposit.
func (f *finding) rent(c *LeaseContract) {
	rent := won(c.MonthlyRent)
	switch {
	case c.LeaseKind == Jeonse && rent > 0:
		f.add("jeonse_rent",
			"전세 계약인데 월세 "+korean.FormatWon(rent)+"이 있습니다. 전세인가요, 보증부월세인가요?",
			"It is a jeonse but there is a rent of "+speak(rent, "en")+". Is it a jeonse or a deposit with rent?",
			[]string{"lease_kind", "monthly_rent"}, "전세", korean.FormatWon(rent))
	case c.paysRent() && c.MonthlyRent != nil && rent == 0:
		f.add("rent_zero",
			"월세 계약인데 월세가 0원입니다. 월세가 얼마인지, 아니면 전세 계약인지 알려 주세요.",
			"It is a monthly lease but the rent is 0 won. How much is the rent, or is it a jeonse?",
			[]string{"lease_kind", "monthly_rent"}, "월세", "0원")
	case c.LeaseKind == Jeonse && c.Deposit != nil && *c.Deposit == 0:
		f.add("jeonse_deposit", "전세 계약인데 보증금이 0원입니다. 보증금은 얼마인가요?",
			"It is a jeonse but the deposit is 0 won. How much is the deposit?",
			[]string{"lease_kind", "deposit"}, "전세", "0원")
	}
}

func (f *finding) sum(ko, en string, sum, whole int64, key string) {
	f.add("payment_sum",
		"계약금·중도금·잔금의 합("+korean.FormatWon(sum)+")이 "+ko+"("+korean.FormatWon(whole)+")과 다릅니다. 어느 금액이 맞나요?",
		"The payments add up to "+speak(sum, "en")+" but the "+en+" is "+speak(whole, "en")+". Which is right?",
		[]string{key, "down_payment", "middle_payment", "balance"}, korean.FormatWon(sum), korean.FormatWon(whole))
}

// order finds a day that comes before the one it has to follow.
func (f *finding) order(first, second, ko1, en1, ko2, en2, key1, key2 string) {
	if first == "" || second == "" || second >= first {
		return
	}
	f.add("day_order",
		ko2+"("+second+")이 "+ko1+"("+first+")보다 빠릅니다. 어느 날짜가 맞나요?",
		"The "+en2+" ("+second+") is before the "+en1+" ("+first+"). Which day is right?",
		[]string{key1, key2}, first, second)
}

// soon finds a contract date more than a week ahead (facts: ≤ today + 7).
func (f *finding) soon(contract string, today time.Time) {
	if contract == "" || contract <= today.AddDate(0, 0, 7).Format(dayForm) {
		return
	}
	f.add("contract_ahead",
		"계약일("+contract+")이 오늘("+today.Format(dayForm)+")부터 7일보다 뒤입니다. 계약일이 맞나요?",
		"The contract date ("+contract+") is more than 7 days after today ("+today.Format(dayForm)+"). Is it right?",
		[]string{"contract_date"}, contract, today.Format(dayForm))
}

func (f *finding) owner(owner, name, ko, en, key string) {
	if owner == "" || name == "" || sameName(owner, name) {
		return
	}
	f.add("owner_differs",
		ko+"("+name+")과 등기부 소유자("+owner+")가 다릅니다. 누가 맞나요? 대리 계약이면 "+korean.Josa(ko, "은", "는")+" 소유자로, 온 사람은 대리인으로 알려 주세요.",
		"The "+en+" ("+name+") is not the registered owner ("+owner+"). Who is right? If somebody acts for the owner, name the owner as "+en+" and the other as agent.",
		[]string{key, "registered_owner"}, name, owner)
}

func sameName(a, b string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
	return plain(a) == plain(b)
}

func itemSum(items []FeeItem) int64 {
	var sum int64
	for _, i := range items {
		sum += i.Amount
	}
	return sum
}

func salesProblems(c *SalesContract, today time.Time) []Problem {
	f := &finding{}
	if sum, known := c.payments(); known && c.Price != nil && sum != c.payable() {
		f.sum("매매대금(승계 채무 제외)", "price without assumed debts", sum, c.payable(), "price")
	}
	if c.Price != nil && c.payable() < 0 {
		f.add("assumed_exceeds_price",
			"승계하는 채무가 매매대금("+korean.FormatWon(*c.Price)+")보다 큽니다. 금액을 확인해 주세요.",
			"The debts taken over exceed the price ("+speak(*c.Price, "en")+"). Please check the sums.",
			[]string{"price", "loan_assume", "deposit_to_assume"}, korean.FormatWon(*c.Price), korean.FormatWon(won(c.LoanAssume)+won(c.DepositToAssume)))
	}
	f.order(c.ContractDate, c.DownDate, "계약일", "contract date", "계약금 지급일", "day of the down payment", "contract_date", "down_date")
	f.order(c.ContractDate, c.BalanceDate, "계약일", "contract date", "잔금 지급일", "day of the balance", "contract_date", "balance_date")
	f.order(c.ContractDate, c.HandoverDate, "계약일", "contract date", "인도일", "day of the handover", "contract_date", "handover_date")
	last := c.ContractDate
	for _, p := range c.MiddlePayments {
		f.order(last, p.Date, "앞 지급일", "payment before it", "중도금 지급일", "day of the middle payment", "contract_date", "middle_date")
		f.order(p.Date, c.BalanceDate, "중도금 지급일", "day of the middle payment", "잔금 지급일", "day of the balance", "middle_date", "balance_date")
		if p.Date != "" {
			last = p.Date
		}
	}
	f.soon(c.ContractDate, today)
	f.owner(c.RegisteredOwner, c.SellerName, "매도인", "seller", "seller_name")
	return f.list
}
