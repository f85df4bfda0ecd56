package semantic

import (
	"strings"
	"testing"
)

// A period that goes on is compared up to the same day, whichever words asked for it and
// whatever was asked before; the request keeps whole periods for what follows.
func TestAPeriodThatGoesOnIsComparedToTheSameDay(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		said             []string
		from, to, as, at string // of the period, and of what it is compared with
	}{
		{[]string{"올해 매출 작년이랑 비교해줘"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 매출", "작년보다 늘었어?"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 팀별 매출 작년 대비 증감률"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"이번 달 매출이 지난달보다 늘었나요"}, "2026-11-01", today, "2026-10-01", "2026-10-21"},
		{[]string{"이번 달 방문 건수", "작년 같은 달이랑 비교"}, "2026-11-01", today, "2025-11-01", "2025-11-21"},
		{[]string{"이번 분기 매출 전분기 대비"}, "2026-10-01", today, "2026-07-01", "2026-08-21"},
		{[]string{"이번 주 매출 지난주랑 비교"}, "2026-11-16", today, "2026-11-09", "2026-11-14"},
		{[]string{"올해 매출 작년이랑 비교", "서울만"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 월별 매출 작년이랑 비교"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"2025년 대비 2026년 매출"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 매출 작년 같은 기간 대비"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"sales this year compared with last year"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 매출 왜 줄었어", "올해 매출 작년이랑 비교", "왜?"}, "2026-01-01", today, "2025-01-01", "2025-11-21"},
		{[]string{"올해 매출 작년 전체랑 비교"}, "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"},
		{[]string{"sales this year against all of last year"}, "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"},
		// Of what is kept by months whole ones are compared.
		{[]string{"올해 목표 달성률 작년이랑 비교"}, "2026-01-01", "2026-10-31", "2025-01-01", "2025-10-31"},
		{[]string{"이번 달 목표 달성률 작년 같은 달이랑 비교"}, "2026-11-01", "2026-11-30", "2025-11-01", "2025-11-30"},
		// What has ended is compared as it is, behind such a one too.
		{[]string{"올해 매출 작년이랑 비교", "작년은?"}, "2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"},
		{[]string{"이번 달 매출 지난달이랑 비교", "10월은?"}, "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"},
		{[]string{"지난달 매출 작년 같은 달이랑 비교"}, "2026-10-01", "2026-10-31", "2025-10-01", "2025-10-31"},
	} {
		last := c.said[len(c.said)-1]
		language := "ko"
		if last[0] < 0x80 && last[0] >= 'a' {
			language = "en"
		}
		reading, got := answer(t, l, "E021", language, c.said...)
		if reading.Request == nil || got.Compare == nil {
			t.Errorf("%q: %+v", c.said, reading)
			continue
		}
		if p, q := got.Period, *got.Compare; p.From != c.from || p.To != c.to || q.From != c.as || q.To != c.at {
			t.Errorf("%q: %s to %s against %s to %s", c.said, p.From, p.To, q.From, q.To)
		}
		cut := strings.Contains(strings.Join(got.Assumptions, " "), say(language, "assumed.aligned"))
		if cut != (c.to == today || c.to == "2026-10-31" && c.from == "2026-01-01") {
			t.Errorf("%q says that it was cut: %v", c.said, cut)
		}
	}
}

// "는" by itself is of what grew: who sold most may be one who fell.
func TestWhoGrewMost(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, said := range [][]string{{"올해 매출 작년이랑 비교", "제일 많이 는 사람은?"}, {"올해 매출 작년이랑 비교", "가장 많이 늘어난 직원은?"}, {"작년보다 올해 매출이 제일 많이 는 담당자"}} {
		reading, got := answer(t, l, "E024", "ko", said...)
		if r := reading.Request; r == nil || r.Order != (Order{By: "change", Desc: true}) || len(got.Rows) != 1 {
			t.Errorf("%q: %+v, %s", said, reading.Request, flat(got))
		}
	}
}
