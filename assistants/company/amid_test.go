package company

import (
	"strings"
	"testing"
)

// What is asked amid a form is of the form: whether it is within the rules as it is,
// and of the medicine and the customer that it is about.
func TestWhatIsAskedAmidAFormIsOfTheForm(t *testing.T) {
	t.Parallel()
	for _, talk := range [][]struct{ say, has, lacks string }{
		{
			{"식대 입력좀 어제 고객기관034 원장님이랑 점심", "항목: 식음료", ""},
			{"2명 8만4천원 영수증 있어", "금액: 84,000원", ""},
			{"이거 한도 안넘지??", "[PRE-001] 지킴", "빠진 증빙"},
			{"금액은 40만원", "금액: 400,000원", ""},
			{"이 정도면 규정에 안 걸리나?", "어긋나는 점이", "지킴: 한 기관을"},
			{"그럼 9만원으로 하면 되나?", "바꾸었다고 보고", "[PRE-001] 개별"},
			{"이대로면 문제 없지?", "지금까지 적힌 내용으로", "바꾸었다고 보고"},
			{"지금까지 적은 내용 보여줘", "금액: 400,000원", "정도면"},
		},
		{
			{"점심값 올려야되는데 지출보고 ㄱㄱ", "항목: 식음료", "10만원까지"},
			{"어제 고객기관101에서 제품설명하면서 먹은거 24만원", "금액: 240,000원", "1,010,000"},
		},
		{
			{"방문보고서 쓰자. 066 원장님 만났고 예시가디온정 설명드림", "설명 제품: 예시가디온정", ""},
			{"근데 환자 한분이 그 약 먹고 어지러웠다고 하시던데 이것도 이상사례로 쳐야돼?", "24시간", "가리키는지"},
			{"그 약 이번달에 몇 개 나갔지?", "예시가디온정 판매량", "적힌 내용"},
			{"그 병원 작년 매출은 얼마였지", "2025년 고객기관066 매출", "적힌 내용"},
			{"이 제품 지난달에 066에 몇 개 나갔어", "2026년 10월", "적힌 내용"},
		},
		{
			{"샘플 신청하려고 예시아토클리어크림", "제품: 예시아토클리어크림", ""},
			{"고객기관066 10개", "거래처: 고객기관066", ""},
			{"아 아니다 신청은 접고 거기 아토클리어 올해 얼마나 샀는지나 보여줘", "고객기관066 예시아토클리어크림", "적힌 내용"},
			{"포장은 최소 포장", "", "적힌 내용"},
		},
		{ // another question in the place of an answer is what is gone on with
			{"지난달 표정 매출", "", ""},
			{"기념품은 1인당 얼마까지 되는 거예요?", "기념품 5만원", ""},
			{"이렇게 한도 넘은 건은 어떻게 처리해야 되죠?", "준법 담당에게 확인", "찾지 못했습니다"},
		},
	} {
		o := real(t, nil)
		for _, turn := range talk {
			h := o.ask(turn.say)
			if !strings.Contains(h.text(), turn.has) || turn.lacks != "" && strings.Contains(h.text(), turn.lacks) {
				t.Errorf("%s: %s", turn.say, h.text())
			}
			if h.question.ID == "" {
				o.replayed(h.runID)
			}
		}
	}
}

// What the figures have nothing of, or would ask back about, is answered by the rules
// where they have something of it; questions of figures stay such.
func TestRulesAnswerWhatFiguresDoNot(t *testing.T) {
	t.Parallel()
	const visit, briefing = "같은 기관에 월 4회까지", "기념품 5만원까지"
	for _, c := range []struct {
		language, say string
		has, lacks    []string
	}{
		{"ko", "판촉물하고 기념품은 뭐가 다른 거예요?", []string{"1만원 이하", briefing}, []string{"무엇을 볼까요"}},
		{"ko", "여러 병원 모아서 하는 거랑 한 병원 찾아가서 하는 거랑 다르지 않나?", []string{visit, briefing}, nil},
		{"ko", "같은 병원에 한 달에 몇 번까지 식사 제공 돼?", []string{visit}, []string{briefing}},
		{"ko", "의사 선생님께 드린 펜은 영수증이 있어야 하나요?", []string{"영수증, 참석자"}, []string{"정한 것이 없습니다"}},
		{"ko", "약사님 저녁 대접은 한 분에 얼마까지예요?", []string{visit}, nil},
		{"ko", "거래처 약사님 부친상에 화환 보내도 되나요?", []string{"확인이 필요", "공직자 등"}, []string{"됩니다. 알려"}},
		{"ko", "보건소 공무원 과장님 부친상에 7만원짜리 화환 보내도 되나요?", []string{"됩니다. 알려"}, nil},
		{"en", "What is our rule on souvenirs?", []string{"KRW 50,000"}, []string{"does not cover"}},
		{"ko", "승인 안된 적응증 물어보시면 뭐라고 해야 돼?", []string{"허가된 효능"}, nil},
		{"en", "if a doctor asks me about a use that isn't approved, what can i say", []string{"Uses outside the approved indications"}, nil},
		{"en", "is there a limit how often we can do a product briefing with a meal at the same hospital per month?", []string{"up to 4 times a month"}, []string{"KRW 50,000"}},
		{"en", "Urgent: a doctor at 고객기관031 just told me a patient got a rash after taking 예시리피드정. what do I have to do?", []string{"within 24 hours"}, nil},
		{"en", "how many meals can i give to one doctor per month", []string{"a month"}, []string{"[PRE-001]"}},
		{"ko", "판촉물 지출이랑 기념품 지출 이번달 차이", []string{"지출 금액"}, []string{briefing}},
		{"ko", "지난달 병원이랑 의원 매출 다르지 않나?", []string{"2026년 10월 병원·의원 매출"}, nil},
		{"ko", "병원 방문 건수 지난달", []string{"방문 건수"}, []string{visit}},
		{"en", "how often did we visit hospitals last month", []string{"number of visits"}, []string{"up to 4 times"}},
	} {
		o := real(t, nil)
		h := o.askIn(c.language, c.say)
		for _, want := range c.has {
			if !strings.Contains(h.text()+h.question.Data.Message, want) {
				t.Errorf("%s: no %q in %s%s", c.say, want, h.text(), h.question.Data.Message)
			}
		}
		for _, not := range c.lacks {
			if strings.Contains(h.text()+h.question.Data.Message, not) {
				t.Errorf("%s: %q in %s", c.say, not, h.text())
			}
		}
	}
	o := real(t, nil)
	o.ask("기념품은 1인당 얼마까지 되는 거예요?")
	if h := o.ask("이렇게 한도 넘은 건은 어떻게 처리해야 되죠?"); !strings.Contains(h.text(), "준법 담당에게 확인") { // not the rule once more
		t.Error(h.text())
	}
}
