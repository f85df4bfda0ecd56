package clause

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestExtract(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"quoted", `이거 괜찮아요? "임차인은 장기수선충당금을 청구하지 아니한다."`, []string{"임차인은 장기수선충당금을 청구하지 아니한다."}},
		{"two sentences in one quotation", `"을은 벽에 못을 박지 않는다. 어기면 벽지를 새로 한다." 봐 주세요`, []string{"을은 벽에 못을 박지 않는다.", "어기면 벽지를 새로 한다."}},
		{"bare, behind a request", "검토 부탁합니다. 을은 갑의 요구가 있으면 열흘 안에 나간다.", []string{"을은 갑의 요구가 있으면 열흘 안에 나간다."}},
		{"bare, by its parties alone", "임차인은 계약이 끝나면 도배를 새로 한다.", []string{"임차인은 계약이 끝나면 도배를 새로 한다."}},
		{"long and bare, in words of everyday", "세를 하루라도 넘겨 부치면 그달 세의 두 곱을 벌로 내고, 이튿날부터는 더 얹는다.", []string{"세를 하루라도 넘겨 부치면 그달 세의 두 곱을 벌로 내고, 이튿날부터는 더 얹는다."}},
		{"behind an arrow", "오늘 받은 계약서예요, 여기요 -> 당첨자는 계약할 때 공급가의 절반을 한꺼번에 치른다", []string{"당첨자는 계약할 때 공급가의 절반을 한꺼번에 치른다"}},
		{"one behind a slash", "특약: 세입자는 영수증을 청구하지 않음 / 보증금은 석 달 뒤에 반환함", []string{"세입자는 영수증을 청구하지 않음", "보증금은 석 달 뒤에 반환함"}},
		{"a line of its own, about nothing known", "특약 봐 주세요.\n말로 한 것은 모두 없는 것으로 친다.", []string{"말로 한 것은 모두 없는 것으로 친다."}},
		{"articles with headings", "제1조(목적) 갑은 을에게 위 주택을 빌려준다.\n제2조 (기간)\n기간은 2년으로 한다.", []string{"갑은 을에게 위 주택을 빌려준다.", "기간은 2년으로 한다."}},
		{"articles on one line", "제1조 보증금은 1억원으로 한다. 제2조 기간은 2년으로 한다.", []string{"보증금은 1억원으로 한다.", "기간은 2년으로 한다."}},
		{"special terms", "특약사항\n1. 반려동물 금지\n2. 입주 청소비는 임차인 부담\n이거 어때요?", []string{"반려동물 금지", "입주 청소비는 임차인 부담"}},
		{"bullets", "- 을은 밤 10시 뒤에 세탁기를 쓰지 않는다\n- 을은 주차하지 않는다", []string{"을은 밤 10시 뒤에 세탁기를 쓰지 않는다", "을은 주차하지 않는다"}},
		{"lines broken by a scan", "제 3 조 ( 수 선 )\n보일러는 임대인이\n고친다.", []string{"보일러는 임대인이 고친다."}},
		{"full lines of a PDF", "제3조(해지) 임차인은 어떠한 사정이 있더라도 임대인에게 남은 기간의 차임을 청구하지\n아니하고, 계약을 중도에 해지하고자 하는 때에는 임대인이 요구하는 위약금의 반환\n을 포기한다.\n제4조(수선) 목적물의 수선은 을이 부담한다.",
			[]string{"임차인은 어떠한 사정이 있더라도 임대인에게 남은 기간의 차임을 청구하지 아니하고, 계약을 중도에 해지하고자 하는 때에는 임대인이 요구하는 위약금의 반환 을 포기한다.", "목적물의 수선은 을이 부담한다."}},
		{"a short line that is spoken", "이거 되나\n임차인은 계약이 끝나면 도배를 새로 한다.", []string{"임차인은 계약이 끝나면 도배를 새로 한다."}},
		{"a list without marks", "특약:\n중도 해지 위약금은 임차인 부담\n입주 청소비는 임차인 부담", []string{"중도 해지 위약금은 임차인 부담", "입주 청소비는 임차인 부담"}},
		{"within a question", "임차권등기를 하지 않는다는 특약을 넣자는데 유효한가요?", []string{"임차권등기를 하지 않는다는 특약"}},
		{"English", "Could you check this? The tenant shall repaint every room. Thanks!", []string{"The tenant shall repaint every room."}},
		{"behind talk that ends in an aside", "거실 등을 제가 달았어요(주인 허락)\n을이 단 등은 나갈 때 값 없이 갑에게 남긴다.", []string{"을이 단 등은 나갈 때 값 없이 갑에게 남긴다."}},
		{"what is not so is no story", "갱신은 갑이 꼭 받아들여야 하는 것이 아니다.", []string{"갱신은 갑이 꼭 받아들여야 하는 것이 아니다."}},
		{"behind talk without a full stop", "실거주 특약이래요 처음 봐서 여쭤봐요 집주인이 갱신을 거절하고 남에게 세를 놓으면 석 달 치 월세를 물어준다. 어떤가요", []string{"집주인이 갱신을 거절하고 남에게 세를 놓으면 석 달 치 월세를 물어준다."}},
		{"a line as it is spoken", "이런 조건 거는 게 맞나요?\n현금영수증을 끊으시면 매달 5만 원씩 더 주셔야 해요.", []string{"현금영수증을 끊으시면 매달 5만 원씩 더 주셔야 해요."}},
		{"a polite item", "파손 조항 괜찮은가요?\n7. 세입자가 부주의로 망가뜨린 것은 세입자가 고칩니다.", []string{"세입자가 부주의로 망가뜨린 것은 세입자가 고칩니다."}},
		{"a line that was named a clause, without a verb", "이 특약 괜찮은가요?\n\n벽지 얼룩 한 군데마다 5만원, 바닥 긁힘은 전체 교체", []string{"벽지 얼룩 한 군데마다 5만원, 바닥 긁힘은 전체 교체"}},
		{"a line behind one that names none", "이 집 괜찮은가요?\n역에서 5분, 방 두 개, 보증금 1억", nil},
		{"lines that tell of oneself", "이거 괜찮은 건가요?\n저는 다음 달에 들어가기로 하고 계약금을 보냈어요.", nil},
		{"a story", "집주인이 보증금을 돌려주지 않는다. 어떻게 하죠?", nil},
		{"what somebody wants", "집주인이 5% 올려 달라고 한다. 거절할 수 있나?", nil},
		{"what somebody said", `집주인이 "이번 달에 꼭 나가야 한다"고 해요`, nil},
		{"questions in a list", "1. 보증금을 올릴 수 있나요?\n2. 복비는 얼마예요?", nil},
		{"a question without its mark, and what it leaves out", "전세 6억 들어가는데 대출은 4억 받을거고요 중개사 수수료 얼마에요 부가세 제외", nil},
		{"questions that end in an aside", "집은 1억에 나왔고 등기는 깨끗해요(압류 없음). 1. 세금 얼마\n2. 수수료는 많아야 얼마(부가세 빼고)", nil},
		{"a request", "전세 계약서 써줘. 임대인 김철수, 임차인 이영희, 보증금 3억", nil},
		{"a story in English", "My landlord may not return my deposit. What can I do?", nil},
		{"what it means is asked, no sum", "The tenant waives the right to renewal and bears all repairs. What is the risk for me?", []string{"The tenant waives the right to renewal and bears all repairs."}},
		{"how bad it is", "임차인은 모든 수리비를 부담한다. 이거 저한테 얼마나 불리해요?", []string{"임차인은 모든 수리비를 부담한다."}},
		{"what was not written", "계약서는 안썼고 문자로 동호수랑 금액만 받았음", nil},
		{"what was done", "계약서에 도장은 찍었고 잔금은 다음주에 치르기로 했음", nil},
		{"what was done, without a party", "특약 얘기는 없었고 보증금은 벌써 다 보냈음", nil},
		{"what an owner did", "집주인이 계약서 없이 계좌번호만 보냈음", nil},
		{"one's own means", "신혼부부 집 알아보는데 맞벌이 각각 4천 3천5백이에요 모은돈 1억2천 전세끼고 있는 보증금 2억8천도 있음", nil},
		{"one's own plans", "수원에서 전세 3억 정도 보고 있는데 대출은 2억까지 받고 싶음", nil},
		{"what is under way", "지금 전세 2억에 살고 계약은 내년 3월까지고 새 집을 보고 있음", nil},
		{"a term told in English", "can I get my deposit back if I leave early? contract is 1 year", nil},
		{"an end told in English", "Can my landlord raise the rent now? The lease ends in March", nil},
		{"a named clause behind another sentence", "집주인이 전입신고 하지 말래요 이것도 특약에 넣재요 보증금 못주면 집으로 대신 준다는 조항은요?", []string{"보증금 못주면 집으로 대신 준다는 조항"}},
		{"a named clause behind an aside", "다음주에 계약하는데 수리비를 전부 임차인이 낸다는 특약 괜찮아요?", []string{"수리비를 전부 임차인이 낸다는 특약"}},
		{"what a party confirmed", "특약: 임차인은 시설 상태를 확인하였음", []string{"임차인은 시설 상태를 확인하였음"}},
		{"an item of what was done", "특약사항\n1. 현 시설 상태를 확인하였음\n2. 등기부에 융자 없음", []string{"현 시설 상태를 확인하였음", "등기부에 융자 없음"}},
		{"costs of doing something", "특약: 원상회복하는데 드는 비용은 임차인이 부담한다", []string{"원상회복하는데 드는 비용은 임차인이 부담한다"}},
		{"a deal told in English", "The rent is 900k a month and it's a studio in Mapo-gu. The agent said no report is needed. Is that so?", nil},
		{"a term as contracts have it", "Please review: The rent is due on the fifth of each month, payable in advance.", []string{"The rent is due on the fifth of each month, payable in advance."}},
		{"in single marks", "특약이 '을은 마당에 차를 세우지 않는다' 예요", []string{"을은 마당에 차를 세우지 않는다"}},
		{"an apostrophe is no mark", "Please review: The tenant's pets and the tenant's guests shall be registered.", []string{"The tenant's pets and the tenant's guests shall be registered."}},
		{"what is pointed back at", "계약서에 마당의 풀은 세든 사람이 뽑을 것 이렇게 돼 있어요", []string{"마당의 풀은 세든 사람이 뽑을 것"}},
		{"what is proposed", "시골집 사는데 우물을 치우는 값은 사는 사람이 댄다 라고 적자고 합니다", []string{"우물을 치우는 값은 사는 사람이 댄다"}},
		{"what was only heard", "갱신하면 월세를 많이는 못 올린다 라고 들었는데 맞나요?", nil},
		{"two that are named in one sentence", "옥상은 임대인만 쓴다는 문구랑 마당은 임차인이 쓴다는 문구가 있어요", []string{"옥상은 임대인만 쓴다는 문구", "마당은 임차인이 쓴다는 문구"}},
		{"an article in brackets", "제7조(갑은 여름마다 지붕의 방수를 다시 하고 그 값을 을에게 물리지 아니하며 을은 그 일을 도와야 한다) 이상한가요?", []string{"갑은 여름마다 지붕의 방수를 다시 하고 그 값을 을에게 물리지 아니하며 을은 그 일을 도와야 한다)"}},
		{"what a contract says, in English", "a question on my lease. It says the keys are lost for good when not returned by noon.", []string{"the keys are lost for good when not returned by noon."}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, c := range Extract(tt.text) {
				got = append(got, c.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever the text, clauses stand in it in order and are not empty.
func TestExtractProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"을은 포기", "한다", ".", "\n", " ", "제3조", "(기간)", `"`, "”", "1. ", "전입신고 금지", "5.5%", "?", "\xff", ":", "특약"})).Draw(t, "parts")
		text, last := strings.Join(parts, ""), 0
		for _, c := range Extract(text) {
			if c.Start < last || c.Start >= c.End || c.End > len(text) || c.Text == "" {
				t.Fatalf("%+v in %q", c, text)
			}
			last = c.End
		}
	})
}
