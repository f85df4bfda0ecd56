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

// A case goes on over several messages: what is told later is applied, each answer says
// which case it is of, and where no rule is found nothing is said to be kept.
func TestACaseGoesOn(t *testing.T) {
	t.Parallel()
	const meal = "의사한테 밥 1인당 12만원 사도 돼?"
	for _, c := range []struct {
		has, lacks string
		turns      []string
	}{
		{"[PRE-001]", "걸리는 규정은 없", []string{meal}},
		{"“그럼 9만원은?”", "[PRE-001]", []string{meal, "그럼 9만원은?"}},
		{"[ANT-003]", "[ANT-007]", []string{meal, "국립대병원 의사면 달라져?"}},
		{"[ANT-003]", "무엇을 가리키는지", []string{"의사한테 9만원짜리 밥 사줘도 되나요", "거기 국립병원이야"}},
		{"어긋나는 점이", "", []string{"대학병원 교수님이랑 저녁먹는데 한도가 얼마야", "국립이야", "설명회는 아니고 그냥 밥", "그럼 1인당 6만원이면 걸려?"}},
		{"이어서 확인했습니다", "[PRE-001]", []string{"거래처랑 밥먹고 법카로 18만원 긁었는데 괜찮아?", "4명이었어"}},
		{"골프", "[PRE-001]", []string{meal, "골프 접대는?"}},
		{"천만에요", "[PRE-001]", []string{meal, "알겠어 고마워"}},
		{"3영업일", "견본품", []string{"샘플은 몇개까지 줄 수 있어", "경비는 며칠 안에 올려야 돼?"}},
		{"서울 매출", "PRE-001", []string{meal, "지난달 서울 매출"}},
		{"거래처별", "PRE-001", []string{meal, "지난달 매출 상위 5개 거래처"}},
	} {
		o := real(t, nil)
		var h heardEvents
		for _, said := range c.turns {
			h = o.ask(said)
		}
		if text := h.text() + h.question.Data.Message; !strings.Contains(text, c.has) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s: %s", c.turns, text)
		}
	}
}
