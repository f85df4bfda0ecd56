package analysis

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/estate"
)

// A term of days does not count its first one; months end on the same day, or on
// the month's last, and those from the end of a month on the last of another.
func TestDeadlinesEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		term       Deadline
		from, want string
	}{
		{Deadline{Days: 30}, "2026-11-10", "2026-12-10"},
		{Deadline{Days: 60}, "2026-12-15", "2027-02-13"},
		{Deadline{Months: 3}, "2026-12-03", "2027-03-03"},
		{Deadline{Months: 3}, "2026-11-30", "2027-02-28"},
		{Deadline{Months: 2, Days: 1, Before: true}, "2027-08-31", "2027-06-29"},
		{Deadline{Months: 2, MonthEnd: true}, "2026-11-05", "2027-01-31"},
		{Deadline{Months: 2, MonthEnd: true}, "2026-12-31", "2027-02-28"},
	} {
		from, err := time.Parse(time.DateOnly, c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.term.last(from).Format(time.DateOnly); got != c.want {
			t.Errorf("%+v from %s ends on %s, not %s", c.term, c.from, got, c.want)
		}
	}
}

// A day without a year lies in the year that is nearest to today; one with its
// year, or a word for it, stays.
func TestADayWithoutAYearIsTheNearest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, iso, want string }{
		{"11월 10일", "2027-11-10", "2026-11-10"},
		{"11월 20일", "2027-11-20", "2026-11-20"},
		{"12월 15일", "2026-12-15", "2026-12-15"},
		{"2027년 11월 10일", "2027-11-10", "2027-11-10"},
		{"내년 11월 10일", "2027-11-10", "2027-11-10"},
	} {
		day, err := time.Parse(time.DateOnly, c.iso)
		if err != nil {
			t.Fatal(err)
		}
		f := &facts{today: "2026-11-21", e: estate.Entities{Dates: []estate.Date{{Text: c.text, ISO: c.iso}}}}
		if got := f.nearest(day).Format(time.DateOnly); got != c.want {
			t.Errorf("%s on 2026-11-21 is %s, not %s", c.text, got, c.want)
		}
	}
}
