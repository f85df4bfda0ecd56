package korean

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// weekdayRules find days named by the day of the week or by a distance.
var (
	weekdayKorean  = regexp.MustCompile(`(이번\s?주|다다음\s?주|다음\s?주|담주|이번|다다음|다음)?\s?(?:([월화수목금토일])[월화수목금토일]{0,3}요일|(주말))`)
	weekdayEnglish = regexp.MustCompile(`(?i)\b(?:(this|next|coming)\s)?(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)\b`)
	distance       = regexp.MustCompile(`(?i)\bin\s(an?|one|two|three|four|five|six|\d{1,3})\s(day|week|month)s?\b`)
)

const (
	koreanWeekdays  = "일월화수목금토"
	englishWeekdays = "sunmontuewedthufrisat"
)

// FindWeekdays lists days such as "다음 주 금요일", "이번 주말", "next Friday"
// and "in two weeks", resolved against today. Weeks begin on Monday; a bare
// day of the week is the next one after today, a weekend its Saturday, and of
// several ("금토일요일") the first counts.
func FindWeekdays(s string, today time.Time) []Day {
	s = beginning(s)
	today = Midnight(today)
	var days []Day
	for _, loc := range weekdayKorean.FindAllStringSubmatchIndex(s, maxFound) {
		week, name := strings.ReplaceAll(group(s, loc, 1), " ", ""), group(s, loc, 2)
		weekday := time.Saturday
		if name != "" {
			weekday = time.Weekday(strings.Index(koreanWeekdays, name) / len("일"))
		}
		days = append(days, weekdayAt(today, weekday, weeksAhead(week), loc))
	}
	for _, loc := range weekdayEnglish.FindAllStringSubmatchIndex(s, maxFound) {
		week, name := strings.ToLower(group(s, loc, 1)), strings.ToLower(group(s, loc, 2))
		weekday := time.Saturday
		if name != "weekend" {
			weekday = time.Weekday(strings.Index(englishWeekdays, name[:3]) / 3)
		}
		days = append(days, weekdayAt(today, weekday, weeksAhead(week), loc))
	}
	for _, loc := range distance.FindAllStringSubmatchIndex(s, maxFound) {
		n, _ := ParseCount(group(s, loc, 1))
		unit := map[string]string{"day": "일", "week": "주", "month": "달"}[strings.ToLower(group(s, loc, 2))]
		days = append(days, Day{Date: after(today, n, unit), Start: loc[0], End: loc[1]})
	}
	slices.SortStableFunc(days, func(a, b Day) int { return a.Start - b.Start })
	return days
}

// anyWeek is the coming day of a name, whatever the week.
const anyWeek = -1

func weeksAhead(week string) int {
	switch week {
	case "이번주", "이번", "this":
		return 0
	case "다음주", "다음", "담주", "next":
		return 1
	case "다다음주", "다다음":
		return 2
	}
	return anyWeek
}

func weekdayAt(today time.Time, weekday time.Weekday, weeks int, loc []int) Day {
	day := Day{Start: loc[0], End: loc[1]}
	if weeks == anyWeek {
		day.Date = today.AddDate(0, 0, (int(weekday-today.Weekday())+6)%7+1)
		return day
	}
	fromMonday := func(d time.Weekday) int { return (int(d) + 6) % 7 }
	day.Date = today.AddDate(0, 0, fromMonday(weekday)-fromMonday(today.Weekday())+7*weeks)
	return day
}

func group(s string, loc []int, i int) string {
	if loc[2*i] < 0 {
		return ""
	}
	return s[loc[2*i]:loc[2*i+1]]
}
