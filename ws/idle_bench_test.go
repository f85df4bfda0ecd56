package ws

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

// BenchmarkIdleSockets reports what an idle greeted socket of its own
// session costs the server's process: resident memory, and heap and stacks
// in use; cold, and after an event and a query on every socket.
func BenchmarkIdleSockets(b *testing.B) {
	sizes := []int{1_000, 10_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, sockets := range sizes {
		b.Run(fmt.Sprint(sockets), func(b *testing.B) {
			var limit syscall.Rlimit
			if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur < uint64(sockets)+100 {
				b.Fatalf("%d files may be open (%v): too few for %d sockets", limit.Cur, err, sockets)
			}
			for b.Loop() {
				idle(b, sockets)
			}
		})
	}
}

func idle(b *testing.B, sockets int) {
	s := startServer(b)
	warm := s.dial("ws/session-warm", narrow)
	if err := warm.texts(1); err != nil {
		b.Fatal(err)
	}
	warm.exchange(b)
	before := s.ask("settle")
	clients := make([]*rawClient, sockets)
	for i := range clients {
		clients[i] = s.dial(fmt.Sprintf("ws/session-%05d", i), narrow)
		if err := clients[i].texts(1); err != nil { // connected
			b.Fatal(err)
		}
	}
	report := func(when string) {
		now := s.ask("settle")
		if now.Count < sockets {
			b.Fatalf("%d sockets are open", now.Count)
		}
		per := func(bytes int64) float64 { return float64(bytes) / 1024 / float64(sockets) }
		b.ReportMetric(per(now.RSS-before.RSS), when+"-RSS-KB/socket")
		b.ReportMetric(per(now.InUse-before.InUse), when+"-inuse-KB/socket")
		b.ReportMetric(per(now.Stacks-before.Stacks), when+"-stack-KB/socket")
	}
	report("cold")
	for _, c := range clients {
		c.exchange(b)
	}
	<-time.After(2 * askDelay) // the pings after the answers
	for _, c := range clients {
		if err := c.answerPing(); err != nil {
			b.Fatal(err)
		}
	}
	s.ask("settle") // stacks shrink by half a collection
	report("after")
	for _, c := range clients {
		_ = c.conn.Close()
	}
}
