package store

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

func benchmarked(b *testing.B, run func(b *testing.B, s *Store)) {
	b.Run(DialectSQLite, func(b *testing.B) { run(b, migrated(b, Config{DataDir: b.TempDir()})) })
	b.Run(DialectPostgres, func(b *testing.B) { run(b, migrated(b, Config{DatabaseURL: testdb.Postgres(b)})) })
}

// BenchmarkSubmit measures submissions one after another.
func BenchmarkSubmit(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		for b.Loop() {
			b.StopTimer()
			session, err := s.CreateSession(b.Context(), Server(), state.Session{})
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			_, err = s.Submit(b.Context(), Submission{
				Run:     state.Run{SessionID: session.ID, ClientMsgID: "m", Query: "q"},
				Message: &state.Message{Role: state.RoleUser, Content: "q"},
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
			list, err := s.Checkpoints(b.Context(), Server(), run[0].SessionID, "", 0, 1400)
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
			list, err := s.Events(b.Context(), Server(), run[0].SessionID, 500, 200)
			if err != nil || len(list) != 200 {
				b.Fatal(len(list), err)
			}
		}
	})
}

// BenchmarkSessions lists 50 of 100,000 sessions.
func BenchmarkSessions(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) `
		_, err := s.db.Tx(b.Context(), func(tx sqlc.DBTX) error {
			for _, insert := range []string{
				`INSERT INTO sessions (id, assistant, user_id, title, language, metadata, epoch, created_at, updated_at,
    last_activity, expires_at, deleted_at, forked_from)
` + numbers + `SELECT 's' || i, 'a', 'u' || (i % 100), 't', 'ko', '', 'e', i, (i * 7919) % 100000, i, 0, 0, '' FROM n`,
				`INSERT INTO heads (session_id, last_seq, delivered_seq, last_step, base_step, last_run, last_message_id,
    open_runs, run_id, owner, fence)
` + numbers + `SELECT 's' || i, 0, 0, 0, 0, 1, 1, 0, '', '', 0 FROM n`,
				`INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
` + numbers + `SELECT 's' || i, 1, 'r', 'user', 1, 'hello', '' FROM n`,
			} {
				if _, err := tx.ExecContext(b.Context(), insert); err != nil {
					return err
				}
			}
			_, err := tx.ExecContext(b.Context(), "ANALYZE")
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		for _, user := range []string{"u7", ""} {
			b.Run("user="+user, func(b *testing.B) {
				for b.Loop() {
					list, err := s.Sessions(b.Context(), Server(), SessionFilter{UserID: user, Limit: 50})
					if err != nil || len(list) != 50 || *list[0].LastMessage != "hello" {
						b.Fatal(len(list), err)
					}
				}
			})
		}
	})
}
