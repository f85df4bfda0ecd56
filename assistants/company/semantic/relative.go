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
	if !ok || n < 1 || n > 400 {
		return Period{}, false
	}
	from := today.AddDate(0, 0, 1-n)
	if unit := phrases.First(g["unit"], "unit.quarter", "unit.month", "unit.week", "unit.year"); unit == "unit.week" {
		from = today.AddDate(0, 0, -7*n)
	} else if unit != "" {
		from = korean.AddMonths(today, -n*map[string]int{"unit.month": 1, "unit.quarter": 3, "unit.year": 12}[unit])
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
	if at, ok := map[string][2]int{ // months from this one, and how many
		"this_month": {0, 1}, "last_month": {-1, 1}, "month_before_last": {-2, 1}, "this_quarter": {quarter, 3}, "last_quarter": {quarter - 3, 3},
		"this_year": {1 - int(m), 12}, "last_year": {1 - int(m) - 12, 12}, "year_before_last": {1 - int(m) - 24, 12},
	}[key]; ok {
		return months(at[0], at[1])
	}
	monday := -(int(today.Weekday()) + 6) % 7
	if at, ok := map[string][2]int{ // days from today, and how many
		"this_week": {monday, 7}, "last_week": {monday - 7, 7}, "week_before_last": {monday - 14, 7},
		"today": {0, 1}, "yesterday": {-1, 1}, "last_day": {-1, 1}, "two_days_ago": {-2, 1},
	}[key]; ok {
		return between(key, today.AddDate(0, 0, at[0]), today.AddDate(0, 0, at[0]+at[1]-1), today)
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

// length is how many days lie between the ends of a period.
func (p Period) length() float64 {
	from, to := p.days()
	return to.Sub(from).Hours() / 24
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

// beyond is the day so many pieces of time later.
func (g Grain) beyond(at time.Time, n int) time.Time {
	months := map[Grain]int{Month: 1, Quarter: 3, Year: 12}[g]
	if months == 0 {
		return at.AddDate(0, 0, n*max(map[Grain]int{Week: 7}[g], 1))
	}
	return at.AddDate(0, n*months, 0)
}

// isOne tells a period that is one piece of time of a grain.
func (p Period) isOne(g Grain) bool {
	if p.From == "" || p.To == "" || firstWhole(p.From, g) != p.From {
		return false
	}
	from, to := p.days()
	return g.beyond(from, 1).AddDate(0, 0, -1).Equal(to)
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
