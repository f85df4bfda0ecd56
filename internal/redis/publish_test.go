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
	o := outbox{frames: make(chan frame, maxFrames)}
	f := frame{data: make([]byte, 1<<20)}
	for range 40 {
		o.put(f)
	}
	if n := len(o.frames); n != 32 {
		t.Errorf("%d MiB are kept", n)
	}
	<-o.frames // it is being sent
	if o.put(f); len(o.frames) != 31 {
		t.Error("more is kept while some is sent")
	}
	o.bytes.Add(-f.size())
	if o.put(f); len(o.frames) != 32 {
		t.Error("there is no room again")
	}
	o = outbox{frames: make(chan frame, 2)}
	for range 5 {
		o.put(frame{data: []byte("x")})
	}
	if len(o.frames) != 2 || o.bytes.Load() != 2 {
		t.Errorf("%d frames of %d bytes", len(o.frames), o.bytes.Load())
	}
}
