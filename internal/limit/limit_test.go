package limit

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/fault"
)

func TestTake(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000, 0)
	l := &Limiter{Clock: func() time.Time { return now }}
	rate := Rate{PerSecond: 2, Burst: 3}
	take := func(key string) error { return l.Take(t.Context(), "request", key, rate) }
	for i := range 3 {
		if err := take("a"); err != nil {
			t.Fatalf("%d of the burst: %v", i, err)
		}
	}
	err := take("a")
	var wait Wait
	if fault.Of(err) != fault.RateLimited || !errors.As(err, &wait) || time.Duration(wait) != 500*time.Millisecond {
		t.Fatalf("the fourth: %v, want rate_limited and 500ms", err)
	}
	if err := take("b"); err != nil {
		t.Errorf("another key: %v", err)
	}
	now = now.Add(time.Duration(wait))
	if err := take("a"); err != nil {
		t.Errorf("after the wait: %v", err)
	}
	if err := l.Take(t.Context(), "request", "a", Rate{}); err != nil {
		t.Errorf("no rate is no limit: %v", err)
	}
}

// A shared count that can't be asked must not let everybody in.
func TestTakeWithoutShared(t *testing.T) {
	t.Parallel()
	l := &Limiter{Shared: func(context.Context, ...Bucket) (time.Duration, error) { return 0, errors.New("away") }}
	rate := Rate{PerSecond: 0.001, Burst: 1}
	if err := l.Take(t.Context(), "x", "a", rate); err != nil {
		t.Fatal(err)
	}
	if err := l.Take(t.Context(), "x", "a", rate); err == nil {
		t.Error("two passed a bucket of one")
	}
}

func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	l := &Limiter{}
	for i := range maxKeys + 10 {
		_ = l.Take(t.Context(), "x", fmt.Sprint(i), Rate{PerSecond: 0.001, Burst: 1})
	}
	if len(l.full) > maxKeys {
		t.Errorf("%d keys are kept", len(l.full))
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "odd": "odd",
	} {
		if got := Address(in); got != want {
			t.Errorf("Address(%q) = %q, want %q", in, got, want)
		}
	}
}
