package audit_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/audit"
)

// clock is a time that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// What is done over and over is a row each ten minutes.
func TestWhatIsRepeatedIsLeftOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		ctx, now := t.Context(), &clock{now: noon}
		r := audit.NewRecorder(audit.RecorderConfig{Store: y.Store, Clock: now.Now})
		refused := audit.Entry{Tenant: "a", Actor: "system:anybody", Action: "user.refused"}
		other := audit.Entry{Tenant: "a", Actor: "system:anybody", Action: "user.refused", Details: map[string]string{"other": "x"}}
		for range 1000 {
			y.must(r.Seldom(ctx, refused))
		}
		y.must(r.Seldom(ctx, other))
		if rows := y.rows("a"); len(rows) != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		now.add(11 * time.Minute)
		y.must(r.Seldom(ctx, refused))
		y.must(r.Seldom(ctx, refused))
		rows := y.rows("a")
		if len(rows) != 3 || rows[2].At != noon.Add(11*time.Minute).UnixMilli() {
			t.Fatalf("rows %+v", rows)
		}
		if got := y.verify("a"); !got.Whole() {
			t.Errorf("%+v", got)
		}
	})
}

// A proof that is shown again is the same sign-in until it ends; one without an end
// is told of once a day.
func TestAProofIsToldOfOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		ctx, now := t.Context(), &clock{now: noon}
		e := audit.Entry{Tenant: "a", Actor: audit.User("kim"), Action: "user.signed_in"}
		r := audit.NewRecorder(audit.RecorderConfig{Store: y.Store, Clock: now.Now})
		show := func(want int) {
			t.Helper()
			var group sync.WaitGroup
			for range 5 {
				group.Go(func() {
					if err := errors.Join(r.Once(ctx, "p1", noon.Add(36*time.Hour), e), r.Once(ctx, "key", time.Time{}, e)); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if rows := y.rows("a"); len(rows) != want {
				t.Errorf("%d rows, not %d", len(rows), want)
			}
		}
		show(2)
		now.add(25 * time.Hour)
		show(3)
		now.add(12 * time.Hour) // p1 is over, and a look at it is taken for its leeway
		show(4)
		show(4)
	})
}

// A row that could not be written is tried again.
func TestALostRowIsTriedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		r := audit.NewRecorder(audit.RecorderConfig{Store: y.Store})
		e := audit.Entry{Tenant: "a", Actor: "system:anybody", Action: "user.refused"}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if r.Seldom(gone, e) == nil {
			t.Fatal("a row was written without its caller")
		}
		y.must(r.Seldom(t.Context(), e))
		if rows := y.rows("a"); len(rows) != 1 {
			t.Errorf("%d rows", len(rows))
		}
	})
}
