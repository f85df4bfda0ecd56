package cache_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/cache"
)

func TestKeyKeepsPartsApart(t *testing.T) {
	t.Parallel()
	if got, want := cache.Key("memory", 1, "user 1", "a:b"), "madang:memory:v1:user+1:a%3Ab"; got != want {
		t.Errorf("Key = %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.String(), 1, 3)
		a, b := parts.Draw(t, "a"), parts.Draw(t, "b")
		same := fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b)
		if (cache.Key("n", 1, a...) == cache.Key("n", 1, b...)) != same {
			t.Fatalf("keys of %q and %q", a, b)
		}
	})
}

func TestInMemDropsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	c := cache.NewInMem(cache.InMemConfig{MaxEntries: 2})
	mustSet(t, c, "a", "1")
	mustSet(t, c, "b", "2")
	if !has(t, c, "a") { // a is now the fresher one
		t.Fatal("a is missing")
	}
	mustSet(t, c, "c", "3")
	if !has(t, c, "a") || has(t, c, "b") || !has(t, c, "c") {
		t.Errorf("a %v, b %v, c %v", has(t, c, "a"), has(t, c, "b"), has(t, c, "c"))
	}
}

func TestInMemTimeToLiveIsExact(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := cache.NewInMem(cache.InMemConfig{})
		mustSet(t, c, "a", "1")
		time.Sleep(time.Minute - time.Nanosecond) // the bubble's clock
		if !has(t, c, "a") {
			t.Error("gone too early")
		}
		time.Sleep(time.Nanosecond)
		if has(t, c, "a") {
			t.Error("still there")
		}
		if n, b := c.Size(); n != 0 || b != 0 {
			t.Errorf("size %d, %d", n, b)
		}
	})
}

// A model: whatever is done, the bounds hold, the byte count is right and
// what is found is what was set last.
func TestInMemAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := cache.NewInMem(cache.InMemConfig{MaxEntries: 4, MaxBytes: 40})
		last := map[string]string{}
		key := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			k := key.Draw(t, "key")
			switch rapid.SampledFrom([]string{"set", "get"}).Draw(t, "op") {
			case "set":
				v := rapid.StringMatching(`[a-z]{0,45}`).Draw(t, "value")
				err := c.Set(t.Context(), k, []byte(v), time.Hour)
				if (err != nil) != (len(v)+1 > 40) {
					t.Fatalf("Set of %d bytes: %v", len(v), err)
				}
				delete(last, k)
				if err == nil {
					last[k] = v
					if !has(t, c, k) {
						t.Fatal("the newest value was dropped")
					}
				}
			case "get":
				got, ok, _ := c.Get(t.Context(), k)
				if want, set := last[k]; ok && (!set || string(got) != want) {
					t.Fatalf("Get(%s) = %q, want %q", k, got, want)
				}
			}
			held := 0
			for k, v := range last {
				if has(t, c, k) {
					held += len(k) + len(v)
				}
			}
			if n, b := c.Size(); n > 4 || b > 40 || b != held {
				t.Fatalf("size %d entries, %d bytes; counted %d", n, b, held)
			}
		}
	})
}

// tester is what *testing.T and *rapid.T share.
type tester interface {
	Helper()
	Fatal(...any)
	Context() context.Context
}

func mustSet(t *testing.T, c *cache.InMem, key, value string) {
	t.Helper()
	if err := c.Set(t.Context(), key, []byte(value), time.Minute); err != nil {
		t.Fatal(err)
	}
}

func has(t tester, c *cache.InMem, key string) bool {
	t.Helper()
	_, ok, err := c.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}
