package drafts

import (
	"testing"
	"time"
)

// Several facts of a line are all kept, sums for several people are divided, and what is taken
// back is gone: each row is what is told one after the other, and what the form holds then.
func TestAFormIsToldInOneLine(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang, kind string
		told       []string
		want       map[string]any
		lacks      []string
	}{
		{"ko", "visit_report", []string{"어제 고객기관012, 샘플 3개랑 볼펜 두 자루 드림, 도시락은 넷이서 8만원"},
			map[string]any{"provided_items": "샘플 3개, 볼펜 두 자루, 도시락", "meal": int64(20000)}, nil},
		{"ko", "visit_report", []string{"점심 세 명이서 먹음, 다과 리플릿 제공", "밥값은 총 9만원이었어"}, map[string]any{"meal": int64(30000)}, nil},
		{"ko", "visit_report", []string{"밥값은 총 9만원이었어"}, map[string]any{"memo": "밥값은 총 9만원이었어"}, []string{"meal"}},
		{"ko", "visit_report", []string{"점심은 1인당 3만원, 총 네 명"}, map[string]any{"meal": int64(30000)}, nil},
		{"ko", "visit_report", []string{"볼펜 두 자루랑 리플릿 두 장 드림", "리플릿은 빼줘"}, map[string]any{"provided_items": "볼펜 두 자루"}, nil},
		{"ko", "visit_report", []string{"다음 조치는 자료 전달", "다음 조치는 지워줘"}, nil, []string{"next_action"}},
		{"ko", "visit_report", []string{"다음엔 견적서 들고 가기로 함"}, map[string]any{"next_action": "다음엔 견적서 들고 가기로"}, nil},
		{"en", "visit_report", []string{"gave a brochure and two pens, lunch 120,000 won for three in total", "scratch the brochure"},
			map[string]any{"provided_items": "pens", "meal": int64(40000)}, nil},
		{"ko", "seminar_request", []string{"장소는 서울 호텔, 40명 참석", "식사는 다 합쳐서 200만원", "인원은 25명으로 고쳐"},
			map[string]any{"food_per_head": int64(80000), "attendees": int64(25)}, nil},
		{"en", "visit_report", []string{"gave a pen and a leaflet", "make that two pens"}, map[string]any{"provided_items": "pens, leaflet"}, nil},
		{"ko", "seminar_request", []string{"장소는 지워줘"}, nil, []string{"place"}},
		{"en", "seminar_request", []string{"headcount is 25, not 30"}, map[string]any{"attendees": int64(25)}, nil},
	} {
		d := Shipped().Begin(c.kind, c.lang)
		for _, said := range c.told {
			Shipped().Fill(&d, said, Input{Now: now})
		}
		for key, want := range c.want {
			if got := any(d.FormData.Int(key)); got != want && d.FormData.Text(key) != want {
				t.Errorf("%s: %s is %v %q", c.told, key, got, d.FormData.Text(key))
			}
		}
		for _, key := range c.lacks {
			if d.FormData.Has(key) {
				t.Errorf("%s: %s is %q", c.told, key, d.FormData.Text(key))
			}
		}
	}
	for text, kind := range map[string]string{"i have to log a visit": "visit_report", "expenses to file": "expense_report", "제품설명회 신고서 쓰자": "seminar_request"} {
		if got := Shipped().Wanted(text); got != kind {
			t.Errorf("%s: %q", text, got)
		}
	}
}
