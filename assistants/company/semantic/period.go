package semantic

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// maxSpans is how many periods and numbers of a question are looked at.
const maxSpans = 32

// expression of a key of phrases, as they are looked for with their groups.
type spanRule struct {
	key string
	re  *regexp.Regexp
}

// periodRules are the ways to name a period; an earlier one owns its
// characters.
var periodRules = rulesUnder("period.")

// periodOrder puts what is longer before what it contains.
var periodOrder = []string{"span_iso", "span_days", "span_months", "span_quarters", "same_last_year", "month_before_last", "year_before_last", "before_month", "before_week", "before_quarter", "before_year", "after_month", "weekday", "recent", "day", "quarter", "half", "month", "next", "all"}

func rulesUnder(prefix string) (rules []spanRule) {
	keys := phrases.Under("")
	rank := func(key string) int {
		if i := slices.Index(periodOrder, strings.TrimPrefix(key, prefix)); i >= 0 {
			return i
		}
		return len(periodOrder)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return rank(a) - rank(b) })
	for _, key := range keys {
		name, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		// A year before its Korean word is longer than the year alone.
		all := slices.Clone(phrases.Phrases(key))
		slices.SortStableFunc(all, func(a, b dialog.Phrase) int { return hangulFirst(a.Text) - hangulFirst(b.Text) })
		for _, p := range all {
			rules = append(rules, spanRule{name, regexp.MustCompile("(?i)" + strings.Trim(p.Text, "/"))})
		}
	}
	return rules
}

func hangulFirst(text string) int {
	if strings.ContainsFunc(text, korean.IsHangul) {
		return 0
	}
	return 1
}

// findPeriods lists the periods of a text, resolved against today.
func findPeriods(text string, today time.Time) []token {
	var found []token
	for _, rule := range periodRules {
		for _, loc := range rule.re.FindAllStringSubmatchIndex(text, maxSpans) {
			if overlapping(found, loc[0], loc[1]) || digitAround(text, loc[0], loc[1]) || inHangul(text, loc[0]) {
				continue
			}
			p, ok := resolve(rule, text, loc, today)
			if !ok {
				continue
			}
			start, end, opens := opened(text, loc[0], loc[1])
			switch {
			case opens:
				p = p.until(today)
			case rule.key == "month" || rule.key == "quarter":
				p = p.upTo(text, start, end, today)
			}
			found = append(found, token{meaning: meaning{sort: isPeriod, name: p.Key}, text: text[start:end], start: start, end: end, period: p})
		}
	}
	return found
}

// opened tells whether a period is only where the one that is meant begins
// ("since March"), and which words say so: taken for the whole it would be a
// wrong number that looks right.
func opened(text string, start, end int) (from, to int, ok bool) {
	before, behind := max(0, start-maxOpening), text[end:min(len(text), end+maxOpening)]
	for _, rule := range sinceRules {
		if rule.key == "ahead" {
			if loc := rule.re.FindStringIndex(text[before:start]); loc != nil {
				return before + loc[0], end, true
			}
		} else if loc := rule.re.FindStringIndex(behind); loc != nil {
			return start, end + loc[1], true
		}
	}
	return start, end, false
}

// sinceRules say that a period begins what is meant.
var sinceRules = rulesUnder("since.")

// maxOpening is how many bytes beside a period are looked at.
const maxOpening = 32

// upTo is a period that only ends what is meant ("up to October"): it begins with
// the year then, unless the text says with what.
func (p Period) upTo(text string, start, end int, today time.Time) Period {
	before, behind := text[max(0, start-maxOpening):start], text[end:min(len(text), end+maxOpening)]
	if !phrases.Has(behind, "upto.behind") && !phrases.Has(before, "upto.ahead") || phrases.Has(text, "upto.begins") {
		return p
	}
	from, to := p.days()
	return between("span", time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC), to, today)
}

// until is a period that goes on to today; one that ends later stays.
func (p Period) until(today time.Time) Period {
	from, err := time.Parse(time.DateOnly, p.From)
	if end := today.Format(time.DateOnly); err != nil || p.To == "" || p.To >= end || p.From > end {
		return p
	}
	return between("span", from, today, today)
}

func overlapping(tokens []token, start, end int) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return start < t.end && t.start < end })
}

// digitAround refuses a match that is cut out of a longer number.
func digitAround(s string, start, end int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	return digit(start) && digit(start-1) || digit(end-1) && digit(end)
}

// inHangul refuses a word that only ends like a period.
func inHangul(s string, start int) bool {
	first, _ := utf8.DecodeRuneInString(s[start:])
	return korean.IsHangul(lastRune(s[:start])) && korean.IsHangul(first)
}

// groups are what the named groups of a match hold.
func (r spanRule) groups(text string, loc []int) map[string]string {
	groups := map[string]string{}
	for i, name := range r.re.SubexpNames() {
		if name != "" && loc[2*i] >= 0 {
			groups[name] = text[loc[2*i]:loc[2*i+1]]
		}
	}
	return groups
}

// resolve turns a match into days; false for a day that there is none of.
func resolve(rule spanRule, text string, loc []int, today time.Time) (Period, bool) {
	g := rule.groups(text, loc)
	n := func(name string) int { v, _ := strconv.Atoi(g[name]); return v }
	month := func(m, mon string) int {
		if g[mon] != "" {
			return strings.Index(monthNames, strings.ToLower(g[mon]))/3 + 1
		}
		return n(m)
	}
	year, said := yearOf(g, n("y"), today)
	m := month("m", "mon")
	switch rule.key {
	case "span_iso":
		return spanOf("span", g["from"], g["to"], today)
	case "day":
		if g["from"] != "" {
			return spanOf("day", g["from"], g["from"], today)
		}
		day, ok := date(past(year, said, m, today), m, n("d"))
		return between("day", day, day, today), ok
	case "span_days":
		m2 := month("m2", "mon2")
		if m2 == 0 {
			m2 = m
		}
		y := past(year, said, m2, today)
		y2 := max(y, n("y2"))
		if m2 < m && y2 == y {
			y--
		}
		from, ok := date(y, m, n("d"))
		to, ok2 := date(y2, m2, n("d2"))
		return between("span", from, to, today), ok && ok2 && !to.Before(from)
	case "span_months":
		m2 := month("m2", "mon2")
		y := past(year, said, m2, today)
		if g["y2"] != "" && !said {
			y = n("y2")
		}
		y2 := max(y, n("y2"))
		if g["rel2"] != "" {
			y2, _ = yearOf(map[string]string{"rel": g["rel2"]}, 0, today)
		}
		if m2 < m && y2 == y {
			y--
		}
		from, ok := date(y, m, 1)
		to, ok2 := date(y2, m2, 1)
		return between("span", from, to.AddDate(0, 1, -1), today), ok && ok2 && !to.Before(from)
	case "month":
		day, ok := date(past(year, said, m, today), m, 1)
		return between("month", day, day.AddDate(0, 1, -1), today), ok
	case "quarter", "span_quarters":
		q := n("q") + nth(g["nth"])
		last := max(q, n("q2"))
		from, _ := date(past(year, said, 3*q-2, today), 3*q-2, 1)
		return between("quarter", from, from.AddDate(0, 3*(last-q+1), -1), today), q > 0
	case "half":
		first := 1
		if n("n") == 2 || nth(g["nth"]) == 2 || g["half"] != "" && !phrases.Has(g["half"], "half.first") {
			first = 7
		}
		from, _ := date(past(year, said, first, today), first, 1)
		return between("half", from, from.AddDate(0, 6, -1), today), true
	case "year":
		from, _ := date(year, 1, 1)
		return between("year", from, from.AddDate(1, 0, -1), today), true
	case "weekday":
		return weekday(g, today)
	case "recent":
		return recent(g, today)
	}
	return relative(rule.key, today), true
}

const monthNames = "janfebmaraprmayjunjulaugsepoctnovdec"

// nth is an ordinal in words, 0 for none.
func nth(word string) int {
	if word == "" {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(phrases.First(word, "nth.1", "nth.2", "nth.3", "nth.4"), "nth."))
	return n
}

// yearOf is the year that is named, else this one.
func yearOf(g map[string]string, y int, today time.Time) (year int, said bool) {
	switch {
	case y > 0 && y < 100:
		return 2000 + y, true
	case y > 0:
		return y, true
	case g["rel"] == "":
		return today.Year(), false
	}
	switch phrases.First(g["rel"], "rel.before_last", "rel.last", "rel.this") {
	case "rel.before_last":
		return today.Year() - 2, true
	case "rel.last":
		return today.Year() - 1, true
	}
	return today.Year(), true
}

// past is the year of a month that none was named for: data are of the past,
// so December is that of last year.
func past(year int, said bool, month int, today time.Time) int {
	if !said && month > int(today.Month()) {
		return year - 1
	}
	return year
}

func date(y, m, d int) (time.Time, bool) {
	day := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return day, m >= 1 && m <= 12 && day.Day() == d
}

func between(key string, from, to, today time.Time) Period {
	return Period{Key: key, From: from.Format(time.DateOnly), To: to.Format(time.DateOnly), Open: !to.Before(today) && !from.After(today)}
}

func spanOf(key, from, to string, today time.Time) (Period, bool) {
	a, err := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	return between(key, a, b, today), err == nil && err2 == nil && !b.Before(a)
}

// recent are the last n days, weeks, months or years up to today.
func recent(g map[string]string, today time.Time) (Period, bool) {
	n, ok := korean.ParseCount(g["n"])
	switch phrases.First(g["n"], "number.one", "number.three", "number.four") {
	case "number.three":
		n, ok = 3, true
	case "number.four":
		n, ok = 4, true
	}
	if !ok || n < 1 || n > 400 {
		return Period{}, false
	}
	var from time.Time
	switch phrases.First(g["unit"], "unit.quarter", "unit.month", "unit.week", "unit.year", "unit.day") {
	case "unit.quarter":
		from = korean.AddMonths(today, -3*n)
	case "unit.month":
		from = korean.AddMonths(today, -n)
	case "unit.week":
		from = today.AddDate(0, 0, -7*n)
	case "unit.year":
		from = korean.AddMonths(today, -12*n)
	default:
		from = today.AddDate(0, 0, 1-n)
	}
	p := between("recent", from, today, today)
	p.Open = false // it was asked for up to today
	return p, true
}

// weekday is a day of a week, of the last seven days where no week is named;
// false for each of them ("every Monday").
func weekday(g map[string]string, today time.Time) (Period, bool) {
	at := strings.Index("월화수목금토일", g["wd"]) / len("월")
	if g["en"] != "" {
		at = strings.Index("montuewedthufrisatsun", strings.ToLower(g["en"])) / 3
	}
	day := today.AddDate(0, 0, at-(int(today.Weekday())+6)%7)
	switch {
	case phrases.Has(g["week"], "week.last"):
		day = day.AddDate(0, 0, -7)
	case g["week"] == "" && !day.Before(today):
		day = day.AddDate(0, 0, -7)
	}
	return between("weekday", day, day, today), g["each"] == ""
}

// relative is a period that is named by its distance from today.
func relative(key string, today time.Time) Period {
	y, m := today.Year(), today.Month()
	months := func(from, n int) Period {
		first := time.Date(y, m+time.Month(from), 1, 0, 0, 0, 0, time.UTC)
		return between(key, first, first.AddDate(0, n, -1), today)
	}
	quarter := -(int(m) - 1) % 3
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	switch key {
	case "this_month":
		return months(0, 1)
	case "last_month":
		return months(-1, 1)
	case "month_before_last":
		return months(-2, 1)
	case "this_quarter":
		return months(quarter, 3)
	case "last_quarter":
		return months(quarter-3, 3)
	case "this_year":
		return months(1-int(m), 12)
	case "last_year":
		return months(1-int(m)-12, 12)
	case "year_before_last":
		return months(1-int(m)-24, 12)
	case "this_week":
		return between(key, monday, monday.AddDate(0, 0, 6), today)
	case "last_week":
		return between(key, monday.AddDate(0, 0, -7), monday.AddDate(0, 0, -1), today)
	case "last_day":
		return relative("yesterday", today)
	case "today":
		return between(key, today, today, today)
	case "two_days_ago":
		return between(key, today.AddDate(0, 0, -2), today.AddDate(0, 0, -2), today)
	case "yesterday":
		return between(key, today.AddDate(0, 0, -1), today.AddDate(0, 0, -1), today)
	}
	return Period{Key: key} // all, next and those that need another period
}

// yearEarlier is a period a year before.
func (p Period) yearEarlier() Period { return p.shifted(-12) }

// earlier is the period of the same length before.
func (p Period) earlier() Period {
	from, to := p.days()
	next := to.AddDate(0, 0, 1)
	if from.Day() == 1 && next.Day() == 1 {
		return p.shifted(-((next.Year()-from.Year())*12 + int(next.Month()) - int(from.Month())))
	}
	n := int(next.Sub(from) / (24 * time.Hour))
	return Period{Key: "before", From: from.AddDate(0, 0, -n).Format(time.DateOnly), To: from.AddDate(0, 0, -1).Format(time.DateOnly)}
}

func (p Period) days() (from, to time.Time) {
	from, _ = time.Parse(time.DateOnly, p.From)
	to, _ = time.Parse(time.DateOnly, p.To)
	return from, to
}

// shifted moves a period by months; one that ends with a month still does.
func (p Period) shifted(months int) Period {
	from, to := p.days()
	end := korean.AddMonths(to, months)
	if to.AddDate(0, 0, 1).Day() == 1 {
		end = korean.AddMonths(to.AddDate(0, 0, 1), months).AddDate(0, 0, -1)
	}
	return Period{Key: "before", From: korean.AddMonths(from, months).Format(time.DateOnly), To: end.Format(time.DateOnly)}
}

// firstWhole is the first day of a grain that begins on a day or after it.
func firstWhole(day string, g Grain) string {
	from, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	begins := func(d time.Time) bool {
		switch g {
		case Year:
			return d.YearDay() == 1
		case Quarter:
			return d.Day() == 1 && d.Month()%3 == 1
		case Month:
			return d.Day() == 1
		case Week:
			return d.Weekday() == time.Monday
		}
		return true
	}
	for !begins(from) {
		from = from.AddDate(0, 0, 1)
	}
	return from.Format(time.DateOnly)
}
