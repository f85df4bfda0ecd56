package engine_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// BenchmarkRun is a run of two nodes from Submit to its terminal event, with
// one and with many sessions at once, on each database; with work outside its
// second node has a Do.
func BenchmarkRun(b *testing.B) {
	for name, open := range map[string]func(b *testing.B) store.Config{
		"SQLite":   func(b *testing.B) store.Config { return store.Config{DataDir: storetest.SQLite(b)} },
		"Postgres": func(b *testing.B) store.Config { return store.Config{DatabaseURL: storetest.Postgres(b)} },
	} {
		for _, sessions := range []int{1, 64} {
			for work, sc := range map[string]*script{"no": {}, "a": {work: outside}} {
				b.Run(fmt.Sprintf("%s/sessions=%d/%s do", name, sessions, work), func(b *testing.B) { benchmarkRun(b, open(b), sessions, sc) })
			}
		}
	}
}

func outside(ctx context.Context, turn *engine.Turn[tally]) error {
	_, err := engine.Do(ctx, turn, "work", func(context.Context) (int, error) { return 1, nil })
	return err
}

func benchmarkRun(b *testing.B, cfg store.Config, sessions int, sc *script) {
	s, err := store.Open(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{graph(sc)}})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
	}()
	var ids []string
	for range sessions {
		session, err := s.CreateSession(b.Context(), store.Server(), state.Session{Assistant: "tally"})
		if err != nil {
			b.Fatal(err)
		}
		ids = append(ids, session.ID)
	}
	queries := make(chan struct{}, b.N)
	for range b.N {
		queries <- struct{}{}
	}
	close(queries)
	b.ResetTimer()
	var group sync.WaitGroup
	for _, id := range ids {
		group.Go(func() {
			stream := e.Watch(id, 0)
			defer stream.Close()
			for range queries {
				if _, err := e.Submit(ctx, engine.Query{SessionID: id, Text: "q"}); err != nil {
					b.Error(err)
					return
				}
				for {
					d, err := stream.Next(ctx)
					if err != nil {
						b.Error(err)
						return
					}
					if state.TerminalEvent(d.Event.Type) {
						break
					}
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}
