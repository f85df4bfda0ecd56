package engine

import (
	"context"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	// mostOften is how far apart the times of a schedule are at least: it begins
	// conversations with a person.
	mostOften = time.Hour
	// lookedAhead is how many times of a schedule are looked at for that.
	lookedAhead = 24
)

// nextTime is the first time of a schedule after a time, in the place of the quiet
// hours. Its error carries invalid_argument.
func (p *Proactive) nextTime(spec string, after time.Time) (time.Time, error) {
	// A zone within the text would be another place than that of the quiet hours, and
	// the parser panics at one that nothing follows.
	if strings.Contains(spec, "TZ=") {
		return time.Time{}, fault.New(fault.InvalidArgument, "cron")
	}
	schedule, err := cron.ParseStandard(spec)
	if err != nil {
		return time.Time{}, fault.New(fault.InvalidArgument, "cron")
	}
	next := schedule.Next(after.In(p.day(after).Location()))
	for at, n := next, 0; n < lookedAhead; n++ {
		then := schedule.Next(at)
		if at.IsZero() || then.Sub(at) < mostOften {
			return time.Time{}, fault.New(fault.InvalidArgument, "cron")
		}
		at = then
	}
	return next.UTC(), nil
}

// occurs has a schedule whose time has come record the trigger of that time, and
// wait for the next. The trigger's id tells the time: who finds it due on another
// node, or again behind a crash, records the same once more, which is once. Times
// that nobody was there for are not made up.
func (e *Engine) occurs(ctx context.Context, schedule state.Trigger) (state.Trigger, error) {
	next, err := e.cfg.Proactive.nextTime(schedule.Cron, schedule.DueAt)
	if err == nil && next.Before(e.now()) {
		next, err = e.cfg.Proactive.nextTime(schedule.Cron, e.now())
	}
	if err != nil {
		return schedule, err
	}
	once := schedule
	once.EventID, once.ScheduleID, once.Cron, once.At = occurrence(schedule.EventID, schedule.DueAt), schedule.EventID, "", nil
	once.RunID, once.Reason, once.CreatedAt = newID(), "", e.now()
	if once.NewSession {
		once.SessionID = "session-" + newID()
	}
	if once, err = e.cfg.Store.AddTrigger(ctx, store.Server(), once); err != nil {
		return schedule, storeFault(err)
	}
	if _, err := e.cfg.Store.MoveTrigger(ctx, schedule, state.TriggerWaiting, state.TriggerScheduled, next); err != nil {
		return schedule, storeFault(err)
	}
	once, err = e.beginTrigger(ctx, once)
	if err == nil && once.Reason == state.TriggerSessionGone {
		return e.cfg.Store.MoveTrigger(ctx, schedule, state.TriggerWithdrawn, state.TriggerSessionGone, next)
	}
	return once, err
}

// occurrence is the id of one time of a schedule.
func occurrence(scheduleID string, at time.Time) string {
	return scheduleID + at.UTC().Format(".20060102T150405Z")
}
