package cache

import "testing"

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
