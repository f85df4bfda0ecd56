package redis

import "testing"

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
