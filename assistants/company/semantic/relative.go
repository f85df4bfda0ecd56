package semantic

import (
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// recent are the last n days, weeks, months or years up to today.
func recent(g map[string]string, today time.Time) (Period, bool) {
	if key := phrases.First(g["days"], phrases.Under("days")...); key != "" {
		n, _ := strconv.Atoi(strings.TrimPrefix(key, "days."))
		return between("recent", today.AddDate(0, 0, 1-n), today, today).closed(), true
	}
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
	return between("recent", from, today, today).closed(), true
}

// closed is a period that was asked for up to today.
func (p Period) closed() Period {
	p.Open = false
	return p
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
	case "week_before_last":
		return between(key, monday.AddDate(0, 0, -14), monday.AddDate(0, 0, -8), today)
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
