package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// label is a word that says what the sum or the day beside it is.
type label struct {
	word  string
	money string // key of the sum, "" when the word names none
	day   string // key of the day
}

// leaseLabels are matched longest first; all in lower case.
var leaseLabels = byLength([]label{
	{"종전 보증금", "prev_deposit", ""}, {"종전보증금", "prev_deposit", ""}, {"기존 보증금", "prev_deposit", ""},
	{"이전 보증금", "prev_deposit", ""}, {"현재 보증금", "prev_deposit", ""},
	{"previous deposit", "prev_deposit", ""}, {"current deposit", "prev_deposit", ""},
	{"종전 월세", "prev_rent", ""}, {"기존 월세", "prev_rent", ""}, {"종전 차임", "prev_rent", ""}, {"현재 월세", "prev_rent", ""},
	{"previous rent", "prev_rent", ""}, {"current rent", "prev_rent", ""},
	{"선순위 보증금", "prior_total", ""}, {"선순위보증금", "prior_total", ""}, {"선순위", "prior_total", ""},
	{"prior deposits", "prior_total", ""}, {"prior tenants", "prior_total", ""},
	{"전세보증금", "deposit", ""}, {"임대보증금", "deposit", ""}, {"보증금", "deposit", ""}, {"전세금", "deposit", ""}, {"전세가", "deposit", ""},
	{"전세", "deposit", ""}, {"deposit", "deposit", ""}, {"jeonse", "deposit", ""},
	{"월세", "monthly_rent", ""}, {"차임", "monthly_rent", ""}, {"월임대료", "monthly_rent", ""}, {"월 임대료", "monthly_rent", ""},
	{"임대료", "monthly_rent", ""}, {"monthly rent", "monthly_rent", ""}, {"rent", "monthly_rent", ""},
	{"계약금", "down_payment", "down_date"}, {"down payment", "down_payment", "down_date"}, {"earnest money", "down_payment", "down_date"},
	{"중도금", "middle_payment", "middle_date"}, {"middle payment", "middle_payment", "middle_date"}, {"interim payment", "middle_payment", "middle_date"},
	{"잔금", "balance", "balance_date"}, {"balance", "balance", "balance_date"},
	{"관리비", "mgmt_total", ""}, {"maintenance fee", "mgmt_total", ""}, {"management fee", "mgmt_total", ""},
	{"계약일", "", "contract_date"}, {"계약 체결일", "", "contract_date"}, {"작성일", "", "contract_date"}, {"계약 날짜", "", "contract_date"}, {"계약날짜", "", "contract_date"},
	{"contract date", "", "contract_date"}, {"signing", "", "contract_date"}, {"signed on", "", "contract_date"},
	{"입주", "", "start_date"}, {"인도일", "", "start_date"}, {"시작", "", "start_date"}, {"개시", "", "start_date"}, {"이사", "", "start_date"},
	{"start", "", "start_date"}, {"starting", "", "start_date"}, {"starts", "", "start_date"}, {"move-in", "", "start_date"}, {"move in", "", "start_date"}, {"from", "", "start_date"},
	{"만료", "", "end_date"}, {"종료", "", "end_date"}, {"만기", "", "end_date"}, {"끝", "", "end_date"},
	{"until", "", "end_date"}, {"end", "", "end_date"}, {"ends", "", "end_date"}, {"ending", "", "end_date"},
	{"위임장", "", "poa_date"}, {"power of attorney", "", "poa_date"},
	{"수리 완료", "", "repair_due"}, {"수리완료", "", "repair_due"}, {"repairs by", "", "repair_due"},
	{"확인설명서", "", "explain_date"}, {"확인·설명서", "", "explain_date"},
	{"직전 증액", "", "last_increase"}, {"마지막 증액", "", "last_increase"}, {"최근 증액", "", "last_increase"}, {"last increase", "", "last_increase"},
})

var salesLabels = byLength([]label{
	{"매매대금", "price", ""}, {"매매가격", "price", ""}, {"매매가", "price", ""}, {"매매 금액", "price", ""}, {"매매금액", "price", ""},
	{"대금", "price", ""}, {"매매", "price", ""}, {"집값", "price", ""}, {"sale price", "price", ""}, {"price", "price", ""},
	{"계약금", "down_payment", "down_date"}, {"down payment", "down_payment", "down_date"}, {"earnest money", "down_payment", "down_date"},
	{"중도금", "middle_payment", "middle_date"}, {"middle payment", "middle_payment", "middle_date"}, {"interim payment", "middle_payment", "middle_date"},
	{"잔금", "balance", "balance_date"}, {"balance", "balance", "balance_date"},
	{"대출 승계", "loan_assume", ""}, {"승계 대출", "loan_assume", ""}, {"승계하는 대출", "loan_assume", ""}, {"대출을 승계", "loan_assume", ""},
	{"융자", "loan_assume", ""}, {"assumed loan", "loan_assume", ""}, {"loan", "loan_assume", ""},
	{"채권최고액", "mortgage_max", ""}, {"근저당", "mortgage_max", ""}, {"mortgage", "mortgage_max", ""},
	{"승계 보증금", "deposit_to_assume", ""}, {"보증금 승계", "deposit_to_assume", ""}, {"승계보증금", "deposit_to_assume", ""},
	{"보증금", "deposit_to_assume", ""}, {"deposit", "deposit_to_assume", ""},
	{"계약일", "", "contract_date"}, {"계약 체결일", "", "contract_date"}, {"작성일", "", "contract_date"}, {"계약 날짜", "", "contract_date"},
	{"contract date", "", "contract_date"}, {"signing", "", "contract_date"}, {"signed on", "", "contract_date"},
	{"소유권 이전", "", "transfer_date"}, {"이전등기", "", "transfer_date"}, {"이전 등기", "", "transfer_date"}, {"transfer", "", "transfer_date"},
	{"인도", "", "handover_date"}, {"명도", "", "handover_date"}, {"입주", "", "handover_date"}, {"handover", "", "handover_date"}, {"move-in", "", "handover_date"},
	{"세금 정산", "", "tax_settlement_date"}, {"재산세", "", "tax_settlement_date"}, {"tax settlement", "", "tax_settlement_date"},
	{"확인설명서", "", "explain_date"}, {"확인·설명서", "", "explain_date"},
})

// notLabels are words that only begin like a label: a 전세대출 is no deposit.
var notLabels = []string{
	"전세대출", "전세자금", "전세가율", "전세권", "전세사기", "전세계약", "전세 계약",
	"월세계약", "월세 계약", "매매계약", "매매 계약", "보증금반환", "보증금 반환",
	"월세대출", "입주자", "입주 전", "시작해", "근저당권자", "대금 지급",
}

func byLength(labels []label) []label {
	slices.SortStableFunc(labels, func(a, b label) int { return len(b.word) - len(a.word) })
	return labels
}

// labelHit is a label found in a text; offsets are in bytes.
type labelHit struct {
	label
	start, end int
}

// findLabels lists the labels of a text in their order; a label inside a
// longer one is not listed.
func findLabels(text string, labels []label) []labelHit {
	var hits []labelHit
	for i := 0; i < len(text); {
		if n := prefixOf(text[i:], notLabels); n > 0 {
			i += n
			continue
		}
		if hit, ok := labelAt(text, i, labels); ok {
			hits = append(hits, hit)
			i = hit.end
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
	}
	return hits
}

func prefixOf(text string, words []string) int {
	for _, w := range words {
		if strings.HasPrefix(text, w) {
			return len(w)
		}
	}
	return 0
}

func labelAt(text string, at int, labels []label) (labelHit, bool) {
	for _, l := range labels {
		if !strings.HasPrefix(text[at:], l.word) {
			continue
		}
		if l.word[0] < utf8.RuneSelf && !wholeWord(text, at, at+len(l.word)) {
			continue
		}
		return labelHit{l, at, at + len(l.word)}, true
	}
	return labelHit{}, false
}

// wholeWord keeps "rent" out of "parent" and "current".
func wholeWord(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !(from > 0 && isLatin(before)) && !(to < len(text) && isLatin(after))
}

func isLatin(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }
