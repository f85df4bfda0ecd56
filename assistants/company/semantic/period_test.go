package semantic

import "testing"

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
