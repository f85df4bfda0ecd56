package document

import (
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

const dayForm = "2006-01-02"

// foundDay is a calendar day in a text; offsets are in bytes. An empty iso
// is a day that no calendar has ("2월 30일").
type foundDay struct {
	iso        string
	text       string
	start, end int
}

// findDays lists the whole days of a text, resolved against today. A month
// by itself is no day that a contract could name.
func findDays(text string, today time.Time) []foundDay {
	var found []foundDay
	for _, d := range korean.FindDays(text, today) {
		if d.Month {
			continue
		}
		f := foundDay{text: strings.TrimSpace(text[d.Start:d.End]), start: d.Start, end: d.End}
		if !d.Impossible {
			f.iso = d.Date.Format(dayForm)
		}
		found = append(found, f)
	}
	return found
}

func parseDay(iso string) (time.Time, bool) {
	t, err := time.Parse(dayForm, iso)
	return t, err == nil
}

// termEnd is the last day of a term: two years from 2026-12-01 end on
// 2028-11-30.
func termEnd(start string, months int) string {
	t, ok := parseDay(start)
	if !ok || months <= 0 {
		return ""
	}
	return korean.AddMonths(t, months).AddDate(0, 0, -1).Format(dayForm)
}

// reachesTerm tells whether a term lasts at least that many months; the end
// may be written as the last day or as the same day of the month.
func reachesTerm(start, end string, months int) bool {
	return end >= termEnd(start, months)
}

// formatDay writes a day out in "ko" or "en"; an unknown form stays as it is.
func formatDay(iso, lang string) string {
	t, ok := parseDay(iso)
	if !ok {
		return iso
	}
	if lang == "en" {
		return t.Format("2 January 2006")
	}
	return fmt.Sprintf("%d년 %d월 %d일", t.Year(), int(t.Month()), t.Day())
}
