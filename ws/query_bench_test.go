package ws

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// BenchmarkQuery is a query and its eight frames over each of 64 sockets of
// their own sessions, with an engine that does no work. It reports the CPU
// of the server's process.
func BenchmarkQuery(b *testing.B) { queries(b, "ws/session-%02d") }

// BenchmarkSocketFloor is the same with gorilla alone.
func BenchmarkSocketFloor(b *testing.B) { queries(b, "floor/%02d") }

func queries(b *testing.B, path string) {
	const sockets = 64
	s := startServer(b)
	clients := make([]*rawClient, sockets)
	for i := range clients {
		clients[i] = s.dial(fmt.Sprintf(path, i), wide)
		if path[0] == 'w' {
			if err := clients[i].texts(1); err != nil {
				b.Fatal(err)
			}
		}
	}
	before := s.ask("cpu")
	b.ResetTimer()
	var all sync.WaitGroup
	for i, c := range clients {
		all.Go(func() {
			for n := i; n < b.N; n += sockets {
				if err := c.query(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	used := s.ask("cpu").CPU - before.CPU
	b.ReportMetric(float64(used)/float64(time.Microsecond)/float64(b.N), "cpu-µs/query")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
	for _, c := range clients {
		_ = c.conn.Close()
	}
}

// BenchmarkFanOut100 is one session's events to a hundred sockets. It
// reports the server's CPU for each event on each socket, the confirmation
// that follows it included.
func BenchmarkFanOut100(b *testing.B) {
	const sockets = 100
	s := startServer(b)
	arrived := make(chan struct{}, sockets)
	var readers sync.WaitGroup
	clients := make([]*rawClient, sockets)
	for i := range clients {
		c := s.dial("ws/session-1", wide)
		if err := c.texts(1); err != nil {
			b.Fatal(err)
		}
		clients[i] = c
		readers.Go(func() { // answers pings at once, as browsers do
			for c.texts(1) == nil {
				arrived <- struct{}{}
			}
		})
	}
	before := s.ask("cpu")
	b.ResetTimer()
	for b.Loop() {
		s.ask("publish session-1")
		for range sockets {
			<-arrived
		}
	}
	b.StopTimer()
	used := s.ask("cpu").CPU - before.CPU
	b.ReportMetric(float64(used)/float64(time.Microsecond)/float64(b.N)/sockets, "cpu-µs/delivery")
	for _, c := range clients {
		_ = c.conn.Close()
	}
	readers.Wait()
}
