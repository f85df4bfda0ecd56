package slot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

var (
	slashDay = regexp.MustCompile(`\d{1,4}(?:/\d{1,4})+`)
	untilDay = regexp.MustCompile(`^\s?(?:부터|에서|~|-|–|to|until|through)\s?(\d{1,2})(?:일|st|nd|rd|th)?`)
	linksDay = regexp.MustCompile(`^\s?(?:일)?\s?(?:부터|에서|~|-|–|to|until|through)\s?$`)
	leaving  = regexp.MustCompile(`(?i)출발|떠나|떠날|부터|가고|갈|가려|가요|여행|leav|depart|start|go|from|fly|trip`)
	bareNum  = regexp.MustCompile(`^\D{0,6}(\d{1,9})\s?\D{0,8}$`)
	vague    = map[string]bool{"오늘": true, "내일": true, "모레": true, "어제": true, "그저께": true, "글피": true, "today": true, "tomorrow": true, "yesterday": true, "이번주": true, "이번 주": true, "지난주": true, "지난 주": true, "지난달": true, "지난 달": true}
)

// stay reads when the trip begins and how long it is.
func (m *message) stay() {
	end := m.when()
	if m.r.StartDate != nil && !end.IsZero() && end.After(*m.r.StartDate) {
		nights := int(end.Sub(*m.r.StartDate).Hours() / 24)
		m.duration(nights, strconv.Itoa(nights))
		return
	}
	stays := korean.FindStays(m.text)
	for i := len(stays) - 1; i >= 0; i-- { // the last one corrects those before
		s := stays[i]
		if m.isDate(s.Start, s.End) || instead.MatchString(m.text[s.End:]) {
			continue
		}
		nights, ok := s.Count()
		if !ok {
			m.r.problem(Duration, Contradiction, m.text[s.Start:s.End])
			return
		}
		m.duration(nights, m.text[s.Start:s.End])
		return
	}
	if n, ok := m.bare(Duration); ok {
		m.duration(int(n), strconv.FormatInt(n, 10))
	}
}

func (m *message) duration(nights int, said string) {
	if nights < MinNights || nights > MaxNights {
		m.r.problem(Duration, OutOfRange, said)
		return
	}
	m.r.Duration = &nights
}

func (m *message) isDate(start, end int) bool {
	for _, d := range m.dates {
		if start < d[1] && d[0] < end {
			return true
		}
	}
	return false
}

// bare is the one number of a short answer to the question for a slot.
func (m *message) bare(slot Name) (int64, bool) {
	if m.Asked != slot || m.r.Act != ActNone {
		return 0, false
	}
	match := bareNum.FindStringSubmatch(strings.TrimSpace(strings.ReplaceAll(m.text, ",", "")))
	if match == nil || strings.ContainsAny(m.text, "$€¥") {
		return 0, false
	}
	n, err := strconv.ParseInt(match[1], 10, 64)
	return n, err == nil
}

// when reads the day of departure; it returns the day of return if one was
// named too.
func (m *message) when() time.Time {
	days := append(korean.FindDays(m.text, m.Today), korean.FindWeekdays(m.text, m.Today)...)
	days = append(days, m.slashDays()...)
	days = append(days, m.namedDays()...)
	var first *korean.Day
	for i, d := range days {
		m.dates = append(m.dates, [2]int{d.Start, d.End})
		if d.Start < 0 || vague[strings.ToLower(m.text[d.Start:d.End])] && !leaving.MatchString(m.text) && m.Asked != StartDate {
			continue
		}
		if first == nil || d.Start < first.Start || d.Start == first.Start && d.End > first.End {
			first = &days[i]
		}
	}
	if first == nil {
		return time.Time{}
	}
	if m.r.Act == ActAsk && m.r.Topic == TopicSeason {
		return time.Time{} // "12월 날씨 어때?" books nothing
	}
	return m.leave(*first, days)
}

// leave takes the day of departure and looks for that of return behind it.
func (m *message) leave(first korean.Day, days []korean.Day) time.Time {
	said := m.text[first.Start:first.End]
	today := midnight(m.Today)
	switch {
	case first.Impossible:
		m.r.problem(StartDate, ImpossibleDate, said)
		return time.Time{}
	case first.Month:
		first.Date = firstSaturday(first.Date, today)
		m.r.MonthOnly = true
	}
	if first.Date.Before(today) {
		m.r.problem(StartDate, PastDate, said)
		return time.Time{}
	}
	date := first.Date
	m.r.StartDate = &date
	for _, d := range days {
		if d.Start > first.End && !d.Impossible && !d.Month && linksDay.MatchString(m.text[first.End:d.Start]) {
			return d.Date
		}
	}
	return m.untilDay(first)
}

// untilDay reads the second day of "12월 24일부터 27일까지".
func (m *message) untilDay(first korean.Day) time.Time {
	loc := untilDay.FindStringSubmatchIndex(m.text[first.End:])
	if loc == nil {
		return time.Time{}
	}
	day, _ := strconv.Atoi(m.text[first.End+loc[2] : first.End+loc[3]])
	m.dates = append(m.dates, [2]int{first.End, first.End + loc[1]})
	y, month, _ := first.Date.Date()
	end := time.Date(y, month, day, 0, 0, 0, 0, time.UTC)
	if !end.After(first.Date) {
		end = time.Date(y, month+1, day, 0, 0, 0, 0, time.UTC)
	}
	return end
}

// feasts are days that go by a name.
var feasts = []struct {
	name       string
	month, day int
}{
	{"크리스마스 이브", 12, 24}, {"크리스마스이브", 12, 24}, {"크리스마스", 12, 25}, {"성탄절", 12, 25}, {"신정", 1, 1}, {"새해 첫날", 1, 1}, {"삼일절", 3, 1},
	{"어린이날", 5, 5}, {"현충일", 6, 6}, {"광복절", 8, 15}, {"개천절", 10, 3}, {"한글날", 10, 9}, {"christmas eve", 12, 24}, {"christmas", 12, 25}, {"new year's day", 1, 1},
}

var dayOnly = regexp.MustCompile(`(?:^|[^\d월./-])\s?(\d{1,2})일\s?(?:에\s?)?(?:출발|부터|떠나|떠날)`)

// namedDays reads feasts and days without their month ("24일 출발"), both as
// the next time that they come.
func (m *message) namedDays() []korean.Day {
	var days []korean.Day
	for _, f := range feasts {
		i := strings.Index(m.lower, f.name)
		if i < 0 || slices.ContainsFunc(days, func(d korean.Day) bool { return d.Start == i }) {
			continue
		}
		date := time.Date(m.Today.Year(), time.Month(f.month), f.day, 0, 0, 0, 0, time.UTC)
		if date.Before(midnight(m.Today)) {
			date = date.AddDate(1, 0, 0)
		}
		days = append(days, korean.Day{Date: date, Start: i, End: i + len(f.name)})
	}
	if loc := dayOnly.FindStringSubmatchIndex(m.text); loc != nil {
		d := korean.Day{Start: loc[2], End: loc[3] + len("일")}
		n, _ := strconv.Atoi(m.text[loc[2]:loc[3]])
		d.Impossible = n < 1 || n > 31
		for ahead := 0; ahead < 12 && d.Date.IsZero() && !d.Impossible; ahead++ {
			date := time.Date(m.Today.Year(), m.Today.Month()+time.Month(ahead), n, 0, 0, 0, 0, time.UTC)
			if date.Day() == n && !date.Before(midnight(m.Today)) {
				d.Date = date
			}
		}
		days = append(days, d)
	}
	return days
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// firstSaturday is the first Saturday of a month that is not over yet.
func firstSaturday(month, today time.Time) time.Time {
	day := month
	if day.Before(today) {
		day = today.AddDate(0, 0, 1)
	}
	return day.AddDate(0, 0, int(time.Saturday-day.Weekday()))
}

// slashDays reads "12/24", which elsewhere may be a fraction.
func (m *message) slashDays() []korean.Day {
	var days []korean.Day
	for _, loc := range slashDay.FindAllStringIndex(m.text, 8) {
		parts := strings.Split(m.text[loc[0]:loc[1]], "/")
		if len(parts) != 2 || len(parts[0]) > 2 || len(parts[1]) > 2 {
			continue
		}
		month, _ := strconv.Atoi(parts[0])
		day, _ := strconv.Atoi(parts[1])
		d := korean.Day{Start: loc[0], End: loc[1]}
		date := time.Date(m.Today.Year(), time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if date.Before(m.Today) {
			date = date.AddDate(1, 0, 0)
		}
		if d.Date = date; month < 1 || month > 12 || int(date.Month()) != month || date.Day() != day {
			d.Impossible = true
		}
		days = append(days, d)
	}
	return days
}
