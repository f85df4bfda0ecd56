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
		{"이 기준 안입니다", "[ANT-007]", []string{meal, "그럼 9만원은?"}}, // what was unclear before is not told again
		{"[ANT-003]", "[ANT-007]", []string{meal, "국립대병원 의사면 달라져?"}},
		{"[ANT-003]", "무엇을 가리키는지", []string{"의사한테 9만원짜리 밥 사줘도 되나요", "거기 국립병원이야"}},
		{"어긋나는 점이", "", []string{"대학병원 교수님이랑 저녁먹는데 한도가 얼마야", "국립이야", "설명회는 아니고 그냥 밥", "그럼 1인당 6만원이면 걸려?"}},
		{"이어서 확인했습니다", "[PRE-001]", []string{"거래처랑 밥먹고 법카로 18만원 긁었는데 괜찮아?", "4명이었어"}},
		{"골프", "[PRE-001]", []string{meal, "골프 접대는?"}},
		{"안 됩니다. 규정에 어긋나는 점이 1건 있습니다. 식음료와 판촉물은", "[PRE-007]", []string{"간호사한테도 제품설명회 식사 제공해도 돼요?"}},
		{"안 됩니다. 규정에 어긋나는 점이 1건 있습니다. 개별 기관 방문에서", "", []string{"와인 한 병 8만원짜리 원장님께 선물해도 되나요"}},
		{"자문료는 1회 50만원, 하루 100만원까지로 알려져 있습니다. 말씀하신 내용은 이 기준 안입니다.", "", []string{"자문료 30만원 줘도 되나요"}},
		{"안 되는 것으로 알려져 있습니다. 강연료는", "", []string{"교수님이 40분 강의하시는데 100만원 드려도 되는지요"}},
		{"부스", "간호사", []string{"간호사한테도 제품설명회 식사 제공해도 돼요?", "학회 부스비 300만원인데 괜찮나요"}},
		{"어긋나는 점이 1건", "판단은 앞과 같습니다", []string{"거래처 과장님 부친상인데 조의금 10만원 내도 되나요", "국립병원 소속이신데 달라지는 게 있나요?"}},
		{"계약서: 제가 가진 규정에는", "", []string{"강연료 계약서는 미리 받아둬야 하나요"}},
		{"세금: 제가 가진 규정에는", "", []string{"강연료 세금 떼고 주나요?"}},
		{"세금·봉사료를 빼고", "정한 것이 없습니다", []string{"식사 접대 한도에 부가세 포함인가요?"}},
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
