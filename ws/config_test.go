package ws

import (
	"testing"
	"time"
)

// The defaults are promises to clients and operators.
func TestDefaults(t *testing.T) {
	t.Parallel()
	var c Config
	c.setDefaults()
	for name, is := range map[string]bool{
		"hello within 5 s":          c.HelloWait == 5*time.Second,
		"heartbeat 20 s":            c.PingEvery == 20*time.Second,
		"an answer within 10 s":     c.PongWait == 10*time.Second,
		"a frame within 5 s":        c.FrameWait == 5*time.Second,
		"write deadline 5 s":        c.WriteWait == 5*time.Second,
		"replay of 1,000 events":    c.ReplayLimit == 1_000,
		"10 commands a second":      c.Rate == 10,
		"burst of 30":               c.Burst == 30,
		"10 connections a user":     c.MaxPerUser == 10,
		"18,000 connections a node": c.MaxConnections == 18_000,
		"frame of 128 KiB":          c.ReadLimit == 128<<10,
		"query of 64 KiB":           c.MaxQuery == 64<<10,
	} {
		if !is {
			t.Errorf("not the default: %s", name)
		}
	}
}
