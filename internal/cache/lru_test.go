package cache

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestLRUBoundsTheWeight(t *testing.T) {
	t.Parallel()
	c := NewLRU[string](100, 10)
	c.Set("a", "A", 4)
	c.Set("b", "B", 4)
	if v, ok := c.Get("a"); !ok || v != "A" { // a is now the fresher one
		t.Fatal("a is missing")
	}
	c.Set("c", "C", 4)
	if _, ok := c.Get("b"); ok {
		t.Error("what was not used for longest is kept")
	}
	c.Set("a", "heavier than all may be", 11)
	if _, ok := c.Get("a"); ok {
		t.Error("an old value is found in place of one that was not kept")
	}
	c.Set("c", "again", 6)
	if n, weight := c.entries.Len(), c.weight; n != 1 || weight != 6 {
		t.Errorf("%d values of %d", n, weight)
	}
	c.Clear()
	if n, weight := c.entries.Len(), c.weight; n != 0 || weight != 0 {
		t.Errorf("cleared: %d values of %d", n, weight)
	}
}

func TestAValueIsKeptForATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := NewLRU[string](10, 10)
		c.SetFor("a", "x", 1, time.Minute)
		time.Sleep(time.Minute - time.Nanosecond)
		if v, ok := c.Get("a"); v != "x" || !ok {
			t.Errorf("%q, %t within its time", v, ok)
		}
		time.Sleep(time.Nanosecond)
		if v, ok := c.Get("a"); v != "" || ok {
			t.Errorf("%q, %t when its time is over", v, ok)
		}
	})
	var none *LRU[string]
	none.SetFor("a", "x", 1, time.Minute)
	if _, ok := none.Get("a"); ok {
		t.Error("a cache that is none has kept a value")
	}
}
