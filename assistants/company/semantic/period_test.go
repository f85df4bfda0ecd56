package semantic

import (
	"math"
	"testing"
)

// Words that would be another figure when they are left aside are refused by name.
func TestWhatIsReckonedOtherwiseIsRefused(t *testing.T) {
	t.Parallel()
	l := open(t)
	for question, word := range map[string]string{"평균보다 매출 높은 거래처": "평균", "누적 매출 월별로": "누적"} {
		reading, _ := answer(t, l, "E021", "ko", question)
		if f := reading.Refusal; f == nil || f.Reason != "unclear" || len(f.Words) != 1 || f.Words[0] != word {
			t.Errorf("%s: %+v %+v", question, reading.Request, f)
		}
	}
	// A rate of what was below zero is none.
	reading, got := answer(t, l, "E021", "ko", "9월 대비 10월 고객기관009 매출")
	for i, c := range got.Columns {
		if c.Role == "change" && got.Rows[0][i].Number != nil {
			t.Errorf("%+v: %v", reading.Request, *got.Rows[0][i].Number)
		}
	}
	if reading.Request == nil || reading.Request.CompareTo == nil {
		t.Errorf("%+v", reading)
	}
	// One of a rate is by the whole of what it was.
	_, got = answer(t, l, "E021", "ko", "9월 대비 10월 방문 건수 대비 매출")
	if before, now, rate := *got.Rows[0][1].Number, *got.Rows[0][0].Number, *got.Rows[0][3].Number; math.Abs(rate-100*(now-before)/before) > 1e-6 {
		t.Errorf("from %v to %v is %v %%", before, now, rate)
	}
}

// What only ends a period is not taken for the whole of it: a day ends what began with
// its month, a month what began with its year.
func TestWhatOnlyEndsAPeriod(t *testing.T) {
	t.Parallel()
	l := open(t)
	for question, want := range map[string][2]string{
		"10월 15일까지 매출":           {"2026-10-01", "2026-10-15"},
		"이번 달 15일까지 매출":          {"2026-11-01", "2026-11-15"},
		"어제까지 매출":                {"2026-11-01", "2026-11-20"},
		"지난달 15일 이후 매출":          {"2026-10-15", today},
		"3월까지 매출":                {"2026-01-01", "2026-03-31"},
		"10월 10일부터 20일까지 매출":     {"2026-10-10", "2026-10-20"},
		"10월 15일 매출":             {"2026-10-15", "2026-10-15"},
		"sales until October 15": {"2026-10-01", "2026-10-15"},
	} {
		language := "ko"
		if question[0] < 0x80 && question[0] >= 'a' {
			language = "en"
		}
		reading, _ := answer(t, l, "E021", language, question)
		if r := reading.Request; r == nil || r.Period.From != want[0] || r.Period.To != want[1] {
			t.Errorf("%s: %+v", question, reading.Request)
		}
	}
	reading, _ := answer(t, l, "E021", "ko", "이번 달 15일까지 매출", "지난달도 15일까지만")
	if r := reading.Request; r == nil || r.Period.From != "2026-10-01" || r.Period.To != "2026-10-15" {
		t.Errorf("%+v", reading.Request)
	}
}

// A piece of a year without its year is of the year that the talk is of; else it is the last
// one, and that this year's has not come yet is said before its figures.
func TestTheYearThatIsNotSaid(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		said  []string
		from  string
		ahead bool
	}{
		{[]string{"12월 매출은?"}, "2025-12-01", true},
		{[]string{"12월 25일 매출"}, "2025-12-25", true},
		{[]string{"sales in December"}, "2025-12-01", true},
		{[]string{"10월 서울 매출", "12월은?"}, "2025-12-01", true},
		{[]string{"12월 매출은?", "3월은?"}, "2026-03-01", false},
		{[]string{"작년 12월 매출"}, "2025-12-01", false},
		{[]string{"작년 매출 12월만"}, "2025-12-01", false},
		{[]string{"3월 매출"}, "2026-03-01", false},
		{[]string{"2025년 1월 매출", "3월은?"}, "2025-03-01", false},
		{[]string{"작년 월별 매출", "12월만"}, "2025-12-01", false},
		{[]string{"작년 상반기 매출", "하반기는?"}, "2025-07-01", false},
		{[]string{"작년 1분기 매출", "2분기는?", "3분기는?"}, "2025-07-01", false},
		{[]string{"sales in March 2025", "and in June?"}, "2025-06-01", false},
		{[]string{"작년 1월 매출", "올해 3월은?"}, "2026-03-01", false},
	} {
		language := "ko"
		if c.said[0][0] < 0x80 && c.said[0][0] >= 'a' {
			language = "en"
		}
		reading, got := answer(t, l, "E021", language, c.said...)
		if r := reading.Request; r == nil || r.Period.From != c.from || got.Lead != "" != c.ahead {
			t.Errorf("%q: %+v, %q", c.said, reading, got.Lead)
		}
	}
}
