package analysis

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// Deadline is by when something has to be done, or ends, by the day that it
// follows; of Days and Months one is 0, but where they are counted back.
type Deadline struct {
	Source Source `yaml:"source"`
	// Key is the phrase that asks for it (deadline.KEY) and its text.
	Key    string `yaml:"key"`
	Cite   string `yaml:"cite"`
	Days   int    `yaml:"days" zero:"ok"`
	Months int    `yaml:"months" zero:"ok"`
	// MonthEnd counts from the last day of the month.
	MonthEnd bool `yaml:"month_end"`
	// Before counts back from the day.
	Before bool `yaml:"before"`
	// From are the roles of the day that it follows, the likeliest first; no other
	// day will do.
	From []string `yaml:"from"`
}

// last is its last day: the day that it follows is not counted (Civil Act,
// art. 157), months go by the calendar.
func (d Deadline) last(from time.Time) time.Time {
	if d.MonthEnd {
		return time.Date(from.Year(), from.Month()+time.Month(d.Months)+1, 0, 0, 0, 0, 0, time.UTC)
	}
	if d.Before {
		return korean.AddMonths(from, -d.Months).AddDate(0, 0, -d.Days)
	}
	return korean.AddMonths(from, d.Months).AddDate(0, 0, d.Days)
}

// day is the one that it follows: one that was given, else that of the message with
// its first role.
func (d Deadline) day(g *Given) string {
	if day, ok := g.given["from"].(string); ok {
		return day
	}
	for _, role := range d.From {
		if day := g.dated(role).ISO; day != "" {
			return day
		}
	}
	return ""
}

// deadline is the last day of a term of the law, by the day that was said.
func deadline(g *Given) (Outcome, error) {
	list := g.Tables.Deadlines
	i := slices.IndexFunc(list, func(d Deadline) bool { return d.Key == g.Text("what") })
	if i < 0 {
		return Outcome{Skip: true}, nil
	}
	d := list[i]
	day := d.day(g)
	if day == "" || d.Key == "notice" && g.told("before_end") || d.Before && g.says("lease.beyond_term") {
		return Outcome{Skip: true}, nil
	}
	from, err := parseDay("day", day)
	if err != nil {
		return Outcome{}, err
	}
	from = g.nearest(from)
	last, note := d.last(from), "condition holidays"
	if d.Before {
		note = "caveat renewal.arrival"
	}
	return Outcome{
		Verdict: "of." + d.Key, Figures: map[string]any{}, Cites: []string{d.Cite}, Of: &d.Source, Notes: []string{note},
		Words: map[string]any{
			"last": last.Format(time.DateOnly), "from": from.Format(time.DateOnly), "term": d,
			"left": int(last.Sub(dayOf(g.today)).Hours() / 24),
		},
	}, nil
}
