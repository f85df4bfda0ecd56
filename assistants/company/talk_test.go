package company

import (
	"encoding/json"
	"strings"
	"testing"
)

// A talk goes on from what was understood, whatever stands around a question and whatever
// became of the one before; each row is a talk and what its last answer has.
func TestATalkGoesOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want  string
		turns []string
	}{
		{"반품 수량", []string{"지난달 지역별 매출", "고마워 그럼 반품도"}},
		{"2026년 10월 매출은", []string{"지난달 매출 어땟어"}},
		{"3,358만 8,285원", []string{"아 진짜 짜증나네 ㅋㅋ 지난달 서울 매출이나 알려줘"}},
		{"저장했습니다", []string{"메모해줘: 고객기관012 월요일에 견적 보내기", "고객기관033 건도 하나 더, 견적 기다리는 중이래"}},
		{"2,785만 5,130원", []string{"지난달 마진", "서울은?", "부산은?", "매출로"}},
		{"고객기관109의 담당자", []string{"지난달 매출 상위 4개 거래처", "첫째 말고 나머지 셋은 반품이 몇 개야", "네 번째는 담당이 누구야"}},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			o := real(t, nil)
			var h heardEvents
			for _, said := range c.turns {
				if h.question.ID == "" {
					h = o.ask(said)
					continue
				}
				text, err := json.Marshal(map[string]string{"text": said})
				if err != nil {
					t.Fatal(err)
				}
				h = o.reply(h, "answer", string(text))
			}
			if !strings.Contains(h.text(), c.want) {
				t.Errorf("%s: %s %s", c.turns, h.text(), h.question.Data.Message)
			}
		})
	}
}

// What stands around a question is left out, a correction and a note are not; each row is a
// talk in a language, and what its last answer has and lacks.
func TestCourtesyTakesNothingAway(t *testing.T) {
	t.Parallel()
	const sorry = "Sorry, 90,000 won" // a form reads by its first word that it corrects
	if got := uncourteous(sorry); got != sorry {
		t.Error(got)
	}
	const note = "메모해줘: 고객기관012 월요일에 견적 보내기"
	hold(t, []spoken{
		{"ko", "김원장님 견적 감사합니다", "", []string{"메모해줘: 김원장님 견적 감사합니다"}},
		{"en", "sales", "Also", []string{note, "Also, what were sales last month?"}},
		{"ko", "2026년 10월", "저장했습니다", []string{note, "반품 건도 추가해서 지난달 매출 보여줘"}},
	})
}
