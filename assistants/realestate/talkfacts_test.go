package realestate

import (
	"strings"
	"testing"
)

// A question is reckoned with what the talk has told, however it is worded and whenever
// that was told; what the message says itself comes first.
func TestATalkIsReckonedWith(t *testing.T) {
	t.Parallel()
	risk := []string{"아파트 전세 3억 계약하려는데 시세가 3억 8천이래요. 들어가도 되나요?", "선순위 대출이 5천만원 있대요"}
	price := []string{"8억짜리 집을 사려고 해요. 취득세 얼마예요?"}
	rent := []string{"보증금 5천에 월세 95 살고 있는데 집주인이 재계약하면서 월세를 110으로 올려 달래요. 이거 맞나요?"}
	for _, c := range []struct {
		before        []string
		message, want string
	}{
		{risk[:1], risk[1], "92.11%"},
		{risk[:1], "등기부 떼 보니 근저당 채권최고액이 5천이네요", "92.11%"},
		{risk, "보증보험 됨?", "2억 9,200만원까지"},
		{risk, "그럼 전세보증보험은 가입될까요?", "2억 9,200만원까지"},
		{risk, "허그 반환보증 들 수 있어?", "2억 9,200만원까지"},
		{price, "복비는요?", "320만원"},
		{price, "그럼 중개수수료는 최대 얼마야", "320만원"},
		{price, "복비까지 다 하면 총 얼마 필요해요?", "2,370만 4,000원"},
		{price, "5억짜리면 복비 얼마예요?", "200만원"},
		{[]string{"집주인이 전세금을 3천 올려달래요. 지금 2억이에요", "갱신청구권은 한 번도 안 썼어요"}, "최대 얼마까지 올려줘야 하나요?", "2억 1,000만원"},
		{[]string{"대전에 집 한 채 있고 강동구에 아파트 하나 더 사려는데 취득세 얼마죠? 9억입니다"}, "살던 집은 나중에 팔려고요", "2,970만원"},
		{rent, "보증금을 8천으로 올리고 월세를 낮추면 얼마가 맞아요?", "82만 5,000원"},
		{append(rent, "보증금을 8천으로 올리고 월세를 낮추면 얼마가 맞아요?"), "아 보증금 5천 아니고 4천이요", "78만 3,334원"},
	} {
		answer := talked(t, append(append([]string{}, c.before...), c.message))
		if core, _, _ := strings.Cut(answer, "\n### "); !strings.Contains(core, c.want) {
			t.Errorf("%s: %q is not in:\n%s", c.message, c.want, core)
		}
	}
}

// What is asked for leads, and what the talk has told already does not again.
func TestWhatIsAskedForLeads(t *testing.T) {
	t.Parallel()
	loan := "부부합산 연봉 9200이고 무주택이에요. 6억8천짜리 아파트 사려는데 대출 얼마까지 나와요?"
	for _, c := range []struct {
		talk []string
		want string
	}{
		{[]string{loan}, "연소득 9,200만원"},
		{[]string{loan, "주담대 4억 30년 4.1%로 받으면 매달 얼마씩 내요?"}, "매달 193만 2,793원"},
		{[]string{loan, "주담대 4억 30년 4.1%로 받으면 매달 얼마씩 내요?", "40년으로 하면요?"}, "매달 169만 6,717원"},
		{[]string{"신축 빌라 전세 2억 3천인데 위험한가요?", "신탁이면 왜 위험해요?"}, "등기부 소유자가 신탁회사로"},
	} {
		core, _, _ := strings.Cut(talked(t, c.talk), "\n### ")
		lines := strings.Split(core, "\n\n")
		if strings.HasPrefix(lines[0], "‘") { // what is read in another way
			lines = lines[1:]
		}
		if !strings.HasPrefix(lines[0], c.want) {
			t.Errorf("%v begins with %q", c.talk, lines[0])
		}
	}
}

// What the talk came to is told in few lines for somebody else; a letter to the other
// side of a contract is none.
func TestATalkIsSummedUp(t *testing.T) {
	t.Parallel()
	talk := []string{"8억짜리 집을 사려고 해요. 취득세 얼마예요?", "복비는요?"}
	const summary = "지금까지 드린 답을 짧게"
	for _, message := range []string{
		"엄마한테 보내게 세 줄로만 요약해 주세요", "집사람한테 보낼 요약 부탁해", "와이프 보여줄 거니까 짧게 정리해줘", "남편에게 보여주게 핵심만 정리",
		"간단하이 아들한테 보내구로 적어주이소", "지금까지 얘기 요약해줘", "상담 내용 정리 부탁드립니다", "친구한테 카톡으로 보내게 두 줄로 줄여줘",
	} {
		if answer := talked(t, append(append([]string{}, talk...), message)); !strings.Contains(answer, summary) || !strings.Contains(answer, "320만원") {
			t.Errorf("%s:\n%s", message, answer)
		}
	}
	if answer := talked(t, append(talk, "집주인한테 보낼 문자 짧게 써줘")); strings.Contains(answer, summary) {
		t.Errorf("a letter to the landlord:\n%s", answer)
	}
}

// Who tells that something stands in a contract orders no contract, and who wants words
// for one is told them.
func TestNotEveryWordOfAContractIsAnOrder(t *testing.T) {
	t.Parallel()
	const form = "임대인 이름, 임차인 이름"
	for message, want := range map[string]string{
		"특약에 넣을 문구도 써주실 수 있나요?":               "새 담보를 설정하지 않기",
		"계약서에 넣을 특약 문구 써줘":                    "새 담보를 설정하지 않기",
		"계약서에 \"모든 수리는 임차인이 부담한다\" 이렇게 써있긴 함": "민법 제623조",
		"원룸 누수 땜에 빡침. 집주인이 내가 고치래":            "임대인이 고치고",
	} {
		if answer := talked(t, []string{message}); strings.Contains(answer, form) || !strings.Contains(answer, want) {
			t.Errorf("%s: %q is not in:\n%s", message, want, answer)
		}
	}
}
