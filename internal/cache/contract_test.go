package cache_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/cache"
)

// Each case has a cache of its own.
func TestInMemContract(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(*testing.T, *cache.InMem){
		"missing":    missing,
		"round trip": roundTrip,
		"overwrite":  overwrite,
		"expiry":     expiry,
		"refusals":   refusals,
		"copies":     copies,
		"cancelled":  cancelled,
		"concurrent": concurrent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, cache.NewInMem(cache.InMemConfig{}))
		})
	}
}

func key(t *testing.T, parts ...string) string {
	return cache.Key("test", 1, append([]string{t.Name()}, parts...)...)
}

// want fails the test unless the key holds the value; nil is none.
func want(t *testing.T, c *cache.InMem, key string, value []byte) {
	t.Helper()
	got, ok, err := c.Get(t.Context(), key)
	if err != nil || ok != (value != nil) || !bytes.Equal(got, value) {
		t.Errorf("Get(%q) = %q, %v, %v; want %q", key, got, ok, err, value)
	}
}

func set(t *testing.T, c *cache.InMem, key string, value []byte, ttl time.Duration) {
	t.Helper()
	if err := c.Set(t.Context(), key, value, ttl); err != nil {
		t.Fatalf("Set(%q): %v", key, err)
	}
}

func missing(t *testing.T, c *cache.InMem) { want(t, c, key(t), nil) }

func roundTrip(t *testing.T, c *cache.InMem) {
	for i, v := range [][]byte{{}, []byte("전세"), {0, 255, '\r', '\n', 0}, bytes.Repeat([]byte("x"), cache.MaxValue)} {
		k := key(t, fmt.Sprint(i))
		set(t, c, k, v, time.Minute)
		want(t, c, k, v)
	}
}

func overwrite(t *testing.T, c *cache.InMem) {
	k := key(t)
	set(t, c, k, []byte("old"), 30*time.Millisecond)
	set(t, c, k, []byte("new"), time.Minute)
	// The first value's time runs out; the second's must hold.
	other := key(t, "other")
	set(t, c, other, []byte("x"), 60*time.Millisecond)
	waitGone(t, c, other)
	want(t, c, k, []byte("new"))
}

func expiry(t *testing.T, c *cache.InMem) {
	k := key(t)
	set(t, c, k, []byte("1"), 50*time.Millisecond)
	waitGone(t, c, k)
	set(t, c, k, []byte("2"), time.Nanosecond) // rounds to something > 0
	waitGone(t, c, k)
}

func waitGone(t *testing.T, c *cache.InMem, key string) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(5 * time.Second)
	for {
		if _, ok, err := c.Get(t.Context(), key); err != nil {
			t.Fatal(err)
		} else if !ok {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("%q did not expire", key)
		case <-tick.C:
		}
	}
}

func refusals(t *testing.T, c *cache.InMem) {
	k := key(t)
	for _, r := range []struct {
		value []byte
		ttl   time.Duration
		err   error
	}{
		{[]byte("x"), 0, cache.ErrTTL},
		{[]byte("x"), -time.Second, cache.ErrTTL},
		{make([]byte, cache.MaxValue+1), time.Minute, cache.ErrTooLarge},
	} {
		set(t, c, k, []byte("old"), time.Minute)
		if err := c.Set(t.Context(), k, r.value, r.ttl); !errors.Is(err, r.err) {
			t.Errorf("Set of %d bytes for %v: %v, want %v", len(r.value), r.ttl, err, r.err)
		}
		want(t, c, k, nil)
	}
}

func copies(t *testing.T, c *cache.InMem) {
	k, v := key(t), []byte("abc")
	set(t, c, k, v, time.Minute)
	v[0] = 'X'
	got, _, err := c.Get(t.Context(), k)
	if err != nil || string(got) != "abc" {
		t.Fatalf("%q, %v", got, err)
	}
	got[1] = 'X'
	want(t, c, k, []byte("abc"))
}

func cancelled(t *testing.T, c *cache.InMem) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.Get(ctx, key(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v", err)
	}
	if err := c.Set(ctx, key(t), nil, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("Set: %v", err)
	}
}

func concurrent(t *testing.T, c *cache.InMem) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 100 {
				k := key(t, fmt.Sprint(i%10))
				v := []byte(fmt.Sprintf("%d", g))
				if err := c.Set(t.Context(), k, v, time.Minute); err != nil {
					t.Error(err)
				}
				if got, ok, err := c.Get(t.Context(), k); err != nil || ok && len(got) != 1 {
					t.Errorf("%q %v %v", got, ok, err)
				}
			}
		})
	}
	wg.Wait()
}
