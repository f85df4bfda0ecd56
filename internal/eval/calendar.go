package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// talk is what was said in an earlier conversation, on its day.
type talk struct {
	Day date     `json:"day"`
	Say []string `json:"say"`
}

// date is a day of a row, YYYY-MM-DD; a row may have none.
type date struct{ time.Time }

func (d *date) UnmarshalJSON(raw []byte) (err error) {
	var s string
	if err = json.Unmarshal(raw, &s); err == nil && s != "" {
		d.Time, err = time.ParseInLocation(time.DateOnly, s, korean.Zone)
	}
	return err
}

// Calendar tells an assistant that is measured the day of a row, and its memory
// on which day a conversation was: the engine's own clock is not moved, so what
// is read of the store is.
type Calendar struct {
	// TodayFunc is the day of rows that have none.
	TodayFunc func() time.Time

	mu    sync.Mutex
	today time.Time
	days  map[string]time.Time // of sessions
}

// Today is the day that answers reckon from.
func (c *Calendar) Today() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.today.IsZero() {
		return c.TodayFunc()
	}
	return c.today
}

// turn is the day of a conversation that begins; none is the calendar's own.
func (c *Calendar) turn(sessionID string, day time.Time) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.today = day; day.IsZero() {
		return
	}
	if c.days == nil {
		c.days = map[string]time.Time{}
	}
	c.days[sessionID] = day
}

// moved is a time of a conversation on the day that it is said to have been.
func (c *Calendar) moved(sessionID string, at time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	day, ok := c.days[sessionID]
	if !ok {
		return at
	}
	now := at.In(korean.Zone)
	return day.Add(now.Sub(time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, korean.Zone))).UTC()
}

// dated is a store as a memory reads it on a calendar's days.
type dated struct {
	*store.Store
	calendar *Calendar
}

// Over is a store whose memories are of the calendar's days.
func (c *Calendar) Over(s *store.Store) dated { return dated{s, c} }

// Memories are the user's, newest first.
func (d dated) Memories(ctx context.Context, owner store.Owner, userID string, since time.Time, limit int) ([]state.Memory, error) {
	all, err := d.Store.Memories(ctx, owner, userID, time.Time{}, limit)
	for i := range all {
		all[i].Timestamp = d.calendar.moved(all[i].ConversationID, all[i].Timestamp)
	}
	return slices.DeleteFunc(all, func(m state.Memory) bool { return m.Timestamp.Before(since) }), err
}

// Preferences are the user's, each of the day of the conversation that it was
// said in.
func (d dated) Preferences(ctx context.Context, owner store.Owner, userID string) ([]state.Preference, error) {
	all, err := d.Store.Preferences(ctx, owner, userID)
	if err != nil {
		return nil, err
	}
	sessions := map[string]string{}
	exchanges, err := d.Store.Memories(ctx, owner, userID, time.Time{}, 0)
	for _, m := range exchanges {
		sessions[m.RunID] = m.ConversationID
	}
	for i, p := range all {
		all[i].UpdatedAt = d.calendar.moved(sessions[p.RunID], p.UpdatedAt)
		for j, e := range p.History {
			p.History[j].At = d.calendar.moved(sessions[cmp.Or(e.RunID, p.RunID)], e.At)
		}
	}
	return all, err
}
