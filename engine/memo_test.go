package engine

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestMemoMakesOncePerKey(t *testing.T) {
	t.Parallel()
	var m Memo
	var made atomic.Int64
	var all sync.WaitGroup
	for i := range 50 {
		key := []string{"a", "b"}[i%2]
		all.Go(func() {
			got, err := m.Do(key, func() (any, error) { made.Add(1); return key, nil })
			if got != key || err != nil {
				t.Errorf("%s: %v %v", key, got, err)
			}
		})
	}
	all.Wait()
	if made.Load() != 2 {
		t.Errorf("made %d times", made.Load())
	}
}

func TestMemoRemembersNoErrorAndNilNothing(t *testing.T) {
	t.Parallel()
	for _, m := range []*Memo{nil, new(Memo)} {
		if _, err := m.Do("a", func() (any, error) { return nil, errors.New("no") }); err == nil {
			t.Error("no error")
		}
		if got, err := m.Do("a", func() (any, error) { return 1, nil }); got != 1 || err != nil {
			t.Error(got, err)
		}
	}
	var none *Memo
	if got, _ := none.Do("a", func() (any, error) { return 2, nil }); got != 2 {
		t.Errorf("nil gave %v", got)
	}
}
