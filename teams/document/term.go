package document

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Term is a recommended special term, written for the contract at hand.
type Term struct {
	ID         string `json:"id"` // ST-01…ST-20
	Name       string `json:"name"`
	Text       string `json:"text"`
	Importance string `json:"importance"` // high | medium | low
	Reason     string `json:"reason"`
	// Ready tells that the text has no blank left to fill in.
	Ready bool `json:"ready"`
}

// termRule is a recommended term: when it fits, and how it reads. Blanks
// are written with blankMark.
type termRule struct {
	id, importance string
	nameKo, nameEn string
	whyKo, whyEn   string
	fits           func(d *Draft) bool
	textKo, textEn func(d *Draft) string
	coveredBy      []string // words of a term that already says it
}

const blankMark = "________"

func fixed(s string) func(*Draft) string { return func(*Draft) string { return s } }

func leaseIs(f func(c *LeaseContract) bool) func(*Draft) bool {
	return func(d *Draft) bool { return d.Lease != nil && f(d.Lease) }
}

func saleIs(f func(c *SalesContract) bool) func(*Draft) bool {
	return func(d *Draft) bool { return d.Sales != nil && f(d.Sales) }
}

func anyLease(*LeaseContract) bool { return true }
func anySale(*SalesContract) bool  { return true }

func inSituation(name string) func(*Draft) bool {
	return func(d *Draft) bool {
		for _, s := range d.Situations {
			if s == name && d.Lease != nil {
				return true
			}
		}
		return false
	}
}

func wonOrBlank(p *int64) string {
	if p == nil || *p == 0 {
		return blankMark + "원"
	}
	return korean.FormatComma(*p)
}

func wonOrBlankEn(p *int64) string {
	if p == nil || *p == 0 {
		return "KRW " + blankMark
	}
	return "KRW " + korean.FormatNumber(*p)
}

func listOrBlank(items []string) string {
	if len(items) == 0 {
		return blankMark
	}
	return strings.Join(items, ", ")
}

func textOrBlank(s string) string {
	if s == "" {
		return blankMark
	}
	return s
}

func lateRate(c *LeaseContract, lang string) string {
	if c.DefaultRateBP > 0 {
		return pick(lang, "연 "+formatBP(c.DefaultRateBP)+"의 지연이자", "interest of "+formatBP(c.DefaultRateBP)+" a year")
	}
	return pick(lang, "법정이율(연 5%)의 지연이자", "the statutory interest of 5% a year")
}

func termRules() []termRule {
	return append(leaseTermRules(), salesTermRules()...)
}

func leaseTermRules() []termRule {
	return []termRule{
		{"ST-01", SeverityHigh, "권리관계 유지", "no new charges", "잔금일에 새 담보가 생기면 보증금이 뒤로 밀립니다.", "A charge made on the day of the balance would go before the deposit.",
			leaseIs(anyLease),
			fixed("임대인은 잔금을 받은 날의 다음 날까지 이 집에 근저당권·전세권·가등기 등 새로운 권리를 설정하지 않는다. 이를 어기면 임차인은 계약을 해제하고, 이미 낸 돈 전부의 반환과 계약금에 해당하는 금액의 배상을 청구할 수 있다."),
			fixed("Until the day after receiving the balance the landlord creates no mortgage, registered jeonse right, provisional registration or other new charge on the home. If he does, the tenant may rescind and claim back all payments and damages equal to the down payment."),
			[]string{"새로운 근저당", "권리를 설정하지", "담보를 설정하지", "new charge"}},
		{"ST-02", SeverityHigh, "소유자 계좌 지급", "payment to the owner only", "소유자 아닌 계좌로 보내는 것은 흔한 사기 수법입니다.", "Accounts of others than the owner are a common fraud.",
			leaseIs(anyLease),
			fixed("보증금과 차임은 등기부상 소유자 명의의 계좌로만 지급한다."),
			fixed("Deposit and rent are paid only into an account in the name of the registered owner."),
			[]string{"소유자 명의", "registered owner"}},
		{"ST-03", SeverityHigh, "체납 세금이 있을 때의 해제권", "way out for tax arrears", "체납 세금은 보증금보다 먼저 배당될 수 있습니다.", "Tax arrears may be paid before the deposit.",
			leaseIs(func(c *LeaseContract) bool { return !no(c.TaxArrears) }),
			fixed("계약을 맺은 날을 기준으로 임대인이 체납한 국세·지방세가 드러나면 임차인은 잔금을 내기 전까지 계약을 해제할 수 있고, 임대인은 받은 돈을 곧바로 돌려준다."),
			fixed("If the landlord turns out to have owed national or local tax on the day of the contract, the tenant may rescind until the balance is paid and the landlord returns what he received at once."),
			[]string{"체납한", "체납 세금", "미납 세금", "owed national"}},
		{"ST-04", SeverityHigh, "선순위 보증금 확인", "prior deposits confirmed", "선순위 보증금이 많으면 경매 때 보증금을 다 받지 못할 수 있습니다.", "With many prior deposits a forced sale may not cover this one.",
			leaseIs(func(c *LeaseContract) bool { return yes(c.PriorDeposits) }),
			func(d *Draft) string {
				return "임대인은 이 건물에 있는 선순위 임차인들의 보증금 합계가 " + wonOrBlank(d.Lease.PriorTotal) + "임을 확인하며, 사실과 다르면 임차인은 계약을 해제할 수 있다."
			},
			func(d *Draft) string {
				return "The landlord confirms that the deposits of prior tenants of this building total " + wonOrBlankEn(d.Lease.PriorTotal) + "; if that is untrue the tenant may rescind."
			},
			[]string{"선순위", "prior tenants"}},
		{"ST-05", SeverityHigh, "전세대출 조건", "loan condition", "전세대출이 거절되면 계약금을 잃을 수 있습니다.", "Without the loan the down payment could be lost.",
			inSituation("loan"),
			fixed("임차인의 전세자금대출이 거절된 사실을 대출기관의 서면으로 증명하면 이 계약은 효력을 잃고, 임대인은 3일 안에 계약금을 돌려준다."),
			fixed("If a lender's letter proves that the tenant's jeonse loan was refused, this contract ends and the landlord returns the down payment within three days."),
			[]string{"대출이 거절", "loan was refused"}},
		{"ST-06", SeverityMedium, "보증보험 협조", "help with deposit insurance", "보증 가입에는 임대인의 협조가 필요할 수 있습니다.", "Insurance may need the landlord's help.",
			leaseIs(func(c *LeaseContract) bool { return !no(c.Guarantee) && won(c.Deposit) > 0 }),
			fixed("임대인은 임차인이 전세보증금반환보증에 가입하는 데 필요한 서류를 주고 협조한다. 임대인 쪽 사정으로 가입할 수 없으면 임차인은 계약을 해제할 수 있다."),
			fixed("The landlord gives the papers and help needed for deposit insurance. If it can't be taken out for a reason on the landlord's side, the tenant may rescind."),
			[]string{"반환보증", "deposit insurance"}},
		{"ST-07", SeverityHigh, "전입·확정일자 협조", "move-in report and fixed date", "전입과 확정일자가 있어야 대항력과 우선변제권이 생깁니다.", "Without them the tenant is not protected against third parties.",
			leaseIs(anyLease),
			fixed("임대인은 임차인의 전입신고와 확정일자, 임대차 신고를 막지 않고 필요한 서류를 내어 준다."),
			fixed("The landlord does not hinder the tenant's move-in report, fixed date and lease report and provides the papers for them."),
			[]string{"전입신고", "move-in report"}},
		{"ST-08", SeverityHigh, "보증금 반환 시기", "return of the deposit", "반환일과 지연이자를 적어 두면 다툼이 줄어듭니다.", "A fixed day and interest prevent disputes.",
			leaseIs(func(c *LeaseContract) bool { return won(c.Deposit) > 0 }),
			func(d *Draft) string {
				return "계약이 끝나는 날 임차인이 집을 비워 넘기면 임대인은 같은 날 보증금을 돌려준다. 늦어지면 " + lateRate(d.Lease, "ko") + "를 더한다."
			},
			func(d *Draft) string {
				return "When the tenant hands over the vacated home on the last day, the landlord returns the deposit the same day; late payment bears " + lateRate(d.Lease, "en") + "."
			},
			[]string{"같은 날 보증금", "returns the deposit"}},
		{"ST-09", SeverityMedium, "수선 분담", "repairs", "큰 수선은 임대인의 의무입니다.", "Major repairs are the landlord's duty.",
			leaseIs(anyLease),
			fixed("보일러·배관·누수·균열 같은 큰 수선은 임대인이, 전구·패킹 같은 소모품은 임차인이 맡는다. 급한 수선은 임차인이 먼저 하고 영수증으로 정산한다."),
			fixed("Major repairs such as boiler, pipes, leaks and cracks are the landlord's, consumables such as bulbs and seals the tenant's. The tenant may do urgent repairs first and settle them by receipt."),
			[]string{"소모품", "consumables"}},
		{"ST-10", SeverityMedium, "수리 완료 조건", "repairs before moving in", "입주 전 수리는 완료일이 있어야 지켜집니다.", "Repairs need a day to be done by.",
			leaseIs(func(c *LeaseContract) bool { return len(c.RepairItems) > 0 }),
			func(d *Draft) string {
				return "임대인은 다음 수리를 " + textOrBlank(formatDay(d.Lease.RepairDue, "ko")) + "까지 마친다: " + listOrBlank(d.Lease.RepairItems) + ". 마치지 못하면 임차인은 직접 수리하고 그 비용을 보증금이나 차임에서 뺄 수 있다."
			},
			func(d *Draft) string {
				return "The landlord completes these repairs by " + textOrBlank(formatDay(d.Lease.RepairDue, "en")) + ": " + listOrBlank(d.Lease.RepairItems) + ". Otherwise the tenant may have them done and deduct the cost from deposit or rent."
			},
			[]string{"수리를", "these repairs"}},
		{"ST-11", SeverityMedium, "원상회복 범위", "wear and tear", "통상의 마모까지 물어내라는 다툼이 잦습니다.", "Ordinary wear is a frequent dispute.",
			leaseIs(anyLease),
			fixed("보통의 사용으로 생긴 마모와 변색은 원상회복에 넣지 않는다. 못 자국은 " + blankMark + "개까지 허용한다."),
			fixed("Ordinary wear and discolouring are not part of restoration. Up to " + blankMark + " nail holes are allowed."),
			[]string{"마모", "Ordinary wear"}},
		{"ST-12", SeverityLow, "반려동물 조건", "pets", "반려동물은 미리 정해 두는 것이 안전합니다.", "Pets are best settled beforehand.",
			inSituation("pet"),
			fixed("반려동물 " + blankMark + "마리를 허용한다. 소음 민원이 두 번 이상 들어오면 서면으로 협의하고, 배설물이나 파손의 청소·수리비는 임차인이 낸다."),
			fixed(blankMark + " pet(s) are allowed. After two complaints about noise the parties agree in writing on what to do; the tenant pays for cleaning and damage."),
			[]string{"반려동물", "pet"}},
		{"ST-13", SeverityLow, "중도해지 절차", "leaving early", "중간에 나갈 때의 비용을 정해 둡니다.", "It settles the cost of leaving early.",
			inSituation("early_exit"),
			fixed("임차인이 사정이 생겨 중간에 나가려면 2개월 전에 알리고, 새 임차인이 들어올 때까지의 차임과 중개보수 가운데 " + blankMark + "을 낸다."),
			fixed("A tenant who has to leave early gives two months' notice and pays " + blankMark + " of the rent until a new tenant moves in and of the brokerage fee."),
			[]string{"중간에 나가", "leave early"}},
		{"ST-14", SeverityMedium, "관리비 공개", "open maintenance fee", "관리비 내역을 알아야 부당한 인상을 막을 수 있습니다.", "Open figures prevent hidden increases.",
			leaseIs(func(c *LeaseContract) bool { return won(c.MgmtTotal) > 0 }),
			func(d *Draft) string {
				return "임대인은 월 관리비 " + wonOrBlank(d.Lease.MgmtTotal) + "의 비목별 금액을 적은 내역을 매월 준다."
			},
			func(d *Draft) string {
				return "The landlord hands over each month a statement of the items of the maintenance fee of " + wonOrBlankEn(d.Lease.MgmtTotal) + "."
			},
			[]string{"비목별", "statement of the items"}},
	}
}

func salesTermRules() []termRule {
	return []termRule{
		{"ST-15", SeverityHigh, "하자 고지", "disclosure of defects", "알고도 알리지 않은 하자는 책임을 면할 수 없습니다.", "A seller stays liable for what he kept silent about.",
			saleIs(anySale),
			func(d *Draft) string {
				return "매도인은 누수·결로·곰팡이·층간소음·주차 문제 등 알고 있는 하자가 다음과 같음을 알린다: " + listOrBlank(d.Sales.KnownDefects) + ". 알리지 않은 하자에 대해서는 책임을 면하지 못한다."
			},
			func(d *Draft) string {
				return "The seller discloses these known defects (leaks, condensation, mould, noise, parking and the like): " + listOrBlank(d.Sales.KnownDefects) + ". He stays liable for any he did not disclose."
			},
			[]string{"하자가 다음과", "known defects"}},
		{"ST-16", SeverityHigh, "근저당 말소", "release of the mortgage", "잔금일까지 말소되지 않으면 집이 담보로 남습니다.", "Otherwise the home stays charged.",
			saleIs(func(c *SalesContract) bool { return won(c.MortgageMax) > 0 }),
			func(d *Draft) string {
				return "매도인은 잔금일까지 채권최고액 " + wonOrBlank(d.Sales.MortgageMax) + "의 근저당을 말소한다. 매수인은 잔금 일부로 그 채무를 직접 갚을 수 있다."
			},
			func(d *Draft) string {
				return "The seller has the mortgage of up to " + wonOrBlankEn(d.Sales.MortgageMax) + " released by the day of the balance. The buyer may pay that debt directly out of the balance."
			},
			[]string{"말소", "mortgage"}},
		{"ST-17", SeverityMedium, "명도 지연 배상", "late handover", "잔금을 내고도 입주하지 못하면 손해가 큽니다.", "A buyer who paid but can't move in loses much.",
			saleIs(anySale),
			fixed("매도인이 잔금일에 집을 비워 주지 않으면 늦어진 날마다 대금의 " + blankMark + "‰을 배상한다."),
			fixed("If the seller does not vacate on the day of the balance he pays " + blankMark + "‰ of the price for each day of delay."),
			[]string{"늦어진 날", "each day of delay"}},
		{"ST-18", SeverityMedium, "하자 담보 기간", "warranty period", "담보 기간을 적어 두면 하자 다툼이 줄어듭니다.", "A named period prevents disputes.",
			saleIs(anySale),
			func(d *Draft) string {
				return "인도한 날부터 " + monthsOrBlank(d.Sales.WarrantyMonths) + "개월 안에 드러난 누수·난방·구조의 하자는 매도인이 보수한다."
			},
			func(d *Draft) string {
				return "The seller repairs defects of plumbing, heating and structure found within " + monthsOrBlank(d.Sales.WarrantyMonths) + " months of the handover."
			},
			[]string{"매도인이 보수", "seller repairs"}},
		{"ST-19", SeverityLow, "세금 정산", "settling taxes", "6월 1일의 소유자가 그 해 재산세를 냅니다.", "Whoever owns on 1 June owes the year's property tax.",
			saleIs(anySale),
			func(d *Draft) string {
				return "재산세·관리비·공과금은 인도일을 기준으로 나눈다." + juneTax(d.Sales, "ko")
			},
			func(d *Draft) string {
				return "Property tax, maintenance fees and utilities are split by the day of the handover." + juneTax(d.Sales, "en")
			},
			[]string{"재산세", "Property tax"}},
		{"ST-20", SeverityMedium, "대출 승계", "assumed loan", "은행이 승계를 거절하면 대금을 마련하지 못할 수 있습니다.", "If the bank refuses, the price may not be paid.",
			saleIs(func(c *SalesContract) bool { return won(c.LoanAssume) > 0 }),
			func(d *Draft) string {
				return "매수인은 매도인의 대출 " + wonOrBlank(d.Sales.LoanAssume) + "을 승계하고, 승계가 거절되면 계약을 해제하고 계약금을 돌려받는다."
			},
			func(d *Draft) string {
				return "The buyer takes over the seller's loan of " + wonOrBlankEn(d.Sales.LoanAssume) + "; if that is refused the contract is rescinded and the down payment returned."
			},
			[]string{"승계가 거절", "takes over the seller's loan"}},
	}
}

func monthsOrBlank(p *int) string {
	if p == nil {
		return blankMark
	}
	return fmt.Sprint(*p)
}

func juneTax(c *SalesContract, lang string) string {
	if c.BalanceDate == "" || !nearJune(c.BalanceDate) {
		return ""
	}
	return pick(lang, " 그 해의 재산세는 "+blankMark+"이 낸다.", " The property tax of that year is paid by the "+blankMark+".")
}

// Recommended lists the special terms that fit the draft and are not yet
// among its own, the most important first.
func Recommended(d *Draft, lang string) []Term {
	var out []Term
	own := strings.Join(d.terms(), "\n")
	for _, importance := range []string{SeverityHigh, SeverityMedium, SeverityLow} {
		for _, r := range termRules() {
			if r.importance == importance && r.fits(d) && !containsAny(own, r.coveredBy) {
				out = append(out, r.term(d, lang))
			}
		}
	}
	return out
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func (r termRule) term(d *Draft, lang string) Term {
	text := r.textKo(d)
	if lang == "en" {
		text = r.textEn(d)
	}
	return Term{
		ID: r.id, Name: pick(lang, r.nameKo, r.nameEn), Text: text, Importance: r.importance,
		Reason: pick(lang, r.whyKo, r.whyEn), Ready: !strings.Contains(text, blankMark),
	}
}

// termByID is one recommended term for a draft of the same kind.
func termByID(d *Draft, id, lang string) (Term, bool) {
	rules := leaseTermRules()
	if d.Sales != nil {
		rules = salesTermRules()
	}
	for _, r := range rules {
		if r.id == id && (d.Lease != nil || d.Sales != nil) {
			return r.term(d, lang), true
		}
	}
	return Term{}, false
}
