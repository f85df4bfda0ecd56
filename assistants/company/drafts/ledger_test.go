package drafts

import (
	"strings"
	"testing"
)

// An expense is of several things: each is kept with its sum, they add up, and one of them is
// corrected or taken back by itself. Each row is what is told one after the other, what the form
// holds of the things then, and what they come to.
func TestAnExpenseOfSeveralThings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang  string
		told  []string
		rows  string
		sum   int64
		holds map[string]any
	}{
		{"ko", []string{"10/14~15 부산 ktx 왕복 119600", "숙박 8만5천", "택시 두번 각각 11200, 9800", "점심은 혼자 9천원 저녁은 거래처랑 13만원 3명"},
			"ktx 119,600원, 숙박 85,000원, 택시 11,200원, 택시 9,800원, 점심 9,000원, 저녁 130,000원", 364_600,
			map[string]any{"expense_date": "2026-10-14", "category": "food", "people": int64(3), "head_food": int64(43_334), "customer": ""}},
		{"ko", []string{"택시 11200, 9800", "아 택시 하나 9800 아니고 8900이네 고쳐줘"}, "택시 11,200원, 택시 8,900원", 20_100, nil},
		{"ko", []string{"저녁 13만원 4명", "2차 커피 2만8천원도 추가", "아 저녁은 15만원이었다"}, "저녁 150,000원, 커피 28,000원", 178_000, map[string]any{"people": int64(4), "head_food": int64(37_500)}},
		{"ko", []string{"저녁 13만원 4명", "커피 2만8천원", "커피는 빼줘"}, "저녁 130,000원", 130_000, map[string]any{"head_food": int64(0)}},
		{"ko", []string{"저녁 13만원", "주차비 5천원", "저녁 말고 점심 9만원이었어"}, "주차비 5,000원, 점심 90,000원", 95_000, nil},
		{"ko", []string{"택시 11200, 9800", "택시 하나 빼줘"}, "택시 11,200원", 11_200, map[string]any{"category": "travel"}},
		{"ko", []string{"택시 11200", "택시 또 9800원"}, "택시 11,200원, 택시 9,800원", 21_000, nil},
		{"ko", []string{"택시 11200, 주차 5000", "택시 12000원으로 바꿔줘"}, "택시 12,000원, 주차 5,000원", 17_000, nil},
		{"ko", []string{"현수막 5만원, 꽃다발 3만 5천원", "현수막은 6만원"}, "현수막 60,000원, 꽃다발 35,000원", 95_000, map[string]any{"category": "souvenir"}},
		{"ko", []string{"저녁 1인당 3만원 4명, 커피 2만원"}, "저녁 120,000원, 커피 20,000원", 140_000, map[string]any{"head_food": int64(30_000)}},
		{"ko", []string{"고속버스 2만 3천원, 택시비 8천5백원", "택시는 9천원이었어", "버스는 왕복이라 4만 6천원으로 고쳐줘"}, "버스 46,000원, 택시 9,000원", 55_000, nil},
		{"ko", []string{"식대 12만원, 주차 3천원, 식대는 4명", "식대 12만원이 아니라 11만원"}, "식대 110,000원, 주차 3,000원", 113_000, map[string]any{"people": int64(4), "head_food": int64(27_500)}},
		{"ko", []string{"커피 27,500원", "사람은 6명", "커피 말고 도시락이었음", "도시락 1인당 9천원씩"}, "도시락 54,000원", 54_000, map[string]any{"people": int64(6), "purpose": ""}},
		{"ko", []string{"저녁 12만원 4명, 택시 8천원", "점심 2만원씩 3명 추가", "저녁 인원 5명으로"}, "저녁 120,000원, 택시 8,000원, 점심 60,000원", 188_000, map[string]any{"people": int64(5), "head_food": int64(24_000)}},
		{"ko", []string{"점심은 원장님이랑 둘이 4만 2천원"}, "점심 42,000원", 42_000, map[string]any{"people": int64(2)}},
		{"ko", []string{"금액 13만원", "아 9만원이었다"}, "", 90_000, nil},
		{"ko", []string{"저녁 13만원", "9만원이었다"}, "저녁 90,000원", 90_000, nil},
		{"ko", []string{"주차비 6천원, 톨비 4800원", "합계는 얼마야"}, "주차비 6,000원, 톨비 4,800원", 10_800, nil},
		{"en", []string{"taxi 12,000 won, parking 5,000 won", "lunch with the doctor 90,000 won for 3", "the taxi was 15,000 not 12,000"},
			"taxi KRW 15,000, parking KRW 5,000, lunch KRW 90,000", 110_000, map[string]any{"category": "food", "head_food": int64(30_000)}},
		{"en", []string{"dinner 270,000 won for 3 yesterday", "coffee 15,000 won too", "not 15,000 but 16,000"}, "dinner KRW 270,000, coffee KRW 16,000", 286_000, map[string]any{"people": int64(3), "expense_date": "2026-11-20"}},
		{"ko", []string{"다과 3만원 5명, 볼펜 2만원"}, "다과 30,000원, 볼펜 20,000원", 50_000, map[string]any{"head_food": int64(6_000), "head_item": int64(4_000), "category": "food"}},
		{"en", []string{"taxi 12,000 won, parking 5,000 won", "remove the parking"}, "taxi KRW 12,000", 12_000, nil},
		{"en", []string{"12,000 won for the taxi and 5,000 won for parking"}, "taxi KRW 12,000, parking KRW 5,000", 17_000, nil},
	} {
		d := Shipped().Begin("expense_report", c.lang)
		for _, said := range c.told {
			Shipped().Fill(&d, said, Input{Now: now})
		}
		doc, scope := Shipped().open(d, now)
		if got := scope.Told(doc.Field("rows")); got != c.rows || d.FormData.Int("amount") != c.sum {
			t.Errorf("%s: %s, in all %d", c.told, got, d.FormData.Int("amount"))
		}
		for key, want := range c.holds {
			if d.FormData.Text(key) != want && any(d.FormData.Int(key)) != want {
				t.Errorf("%s: %s is %d %q", c.told, key, d.FormData.Int(key), d.FormData.Text(key))
			}
		}
		if page, err := Shipped().Render(d, now); err != nil || c.rows != "" && !strings.Contains(page.Markdown, strings.Split(c.rows, " ")[0]) {
			t.Errorf("%s: %v %s", c.told, err, page.Markdown)
		}
	}
}
