package semantic

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
var periodOrder = []string{"span_iso", "span_days", "span_months", "span_quarters", "same_last_year", "month_before_last", "week_before_last", "year_before_last", "before_month", "before_week", "before_quarter", "before_year", "after_month", "week_of", "weekdays", "weekday", "recent", "day", "quarter", "half", "month", "next", "all"}

func rulesUnder(prefix string) func() []spanRule {
	return sync.OnceValue(func() []spanRule { return readRules(prefix) })
}

func readRules(prefix string) (rules []spanRule) {
	keys := phrases.Under(strings.TrimSuffix(prefix, "."))
	rank := func(key string) int {
		if i := slices.Index(periodOrder, strings.TrimPrefix(key, prefix)); i >= 0 {
			return i
		}
		return len(periodOrder)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return rank(a) - rank(b) })
	for _, key := range keys {
		// A year before its Korean word is longer than the year alone.
		all := slices.Clone(phrases.Phrases(key))
		slices.SortStableFunc(all, func(a, b dialog.Phrase) int { return hangulFirst(a.Text) - hangulFirst(b.Text) })
		for _, p := range all {
			rules = append(rules, spanRule{strings.TrimPrefix(key, prefix), regexp.MustCompile("(?i)" + strings.Trim(p.Text, "/"))})
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

// findPeriods lists the periods of a text, resolved against today; inside words
// too where it is written without spaces.
func findPeriods(text string, today time.Time, inside bool) []token {
	var found []token
	for _, rule := range periodRules() {
		for _, loc := range rule.re.FindAllStringSubmatchIndex(text, maxSpans) {
			if overlapping(found, loc[0], loc[1]) || digitAround(text, loc[0], loc[1]) || !inside && inHangul(text, loc[0]) {
				continue
			}
			if rule.key == "weekdays" {
				found = append(found, token{meaning: meaning{sort: isPhrase, name: "op.weekdays", values: weekdaysOf(rule.groups(text, loc))}, text: text[loc[0]:loc[1]], start: loc[0], end: loc[1]})
				continue
			}
			p, ok := resolve(rule, text, loc, today)
			if !ok {
				continue
			}
			var readings []Period
			if rule.key == "week_of" {
				g := rule.groups(text, loc)
				from, _ := p.days()
				if readings = weeksOf(from, nth(g["nth"]), today); len(readings) == 0 {
					continue
				}
				p = readings[0]
			}
			start, end, opens := opened(text, loc[0], loc[1])
			switch {
			case opens:
				p = p.until(today)
			case slices.Contains([]string{"month", "quarter", "day", "today", "yesterday", "two_days_ago"}, rule.key):
				p, end = p.upTo(text, start, end, today)
			}
			found = append(found, token{meaning: meaning{sort: isPeriod, name: p.Key}, text: text[start:end], start: start, end: end, period: p, readings: readings, yearless: rule.yearless(text, loc)})
		}
	}
	return found
}

// opened tells whether a period is only where the one that is meant begins
// ("since March"), and which words say so: taken for the whole it would be a
// wrong number that looks right.
func opened(text string, start, end int) (from, to int, ok bool) {
	before, behind := max(0, start-maxOpening), text[end:min(len(text), end+maxOpening)]
	for _, rule := range sinceRules() {
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

// upTo is a period that only ends what is meant ("up to October"), and where the
// words end that say so: it begins with the year then, a day with its month,
// unless the text says with what.
func (p Period) upTo(text string, start, end int, today time.Time) (Period, int) {
	before, behind := text[max(0, start-maxOpening):start], text[end:min(len(text), end+maxOpening)]
	_, stop, ok := phrases.Find(strings.ToValidUTF8(behind, ""), "upto.behind")
	if !ok && !phrases.Has(before, "upto.ahead") || phrases.Has(text, "upto.begins") {
		return p, end
	}
	from, to := p.days()
	first := time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	if p.From == p.To {
		first = from.AddDate(0, 0, 1-from.Day())
	}
	return between("span", first, to, today), end + stop
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

// yearless tells that a match names a piece of a year and not of which.
func (r spanRule) yearless(text string, loc []int) bool {
	g := r.groups(text, loc)
	piece := slices.Contains([]string{"day", "span_days", "month", "span_months", "quarter", "span_quarters", "half"}, r.key)
	return piece && g["y"]+g["y2"]+g["rel"]+g["rel2"]+g["of"]+g["from"] == ""
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
		if g["of"] != "" { // "the 15th of last month"
			key := "this_month"
			if phrases.Has(g["of"], "period.last_month") {
				key = "last_month"
			}
			first, _ := relative(key, today).days()
			year, m, said = first.Year(), int(first.Month()), true
		}
		day, ok := date(past(year, said, m, today), m, n("d"))
		return between("day", day, day, today), ok
	case "span_days":
		m2 := cmp.Or(month("m2", "mon2"), m)
		y, y2 := spanYears(g, m, m2, today)
		from, ok := date(y, m, n("d"))
		to, ok2 := date(y2, m2, n("d2"))
		return between("span", from, to, today), ok && ok2 && !to.Before(from)
	case "span_months":
		m2 := month("m2", "mon2")
		y, y2 := spanYears(g, m, m2, today)
		from, ok := date(y, m, 1)
		to, ok2 := date(y2, m2, 1)
		return between("span", from, to.AddDate(0, 1, -1), today), ok && ok2 && !to.Before(from)
	case "month":
		return pieceOfYear("month", year, said, m, 1, today)
	case "quarter", "span_quarters":
		q := n("q") + nth(g["nth"])
		return pieceOfYear("quarter", year, said, 3*q-2, 3*(max(q, n("q2"))-q+1), today)
	case "half":
		first := 1
		if n("n") == 2 || nth(g["nth"]) == 2 || g["half"] != "" && !phrases.Has(g["half"], "half.first") {
			first = 7
		}
		return pieceOfYear("half", year, said, first, 6, today)
	case "year":
		return pieceOfYear("year", year, true, 1, 12, today)
	case "week_of":
		if g["this"] != "" || g["last"] != "" {
			key := "this_month"
			if g["last"] != "" {
				key = "last_month"
			}
			return relative(key, today), true
		}
		day, ok := date(past(year, said, m, today), m, 1)
		return Period{From: day.Format(time.DateOnly), To: day.Format(time.DateOnly)}, ok
	case "weekday":
		return weekday(g, today)
	case "lately":
		return between("recent", korean.AddMonths(today, -3), today, today).closed(), true
	case "recent":
		return recent(g, today)
	}
	return relative(rule.key, today), true
}

// spanYears are the years of the first and the last month of a span: of one year where only
// one is named, or of two that follow each other ("November to January").
func spanYears(g map[string]string, first, last int, today time.Time) (from, to int) {
	y, _ := strconv.Atoi(g["y"])
	y2, _ := strconv.Atoi(g["y2"])
	year, said := yearOf(g, y, today)
	if !said && y2 > 0 {
		year, said = y2, true
	}
	from = past(year, said, last, today)
	if to = max(from, y2); g["rel2"] != "" {
		to, _ = yearOf(map[string]string{"rel": g["rel2"]}, 0, today)
	}
	if last < first && to == from {
		from--
	}
	return from, to
}

// pieceOfYear are so many months of a year from one on.
func pieceOfYear(key string, year int, said bool, first, months int, today time.Time) (Period, bool) {
	from, ok := date(past(year, said, first, today), first, 1)
	return between(key, from, from.AddDate(0, months, -1), today), ok
}

const monthNames = "janfebmaraprmayjunjulaugsepoctnovdec"

// nth is an ordinal in words, 0 for none.
func nth(word string) int {
	if word == "" {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(phrases.First(word, "nth.1", "nth.2", "nth.3", "nth.4", "nth.5"), "nth."))
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
