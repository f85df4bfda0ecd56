package korean

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Day is a calendar day found in a text.
type Day struct {
	// Date is midnight UTC of the day; the zero time when Impossible.
	Date       time.Time
	Start, End int
	// Month tells that only a month was named; Date is its first day.
	Month bool
	// Impossible is a day that no calendar has, such as 2월 30일.
	Impossible bool
}

// dayRule is one way of writing a day. Its named groups: y year, m month,
// d day, rel a word relative to today, part a part of the month, n a count.
type dayRule struct {
	re *regexp.Regexp
	// needs are groups of words: a text that lacks all of one has no such day.
	// To look for them takes far less than the expression does.
	needs [][]string
}

const (
	relYear  = `(?P<rel>내년|올해|금년|작년|지난해)\s?`
	monthEnd = `(?P<part>말일|말|초|중순)`
	// englishMonth is the whole word, so that a market is not in March.
	englishMonth = `(?P<en>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
)

// latinVowels are in every English word of a day.
var latinVowels = []string{"a", "e", "o", "u", "A", "E", "O", "U"}

// dayRules are tried in this order; an earlier rule owns its characters.
var dayRules = []dayRule{
	{regexp.MustCompile(`(?P<y>(?:19|20)\d{2})\s?[-./]\s?(?P<m>\d{1,2})\s?[-./]\s?(?P<d>\d{1,2})`), [][]string{{"-", ".", "/"}, {"19", "20"}}},
	{regexp.MustCompile(`(?:(?P<y>(?:19|20)?\d{2})년|(?P<y>(?:19|20)\d{2})[./-])\s?(?P<m>\d{1,2})월\s?(?:(?P<d>\d{1,2})일|` + monthEnd + `)?`), [][]string{{"년", ".", "/", "-"}, {"월"}}},
	{regexp.MustCompile(relYear + `(?P<m>\d{1,2})월\s?(?:(?P<d>\d{1,2})일|` + monthEnd + `)?`), [][]string{{"월"}, {"내년", "올해", "금년", "작년", "지난해"}}},
	{regexp.MustCompile(`(?P<m>\d{1,2})월\s?(?:(?P<d>\d{1,2})일|` + monthEnd + `)`), [][]string{{"월"}}},
	{regexp.MustCompile(`(?P<m>\d{1,2})월\s?(?P<nth>첫|둘|두|셋|세|넷|네|다섯|\d)\s?(?:째|번째)\s?(?:주\s?)?(?P<wd>[월화수목금토일])요일`), [][]string{{"월"}, {"째"}}},
	{regexp.MustCompile(`(?P<rel>다음\s?달|다음달|담\s?달|내달|이번\s?달|이달|지난\s?달|저번\s?달)\s?(?:(?P<d>\d{1,2})일|` + monthEnd + `)?`), [][]string{{"달"}, {"다음", "담", "내달", "이번", "이달", "지난", "저번"}}},
	{regexp.MustCompile(`(?P<rel>다음\s?주|이번\s?주|지난\s?주)\s?(?P<wd>[월화수목금토일])요일`), [][]string{{"요일"}}},
	{regexp.MustCompile(`(?P<rel>엊?그제)(?:[\s,.]|에|였|가|는|이|$)`), [][]string{{"그제"}}},
	{regexp.MustCompile(`(?P<rel>오늘|내일|모레|글피|어제|그저께|다음\s?주|이번\s?주|지난\s?주|연말|내년\s?초|내년\s?말)`), [][]string{{"오늘", "내일", "모레", "글피", "어제", "그저께", "다음", "이번", "지난", "연말", "내년"}}},
	{regexp.MustCompile(`(?P<n>\d{1,4}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?P<rel>일|주|주일|개월|달|년)\s?(?:뒤|후|있다가)`), [][]string{{"뒤", "후", "있다가"}}},
	{regexp.MustCompile(`(?i)\b` + englishMonth + `\.?\s(?P<d>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?P<y>20\d{2}))?\b`), [][]string{latinVowels}},
	{regexp.MustCompile(`(?i)\b(?P<d>\d{1,2})(?:st|nd|rd|th)?\s(?:of\s)?` + englishMonth + `\.?(?:,?\s(?P<y>20\d{2}))?\b`), [][]string{latinVowels}},
	{regexp.MustCompile(`(?i)\b(?P<part>end\sof|early|mid|late|in|of)[\s-]` + englishMonth + `(?:\s(?P<y>20\d{2}))?\b`), [][]string{latinVowels}},
	{regexp.MustCompile(`(?i)\b(?P<rel>today|tomorrow|(?:the\sday\sbefore\s)?yesterday|two\sdays\sago|next\sweek|next\smonth|next\syear|this\smonth|last\smonth|end\sof\sthis\smonth|end\sof\snext\smonth)\b`), [][]string{latinVowels}},
	{regexp.MustCompile(`(?P<m>\d{1,2})월`), [][]string{{"월"}}},
}

// weekdayRules find days named by the day of the week, by figures or by a distance in English,
// which are days only where a text is on days.
var weekdayRules = []dayRule{
	{regexp.MustCompile(`(?P<m>1[0-2]|[1-9])/(?P<d>3[01]|[12]\d|[1-9])`), [][]string{{"/"}}},
	{regexp.MustCompile(`(?P<rel>이번\s?주|다다음\s?주|다음\s?주|담주|이번|다다음|다음)?\s?(?:(?P<wd>[월화수목금토일])[월화수목금토일]{0,3}요일|(?P<wd>주말))`), [][]string{{"요일", "주말"}}},
	{regexp.MustCompile(`(?i)\b(?:(?P<rel>this|next|coming)\s)?(?P<wd>monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)\b`), [][]string{latinVowels}},
	{regexp.MustCompile(`(?i)\bin\s(?P<n>an?|one|two|three|four|five|six|\d{1,3})\s(?P<rel>day|week|month)s?\b`), [][]string{latinVowels}},
}

// FindDays lists the days of a text in their order, resolved against today:
// "3월 말" is the coming end of March, "다음 달" the first of the next month
// (with Month set). Spans of time ("2년") are no days; "3개월 뒤" is one.
func FindDays(s string, today time.Time) []Day { return findDays(dayRules, s, today) }

// FindWeekdays lists days such as "다음 주 금요일", "12/4", "이번 주말", "next Friday"
// and "in two weeks", resolved against today. Weeks begin on Monday; a bare
// day of the week is the next one after today, a weekend its Saturday, and of
// several ("금토일요일") the first counts.
func FindWeekdays(s string, today time.Time) []Day {
	return findDays(weekdayRules, beginning(s), today)
}

func findDays(rules []dayRule, s string, today time.Time) []Day {
	today = Midnight(today)
	var days []Day
	taken := make([]Span, 0, 4)
	for _, rule := range rules {
		if slices.ContainsFunc(rule.needs, func(words []string) bool { return !holds(s, words...) }) {
			continue
		}
		for _, loc := range rule.re.FindAllStringSubmatchIndex(s, maxFound) {
			if overlaps(taken, loc[0], loc[1]) || digitAround(s, loc[0], loc[1]) {
				continue
			}
			day := rule.resolve(s, loc, today)
			day.Start, day.End = loc[0], loc[1]
			taken = append(taken, Span{loc[0], loc[1]})
			days = append(days, day)
		}
	}
	slices.SortStableFunc(days, func(a, b Day) int { return a.Start - b.Start })
	return days
}

func overlaps(spans []Span, start, end int) bool {
	return slices.ContainsFunc(spans, func(sp Span) bool { return start < sp.End && sp.Start < end })
}

// digitAround refuses a match cut out of a longer number ("12027.3.15").
func digitAround(s string, start, end int) bool {
	return start > 0 && isDigit(s[start]) && isDigit(s[start-1]) ||
		end < len(s) && isDigit(s[end-1]) && isDigit(s[end])
}

// Midnight is the day of a time, as days are reckoned with: in UTC.
func Midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// parts are the named groups of a match.
type parts struct {
	y, m, d, n        int
	rel, part, en, on string
	wd                string // a day of the week
	nth               int    // which of a month it is
}

func (r dayRule) parts(s string, loc []int) parts {
	var p parts
	for i, name := range r.re.SubexpNames() {
		if name == "" || loc[2*i] < 0 {
			continue
		}
		text := s[loc[2*i]:loc[2*i+1]]
		num, _ := strconv.Atoi(text)
		switch name {
		case "y":
			p.y = num
		case "m":
			p.m = num
		case "d":
			p.d = num
			p.on = text
		case "n":
			p.n, _ = ParseCount(text)
		case "rel":
			p.rel = strings.Join(strings.Fields(strings.ToLower(text)), "")
		case "part":
			p.part = strings.Join(strings.Fields(strings.ToLower(text)), "")
		case "nth":
			p.nth, _ = ParseCount(strings.NewReplacer("첫", "1", "둘", "2", "셋", "3", "넷", "4").Replace(text))
		case "wd":
			p.wd = strings.ToLower(text[:len("월")]) // three bytes, as of "mon"
		case "en":
			p.en = strings.ToLower(text[:3])
		}
	}
	return p
}

// Days of the week from Monday, a weekend its Saturday; three bytes each.
const koreanWeekdays, englishWeekdays = "월화수목금토일", "montuewedthufrisatsun"

const englishMonths = "janfebmaraprmayjunjulaugsepoctnovdec"

// resolve turns a match into a day.
func (r dayRule) resolve(s string, loc []int, today time.Time) Day {
	p := r.parts(s, loc)
	if p.en != "" {
		p.m = strings.Index(englishMonths, p.en)/3 + 1
	}
	if p.n > 0 {
		return Day{Date: after(today, p.n, p.rel)}
	}
	if p.nth > 0 {
		return p.ofMonth(today)
	}
	if p.wd != "" {
		return Day{Date: p.weekday(today)}
	}
	if p.m == 0 && p.y == 0 {
		return relativeDay(p, today)
	}
	if p.y > 0 && p.y < 100 {
		p.y += 2000
	}
	return p.inYear(today)
}

// inYear settles the year of a named month and builds the day. Without a
// year it is the next time that the day comes.
func (p parts) inYear(today time.Time) Day {
	guess := p.y == 0 && p.rel == ""
	if p.y == 0 {
		p.y = today.Year()
		switch p.rel {
		case "내년":
			p.y++
		case "작년", "지난해":
			p.y--
		}
	}
	day := build(p.y, p.m, p.d, p.on != "", p.part)
	passed := day.Date.Before(today)
	if day.Month {
		passed = day.Date.AddDate(0, 1, 0).Before(today)
	}
	// 2월 29일 without a year means the next one there is.
	for tries := 0; guess && tries < 8 && (passed && !day.Impossible || day.Impossible && p.m == 2 && p.d == 29); tries++ {
		p.y++
		day = build(p.y, p.m, p.d, p.on != "", p.part)
		passed = day.Date.Before(today)
	}
	return day
}

// ofMonth is the nth such day of the week in a month, the next one to come.
func (p parts) ofMonth(today time.Time) Day {
	for year := today.Year(); ; year++ {
		first := build(year, p.m, 1, true, "")
		away := strings.Index(koreanWeekdays, p.wd)/syllable - (int(first.Date.Weekday())+6)%7
		day := first.Date.AddDate(0, 0, (away+7)%7+7*(p.nth-1))
		if first.Impossible || day.Month() != first.Date.Month() {
			return Day{Impossible: true}
		}
		if !day.Before(today) {
			return Day{Date: day}
		}
	}
}

// build makes a day of a month, or its beginning, middle or end.
func build(y, m, d int, hasDay bool, part string) Day {
	if m < 1 || m > 12 || (hasDay && (d < 1 || d > daysIn(y, m))) {
		return Day{Impossible: true}
	}
	day := Day{}
	switch {
	case hasDay:
	case slices.Contains([]string{"말", "말일", "endof", "late"}, part):
		d = daysIn(y, m)
	case part == "중순", part == "mid":
		d = 15
	case part == "초", part == "early":
		d = 1
	default:
		d, day.Month = 1, true
	}
	day.Date = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return day
}

func daysIn(y, m int) int {
	return time.Date(y, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// relativeDay resolves "내일", "다음 달 15일", "next month".
func relativeDay(p parts, today time.Time) Day {
	if days, ok := relativeDays[p.rel]; ok {
		return Day{Date: today.AddDate(0, 0, days)}
	}
	y, m := today.Year(), int(today.Month())
	switch p.rel {
	case "연말":
		return build(y, 12, 31, true, "")
	case "내년말":
		return build(y+1, 12, 31, true, "")
	case "내년초":
		return build(y+1, 1, 1, true, "")
	case "nextyear":
		return Day{Date: time.Date(y+1, 1, 1, 0, 0, 0, 0, time.UTC), Month: true}
	}
	if strings.HasPrefix(p.rel, "endof") {
		p.part = "말"
	}
	first := time.Date(y, time.Month(m+relativeMonths[p.rel]), 1, 0, 0, 0, 0, time.UTC)
	return build(first.Year(), int(first.Month()), p.d, p.on != "", p.part)
}

// weekday is a day of a week that is named, else the next one after today.
func (p parts) weekday(today time.Time) time.Time {
	at := 5
	for _, names := range []string{koreanWeekdays, englishWeekdays} {
		if i := strings.Index(names, p.wd); i >= 0 {
			at = i / len(p.wd)
		}
	}
	away := at - (int(today.Weekday())+6)%7
	if ahead, ok := relativeDays[p.rel]; ok {
		return today.AddDate(0, 0, ahead+away)
	}
	return today.AddDate(0, 0, (away+6)%7+1)
}

var relativeDays = map[string]int{
	"오늘": 0, "내일": 1, "모레": 2, "글피": 3, "어제": -1, "그저께": -2, "그제": -2, "엊그제": -2,
	"다음주": 7, "이번주": 0, "지난주": -7, "담주": 7, "다다음주": 14, "이번": 0, "다음": 7, "다다음": 14,
	"today": 0, "tomorrow": 1, "yesterday": -1, "twodaysago": -2, "thedaybeforeyesterday": -2, "nextweek": 7, "this": 0, "next": 7,
}

var relativeMonths = map[string]int{
	"다음달": 1, "담달": 1, "내달": 1, "이번달": 0, "이달": 0, "지난달": -1, "저번달": -1,
	"nextmonth": 1, "thismonth": 0, "lastmonth": -1,
	"endofthismonth": 0, "endofnextmonth": 1,
}

// after is the day n units from today; the end of a shorter month is its
// last day (31 January and a month is 28 February).
func after(today time.Time, n int, unit string) time.Time {
	switch unit {
	case "일", "day":
		return today.AddDate(0, 0, n)
	case "주", "주일", "week":
		return today.AddDate(0, 0, 7*n)
	case "년":
		n *= 12
	}
	return AddMonths(today, n)
}

// AddMonths moves a day by months; a day that the month does not have
// becomes its last one.
func AddMonths(day time.Time, n int) time.Time {
	y, m, d := day.Date()
	first := time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	d = min(d, daysIn(first.Year(), int(first.Month())))
	return time.Date(first.Year(), first.Month(), d, 0, 0, 0, 0, time.UTC)
}
