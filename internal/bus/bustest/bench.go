package bustest

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/madang-dev/madang/internal/bus"
)

// Bench measures what a hint costs from end to end.
func Bench(b *testing.B, node func(nodeID string) Bus) {
	offered, heard := make(chan string, 1<<16), make(chan []byte, 1<<16)
	var reached atomic.Bool
	sender, receiver := node("sender"), node("receiver")
	run(b, receiver, bus.Handler{
		RunOfferedFunc: func(runID string) { offered <- runID },
		HeardFunc: func(_ string, payload []byte) {
			if bytes.Equal(payload, probe) {
				reached.Store(true)
				return
			}
			heard <- payload
		},
	})
	// The sender's own Run would take offers, too.
	Until(b, "the receiver is up", receiver.Healthy)
	b.Run("offer", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			offer(b, sender, "0197a6c2-7d30-7cc1-b4a4-1d7f0a3b5e11")
			<-offered
		}
	})
	b.Run("offer 100", func(b *testing.B) {
		b.ReportAllocs()
		runs := strings.Split(strings.Repeat("0197a6c2-7d30-7cc1-b4a4-1d7f0a3b5e11 ", 100), " ")[:100]
		for b.Loop() {
			offer(b, sender, runs...)
			for range runs {
				<-offered
			}
		}
	})
	stop := run(b, sender, bus.Handler{})
	defer stop()
	receiver.Subscribe("s")
	Until(b, "the subscription is there", func() bool {
		sender.Publish("s", probe)
		return reached.Load()
	})
	payload := []byte(strings.Repeat("x", 500))
	b.Run("publish", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sender.Publish("s", payload)
			<-heard
		}
	})
	b.Run("publish 100", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for range 100 {
				sender.Publish("s", payload)
			}
			for range 100 {
				<-heard
			}
		}
	})
}

func offer(b *testing.B, n Bus, runIDs ...string) {
	if err := n.Offer(context.Background(), runIDs...); err != nil {
		b.Fatal(err)
	}
}
