package redis_test

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/testdb"
)

// What a hint costs from end to end.
func BenchmarkBus(b *testing.B) {
	url := testdb.Redis(b)
	offered, heard := make(chan string, 1<<16), make(chan []byte, 1<<16)
	probe, reached := []byte("probe"), atomic.Bool{}
	sender, receiver := node(b, url, "sender"), node(b, url, "receiver")
	runBus(b, receiver, bus.Handler{
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
	bustest.Until(b, "the receiver is up", receiver.Healthy)
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
	runBus(b, sender, bus.Handler{})
	receiver.Subscribe("s")
	bustest.Until(b, "the subscription is there", func() bool {
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

func offer(b *testing.B, n *redis.Bus, runIDs ...string) {
	if err := n.Offer(context.Background(), runIDs...); err != nil {
		b.Fatal(err)
	}
}

// runBus runs a bus until the benchmark is over.
func runBus(b *testing.B, n *redis.Bus, h bus.Handler) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := n.Run(ctx, bustest.Whole(h)); err != nil {
			b.Error(err)
		}
	}()
	b.Cleanup(func() { cancel(); <-ended })
}
