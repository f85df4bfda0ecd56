package company

import (
	"strings"
	"testing"
)

// A meal for somebody of a public hospital is never waved through by words alone:
// where no rule is found, nothing is said to keep the rules.
func TestMealsToldInFreeText(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, text := range []string{
		"국립암센터 과장님께 저녁 9만원 대접해도 되나요?", "경찰병원 의사와 저녁 식사 9만원 먹어도 되나요?", "시립병원 원장에게 밥 8만원 사줘도 되나요?",
		"국립 재활원 직원에게 감사 인사를 해도 되나요?",
	} {
		h := o.ask(text)
		if strings.Contains(h.text(), "어긋나는 점을 찾지 못했습니다") || !strings.Contains(h.text(), "준법 담당") {
			t.Errorf("%s: %s", text, h.text())
		}
	}
}
