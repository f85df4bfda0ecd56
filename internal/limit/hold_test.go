package limit

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
)

// What is held is counted by each scope, given back once, and forgotten at zero.
func TestHold(t *testing.T) {
	t.Parallel()
	l := &Limiter{}
	ann := Caller{Address: "192.0.2.1", User: "ann", Company: "acme"}
	most := Most{Address: 3, User: 2, Company: 3}
	var releases []func()
	hold := func(c Caller) error {
		release, err := l.HoldAll(t.Context(), "socket", c, most)
		if err == nil {
			releases = append(releases, release)
		}
		return err
	}
	for range 2 {
		if err := hold(ann); err != nil {
			t.Fatal(err)
		}
	}
	var wait Wait
	if err := hold(ann); fault.Of(err) != fault.RateLimited || !errors.As(err, &wait) {
		t.Errorf("the third of a user: %v", err)
	}
	bob := Caller{Address: "192.0.2.2", User: "bob", Company: "acme"}
	if err := hold(bob); err != nil {
		t.Errorf("the refused one is counted: %v", err)
	}
	if err := hold(Caller{Address: "192.0.2.2", User: "eve", Company: "acme"}); err == nil {
		t.Error("a fourth of the company")
	}
	if err := hold(Caller{Address: "192.0.2.2", User: "ann", Company: "umbra"}); err == nil {
		t.Error("a third of the user, under another company's name")
	}
	releases[0]()
	releases[0]()
	if err := hold(ann); err != nil {
		t.Errorf("the place is not free again: %v", err)
	}
	for _, release := range releases {
		release()
	}
	if len(l.held) != 0 {
		t.Errorf("%d keys are left", len(l.held))
	}
}

// away are counts that can't be asked.
type away struct{}

func (away) Hold(context.Context, string, int, int64) (int, error) { return 0, errors.New("away") }
func (away) Beat(context.Context) (bool, error)                    { return false, errors.New("away") }

func TestHoldWithoutCounts(t *testing.T) {
	t.Parallel()
	l := &Limiter{Counts: away{}}
	var crowd sync.WaitGroup
	var mu sync.Mutex
	let := 0
	for range 50 {
		crowd.Go(func() {
			if _, err := l.Hold(t.Context(), "socket", "a", 10); err == nil {
				mu.Lock()
				defer mu.Unlock()
				let++
			}
		})
	}
	if crowd.Wait(); let != 10 {
		t.Errorf("%d got one of ten places", let)
	}
}
