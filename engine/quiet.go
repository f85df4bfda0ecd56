package engine

import (
	"cmp"
	"fmt"
	"time"
)

// Proactive bounds the conversations that the program begins by itself.
type Proactive struct {
	// QuietFrom and QuietTo are the hours of the day in which none begins, since
	// midnight in Location (nil is UTC); equal ones are no quiet hours. What
	// comes in them begins at their end.
	QuietFrom, QuietTo time.Duration
	Location           *time.Location
	// PerDay is how many a user is begun a day in Location; 0 is no cap.
	PerDay int
}

// ParseHours reads hours of the day such as "22:00-08:00"; "" is none.
func ParseHours(text string) (from, to time.Duration, err error) {
	if text == "" {
		return 0, 0, nil
	}
	var h1, m1, h2, m2 int
	if n, err := fmt.Sscanf(text, "%2d:%2d-%2d:%2d", &h1, &m1, &h2, &m2); err != nil || n != 4 || len(text) != len("00:00-00:00") ||
		min(h1, m1, h2, m2) < 0 || max(h1, h2) > 23 || max(m1, m2) > 59 {
		return 0, 0, fmt.Errorf("engine: %q is no hours of the day such as 22:00-08:00", text)
	}
	clock := func(h, m int) time.Duration { return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute }
	return clock(h1, m1), clock(h2, m2), nil
}

// day is when the day of a time began.
func (p *Proactive) day(now time.Time) time.Time {
	where := p.Location
	where = cmp.Or(where, time.UTC)
	y, m, d := now.In(where).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, where)
}

// quietUntil is when the quiet hours end that a time is in; zero for none.
func (p *Proactive) quietUntil(now time.Time) time.Time {
	if p.QuietFrom == p.QuietTo {
		return time.Time{}
	}
	// at is a time of a day, also where a clock is put forward or back in between.
	at := func(days int, of time.Duration) time.Time {
		y, m, d := p.day(now).Date()
		return time.Date(y, m, d+days, 0, int(of/time.Minute), 0, 0, p.day(now).Location())
	}
	for _, from := range []int{-1, 0} {
		end := from
		if p.QuietTo < p.QuietFrom {
			end++
		}
		if until := at(end, p.QuietTo); !now.Before(at(from, p.QuietFrom)) && now.Before(until) {
			return until.UTC()
		}
	}
	return time.Time{}
}
