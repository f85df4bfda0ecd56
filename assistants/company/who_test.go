package company

import (
	"strings"
	"testing"
)

// who tells who answered the newest message: an agent, with the document that it was of, or
// talk by its kind; "refused" is the data that says what it lacks.
func (o *office) who() string {
	s := o.state()
	if s.Heard.Talk != "" {
		return strings.TrimSuffix("talk "+s.Heard.Talk+" "+s.Heard.Elsewhere, " ")
	}
	p := s.QueryAnalyzerState.ParsedIntents[0]
	switch {
	case p.Refusal != nil:
		return "refused"
	case p.Document != "":
		return string(p.Intent) + " " + p.Document
	}
	return string(p.Intent)
}

// Who answers a message, alone and behind others: the data, the rules, documents, people, or
// the form under way.
func TestWhoAnswers(t *testing.T) {
	t.Parallel()
	const data, rules, check = string(IntentAnalysis), string(IntentRetrieval), string(IntentCompliance)
	for _, talk := range [][]struct{ say, who string }{
		{{"지난달 서울 매출", data}, {"그럼 부산은?", data}, {"식사 한도는 얼마야?", rules}, {"10월 방문 건수는?", data}},
		{{"이번 달 지출 금액", data}, {"1인당 식사비 한도가 얼마야?", rules}, {"12만원이면?", check}, {"어기면 처벌 있어?", rules}},
		{{"원장님 1인당 12만원 저녁 사드려도 되나요?", check}, {"9만원이면?", check}, {"누구한테 물어봐야 돼?", "talk who"}},
		{{"어제 법인카드로 원장님 식사 18만원 결제했어", check}, {"5명이었어", check}, {"지난달 지출 금액", data}},
		{{"연차 며칠 남았어?", "talk elsewhere leave"}, {"급여는 언제 나와?", "talk elsewhere pay"}, {"지난달 매출", data}},
		{{"안녕하세요", "talk greet"}, {"뭐 할 수 있어?", "talk help"}, {"오늘 며칠이야?", "talk today"}},
		{
			{"방문보고서 작성해줘", "document visit_report"}, {"어제 고객기관066 원장님 만나서 예시가디온정 설명했어", "document visit_report"},
			{"지난달 매출은?", data}, {"1인당 식사비 한도가 얼마야?", rules}, {"날짜 15일이야", "document visit_report"},
			{"샘플 요청하셨어요", "document visit_report"}, {"아직 제출하지 마", "talk paper"},
		},
	} {
		o := real(t, nil)
		said := []string{}
		for _, turn := range talk {
			o.ask(turn.say)
			if said = append(said, turn.say); o.who() != turn.who {
				t.Errorf("%q: %s, want %s", said, o.who(), turn.who)
			}
		}
	}
}
