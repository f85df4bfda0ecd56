package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// times are what became of each time of a schedule, the first first.
func (w *world) times(t *testing.T, scheduleID string) (list []state.Trigger) {
	t.Helper()
	all, err := w.store.TriggersOf(t.Context(), store.Server(), "u1")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if one.ScheduleID == scheduleID {
			list = append(list, one)
		}
	}
	return list
}

// passed has the time of a schedule come, n minutes ago: no two at one time.
func (w *world) passed(t *testing.T, scheduleID string, n int) {
	t.Helper()
	known, err := w.store.Trigger(t.Context(), store.Server(), scheduleID)
	if err == nil {
		_, err = w.store.MoveTrigger(t.Context(), known, state.TriggerWaiting, known.Reason, time.Now().Add(-time.Duration(n)*time.Minute))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// came waits until a schedule has had n times and waits for another.
func (w *world) came(t *testing.T, scheduleID string, n int) []state.Trigger {
	t.Helper()
	for { // as long as it takes: a slow machine sweeps late
		schedule, err := w.store.Trigger(t.Context(), store.Server(), scheduleID)
		if err != nil {
			t.Fatal(err)
		}
		list := w.times(t, scheduleID)
		if len(list) > n {
			t.Fatalf("%d of %d times of %s", len(list), n, scheduleID)
		}
		if len(list) == n && schedule.DueAt.After(time.Now()) {
			for i := range list {
				list[i] = w.settled(t, list[i].EventID)
			}
			return list
		}
		time.Sleep(25 * time.Millisecond)
	}
}

func TestAScheduleComesAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		place := midday()
		with := begins(&script{}, func(c *engine.Config) { c.Proactive.Location = place })
		w, other := start(t, s, &script{}, with), start(t, s, &script{}, with)
		in := reminder("weekly")
		in.Cron = "30 20 * * 2,4"
		schedule := w.trigger(t, in)
		at := schedule.DueAt.In(place)
		if schedule.Status != state.TriggerWaiting || schedule.Reason != state.TriggerScheduled || at.Hour() != 20 || at.Minute() != 30 || at.Weekday() != time.Tuesday && at.Weekday() != time.Thursday {
			t.Fatalf("recorded as %+v", schedule)
		}
		if same := other.trigger(t, in); same.RunID != schedule.RunID || len(w.times(t, "weekly")) > 0 {
			t.Errorf("recorded again as %+v", same)
		}
		// Each time begins a conversation of its own, once over two nodes.
		w.passed(t, "weekly", 3)
		first := w.came(t, "weekly", 1)[0]
		if first.Status != state.TriggerStarted || first.Cron != "" || !strings.HasPrefix(first.EventID, "weekly.") {
			t.Errorf("the first time %+v", first)
		}
		w.passed(t, "weekly", 2)
		second := w.came(t, "weekly", 2)[1]
		if second.Status != state.TriggerStarted || second.SessionID == first.SessionID || second.RunID == first.RunID {
			t.Errorf("the second time %+v", second)
		}
		// Who has been there today is not reminded.
		w.ask(t, engine.Query{SessionID: second.SessionID, Text: "오늘은 했어요"})
		w.passed(t, "weekly", 1)
		if third := w.came(t, "weekly", 3)[2]; third.Status != state.TriggerWithdrawn || third.Reason != state.TriggerUserSpoke {
			t.Errorf("behind a message of today %+v", third)
		}
		if gone, err := w.Withdraw(t.Context(), "weekly"); err != nil || gone.Status != state.TriggerWithdrawn || gone.Reason != state.TriggerDeleted {
			t.Errorf("withdrawn as %+v, %v", gone, err)
		}
	})
}

// Each time of a schedule begins one conversation with one run, whichever of three
// nodes sees first that it has come.
func TestSchedulesOverNodes(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b, sc := &bustest.InMem{}, &script{}
	with := begins(sc, func(c *engine.Config) { c.Proactive.Location = midday() })
	nodes := []*world{node(t, s, b, "one", sc, with), node(t, s, b, "two", sc, with), node(t, s, b, "three", sc, with)}
	in := reminder("weekly")
	in.Cron = "30 20 * * 2,4"
	for _, w := range nodes {
		w.trigger(t, in)
	}
	const times = 4
	for n := range times {
		nodes[n%len(nodes)].passed(t, "weekly", times-n)
		nodes[0].came(t, "weekly", n+1)
	}
	sessions, err := s.Sessions(t.Context(), store.Server(), store.SessionFilter{UserID: "u1", Limit: 50})
	if err != nil || len(sessions) != times {
		t.Errorf("%d sessions of %d times, %v", len(sessions), times, err)
	}
	for _, one := range nodes[0].times(t, "weekly") {
		runs, err := s.Runs(t.Context(), store.Server(), one.SessionID, 0, 0)
		if err != nil || len(runs) != 1 || one.Status != state.TriggerStarted {
			t.Errorf("%+v has %d runs, %v", one, len(runs), err)
		}
	}
}

func TestAScheduleOfASessionEndsWithIt(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{}, begins(&script{}, nil))
	mine, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally", UserID: "u1"})
	if err != nil {
		t.Fatal(err)
	}
	in := reminder("daily")
	in.SessionID, in.Cron = mine.ID, "@daily"
	w.trigger(t, in)
	if err := s.DeleteSession(t.Context(), store.Server(), mine.ID, true, time.Now()); err != nil {
		t.Fatal(err)
	}
	w.passed(t, "daily", 1)
	if got := w.settled(t, "daily"); got.Status != state.TriggerWithdrawn || got.Reason != state.TriggerSessionGone || len(w.times(t, "daily")) != 1 {
		t.Errorf("became %+v", got)
	}
}

func TestSchedulesThatAreRefused(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{}, begins(&script{}, nil))
	for _, spec := range []string{
		"every day", "61 20 * * *", "0 20 * *", "TZ=Asia/Seoul", "CRON_TZ=Asia/Seoul 0 20 * * *",
		"* * * * *", "@every 1s", "0,30 20 * * *", // too often
		"0 20 30 2 *", // never
	} {
		in := reminder("e1")
		in.Cron = spec
		if got, err := w.Trigger(t.Context(), in); code(err) != fault.InvalidArgument {
			t.Errorf("%q: %+v, %v", spec, got, err)
		}
	}
	in := reminder(strings.Repeat("e", 90)) // of which the times would be too long
	in.Cron = "@daily"
	if _, err := w.Trigger(t.Context(), in); code(err) != fault.InvalidArgument {
		t.Error(err)
	}
}
