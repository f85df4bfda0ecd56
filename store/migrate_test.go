package store

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/migrations"
	"github.com/madang-dev/madang/state"
)

// A database that had the column heads.mark opens, and its sessions go on where
// they were.
func TestHeadsKeepTheirPlaceWithoutTheMark(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p, err := s.migrator(migrations.FS, "goose_db_version")
		if err != nil {
			t.Fatal(err)
		}
		session, err := s.CreateSession(ctx, Server(), state.Session{})
		if err != nil {
			t.Fatal(err)
		}
		submit := func(id string) Submitted {
			done, err := s.Submit(ctx, Submission{
				Run:     state.Run{ID: id, SessionID: session.ID, Query: "전세", ClientMsgID: id},
				Message: &state.Message{Role: state.RoleUser, Content: "전세"}, Owner: "a", At: time.Now(),
			})
			if err != nil {
				t.Fatal(err)
			}
			return done
		}
		before := submit("r1")
		if _, err := p.DownTo(ctx, 21); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Migrate(ctx); n == 0 || err != nil {
			t.Fatal(n, err)
		}
		if head, err := s.Head(ctx, Server(), session.ID); err != nil || head != before.Head {
			t.Errorf("head %+v, not %+v, %v", head, before.Head, err)
		}
		if after := submit("r2"); after.Head.LastMessageID != 2 || after.Head.OpenRuns != 2 {
			t.Errorf("goes on at %+v", after.Head)
		}
	})
}
