package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// A full disk is a database that is away: nothing is half written, and as
// soon as there is room what was refused is taken.
func TestAFullDiskIsUnavailable(t *testing.T) {
	t.Parallel()
	s := migrated(t, Config{DataDir: t.TempDir()})
	ctx, run := t.Context(), claimed(t, s, 1)[0]
	free, err := s.CreateSession(ctx, Server(), state.Session{})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("가", 40_000)
	submit := func() error {
		_, err := s.Submit(ctx, Submission{
			Run:     state.Run{SessionID: free.ID, ClientMsgID: "m-1", Query: long},
			Message: &state.Message{Role: state.RoleUser, Content: long},
			Owner:   "a", At: time.Now(),
		})
		return err
	}
	apply := func() error {
		c := transitions([]state.Run{run}, 100_000)[0]
		if c.Head, err = s.Head(ctx, Server(), run.SessionID); err != nil {
			return err
		}
		return s.Apply(ctx, []*Commit{c})[0]
	}
	before := standing(t, s, run.SessionID, free.ID)
	maxPages(t, s, 1) // less than there are: as many as there are
	for range 2 {
		for what, err := range map[string]error{"submit": submit(), "commit": apply()} {
			if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "full") {
				t.Errorf("%s: %v", what, err)
			}
		}
		if err := s.Ping(ctx); !errors.Is(err, ErrUnavailable) {
			t.Errorf("ready for writes: %v", err)
		}
	}
	if now := standing(t, s, run.SessionID, free.ID); now != before {
		t.Errorf("half written: %s, before %s", now, before)
	}
	maxPages(t, s, 1<<30)
	for what, err := range map[string]error{"submit": submit(), "commit": apply()} {
		if err != nil {
			t.Errorf("%s with room again: %v", what, err)
		}
	}
	if err := s.Ping(ctx); err != nil {
		t.Errorf("with room again: %v", err)
	}
	events, err := s.Events(ctx, Server(), run.SessionID, 0, 0)
	if err != nil || len(events) != 2 || events[1].Seq != 2 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// maxPages bounds the database file, as a disk does.
func maxPages(t *testing.T, s *Store, n int) {
	t.Helper()
	_, err := s.db.Tx(t.Context(), func(tx sqlc.DBTX) error {
		var now int
		return tx.QueryRowContext(context.Background(), fmt.Sprint("PRAGMA max_page_count = ", n)).Scan(&now)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// standing is where sessions stand and how many rows they have.
func standing(t *testing.T, s *Store, sessionIDs ...string) string {
	t.Helper()
	var out strings.Builder
	for _, id := range sessionIDs {
		head, err := s.Head(t.Context(), Server(), id)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v", head)
		for _, table := range []string{"runs", "messages", "events", "checkpoints"} {
			var rows int
			err := s.db.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table+" WHERE session_id = $1", id).Scan(&rows)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, " %d %s", rows, table)
		}
	}
	return out.String()
}
