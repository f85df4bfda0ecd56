package audit_test

import (
	"strings"
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

// What is done over and over is two rows each ten minutes, and is counted.
func TestWhatIsRepeatedIsCounted(t *testing.T) {
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
		y.must(r.Flush(ctx, false))
		if rows := y.rows("a"); len(rows) != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		now.add(11 * time.Minute)
		y.must(r.Flush(ctx, false))
		rows := y.rows("a")
		if len(rows) != 3 || string(rows[2].Details) != `{"of":null,"repeated":999}` {
			t.Fatalf("rows %+v", rows)
		}
		y.must(r.Seldom(ctx, refused))
		y.must(r.Seldom(ctx, refused))
		y.must(r.Flush(ctx, true))
		if rows := y.rows("a"); len(rows) != 5 || !strings.Contains(string(rows[4].Details), `"repeated":1`) {
			t.Fatalf("rows %+v", rows)
		}
		if got := y.verify("a"); !got.Whole() {
			t.Errorf("%+v", got)
		}
	})
}

// A proof that is shown to several nodes is one sign-in; one without an end is one
// a day.
func TestAProofIsToldOfOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		ctx, now := t.Context(), &clock{now: noon}
		e := audit.Entry{Tenant: "a", Actor: audit.User("kim"), Action: "user.signed_in"}
		var group sync.WaitGroup
		for range 3 {
			node := audit.NewRecorder(audit.RecorderConfig{Store: y.Store, Clock: now.Now})
			group.Go(func() {
				for range 5 {
					if err := node.First(ctx, "p1", noon.Add(time.Hour), e); err != nil {
						t.Error(err)
					}
					if err := node.First(ctx, "key", time.Time{}, e); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if rows := y.rows("a"); len(rows) != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		now.add(25 * time.Hour)
		node := audit.NewRecorder(audit.RecorderConfig{Store: y.Store, Clock: now.Now})
		y.must(node.First(ctx, "key", time.Time{}, e))
		if rows := y.rows("a"); len(rows) != 3 {
			t.Errorf("%d rows on the next day", len(rows))
		}
	})
}
