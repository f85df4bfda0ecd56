package store_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

const canary = "canary-3f1b-of-minji"

// confide leaves the canary wherever the store keeps what a user says.
func confide(t *testing.T, s *store.Store, user string) (sessionID, runID string) {
	t.Helper()
	ctx, now, said := t.Context(), time.Now(), json.RawMessage(`{"said":"`+canary+`"}`)
	session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "adviser", UserID: user, Title: canary, Metadata: said})
	if err != nil {
		t.Fatal(err)
	}
	in := store.Submission{
		Run:     state.Run{SessionID: session.ID, Assistant: "adviser", UserID: user, Query: canary, Input: said, Address: canary, ClientMsgID: "one"},
		Message: &state.Message{Role: "user", Content: canary, Data: said}, Owner: "node", At: now,
	}
	done, err := s.Submit(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	until := now.Add(time.Hour)
	c := store.Commit{
		SessionID: session.ID, RunID: done.Run.ID, Owner: "node", Fence: done.Run.Fence, Head: done.Head, At: now,
		Checkpoints: []*state.Checkpoint{{State: said, Journal: said}, {State: json.RawMessage(`{"said":"` + canary + ` again"}`)}},
		Events:      []*state.Event{{Type: "note", Payload: said}},
		Messages:    []*state.Message{{Role: "assistant", Content: canary, Data: said}},
		Status:      state.RunWaiting, Title: canary, Error: canary,
		Interrupt:   &state.Interrupt{ID: "q1", Notice: canary, AskedAt: now, ExpiresAt: &until},
		Documents:   []state.Document{{UserID: user, Title: canary, Markdown: canary, Metadata: said}},
		Memories:    []state.Memory{{UserID: user, ConversationID: session.ID, RunID: done.Run.ID, Query: canary, Response: canary, Mentions: []json.RawMessage{said}}},
		Preferences: []state.Preference{{UserID: user, Key: "region", Value: canary, Evidence: canary, History: nil}},
		Results:     []store.Result{{Key: "call", Value: said}},
	}
	if err := s.Apply(ctx, []*store.Commit{&c})[0]; err != nil {
		t.Fatal(err)
	}
	if err := s.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: done.Run.ID, SessionID: session.ID, UserID: user, Rating: "positive", Comment: canary, At: now}); err != nil {
		t.Error(err)
	}
	if _, err := s.AddTrigger(ctx, store.Server(), state.Trigger{EventID: "e-" + user, UserID: user, Assistant: "adviser", Metadata: said, CreatedAt: now, DueAt: now}); err != nil {
		t.Error(err)
	}
	if _, err := s.Resume(ctx, store.Server(), store.Resumption{RunID: done.Run.ID, InterruptID: "q1", Reply: state.Reply{Action: canary, By: state.ReplyByUser}, At: now}); err != nil {
		t.Error(err)
	}
	if _, err := s.CopySession(ctx, store.Server(), session.ID, state.Session{}, 0); err != nil {
		t.Error(err)
	}
	return session.ID, done.Run.ID
}

// column is one column of a table.
type column struct{ table, name string }

func columnsOf(t *testing.T, s *store.Store) (all []column) {
	t.Helper()
	query := `SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`
	if s.Dialect() == store.DialectPostgres {
		query = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	scan(t, s, query, func(rows *sql.Rows) error {
		var c column
		err := rows.Scan(&c.table, &c.name)
		all = append(all, c)
		return err
	})
	return all
}

func scan(t *testing.T, s *store.Store, query string, f func(*sql.Rows) error) {
	t.Helper()
	err := s.View(t.Context(), query, func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := f(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// holding are the columns in which the canary can be read.
func holding(t *testing.T, s *store.Store) (found []string) {
	t.Helper()
	for _, c := range columnsOf(t, s) {
		scan(t, s, fmt.Sprintf("SELECT %s FROM %s", c.name, c.table), func(rows *sql.Rows) error {
			var value []byte
			err := rows.Scan(&value)
			if strings.Contains(string(value), canary) {
				found = append(found, c.table+"."+c.name)
			}
			return err
		})
	}
	return found
}

func onBoth(t *testing.T, f func(t *testing.T, cfg store.Config)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		f(t, store.Config{DataDir: storetest.SQLite(t)})
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		f(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 4})
	})
}

func TestNothingIsPlainAtRest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, cfg store.Config) {
		bare := open(t, cfg)
		confide(t, bare, "older") // before there were keys
		if found := holding(t, bare); len(found) < 20 {
			t.Fatalf("the canary is in %d columns: %v", len(found), found)
		}
		plain := len(holding(t, bare))
		if cfg.DataDir != "" {
			if err := bare.Close(); err != nil {
				t.Fatal(err)
			}
		}
		cfg.Keyset = storetest.Keyset(t)
		s := open(t, cfg)
		sessionID, runID := confide(t, s, "minji")
		if found := holding(t, s); len(found) != plain {
			t.Errorf("with keys the canary is in more places: %v", found)
		}
		// What was written before is read beside what is sealed.
		for _, user := range []string{"older", "minji"} {
			sessions, err := s.Sessions(t.Context(), store.Server(), store.SessionFilter{UserID: user})
			if err != nil || len(sessions) != 2 || sessions[0].Title != canary || *sessions[0].LastMessage != canary {
				t.Fatalf("%s: %v, %v", user, sessions, err)
			}
		}
		if run, err := s.Run(t.Context(), store.Server(), runID); err != nil || run.Query != canary || run.Reply == nil {
			t.Errorf("run %+v, %v", run, err)
		}
		if _, err := s.EraseUser(t.Context(), store.Server(), "minji"); err != nil {
			t.Fatal(err)
		}
		if counts, err := s.Keys(t.Context()); err != nil || len(counts) != 0 {
			t.Errorf("keys %v are left, %v", counts, err)
		}
		if _, err := s.Session(t.Context(), store.Server(), sessionID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("session: %v", err)
		}
	})
}

func TestRowsCantBeSwapped(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, cfg store.Config) {
		cfg.Keyset = storetest.Keyset(t)
		s := open(t, cfg)
		one, _ := confide(t, s, "minji")
		other, _ := confide(t, s, "jun")
		err := s.Record(t.Context(), "swap", func(ctx context.Context, tx store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE events SET payload = (
				SELECT e.payload FROM events e WHERE e.session_id = $1 AND e.seq = 1) WHERE session_id = $2 AND seq = 1`, one, other)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Events(t.Context(), store.Server(), other, 0, 10); !errors.Is(err, store.ErrSealed) {
			t.Errorf("another's event was read: %v", err)
		}
		if events, err := s.Events(t.Context(), store.Server(), one, 0, 10); err != nil || len(events) == 0 {
			t.Errorf("%v, %v", events, err)
		}
	})
}

func TestMasterKeysRotateWhileTheyAreUsed(t *testing.T) {
	t.Parallel()
	cfg := store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 4, Keyset: storetest.Keyset(t)}
	here, there := open(t, cfg), open(t, cfg)
	sessionID, _ := confide(t, here, "minji")
	if _, err := there.Messages(t.Context(), store.Server(), sessionID, 0, 0); err != nil {
		t.Fatal(err)
	}
	primary, err := seal.Rotate(cfg.Keyset, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := here.Retain(t.Context(), time.Now(), store.Retention{}, 100); err != nil {
		t.Fatal(err)
	}
	if counts, err := here.Keys(t.Context()); err != nil || len(counts) != 1 || counts[primary] != 1 {
		t.Fatalf("keys %v, primary %s, %v", counts, primary, err)
	}
	if err := here.RenameSession(t.Context(), store.Server(), sessionID, "after", time.Now()); err != nil {
		t.Fatal(err)
	}
	// The other node knows the key as it was.
	if session, err := there.Session(t.Context(), store.Server(), sessionID); err != nil || session.Title != "after" {
		t.Errorf("%q, %v", session.Title, err)
	}
	bare := cfg
	bare.Keyset = ""
	if err := open(t, bare).CheckKeys(t.Context()); !errors.Is(err, store.ErrSealed) {
		t.Errorf("without its keys the store said %v", err)
	}
}

// What a user may type is no mark of a sealed value.
func TestMarksAreText(t *testing.T) {
	t.Parallel()
	for _, cfg := range []store.Config{{DataDir: storetest.SQLite(t)}, {DatabaseURL: storetest.Postgres(t)}} {
		s := open(t, cfg)
		for _, title := range []string{"$sealed$abc$def", "$plain$x", "$plain$$sealed$", "$5", "$SEALED$x"} {
			session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "a", Title: title})
			if err != nil {
				t.Fatal(err)
			}
			if session, err = s.Session(t.Context(), store.Server(), session.ID); err != nil || session.Title != title {
				t.Errorf("%q came back as %q, %v", title, session.Title, err)
			}
		}
	}
}
