package slot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// stay reads when the trip begins and how long it is.
func (m *message) stay() {
	if nights := m.when(); nights > 0 {
		m.duration(nights, strconv.Itoa(nights))
		return
	}
	stays := korean.FindStays(m.text)
	for i := len(stays) - 1; i >= 0; i-- { // the last one corrects those before
		s := stays[i]
		if m.dates.touch(s.Start, s.End) || m.noStay(s) {
			continue
		}
		nights, ok := s.Count()
		if !ok {
			m.r.problem(Duration, Contradiction, m.text[s.Start:s.End])
			return
		}
		for _, other := range stays[:i] {
			if m.r.severalPlaces() && s.Days < 0 && other.Days < 0 {
				nights += other.Nights // "오사카 2박 도쿄 1박"
			}
		}
		if s.Days == nights+2 {
			m.r.note(Duration, airNight, m.text[s.Start:s.End])
		}
		m.duration(nights, m.text[s.Start:s.End])
		return
	}
	if m.has("change.only_night") { // "료칸에서 하루 자고 싶어요" is a night of the trip, not all of it
		m.duration(1, "")
	} else if n, ok := m.bare(Duration); ok && n < leastBare && !m.has("money.about") {
		m.duration(int(n), strconv.FormatInt(n, 10))
	}
}

// noStay tells that a length is none of the trip: an age, weeks of pregnancy, by
// how much a day moves, what is refused, a date said once more ("10일쯤이죠"), a
// day out from a trip that is planned.
func (m *message) noStay(s korean.Stay) bool {
	return m.before(s.Start, "length.before") || m.ofStay(s) || s.Nights < 0 && s.Days >= maxDays || m.after(s.End, "length.refused") ||
		s.Nights < 0 && m.day == s.Days && m.after(s.End, "length.about") ||
		m.Planned && m.after(s.End, "shift.behind") || m.Nights > 0 && s.Nights <= 0 && s.Days == 1 && !m.after(s.End, "length.whole")
}

// ofStay tells a night that a price is for ("1박 10만원 밑으로"), and a part of a
// trip that is longer ("2박만 뷰호텔 하고", "이틀은 북쪽에서").
func (m *message) ofStay(s korean.Stay) bool {
	if m.Nights == 0 || s.Days >= 0 && s.Nights >= 0 {
		return false
	}
	if beside := m.Pack.Near[m.elsewhere()] == m.Destination; m.Planned && beside && max(s.Nights, s.Days-1) < m.Nights {
		m.r.OneStay = true // "넷째 날 하코네에서 1박하면 어때"
		return true
	}
	there := !m.cityNamed && (m.before(s.Start, "length.at") || m.after(s.End, "length.part") && (m.r.Item == ItemHotel || len(m.named) > 0))
	part := m.after(s.End, "length.some") || m.before(s.Start, "length.end") || s.Days < 0 && there
	if s.Nights == 1 && m.after(s.End, "length.price") || part && max(s.Nights, s.Days-1) < m.Nights {
		m.r.OneStay = true
		return true
	}
	return false
}

// maxDays are those that nobody says of a trip: months are an age.
const maxDays = 60

func (m *message) duration(nights int, said string) {
	if !Fits(Duration, nights) {
		m.r.problem(Duration, OutOfRange, said)
		return
	}
	m.r.Duration = &nights
	if first := m.home.AddDate(0, 0, -nights); m.r.StartDate == nil && !first.Before(korean.Midnight(m.Today)) {
		m.leaves(first)
	}
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

// when reads the day of departure; it returns the nights until the day of
// return if one was named too.
func (m *message) when() (nights int) {
	days := append(korean.FindDays(m.text, m.Today), m.slashDays()...)
	days = append(days, m.feasts()...)
	if !slices.ContainsFunc(days, m.dated) { // "closed on Mondays, they say, and we land on 12 December"
		days = append(days, korean.FindWeekdays(m.text, m.Today)...)
	}
	if only := m.dayOnly(days); len(only) > 0 { // "next month, from the 12th": of the month that is named
		days = slices.DeleteFunc(append(days, only...), func(d korean.Day) bool { return d.Month })
	}
	var first *korean.Day
	departs := false
	inWeek := m.week() != "" && slices.ContainsFunc(days, func(d korean.Day) bool { return d.Month })
	for i, d := range days {
		m.dates = append(m.dates, [2]int{d.Start, d.End})
		if m.returns(d) { // "till Wednesday" is no departure
			if m.Planned && len(days) == 1 && !d.Month && !d.Impossible {
				return nightsBetween(m.Start, d.Date)
			}
			if !m.Planned && !d.Month {
				m.home = d.Date
			}
			continue
		}
		if inWeek && !d.Month && !m.dated(d) || m.aside(d) { // the day of a week of the month that is named
			continue
		}
		role := m.after(d.End, "day.departs")
		into := m.Planned && m.after(d.End, "day.into") // "we leave on the 8th, put it off to the 9th"
		// "July is better, the 11th of July", "in December, at Christmas"
		exact := first != nil && first.Month && !d.Month && !phrases.Has(m.text[d.Start:d.End], "day.week") && d.Date.Month() == first.Date.Month()
		if first == nil || into || exact || role && !departs || role == departs && (d.Start < first.Start || d.Start == first.Start && d.End > first.End) {
			first, departs = &days[i], role
		}
	}
	if first == nil && !m.r.Asks {
		if said := groups(m.text, "day.moving"); len(said) > 0 {
			m.r.problem(StartDate, MovingFeast, said[0])
		}
	}
	if first == nil && !m.Planned && !m.Start.IsZero() { // "back on the 7th", of a trip whose first day is known
		return nightsBetween(m.Start, m.untilDay(korean.Day{Date: m.Start}))
	}
	// "12월 날씨 어때?" books nothing, nor does "is it closed on Tuesday?"
	if first == nil || m.r.Topic == TopicSeason || m.r.Asks && !m.has("day.leaving") && (m.has("topic.hours") || !m.Planned && !m.tells()) {
		return 0
	}
	return m.leave(*first, days)
}

// returns tells whether a day is named as that of the return.
func (m *message) returns(d korean.Day) bool {
	return m.before(d.Start, "day.back") || m.after(d.End, "day.home")
}

// dated tells whether a day is named by its date.
func (m *message) dated(d korean.Day) bool {
	return !d.Month && strings.ContainsAny(m.text[d.Start:d.End], digits)
}

const digits = "0123456789"

// aside tells whether a day is named that nobody leaves on: one that may be said
// of anything, a day of the trip that is planned.
func (m *message) aside(d korean.Day) bool {
	n := int(d.Date.Sub(korean.Midnight(m.Start)).Hours()/24) + 1
	within := m.Planned && !d.Month && !d.Impossible && n > 0 && n <= m.Nights+1
	byNumber := phrases.Has(m.text[d.Start:d.End], "day.number")
	ofWeek := m.Planned && (byNumber || phrases.Has(m.text[d.Start:d.End], "day.week"))                // "화요일에 유니버설 가요" moves nothing
	still := m.Planned && d.Month && m.week() == "" && d.Date.Month() == m.Start.Month()               // the month of the trip
	past := d.Date.Before(korean.Midnight(m.Today)) && phrases.Has(m.text[d.Start:d.End], "day.vague") // "we talked yesterday" tells no departure
	switch leaving := m.Asked == StartDate || m.has("day.leaving") && (!ofWeek || m.has("day.leaves")); {
	case still || past && !m.after(d.End, "day.departs") || m.before(d.Start, "day.denied") || m.after(d.End, "day.denied"):
		return true
	case leaving:
		return false
	case (within || m.Planned && !m.dated(d) && !d.Month) && !m.after(d.End, "day.into") && (byNumber || len(strings.Fields(m.text)) > maxBare || len(m.named) > 0):
		if m.byTheWay = true; m.r.Day == 0 && within {
			m.r.Day = n
		}
		return true
	case phrases.Has(m.text[d.Start:d.End], "day.vague"):
		return m.Planned || !m.tells()
	}
	return false
}

// tells tells whether the message tells of a trip besides a day.
func (m *message) tells() bool {
	return m.r.Destination != nil || len(korean.FindStays(m.text))+len(korean.FindMoney(m.text))+len(korean.FindParties(m.text)) > 0
}

// leave takes the day of departure and looks for that of return behind it.
func (m *message) leave(first korean.Day, days []korean.Day) (nights int) {
	said, today := m.text[first.Start:first.End], korean.Midnight(m.Today)
	if first.Month {
		first.Date, m.r.StartAssumed = m.inMonth(first, days), m.week() == ""
	}
	switch {
	case first.Impossible:
		m.r.problem(StartDate, ImpossibleDate, said)
		return 0
	case first.Date.Before(today):
		m.r.problem(StartDate, PastDate, said)
		return 0
	}
	m.leaves(first.Date)
	m.day = first.Date.Day()
	back := m.untilDay(first)
	for _, d := range days {
		links := d.Start > first.End && d.Start <= first.End+near && phrases.Has(m.text[first.End:d.Start], "day.links") && !m.after(d.End, "day.between")
		if !d.Impossible && !d.Month && (links || m.returns(d)) {
			for back = d.Date; !m.dated(d) && back.Before(first.Date); { // a day of the week behind the first
				back = back.AddDate(0, 0, 7)
			}
			break
		}
	}
	return nightsBetween(first.Date, back)
}

// nightsBetween are those between two days; below one without the second.
func nightsBetween(first, back time.Time) int { return int(back.Sub(first).Hours() / 24) }

func (m *message) leaves(day time.Time) {
	first := day.Format(time.DateOnly)
	m.r.StartDate = &first
}

// untilDay reads the second day of "12월 24일부터 27일까지".
func (m *message) untilDay(first korean.Day) time.Time {
	behind := m.text[first.End:min(len(m.text), first.End+2*near)]
	key := phrases.First(behind, "day.until", "day.return")
	if key == "" {
		return time.Time{}
	}
	found := groups(behind, key)
	_, end, _ := phrases.Find(behind, key)
	if m.after(first.End+end, "length.unit") {
		return time.Time{} // "from the 3rd for 5 nights"
	}
	m.dates = append(m.dates, [2]int{first.End, first.End + end})
	if m.after(first.End+end, "day.between") {
		return time.Time{} // some days of those
	}
	return coming("", found[0], first.Date.AddDate(0, 0, 1)).Date
}

// coming is the next day of that number from a day on, in a month or ("") in
// any.
func coming(month, day string, from time.Time) korean.Day {
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	for ahead := range 13 {
		date := time.Date(from.Year(), from.Month()+time.Month(ahead), d, 0, 0, 0, 0, time.UTC)
		if date.Day() == d && (month == "" || int(date.Month()) == m) && !date.Before(korean.Midnight(from)) {
			return korean.Day{Date: date}
		}
	}
	return korean.Day{Impossible: true}
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
				day := coming(strconv.Itoa(int(f.Month)), strconv.Itoa(f.Day), m.Today)
				day.Start, day.End = i, i+len(name)
				days = append(days, day)
			}
		}
	}
	return days
}

// dayOnly reads a day without its month ("24일 출발") as the next one there is.
func (m *message) dayOnly(named []korean.Day) []korean.Day {
	key := "day.only"
	if m.Planned && !m.has(key) {
		key = "day.named" // one of the trip
	}
	all := phrases.FindAll(m.text, key)
	if len(all) == 0 {
		return nil
	}
	start, end := all[len(all)-1][0], all[len(all)-1][1] // the last one corrects those before
	number := groups(m.text[start:end], key)[0]
	from := korean.Midnight(m.Today)
	for _, month := range append(named, korean.Day{Date: m.Start, Month: !m.Start.IsZero()}) { // of the month that is named, or that the trip is in
		if first := month.Date.AddDate(0, 0, 1-month.Date.Day()); (month.Month || m.dated(month)) && first.After(from) {
			from = first
			break
		}
	}
	d := coming("", number, from)
	d.Start = start + strings.LastIndex(m.text[start:end], number)
	_, unit := utf8.DecodeRuneInString(m.text[d.Start+len(number):])
	d.End = d.Start + len(number) + unit
	return []korean.Day{d}
}

// inMonth is the day of a month that a trip is assumed to begin on: the Saturday
// of the week that is named, or its day that is, else the first Saturday.
func (m *message) inMonth(month korean.Day, days []korean.Day) time.Time {
	today := korean.Midnight(m.Today)
	if m.week() == "" {
		day := firstOf(month.Date, today, time.Saturday)
		if day.Month() != month.Date.Month() { // it is all but over: the next one
			day = firstOf(month.Date.AddDate(1, 0, 0), today, time.Saturday)
		}
		return day
	}
	day := m.inWeek(month, days)
	if day.Before(today) && !phrases.Has(m.text[month.Start:month.End], "day.this_month") { // this year's is over
		month.Date = month.Date.AddDate(1, 0, 0)
		day = m.inWeek(month, days)
	}
	return day
}

// week is the week of a month that is named, or the one of its days of a name, by its
// key: "둘째 주", "last Friday"; "" is none.
func (m *message) week() string { return phrases.First(m.text, phrases.Under("week")...) }

// inWeek is the day of the week of a month that is named.
func (m *message) inWeek(month korean.Day, days []korean.Day) time.Time {
	at, byName := slices.IndexFunc(days, func(d korean.Day) bool { return max(d.Start-month.End, month.Start-d.End) <= near && !d.Month }), m.has("week_day")
	on := time.Saturday
	if at >= 0 && byName {
		on = days[at].Date.Weekday()
	}
	first := firstOf(month.Date, month.Date, on)
	n, err := strconv.Atoi(strings.TrimPrefix(m.week(), "week."))
	if err != nil { // the last
		for n = 4; first.AddDate(0, 0, 7*n).Month() == first.Month(); n++ {
		}
	}
	day := first.AddDate(0, 0, 7*(n-1))
	switch {
	case at >= 0 && !byName: // of weeks that begin on Monday
		day = day.AddDate(0, 0, (int(days[at].Date.Weekday())+6)%7-5)
	case m.has("week_from_friday"):
		day = day.AddDate(0, 0, -1)
	}
	if day.Before(month.Date) { // in a week that begins in the month before
		day = day.AddDate(0, 0, 7)
	}
	return day
}

// firstOf is the first day of a name of a month that is not over yet.
func firstOf(month, today time.Time, on time.Weekday) time.Time {
	day := month
	if day.Before(today) {
		day = today.AddDate(0, 0, 1)
	}
	return day.AddDate(0, 0, (int(on-day.Weekday())+7)%7)
}

var slashDay = regexp.MustCompile(`[\d/]+`)

// slashDays reads "12/24", which elsewhere may be a fraction.
func (m *message) slashDays() (days []korean.Day) {
	for _, loc := range slashDay.FindAllStringIndex(m.text, 64) {
		month, day, ok := strings.Cut(m.text[loc[0]:loc[1]], "/")
		if !ok || len(month) > 2 || len(day) > 2 || month == "" || day == "" || strings.Contains(day, "/") {
			continue
		}
		d := coming(month, day, m.Today)
		d.Start, d.End = loc[0], loc[1]
		days = append(days, d)
	}
	return days
}
