package engine

import (
	"testing"
	"time"
)

// What a Config that says nothing gets is what its fields and the documents
// promise.
func TestDefaults(t *testing.T) {
	t.Parallel()
	var c Config
	c.setDefaults()
	for name, d := range map[string]struct{ got, want time.Duration }{
		"Lease":        {c.Lease, 5 * time.Second},
		"Beat":         {c.Beat, 1500 * time.Millisecond},
		"Sweep":        {c.Sweep, time.Second},
		"RunDeadline":  {c.RunDeadline, 120 * time.Second},
		"SessionTTL":   {c.SessionTTL, 30 * 24 * time.Hour},
		"DrainTimeout": {c.DrainTimeout, 10 * time.Second},
		"RetainEvery":  {c.RetainEvery, time.Minute},
	} {
		if d.got != d.want {
			t.Errorf("%s is %v, want %v", name, d.got, d.want)
		}
	}
	for name, n := range map[string]struct{ got, want int }{
		"MaxAttempts":   {c.MaxAttempts, 4},
		"MaxNodes":      {c.MaxNodes, 200},
		"MaxQueued":     {c.MaxQueued, 20},
		"MaxRuns":       {c.MaxRuns, 512},
		"MaxQueryBytes": {c.MaxQueryBytes, 64 << 10},
	} {
		if n.got != n.want {
			t.Errorf("%s is %d, want %d", name, n.got, n.want)
		}
	}
	// A node that misses two beats still has its runs.
	if 3*c.Beat >= c.Lease {
		t.Errorf("a beat of %v is not less than a third of a lease of %v", c.Beat, c.Lease)
	}
	language, decides := c.LanguageFunc("word")
	if c.Logger == nil || c.NodeID == "" || language != "ko" || decides {
		t.Errorf("config %+v", c)
	}
}
