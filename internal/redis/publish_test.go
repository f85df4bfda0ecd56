package redis

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestKeysKeepPartsApart(t *testing.T) {
	t.Parallel()
	if got, want := key("session", "0", "user 1", "a:b"), "madang:bus-session:v1:0:user+1:a%3Ab"; got != want {
		t.Errorf("key = %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.String(), 1, 3)
		a, b := parts.Draw(t, "a"), parts.Draw(t, "b")
		if (key("n", a...) == key("n", b...)) != slices.Equal(a, b) {
			t.Fatalf("keys of %q and %q", a, b)
		}
	})
}

func TestTheOutboxIsBounded(t *testing.T) {
	t.Parallel()
	o := outbox{wake: make(chan struct{}, 1)}
	f := frame{data: make([]byte, 1<<20)}
	for range 40 {
		o.put(f)
	}
	sent := o.take()
	if o.put(f); len(sent) != 32 || len(o.take()) != 0 {
		t.Errorf("%d MiB are kept, and more while they are sent", len(sent))
	}
	o.done(sent)
	if o.put(f); len(o.take()) != 1 {
		t.Error("there is no room again")
	}
}
