package clause

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/lineartest"
)

const packPath = "../../assistants/realestate/packs/clauses.yaml"

func catalog(t testing.TB) *Catalog {
	t.Helper()
	text, err := os.ReadFile(packPath)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(datafile.File{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return c.With(map[string]float64{"increase": 5, "increase_months": 12, "arrears": 2, "arrears.shop_lease": 3, "conversion": 5, "conversion.shop_lease": 12})
}

func ids(findings []Risk) []string {
	list := []string{}
	for _, f := range findings {
		list = append(list, f.ID)
	}
	return list
}

// Every rule has a sentence that it finds and one that forbids the same.
func TestEveryRule(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	tests := []struct {
		id, bad, safe string
	}{
		{"RC-01", "임차인은 계약갱신요구권을 포기한다.", "임차인은 계약갱신요구권을 포기하지 않는다."},
		{"RC-02", "계약 갱신 시 보증금을 매년 10% 인상한다.", "갱신 시 증액은 5%를 초과할 수 없다."},
		{"RC-03", "임차인은 전입신고를 하지 않기로 한다.", "임대인은 전입신고를 금지하지 않는다."},
		{"RC-03", "임대인의 동의 없이 전입신고 및 확정일자를 받을 수 없다.", "보증금을 돌려받을 때까지 전입을 옮기지 않아도 된다."},
		{"RC-04", "보증금은 새로운 임차인이 입주한 뒤에 반환한다.", "새로운 임차인의 입주 여부를 이유로 보증금 반환을 늦추지 않는다."},
		{"RC-05", "퇴거 시 원상회복 비용 50만원을 일괄 공제한다.", "원상회복 비용을 일괄 공제하지 않는다."},
		{"RC-06", "수리비는 전부 임차인이 부담한다.", "수리비를 전부 임차인에게 부담시키지 않는다."},
		{"RC-07", "차임을 1개월 연체하면 즉시 해지하고 명도한다.", "차임을 1개월 연체하였다는 이유로 해지할 수 없다."},
		{"RC-07", "월세를 한 달이라도 밀리면 바로 나가는 것", "차임을 1개월 연체하였다는 이유로 해지할 수 없다."},
		{"RC-08", "위약금은 계약금의 2배로 한다.", "위약금은 계약금의 2배로 정할 수 없다."},
		{"RC-09", "쌍방은 계약과 함께 제소전 화해조서를 작성한다.", "제소전 화해를 요구하지 않는다."},
		{"RC-10", "임대인은 언제든지 주택에 출입할 수 있다.", "임대인은 동의 없이 주택에 출입할 수 없다."},
		{"RC-11", "관리비는 임대인이 임의로 인상할 수 있다.", "관리비는 협의 없이 인상하지 않는다."},
		{"RC-12", "무단 전대 시 보증금을 몰취한다.", "무단 전대를 이유로 보증금을 몰취하지 않는다."},
		{"RC-13", "반려동물을 키우면 즉시 퇴거한다.", "반려동물을 이유로 즉시 퇴거를 요구할 수 없다."},
		{"RC-14", "계약금은 어떤 경우에도 반환하지 않는다.", "계약금을 반환하지 않을 경우 배액을 상환한다."},
		{"RC-15", "전세대출이 불가하더라도 계약금은 반환 불가로 한다.", "대출이 불가하면 계약금을 돌려준다."},
		{"RC-16", "임대인은 실거주 여부와 상관없이 제3자에게 임대할 수 있다.", "실거주 여부와 상관없이 제3자에게 임대하지 않는다."},
		{"RC-17", "임차인은 임차권등기를 하지 않는다.", "임차권등기를 금지하지 않는다."},
		{"RC-18", "이 집의 신탁 사실은 임차인에게 따로 고지하지 아니한다.", "신탁 사실을 고지하지 않은 경우 임차인은 해제할 수 있다."},
		{"RC-19", "임대인은 근저당을 추가로 설정할 수 있으며 가능하다.", "임차인 동의 없이 근저당을 설정할 수 없다."},
		{"RC-20", "보증금은 대리인 명의 계좌로 입금한다.", "보증금은 대리인 명의 계좌로 지급하지 않는다."},
		{"RC-21", "매수인은 현 시설 상태로 인수하며 일체의 이의를 제기하지 않는다.", "현 시설 상태로 인수하되 숨은 하자는 매도인이 책임진다."},
		{"RC-22", "매도인은 중도금 지급 후에도 계약을 해제할 수 있다.", "중도금 지급 후에는 계약을 해제할 수 없다."},
		{"RC-23", "쌍방은 별도 합의서로 실제 대금을 정한다.", "별도 합의가 없으면 잔금일에 인도한다."},
		{"RC-24", "양도세는 매수인이 전부 부담한다.", "양도세는 매수인이 부담하지 않는다."},
		{"RC-25", "매도인의 명도 지연에 대한 책임은 없다.", "명도 지연의 배상 책임을 면제하지 않는다."},
		{"RC-26", "토지거래허가를 받지 못하면 매수인 책임으로 한다.", "허가를 받지 못하더라도 매수인 책임으로 하지 않는다."},
		{"RC-27", "계약은 자동 연장되며 임대인이 결정한다.", "자동 연장은 임대인이 결정하지 못한다."},
		{"RC-28", "전환율 연 8%를 적용한다.", "전환율 연 8%를 적용하지 않는다."},
		{"RC-29", "연대보증인은 무제한 책임을 진다.", "연대보증인은 무제한 책임을 지지 않는다."},
		{"RC-30", "임차인의 개인정보를 제3자에게 제공하는 데 동의한다.", "개인정보를 제3자에게 제공하지 않는다."},
		{"RC-31", "소송은 임대인 소재지 법원을 관할로 한다.", "관할은 임대인 소재지로 하지 않는다."},
		{"RC-32", "구두 합의는 효력이 없다.", "구두 합의도 문자로 남기면 인정한다."},
		{"RC-33", "임대인은 언제든지 계약을 해지할 수 있다.", "임대인은 언제든지 계약을 해지할 수 없다."},
		{"RC-34", "보증금은 임대인의 형편이 되는 대로 나누어 반환한다.", "보증금을 나누어 반환하지 않는다."},
		{"RC-35", "기간이 끝나면 임차인은 이의 없이 집을 비운다.", "기간이 끝나면 임차인은 보증금을 받으면서 집을 비운다."},
		{"RC-36", "묵시적으로 갱신된 뒤에는 임차인이 해지할 수 없다.", "묵시적으로 갱신되면 임차인은 언제든지 해지할 수 있다."},
		{"RC-37", "임차인은 상가를 나갈 때 권리금을 주장하지 못한다.", "임대인은 상가 임차인의 권리금 회수를 방해하지 않는다."},
		{"RC-38", "만기에 나가도 새 임차인의 중개보수는 임차인이 부담한다.", "중개보수는 각자 부담한다."},
		{"RC-39", "보증금 반환이 지연되어도 이자는 지급하지 않는다.", "반환이 지연되면 연 5%의 이자를 더한다."},
		{"RC-40", "임차인은 유익비를 청구하지 않는다.", "임대인은 필요비를 상환한다."},
		{"RC-41", "임차인은 차임의 감액을 청구할 수 없다.", "임차인은 차임의 감액을 청구할 수 있다."},
		{"RC-42", "주택이 매각되면 임차인은 즉시 퇴거한다.", "주택이 매각되면 새 소유자가 계약을 승계한다."},
		{"RC-43", "차임이 밀리면 임대인은 단전·단수를 할 수 있다.", "임대인은 단전·단수를 하지 않는다."},
		{"RC-44", "당사자는 임대차 신고를 하지 않기로 한다.", "당사자는 임대차 신고를 함께 한다."},
		{"RC-45", "임차인은 전세보증보험에 가입하지 않는다.", "임대인은 전세보증보험 가입에 협조한다."},
		{"RC-46", "중개사는 확인·설명의 잘못에 책임을 지지 않는다.", "중개사는 확인·설명의 잘못에 책임을 진다."},
		{"RC-47", "의뢰인은 중개보수와 별도로 컨설팅비를 낸다.", "의뢰인은 중개보수 외에 컨설팅비를 내지 않는다."},
		{"RC-48", "분양자는 입주 지연에 대하여 배상하지 않는다.", "분양자는 입주 지연에 대하여 지체상금을 배상한다."},
		{"RC-49", "분양받은 사람은 설계 변경에 이의를 제기하지 못한다.", "설계 변경에는 분양받은 사람의 동의를 얻는다."},
		{"RC-50", "천재지변으로 생긴 손해도 임차인이 부담한다.", "천재지변으로 생긴 손해는 임차인이 부담하지 않는다."},
		{"RC-51", "근저당과 압류는 매수인이 떠안는다.", "매도인은 잔금일까지 근저당과 압류를 말소한다."},
		{"RC-52", "이행강제금은 매수인이 부담한다.", "이행강제금은 매도인이 부담한다."},
		{"RC-53", "임차인은 미납국세를 열람하지 않는다.", "임대인은 미납국세 열람에 동의한다."},
		{"RC-54", "재건축하면 상가 임차인은 즉시 명도한다.", "재건축을 이유로 상가 임차인에게 명도를 요구하지 않는다."},
		{"RC-56", "임차인은 소송을 제기하지 않는다.", "분쟁이 생기면 소송보다 조정을 먼저 신청한다."},
		{"RC-57", "매수인은 잔금일이 바뀌어도 불만을 말하거나 다투지 않는다.", "매도인은 잔금일이 바뀌어도 불만을 말하거나 다투지 않는다."},
		{"RC-58", "주차장을 쓰다 생긴 일에 임대인은 아무런 책임을 지지 않는다.", "주차장을 쓰다 생긴 일에 임대인은 책임을 면하지 못한다."},
		{"RC-59", "임대인은 공용 공간의 용도를 임의로 바꿀 수 있다.", "임대인은 공용 공간의 용도를 임의로 바꾸지 못한다."},
		{"RC-61", "임차인이 낸 장기수선충당금은 돌려주지 않는다.", "임차인이 낸 장기수선충당금은 임대인이 돌려준다."},
		{"RC-62", "가스 계량기를 새로 다는 값은 사는 사람이 댄다.", "가스 계량기를 새로 다는 값은 집주인이 댄다."},
		{"RC-60", "건물의 재산세는 세든 사람이 낸다.", "건물의 재산세는 임대인이 낸다."},
		{"RC-63", "신탁회사의 동의는 생략하고 보증금은 위탁자 계좌로 입금한다.", "신탁회사의 동의서를 붙이고 보증금은 신탁회사가 정한 계좌로 입금한다."},
		{"RC-64", "임차인은 월세 세액공제를 신청하지 않는다.", "임대인은 월세 세액공제와 현금영수증에 협조하고 이를 이유로 월세를 올리지 않는다."},
		{"RC-65", "융자는 매도인이 잔금을 받은 뒤 두 달 안에 말소한다.", "매도인은 잔금을 받음과 동시에 융자를 상환하고 말소한다."},
		{"RC-66", "전 임차인이 밀린 관리비는 새 임차인이 부담한다.", "전 임차인이 밀린 관리비는 임대인이 부담한다."},
		{"RC-68", "계약은 대리인이 맺고 위임장은 나중에 보낸다.", "위임장을 보지 않고는 계약하지 않는다."},
		{"RC-67", "매도인은 잔금을 받은 뒤에도 넉 달 동안 무상으로 거주한다.", "매도인은 잔금을 받은 뒤에는 무상으로 거주하지 못한다."},
		{"RC-55", "분양받은 사람은 어떤 사유로도 해제할 수 없다.", "분양받은 사람은 법이 정한 사유가 있으면 해제할 수 있다."},
	}
	covered := map[string]bool{}
	for _, tt := range tests {
		covered[tt.id] = true
		t.Run(tt.id, func(t *testing.T) {
			t.Parallel()
			if got := ids(risks(c, tt.bad, AnyKind, "ko")); !contains(got, tt.id) {
				t.Errorf("%q: found %v, want %s", tt.bad, got, tt.id)
			}
			if got := ids(risks(c, tt.safe, AnyKind, "ko")); contains(got, tt.id) {
				t.Errorf("%q: found %v, want none of %s", tt.safe, got, tt.id)
			}
		})
	}
	for _, r := range c.rules {
		if !covered[r.ID] {
			t.Errorf("rule %s has no sentences in this test", r.ID)
		}
	}
}

// Every severe rule is found in English too, in more than one wording, and
// not in the sentence that keeps the reader safe.
func TestSevereRulesInEnglish(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	tests := map[string]struct{ bad, safe []string }{
		"RC-01": {[]string{"The tenant gives up the right to renew the lease.", "The tenant waives the right of renewal.", "The lessee may not request a renewal of this lease.", "The tenant has no right to extend the lease."},
			[]string{"The tenant does not waive the right to renew.", "The tenant may request renewal once.", "The landlord may not refuse the tenant's request for renewal."}},
		"RC-02": {[]string{"The rent is increased by 10% every year.", "A 7.5 percent annual increase applies.", "On renewal the landlord may raise the deposit to the market level."},
			[]string{"On renewal the rent may rise by up to 5%.", "The rent is increased by 4.9 %.", "The rent may not be raised by more than 10 percent."}},
		"RC-03": {[]string{"The tenant shall not file a move-in report.", "The tenant agrees not to register the address.", "The tenant is prohibited from obtaining a fixed date.", "The move-in report is to be delayed until the landlord agrees, and resident registration is not permitted."},
			[]string{"The landlord assists with the move-in report and the fixed date.", "The landlord shall not hinder the move-in report."}},
		"RC-04": {[]string{"The deposit is returned only after a new tenant has moved in.", "Once a replacement tenant has been found, the deposit will be returned.", "The landlord repays the deposit when the next lessee pays."},
			[]string{"The deposit is returned in exchange for the keys, whether or not a new tenant is found.", "The deposit is returned on the day the lease ends."}},
		"RC-07": {[]string{"If one month's rent is late the landlord may terminate.", "The landlord may evict the tenant upon a single missed payment.", "If the tenant misses one payment, the lease is terminated.", "One late payment entitles the landlord to cancel."},
			[]string{"The landlord may terminate when two months of rent are overdue.", "The tenant may terminate with one month of notice."}},
		"RC-09": {[]string{"The parties shall execute a pre-litigation settlement.", "A compromise before filing suit is recorded with the court."}, []string{"No pre-suit settlement is required."}},
		"RC-15": {[]string{"If the loan is refused, the down payment is forfeited.", "The deposit is non-refundable even if the loan is not approved."},
			[]string{"If the loan is refused, the down payment is returned.", "If the loan is refused, the down payment is not forfeited."}},
		"RC-16": {[]string{"The landlord may re-let the home whether or not the landlord lives there.", "Regardless of own use the landlord may lease to others."},
			[]string{"The landlord who refuses renewal over own use pays damages under the act."}},
		"RC-17": {[]string{"The tenant shall not apply for registration of the leasehold.", "The tenant waives lease registration.", "Leasehold registration is prohibited."},
			[]string{"The landlord does not object to leasehold registration.", "The tenant may apply for leasehold registration."}},
		"RC-18": {[]string{"The landlord need not disclose the trust; the lien is not disclosed either.", "The landlord has no duty to inform the tenant of a seizure."},
			[]string{"If a seizure was not disclosed, the tenant may rescind.", "The landlord discloses any trust in writing."}},
		"RC-19": {[]string{"The landlord may mortgage the property further.", "Without the tenant's consent a further mortgage may be created."},
			[]string{"The landlord may not mortgage the home before the day after the balance."}},
		"RC-20": {[]string{"The deposit is paid to the agent's account.", "The buyer shall remit the balance to an account in the name of the seller's spouse."},
			[]string{"All sums are paid to the owner's account.", "Payments go only to the owner and are never paid to the broker's account."}},
		"RC-21": {[]string{"The buyer accepts the house as is and makes no claim.", "The seller is not liable for any defect.", "The buyer waives all claims for defects."},
			[]string{"The seller is liable for hidden defects for six months."}},
		"RC-22": {[]string{"The seller may rescind even after the middle payment.", "After the interim payment the seller may still cancel."},
			[]string{"After the middle payment neither party may rescind.", "The seller may not withdraw after the middle payment."}},
		"RC-23": {[]string{"The parties fix the real price in a side agreement.", "The contract shall understate the price.", "The parties report a lower price to the authorities."},
			[]string{"There is no side agreement on the price.", "The parties report the real price."}},
		"RC-26": {[]string{"If the permit is not granted, the buyer bears the loss.", "The buyer is responsible if permission is refused."},
			[]string{"If the permit is refused, the contract is void and the down payment is returned to the buyer."}},
		"RC-28": {[]string{"A conversion rate of 8% applies.", "Deposit is converted into rent at 7.2 percent a year."},
			[]string{"The conversion rate is 4.9%.", "The conversion rate follows the statutory ceiling."}},
		"RC-68": {[]string{"The son signs and the power of attorney is handed over later.", "No power of attorney is required."},
			[]string{"The power of attorney and the seal certificate are handed over on signing."}},
		"RC-33": {[]string{"The landlord may terminate the lease at any time.", "The lessor reserves the right to cancel this lease without cause.", "At any time the landlord may end the lease.", "The landlord can at any time evict the tenant."},
			[]string{"The landlord may not terminate the lease at any time.", "After implied renewal the tenant may terminate at any time.", "The landlord may terminate when the arrears reach two rents."}},
	}
	for id, more := range severeInEnglish {
		tests[id] = more
	}
	for _, rule := range c.rules {
		if _, ok := tests[rule.ID]; rule.Severity == High && !ok {
			t.Errorf("%s has no English sentences in this test", rule.ID)
		}
	}
	for id, tt := range tests {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for _, text := range tt.bad {
				if got := ids(risks(c, text, AnyKind, "en")); !contains(got, id) {
					t.Errorf("%q: found %v, want %s", text, got, id)
				}
			}
			for _, text := range tt.safe {
				if got := ids(risks(c, text, AnyKind, "en")); len(got) > 0 {
					t.Errorf("%q: found %v, want nothing", text, got)
				}
			}
		})
	}
}

var severeInEnglish = map[string]struct{ bad, safe []string }{
	"RC-63": {[]string{"The lease is signed without the consent of the trust company.", "The deposit is paid to the settlor's account."}, []string{"The written consent of the trust company is attached."}},
	"RC-65": {[]string{"The seller releases the mortgage within two months after the balance.", "After the final payment the loan is paid off within 3 months."}, []string{"The seller releases the mortgage at the same time as the balance is paid."}},
	"RC-34": {[]string{"The deposit is returned in installments.", "The deposit is returned three months after the tenant moves out."}, []string{"The deposit is returned at once for the keys."}},
	"RC-35": {[]string{"At the end of the term the tenant shall vacate the home unconditionally."}, []string{"The tenant vacates the home when the deposit is returned."}},
	"RC-36": {[]string{"After an implied renewal the tenant may not terminate the lease."}, []string{"After an implied renewal the tenant may terminate the lease."}},
	"RC-37": {[]string{"The tenant of the shop shall not claim any goodwill."}, []string{"The landlord does not hinder the goodwill of the shop."}},
	"RC-42": {[]string{"If the home is sold, the tenant shall vacate."}, []string{"If the home is sold, the new owner takes over the lease."}},
	"RC-43": {[]string{"If the rent is unpaid, the landlord may cut off the water."}, []string{"The landlord shall not cut off the water."}},
	"RC-46": {[]string{"The broker is not liable for the explanation of the title."}, []string{"The broker is liable for the explanation of the title."}},
	"RC-47": {[]string{"The client shall pay a consulting charge in addition to the brokerage fee."}, []string{"The client pays the brokerage fee within the ceiling."}},
	"RC-51": {[]string{"The buyer shall bear the mortgage on the home."}, []string{"The seller clears the mortgage by the day of the balance."}},
	"RC-54": {[]string{"When the building is demolished, the tenant shall vacate immediately."}, []string{"The landlord may not evict the tenant to rebuild."}},
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func TestFindInDialog(t *testing.T) {
	t.Parallel()
	text := `이 계약서 조항 좀 봐줘: "임차인은 갱신요구권을 포기하고, 전입신고를 하지 않기로 한다. 보증금은 새 임차인이 들어온 뒤 돌려준다."`
	found := risks(catalog(t), text, Lease, "ko")
	if diff := cmp.Diff([]string{"RC-01", "RC-03", "RC-04"}, ids(found)); diff != "" {
		t.Fatal(diff)
	}
	if got := text[found[0].Start:found[0].End]; got != "임차인은 갱신요구권을 포기하고, 전입신고를 하지 않기로 한다." {
		t.Errorf("first finding is %q", got)
	}
	for _, f := range found {
		if f.Why == "" || f.Law == "" || f.Recommendation == "" || f.Excerpt == "" {
			t.Errorf("%s is incomplete: %+v", f.ID, f)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	tests := []struct {
		name, text string
		kind       Kind
		want       []string
	}{
		{"fair lease", "임차인은 만료 6개월 전부터 2개월 전까지 갱신을 한 번 요구할 수 있다. 갱신 시 증액은 5%를 넘지 않는다. 임대인은 전입신고와 확정일자에 협조한다.", Lease, []string{}},
		{"five percent is allowed", "보증금을 5% 인상한다.", Lease, []string{}},
		{"fifteen percent", "갱신할 때 보증금을 15% 인상하기로 한다.", Lease, []string{"RC-02"}},
		{"denial in the next statement", "임차인은 갱신요구권을 포기하며 이를 다투지 않는다.", Lease, []string{"RC-01"}},
		{"denied first, said later", "갱신요구권을 포기하지 않고, 다만 2회차 갱신권은 포기한다.", Lease, []string{"RC-01"}},
		{"a question about a clause", "갱신요구권을 포기한다는 특약은 무효인가요?", Lease, []string{"RC-01"}},
		{"prohibition is void", "갱신요구권을 포기하는 약정은 무효로 한다.", Lease, []string{}},
		{"sale rule in a lease", "양도세는 매수인이 전부 부담한다.", Lease, []string{}},
		{"sale rule in a sale", "양도세는 매수인이 전부 부담한다.", Sale, []string{"RC-24"}},
		{"line broken by a PDF", "임차인은 계약갱신\n요구권을 포기한다", Lease, []string{"RC-01"}},
		{"list items", "1. 전입신고 금지\n2. 임차권등기 금지", Lease, []string{"RC-03", "RC-17"}},
		{"English", "The tenant shall not file a move-in report. The deposit is returned only after a new tenant has moved in.", Lease, []string{"RC-03", "RC-04"}},
		{"English denial", "The tenant does not waive the right to renew.", Lease, []string{}},
		{"the landlord at any time", "집주인이 사유 없이 계약을 해지할 수 있고, 임대인은 이를 다투지 않는다.", Lease, []string{"RC-33"}},
		{"the tenant at any time", "묵시적으로 갱신되면 임차인은 언제든지 임대인에게 계약해지를 통지할 수 있다.", Lease, []string{}},
		{"a conversion within the cap", "전환율 연 4.9%를 적용한다.", Lease, []string{}},
		{"late by one month, notice", "해지는 1개월 전에 통지하고, 2기의 차임을 연체하면 해지할 수 있다.", Lease, []string{}},
		{"a shop's conversion within its cap", "보증금을 월세로 바꿀 때의 비율은 연 9%로 한다.", ShopLease, []string{}},
		{"a home's conversion above the cap", "보증금을 월세로 바꿀 때의 비율은 연 9%로 한다.", Lease, []string{"RC-28"}},
		{"empty", "", Lease, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, ids(risks(c, tt.text, tt.kind, "ko"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFindSpeaksEnglish(t *testing.T) {
	t.Parallel()
	f := risks(catalog(t), "수리비는 전부 임차인이 부담한다.", Lease, "en")
	if len(f) != 1 || f[0].Title != "All repairs on the tenant" || !strings.Contains(f[0].Law, "Civil Act") {
		t.Fatalf("got %+v", f)
	}
}

func TestReviewIsLinear(t *testing.T) {
	c := catalog(t)
	lineartest.Check(t, "Review", func(text string) { c.Review(text, AnyKind, "ko") })
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	pack, err := os.ReadFile(packPath)
	if err != nil {
		t.Fatal(err)
	}
	good := string(pack)
	tests := []struct{ name, old, new, want string }{
		{"unknown key", "severity: high", "severitie: high", "severitie"},
		{"unknown severity", "severity: high", "severity: grave", "grave"},
		{"unknown kind", "applies_to: [sale]", "applies_to: [loan]", "loan"},
		{"double id", "id: RC-02", "id: RC-01", "used twice"},
		{"bad id", "id: RC-02", "id: R2", "RC-"},
		{"unknown concept", "{say: suit_settlement}", "{say: suit}", "no concept"},
		{"nothing said", "{say: suit_settlement}", "{with: [suit_settlement]}", "one of deny and say"},
		{"no part", `"{part_next}{part_person}",`, `"{part_nobody}",`, "no concept"},
		{"short phrase", "제소전화해", `""`, "too short"},
		{"version", "version: 2", "version: 1", "version 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bad := strings.Replace(good, tt.old, tt.new, 1)
			if bad == good {
				t.Fatalf("%q is not in the pack", tt.old)
			}
			_, err := Load(datafile.File{Text: []byte(bad)})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// Whatever the text, findings point into it.
func TestFindProperty(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"갱신요구권을 포기", "한다", ".", "\n", " ", "하지 않는다", "전입신고 금지", "5.5%", "x", "\xff", "보증금"})).Draw(t, "parts")
		text := strings.Join(parts, "")
		for _, f := range risks(c, text, AnyKind, "ko") {
			if f.Start < 0 || f.End > len(text) || f.Start >= f.End {
				t.Fatalf("finding %+v in %q", f, text)
			}
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"", "임차인은 갱신요구권을 포기한다.", "전입신고를 하지\n않는다", "\xff\xfe.", strings.Repeat("가", 5000)} {
		f.Add(seed)
	}
	c := catalog(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 64<<10 {
			return
		}
		for _, found := range risks(c, text, AnyKind, "ko") {
			if found.Start < 0 || found.End > len(text) || found.Start >= found.End || !utf8.ValidString(found.Excerpt) {
				t.Fatalf("%+v", found)
			}
		}
	})
}

func BenchmarkFind64KiB(b *testing.B) {
	c := catalog(b)
	text := strings.Repeat("임대인은 전입신고에 협조하고 보증금은 인도와 동시에 반환한다. ", 1000)[:64<<10]
	for b.Loop() {
		risks(c, text, Lease, "ko")
	}
}

// risks are those of a text in its order.
func risks(c *Catalog, text string, kind Kind, language string) []Risk {
	var found []Risk
	for _, j := range c.Review(text, kind, language) {
		found = append(found, j.Risks...)
	}
	return found
}

// What is to be written instead keeps the case that the clause is about.
func TestAWordingKeepsTheCase(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	for text, want := range map[string]string{
		"애완동물 사육 시 임차인은 즉시 퇴거하고 보증금의 10%를 위약금으로 지급한다.":                       "애완동물 사육 시 손해배상은",
		"임차인이 계약기간 중 해지하고자 하는 경우 잔여기간 차임 전액을 위약금으로 지급하여야 한다.":                "임차인이 계약기간 중 해지하고자 하는 경우 손해배상은",
		"임차인이 고양이를 기르면 즉시 계약을 해지하고 퇴거한다.":                                    "임차인이 고양이를 기르면 임대인은",
		"반려견을 키우는 것이 드러난 때에는 임대인은 즉시 계약을 해지한다.":                              "반려견을 키우는 것이 드러난 때에는 임대인은",
		"If the tenant keeps a dog, the landlord may terminate immediately.": "If the tenant keeps a dog, ",
	} {
		var got []string
		for _, r := range c.Review(text, Lease, map[bool]string{true: "en", false: "ko"}[text[0] < 0x80])[0].Risks {
			got = append(got, r.Recommendation)
		}
		if all := strings.Join(got, " | "); !strings.Contains(all, want) {
			t.Errorf("%s: no %q in %q", text, want, all)
		}
	}
}

// Who locks a tenant out is told of it, whatever the lock is called.
func TestLockOut(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	of := func(text string) []string { return ids(c.Review(text, Lease, "ko")[0].Risks) }
	for _, text := range []string{
		"임차인이 차임을 1회라도 연체한 경우 임대인은 최고 없이 계약을 해지하고 출입문 시정장치를 교체할 수 있다.",
		"차임이 밀리면 임대인은 출입문 열쇠를 교체할 수 있다.",
		"임대인은 연체가 있으면 현관 키를 교체한다.",
		"연체 시 임대인은 도어락 비밀번호를 임의로 재설정할 수 있다.",
	} {
		if !slices.Contains(of(text), "RC-43") {
			t.Errorf("%s: %v", text, of(text))
		}
	}
	for _, text := range []string{
		"임대인은 입주 전에 출입문 비밀번호를 임차인에게 알려 준다.",
		"고장 난 출입문 열쇠의 수리비는 임대인이 낸다.",
		"임대인은 시정장치를 교체하지 않는다.",
	} {
		if slices.Contains(of(text), "RC-43") {
			t.Errorf("%s: %v", text, of(text))
		}
	}
}
