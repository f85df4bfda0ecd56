package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/store"
)

func usageTests() []test {
	return []test{
		on("usage: by day, user and model", usageDays),
		on("usage: of a session's runs, gone with them", usageRuns),
		on("usage: a hold is all or nothing", usageHolds),
		on("usage: settling corrects what was held", usageSettles),
		on("usage: many at once never pass a cap", usageRaces),
		on("usage: a forgotten user's days are nobody's", usageForgotten),
		on("usage: counters go after their day", usageCountersGo),
		on("usage: text that no database keeps", func(t *testing.T, y *harness) {
			y.is(y.SettleUsage(t.Context(), store.UsageEntry{Day: "2026-03-04", UserID: "a\x00", Usage: used(1, 1)}, nil), store.ErrInvalid)
		}),
	}
}

// used is one call of so many tokens, a millionth each.
func used(input, output int64) store.Usage {
	return store.Usage{Calls: 1, InputTokens: input, OutputTokens: output, CostMicros: input + output}
}

func (y *harness) settle(day, user, run, model string, u store.Usage, holds ...store.UsageHold) {
	y.t.Helper()
	y.must(y.SettleUsage(y.t.Context(), store.UsageEntry{
		Day: day, UserID: user, RunID: run, Purpose: "answer", Model: model, Usage: u,
	}, holds))
}

func (y *harness) days(user, from, to string) []store.UsageDay {
	y.t.Helper()
	got, err := y.UsageDays(y.t.Context(), store.Server(), store.UsageFilter{UserID: user, From: from, To: to})
	y.must(err)
	return got
}

func usageDays(_ *testing.T, y *harness) {
	y.settle("2026-03-04", "u1", "", "small", used(10, 5))
	y.settle("2026-03-04", "u1", "", "small", store.Usage{Calls: 1, InputTokens: 1, Unpriced: 1, Estimated: 1})
	y.settle("2026-03-04", nasty, "", "small", used(100, 50))
	y.settle("2026-03-04", "u1", "", "large", used(7, 7))
	y.settle("2026-03-05", "u1", "", "small", used(1, 1))
	y.settle("2026-03-06", "u1", "", "small", used(2, 2))
	y.settle("2026-03-06", "u1", "", "small", store.Usage{}) // no call

	both := store.Usage{Calls: 2, InputTokens: 11, OutputTokens: 5, CostMicros: 15, Unpriced: 1, Estimated: 1}
	same(y, y.days("u1", "2026-03-04", "2026-03-05"), []store.UsageDay{
		{Day: "2026-03-04", Model: "large", Usage: used(7, 7)},
		{Day: "2026-03-04", Model: "small", Usage: both},
		{Day: "2026-03-05", Model: "small", Usage: used(1, 1)},
	})
	same(y, y.days(nasty, "2026-03-01", "2026-03-31"), []store.UsageDay{
		{Day: "2026-03-04", Model: "small", Usage: used(100, 50)},
	})
	all := both
	all.Add(used(100, 50))
	same(y, y.days("", "2026-03-04", "2026-03-04"), []store.UsageDay{
		{Day: "2026-03-04", Model: "large", Usage: used(7, 7)},
		{Day: "2026-03-04", Model: "small", Usage: all},
	})
	same(y, y.days("", "2027-01-01", "2027-12-31"), []store.UsageDay{})
}

func usageRuns(t *testing.T, y *harness) {
	r := y.running("a")
	next := y.submit(r.SessionID, "다음")
	for _, e := range []store.UsageEntry{
		{RunID: next.ID, Purpose: "answer", Model: "small", Usage: used(3, 1)},
		{RunID: r.ID, Purpose: "answer", Model: "small", Usage: used(10, 5)},
		{RunID: r.ID, Purpose: "answer", Model: "small", Usage: used(1, 1)},
		{RunID: r.ID, Purpose: nasty, Model: "small", Usage: used(2, 2)},
		{RunID: "run-none", Purpose: "answer", Model: "small", Usage: used(9, 9)},
	} {
		e.Day = "2026-03-04"
		y.must(y.SettleUsage(t.Context(), e, nil))
	}
	got, err := y.SessionUsage(t.Context(), store.Server(), r.SessionID)
	y.must(err)
	twice := used(11, 6)
	twice.Calls = 2
	same(y, got, []store.UsageRun{
		{RunID: r.ID, Purpose: "answer", Model: "small", Usage: twice},
		{RunID: r.ID, Purpose: nasty, Model: "small", Usage: used(2, 2)},
		{RunID: next.ID, Purpose: "answer", Model: "small", Usage: used(3, 1)},
	})
	y.must(y.DeleteSession(t.Context(), store.Server(), r.SessionID, true, noon))
	got, err = y.SessionUsage(t.Context(), store.Server(), r.SessionID)
	y.must(err)
	same(y, len(got), 0)
	day := y.days("", "2026-03-04", "2026-03-04")
	if len(day) != 1 || day[0].Calls != 5 {
		t.Errorf("the day has %+v", day)
	}
}

// hold is of a counter with a cap of 100 tokens and 1,000 millionths.
func hold(key string, tokens, cost int64) store.UsageHold {
	return store.UsageHold{
		Key: key, KeepUntil: "2026-03-04", Tokens: tokens, CostMicros: cost, MaxTokens: 100, MaxCostMicros: 1000,
	}
}

func usageHolds(t *testing.T, y *harness) {
	try := func(holds ...store.UsageHold) error { return y.HoldUsage(t.Context(), holds) }
	y.is(try(hold("a", 101, 0)), store.ErrOverCap)
	y.is(try(hold("a", 0, 1001)), store.ErrOverCap)
	y.must(try(hold("a", 60, 10), hold("b", 60, 10)))
	y.is(try(hold("a", 41, 0)), store.ErrOverCap)
	y.is(try(hold("a", 0, 991)), store.ErrOverCap)
	// The first counter would do, the second would not: neither is held.
	y.must(try(hold("b", 30, 0)))
	y.is(try(hold("a", 20, 0), hold("b", 20, 0)), store.ErrOverCap)
	y.must(try(hold("a", 40, 990)))
	y.is(try(hold("a", 1, 0)), store.ErrOverCap)
	free := hold("a", 1_000_000, 1_000_000)
	free.MaxTokens, free.MaxCostMicros = 0, 0
	y.must(try(free))
}

func usageSettles(t *testing.T, y *harness) {
	h := hold("a", 90, 900)
	y.must(y.HoldUsage(t.Context(), []store.UsageHold{h}))
	y.settle("2026-03-04", "u1", "", "small", used(10, 10), h) // 20 tokens, 20 millionths
	y.is(y.HoldUsage(t.Context(), []store.UsageHold{hold("a", 81, 0)}), store.ErrOverCap)
	h = hold("a", 80, 980)
	y.must(y.HoldUsage(t.Context(), []store.UsageHold{h}))
	y.settle("2026-03-04", "u1", "", "small", store.Usage{}, h) // it failed and took nothing
	h = hold("a", 80, 0)
	y.must(y.HoldUsage(t.Context(), []store.UsageHold{h}))
	y.settle("2026-03-04", "u1", "", "small", used(200, 0), h) // more than it said
	y.is(y.HoldUsage(t.Context(), []store.UsageHold{hold("a", 1, 0)}), store.ErrOverCap)
	same(y, y.days("u1", "2026-03-04", "2026-03-04")[0].Calls, 2)
}

// usageRaces lets forty callers want 10 tokens each of 100: ten get them.
func usageRaces(t *testing.T, y *harness) {
	var held atomic.Int64
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			switch err := y.HoldUsage(t.Context(), []store.UsageHold{hold("user", 10, 1), hold("all", 10, 1)}); {
			case err == nil:
				held.Add(1)
			case !errors.Is(err, store.ErrOverCap):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	same(y, held.Load(), 10)
}

func usageForgotten(t *testing.T, y *harness) {
	ctx := t.Context()
	y.settle("2026-03-04", "", "", "small", used(1, 1))
	y.settle("2026-03-04", "u1", "", "small", used(10, 5))
	y.settle("2026-03-05", "u1", "", "small", used(2, 2))
	y.settle("2026-03-04", "u2", "", "small", used(3, 3))
	n, err := y.ForgetUsage(ctx, store.Server(), "u1")
	y.must(err)
	same(y, n, 2)
	same(y, y.days("u1", "2026-03-01", "2026-03-31"), []store.UsageDay{})
	all := y.days("", "2026-03-01", "2026-03-31")
	if len(all) != 2 || all[0].InputTokens != 14 || all[1].InputTokens != 2 {
		t.Errorf("the sums are %+v", all)
	}
	for _, nobody := range []string{"", "u1"} {
		n, err = y.ForgetUsage(ctx, store.Server(), nobody)
		y.must(err)
		same(y, n, 0)
	}
}

func usageCountersGo(t *testing.T, y *harness) {
	full := hold("a", 100, 0) // kept until the day of noon
	y.must(y.HoldUsage(t.Context(), []store.UsageHold{full}))
	sweep := func(now time.Time) {
		t.Helper()
		_, err := y.Retain(t.Context(), now, store.Retention{}, 100)
		y.must(err)
	}
	sweep(noon.Add(24 * time.Hour))
	y.is(y.HoldUsage(t.Context(), []store.UsageHold{hold("a", 1, 0)}), store.ErrOverCap)
	sweep(noon.Add(48 * time.Hour))
	y.must(y.HoldUsage(t.Context(), []store.UsageHold{full}))
}
