package semantic

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// inFull is the key of what was asked to be compared with as a whole: "all of last year".
const inFull = "in_full"

// aligned cuts a period that goes on, and what it is compared with, to the days that both
// have data of: a year to date against the whole year before would look like a fall. A
// request keeps the whole periods, for what goes on from it moves those; it is cut last,
// whichever reader has made it.
func (l *Layer) aligned(r Request) Request {
	if r.CompareTo == nil || !r.Period.Open || r.CompareTo.Key == inFull {
		return r
	}
	last := l.lastDay(r)
	if last >= r.Period.To {
		return r
	}
	if last <= r.Period.From { // a month of what is kept by months
		r.Assumptions = append(slices.Clone(r.Assumptions), Assumption{Key: "unaligned"})
		return r
	}
	from, _ := r.Period.days()
	was, _ := r.CompareTo.days()
	move := func(p Period) Period { return p.shifted(12*(was.Year()-from.Year()) + int(was.Month()-from.Month())) }
	if from.Day() != was.Day() { // of weeks
		move = func(p Period) Period {
			end, _ := time.Parse(time.DateOnly, p.To)
			return Period{From: r.CompareTo.From, To: end.Add(was.Sub(from)).Format(time.DateOnly)}
		}
	}
	if move(r.Period).To != r.CompareTo.To {
		return r // a month against a year has no days in common
	}
	r.Period.To = last
	to := move(r.Period)
	r.CompareTo, r.Assumptions = &to, append(slices.Clone(r.Assumptions), Assumption{Key: "aligned"})
	return r
}

// lastDay is the last day of which there is data at all, for what happened seldom may have
// happened last before it; of what is kept by months it is the end of the last whole one.
func (l *Layer) lastDay(r Request) (last string) {
	newest := l.known.Load().names.newest
	for _, d := range l.c.Datasets {
		if d.Time != nil && d.Time.Grain == Day {
			last = max(last, newest[d.Name])
		}
	}
	monthly := slices.ContainsFunc(r.metricDatasets(l.c), func(name string) bool {
		return l.c.datasets[name].Time != nil && l.c.datasets[name].Time.Grain == Month
	})
	if day, err := time.Parse(time.DateOnly, last); err == nil && monthly && day.AddDate(0, 0, 1).Day() != 1 {
		last = day.AddDate(0, 0, -day.Day()).Format(time.DateOnly)
	}
	return last
}

// inFull tells that all of a period is asked for, "against all of last year": the word for
// that stands right beside it.
func (r *reader) inFull(t token) bool {
	for i, all := range r.toks {
		j := r.beside(i, korean.BeginsHangul(all.text), isPeriod)
		if all.is("op.total") && j >= 0 && r.toks[j].start == t.start {
			return true
		}
	}
	return false
}

// notYet declines a time to come with the day to which the data reaches.
func (r *reader) notYet() *Refusal {
	out := refusal(r.q, "forecast")
	if last, err := time.Parse(time.DateOnly, r.l.lastDay(Request{})); err == nil {
		out.Text = say(r.q.Language, "refuse.not_yet", "day", last)
	}
	return out
}
