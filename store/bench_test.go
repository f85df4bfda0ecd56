package store

import (
	"context"
	"strings"
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

// BenchmarkRows compares the two ways to insert 128 rows into SQLite: one
// statement for each, which is the store's, and one for all.
func BenchmarkRows(b *testing.B) {
	all := batch{
		types: []string{"text", "bigint", "text", "text", "bigint", "text"},
		text: `INSERT INTO events (session_id, seq, run_id, type, created_at, payload)
SELECT column1, column2, column3, column4, column5, column6 FROM %s WHERE column1 IS NOT NULL`,
	}.statements()
	payload := strings.Repeat("x", 110)
	ways := map[string]func(ctx context.Context, tx sqlc.DBTX, from int64) error{
		"single": func(ctx context.Context, tx sqlc.DBTX, from int64) error {
			q := sqlc.New(tx)
			for i := range int64(maxBatchRows) {
				if err := q.InsertEvent(ctx, sqlc.InsertEventParams{
					SessionID: "session-01a1fe88-c58c-74e3-83ff-daf866234e25", Seq: from + i,
					RunID: "01a1fe88-c58c-74e3-83ff-daf866234e25", Type: "todo_updated", CreatedAt: 1, Payload: payload,
				}); err != nil {
					return err
				}
			}
			return nil
		},
		"together": func(ctx context.Context, tx sqlc.DBTX, from int64) error {
			args := make([]any, 0, 6*maxBatchRows)
			for i := range int64(maxBatchRows) {
				args = append(args, "session-01a1fe88-c58c-74e3-83ff-daf866234e25", from+i,
					"01a1fe88-c58c-74e3-83ff-daf866234e25", "todo_updated", int64(1), payload)
			}
			return all.exec(ctx, tx, args, 6)
		},
	}
	for name, insert := range ways {
		b.Run(name, func(b *testing.B) {
			s := migrated(b, Config{DataDir: b.TempDir()})
			from := int64(1)
			before := selfTime(b)
			for b.Loop() {
				_, err := s.db.Tx(b.Context(), func(tx sqlc.DBTX) error { return insert(b.Context(), tx, from) })
				if err != nil {
					b.Fatal(err)
				}
				from += maxBatchRows
			}
			b.ReportMetric(float64((selfTime(b)-before).Microseconds())/float64(b.N*maxBatchRows), "µs-go/row")
		})
	}
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
