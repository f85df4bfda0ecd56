package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
)

func benchmarked(b *testing.B, run func(b *testing.B, s *Store)) {
	b.Run(DialectSQLite, func(b *testing.B) { run(b, migrated(b, Config{DataDir: b.TempDir()})) })
	b.Run(DialectPostgres, func(b *testing.B) { run(b, migrated(b, Config{DatabaseURL: testdb.Postgres(b)})) })
}

// BenchmarkApply measures group commits; commits/s is the figure.
func BenchmarkApply(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		runs := claimed(b, s, 64)
		for _, size := range []int{1, 8, 64} {
			b.Run(fmt.Sprint(size), func(b *testing.B) {
				for b.Loop() {
					for _, err := range s.Apply(b.Context(), transitions(runs[:size], 900)) {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "commits/s")
			})
		}
	})
}

// BenchmarkSubmit measures submissions one after another.
func BenchmarkSubmit(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		for b.Loop() {
			b.StopTimer()
			session, err := s.CreateSession(b.Context(), state.Session{})
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			_, err = s.Submit(b.Context(), Submission{
				Run:     state.Run{SessionID: session.ID, ClientMsgID: "m", Query: "q"},
				Message: &state.Message{Role: state.RoleUser, Content: "q"},
				Events:  []*state.Event{{Type: "run_queued"}},
				At:      time.Now(),
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCheckpoints lists a history of 1,400 without its values.
func BenchmarkCheckpoints(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		run := claimed(b, s, 1)
		for range 1400 {
			if err := s.Apply(b.Context(), transitions(run, 4000))[0]; err != nil {
				b.Fatal(err)
			}
		}
		for b.Loop() {
			list, err := s.Checkpoints(b.Context(), run[0].SessionID, "", 0, 1400)
			if err != nil || len(list) != 1400 {
				b.Fatal(len(list), err)
			}
		}
	})
}

// BenchmarkEvents reads the 200 events that a resume may ask for.
func BenchmarkEvents(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		run := claimed(b, s, 1)
		for range 500 {
			if err := s.Apply(b.Context(), transitions(run, 900))[0]; err != nil {
				b.Fatal(err)
			}
		}
		for b.Loop() {
			list, err := s.Events(b.Context(), run[0].SessionID, 500, 200)
			if err != nil || len(list) != 200 {
				b.Fatal(len(list), err)
			}
		}
	})
}
