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
			{"지금까지 적은 내용 보여줘", "금액: 400,000원", "정도면"},
		},
		{
			{"방문보고서 쓰자. 066 원장님 만났고 예시가디온정 설명드림", "설명 제품: 예시가디온정", ""},
			{"근데 환자 한분이 그 약 먹고 어지러웠다고 하시던데 이것도 이상사례로 쳐야돼?", "24시간", "가리키는지"},
			{"그 약 이번달에 몇 개 나갔지?", "예시가디온정 판매량", "적힌 내용"},
			{"그 병원 작년 매출은 얼마였지", "2025년 고객기관066 매출", "적힌 내용"},
		},
	} {
		o := real(t, nil)
		for _, turn := range talk {
			h := o.ask(turn.say)
			if !strings.Contains(h.text(), turn.has) || turn.lacks != "" && strings.Contains(h.text(), turn.lacks) {
				t.Errorf("%s: %s", turn.say, h.text())
			}
			o.replayed(h.runID)
		}
	}
}
