package slot

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
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
		if m.dates.touch(s.Start, s.End) || m.takenBack(s.End) || m.after(s.End, "age") {
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

var bareNumber = regexp.MustCompile(`^[^\d$€¥]{0,6}(\d{1,9})\s?[^\d$€¥]{0,8}$`)

// bare is the one number of a short answer to the question for a slot.
func (m *message) bare(slot Name) (int64, bool) {
	if m.Asked != slot || m.r.Act != ActNone || len(m.text) > near {
		return 0, false
	}
	match := bareNumber.FindStringSubmatch(strings.TrimSpace(strings.ReplaceAll(m.text, ",", "")))
	if match == nil {
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
	days = append(days, m.feasts()...)
	days = append(days, m.dayOnly()...)
	var first *korean.Day
	for i, d := range days {
		m.dates = append(m.dates, [2]int{d.Start, d.End})
		if phrases.Has(m.text[d.Start:d.End], "day.vague") && !m.has("day.leaving") && m.Asked != StartDate {
			continue
		}
		if first == nil || d.Start < first.Start || d.Start == first.Start && d.End > first.End {
			first = &days[i]
		}
	}
	if first == nil || m.r.Topic == TopicSeason { // "12월 날씨 어때?" books nothing
		return time.Time{}
	}
	return m.leave(*first, days)
}

// leave takes the day of departure and looks for that of return behind it.
func (m *message) leave(first korean.Day, days []korean.Day) time.Time {
	said := m.text[first.Start:first.End]
	today := midnight(m.Today)
	if first.Impossible {
		m.r.problem(StartDate, ImpossibleDate, said)
		return time.Time{}
	}
	if first.Month {
		first.Date = firstSaturday(first.Date, today)
		m.r.MonthOnly = true
	}
	if first.Date.Before(today) {
		m.r.problem(StartDate, PastDate, said)
		return time.Time{}
	}
	m.r.StartDate = &first.Date
	for _, d := range days {
		if d.Start > first.End && d.Start <= first.End+near && !d.Impossible && !d.Month && phrases.Has(m.text[first.End:d.Start], "day.links") {
			return d.Date
		}
	}
	return m.untilDay(first)
}

// untilDay reads the second day of "12월 24일부터 27일까지".
func (m *message) untilDay(first korean.Day) time.Time {
	_, end, ok := phrases.Find(m.behind(first.End), "day.until")
	if !ok {
		return time.Time{}
	}
	day, _ := strconv.Atoi(groups(m.behind(first.End), "day.until")[0])
	m.dates = append(m.dates, [2]int{first.End, first.End + end})
	y, month, _ := first.Date.Date()
	back := time.Date(y, month, day, 0, 0, 0, 0, time.UTC)
	if !back.After(first.Date) {
		back = time.Date(y, month+1, day, 0, 0, 0, 0, time.UTC)
	}
	return back
}

// feasts are the days that go by a name, each the next time that it comes.
func (m *message) feasts() []korean.Day {
	var days []korean.Day
	var taken spans
	for _, f := range m.Pack.Feasts {
		for _, name := range f.Words {
			i := strings.Index(m.lower, name)
			if i >= 0 && !taken.touch(i, i+len(name)) {
				taken = append(taken, [2]int{i, i + len(name)})
				days = append(days, korean.Day{Date: f.After(midnight(m.Today)), Start: i, End: i + len(name)})
			}
		}
	}
	return days
}

// dayOnly reads a day without its month ("24일 출발") as the next one there is.
func (m *message) dayOnly() []korean.Day {
	start, end, ok := phrases.Find(m.text, "day.only")
	if !ok {
		return nil
	}
	number := groups(m.text[start:end], "day.only")[0]
	n, _ := strconv.Atoi(number)
	at := start + strings.Index(m.text[start:end], number)
	_, unit := utf8.DecodeRuneInString(m.text[at+len(number):])
	d := korean.Day{Start: at, End: at + len(number) + unit, Impossible: true}
	for ahead := 0; ahead < 12 && d.Impossible; ahead++ {
		date := time.Date(m.Today.Year(), m.Today.Month()+time.Month(ahead), n, 0, 0, 0, 0, time.UTC)
		if date.Day() == n && !date.Before(midnight(m.Today)) {
			d.Date, d.Impossible = date, false
		}
	}
	return []korean.Day{d}
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

var slashDay = regexp.MustCompile(`\d{1,4}(?:/\d{1,4})+`)

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
		date := time.Date(m.Today.Year(), time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if date.Before(m.Today) {
			date = date.AddDate(1, 0, 0)
		}
		days = append(days, korean.Day{
			Date: date, Start: loc[0], End: loc[1],
			Impossible: month < 1 || month > 12 || int(date.Month()) != month || date.Day() != day,
		})
	}
	return days
}
