package realestate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// talked is the answer to the last of some messages of one conversation,
// with everything at work that a server has but a model.
func talked(t *testing.T, messages []string) string {
	t.Helper()
	h, err := openHouse()
	if err != nil {
		t.Fatal(err)
	}
	members := map[string]work{}
	for name, team := range h.teams {
		members[name] = work(team)
	}
	y := open(t, members, func(d *desk) {
		d.planner, d.Shelf, d.calculator, d.compose = h.planner, h.desk.Shelf, h.desk.calculator, h.desk.compose
	})
	id, last := y.session(t, ""), ""
	for _, message := range messages {
		p, err := y.Position(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: message, Language: planning.DetectLanguage(message)}); err != nil {
			t.Fatal(err)
		}
		for _, e := range y.follow(t, id, p.LastSeq, nil) {
			var body struct{ Response state.Response }
			if e.Type == state.EventFinalResponse && json.Unmarshal(e.Payload, &body) == nil {
				last = body.Response.Answer + body.Response.Message
			}
		}
	}
	return last
}

// What is told over several messages is reckoned as if it were told in one.
func TestSumsGoOn(t *testing.T) {
	t.Parallel()
	own := []string{"5억짜리 아파트 사는데 내돈은 8천이고 나머진 대출 받으면 한달에 얼마", "금리는 4%쯤이고 30년", "아니 40년으로 하면", "금리 1% 오르면?"}
	loan := []string{"3억 대출 4% 30년이면 한달에 얼마", "아니 40년으로 하면", "금리 1% 오르면?"}
	for _, c := range []struct {
		name     string
		messages []string
		want     string
	}{
		{"the rest of a price is the loan", own[:1], "4억 2,000만원을 빌리"},
		{"its rate and term follow", own[:2], "매달 200만 5,144원"},
		{"another term", own[:3], "매달 175만 5,342원"},
		{"the rate moves", own, "연 5%일 때 202만 5,226원"},
		{"another term of one message", loan[:2], "매달 125만 3,815원"},
		{"the rate moves from there", loan, "연 4%일 때 125만 3,815원"},
		{"the rate falls", []string{loan[0], "금리가 0.5%p 내려가면요?"}, "연 3.5%일 때"},
		{"to a rate", []string{loan[0], "금리가 5%로 오르면?"}, "매달 161만 465원"},
		{"a second income", []string{"연봉 5200인데 서울에서 7억 집 살때 대출 얼마나 나와요 생애최초", "와이프도 벌어요 3600정도. 합치면?"}, "연소득 8,800만원"},
		{"a second income of a month", []string{"연봉 4천인데 디딤돌 되나요 4억 아파트", "아내도 월 200 벌어요"}, "연소득 6,400만원"},
		{"a second income is corrected", []string{"저는 5천이고 아내는 3천 벌어요 서울 8억 아파트 대출 얼마까지", "아 아내는 4천이에요"}, "연소득 9,000만원"},
		{"one's own income is corrected", []string{"저는 5천이고 아내는 3천 벌어요 서울 8억 아파트 대출 얼마까지", "아니 제 연봉은 6천이에요"}, "연소득 9,000만원"},
		{"a second income in English", []string{"I earn 50 million a year, how much can I borrow for an apartment?", "My wife makes 40 million too"}, "income of KRW 90,000,000"},
		{"what is compared at a rate", []string{"전세 2억이랑 보증금 3천에 월세 70 중에 뭐가 나아요", "대출 금리 4%면?"}, "전세 2억원은 66만 6,666원, 보증금 3,000만원 월세 70만원은 80만원"},
		{"a purchase against a jeonse", []string{"5억짜리 아파트 사는데 내돈은 8천이고 나머진 대출 4% 30년으로 받으면 한달에 얼마", "전세로 3억짜리 사는거랑 비교해줘"}, "매매 5억원은 166만 6,666원, 전세 3억원은 100만원"},
		{"the day of a month", []string{"계약이 내년 3월에 끝나요 갱신 언제까지 말해야돼요", "15일이에요"}, "2027-01-14"},
		{"a whole day", []string{"만기가 2027년 4월인데 갱신 언제까지 말해야돼요", "4월 20일이요"}, "2027-02-19"},
		{"a price by income", []string{"연봉 6천이면 얼마짜리 집까지 살 수 있어요"}, "LTV 70%라면 3억 8,208만원까지"},
		{"with own money", []string{"연봉 6천이면 얼마짜리 집까지 살 수 있어요", "내 돈은 1억 있어요"}, "3억 3,333만원까지 살 수 있습니다"},
		{"own money is plenty", []string{"연봉 6천이면 얼마짜리 집까지 살 수 있어요", "모은 돈 3억 있고 금리는 4.5%"}, "5억 8,603만원까지"},
		{"in a regulated area", []string{"연봉 8천 현금 3억 있는데 서울에서 집 얼마까지 살 수 있나요 4% 30년"}, "5억원까지 살 수 있습니다"},
		{"a price in English", []string{"how expensive a house can I afford with 70 million salary?", "I have 150 million saved"}, "Up to KRW 462,040,000"},
		{"English", []string{"300 million loan at 4% for 30 years, monthly payment?", "what if the rate goes up by 1%?"}, "KRW 1,610,465 at 5%"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if core, _, _ := strings.Cut(talked(t, c.messages), "###"); !strings.Contains(core, c.want) {
				t.Errorf("%q is not in:\n%s", c.want, core)
			}
		})
	}
}

// A day that nobody has said is told as an assumption, and one that has passed is no day to come.
func TestAMonthIsNoDay(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"계약이 내년 3월에 끝나요 갱신 언제까지 말해야돼요":        "‘내년 3월’ 며칠인지 몰라 2027년 3월 1일로 보았습니다",
		"만기가 2027년 4월인데 월세 60에서 65 달래요 갱신돼요?": "‘2027년 4월’ 며칠인지 몰라",
		"전세 2억 6월에 재계약했는데 5% 또 올려달래요":         "2026년 6월 1일로 보았습니다",
		"전세 2억 2027년 3월 10일에 끝나요 갱신 언제까지 말해요": "2027-01-09",
	} {
		if answer := talked(t, []string{message}); !strings.Contains(answer, want) {
			t.Errorf("%s: %q is not in:\n%s", message, want, answer)
		}
	}
}

// A situation of its own is no more of the question before it, in however few words it is
// told; what says that it goes on is, and is told that nothing more was found.
func TestASituationOfItsOwn(t *testing.T) {
	t.Parallel()
	const boiler, renewal, deposit = "원룸 500/45인데 보일러가 고장났어요. 누가 고쳐요?", "전세 살고 있는데 만기 3개월 남았어요 갱신하고 싶은데", "보증금 2억인데 만기 지났는데 안돌려줘요"
	for _, c := range []struct{ before, message, want string }{
		{renewal, "딸이 들어와 산대요", "직계가족이 실제로 살려면"},
		{deposit, "근데 윗집에서 물이 새요", "천장이나 벽, 배관에서 물이 새면"},
		{boiler, "집주인이 문을 막 열고 들어와요", "허락 없이 들어오면 안 되며"},
		{boiler, "아직 아무 연락이 없어요", "방금 드린 답 말고 더 찾은"},
		{boiler, "벌써 3주째에요", "방금 드린 답 말고 더 찾은"},
		{deposit, "저는 지금 지방에 내려와 있어요", "방금 드린 답 말고 더 찾은"},
	} {
		if answer := talked(t, []string{c.before, c.message}); !strings.Contains(answer, c.want) {
			t.Errorf("%s: %q is not in:\n%s", c.message, c.want, answer)
		}
	}
}

// What is told in the middle of a talk and adds to nothing that was asked is kept, and is
// no question that an article of its words would answer.
func TestWhatIsOnlyToldIsKept(t *testing.T) {
	t.Parallel()
	const mold, notice = "월세 집 벽에 곰팡이가 심하게 피었어요", "만기에 이사 나가려면 집주인한테 언제까지 말해야 하나요"
	for _, c := range []struct{ before, message, want string }{
		{mold, "작년에 어머니 집을 물려받아 상속 등기를 했습니다", "이어지는 질문에 넣어"},
		{mold, "감사해요 문자 먼저 보내 보겠습니다", "도움이 되었다니"},
		{notice, "시골에 물려받은 밭이 조금 있습니다", "방금 드린 답 말고 더 찾은"},
		{notice, "확정일자는 어디서 받아요", "확정일자"},
	} {
		if answer := talked(t, []string{c.before, c.message}); !strings.Contains(answer, c.want) {
			t.Errorf("%s: %q is not in:\n%s", c.message, c.want, answer)
		}
	}
}
