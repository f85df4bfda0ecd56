package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// A guest's conversations can be read under the account, and are erased with it;
// what the account had said itself stays.
func TestGuestBecomesAnAccount(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, cfg store.Config) {
		cfg.Keyset = storetest.Keyset(t)
		s, ctx := open(t, cfg), t.Context()
		sessionID, runID := confide(t, s, "guest-a")
		own := state.Preference{UserID: "minji", Key: "region", Value: "busan"}
		if _, err := s.SavePreference(ctx, store.Server(), own); err != nil {
			t.Fatal(err)
		}
		if n, err := s.MoveUser(ctx, "guest-a", "minji"); err != nil || n != 2 { // and its copy
			t.Fatalf("%d conversations, %v", n, err)
		}
		session, err := s.Session(ctx, store.Server(), sessionID)
		if err != nil || session.UserID != "minji" || session.Title != canary {
			t.Errorf("session %+v, %v", session, err)
		}
		if run, err := s.Run(ctx, store.Server(), runID); err != nil || run.UserID != "minji" || run.Query != canary {
			t.Errorf("run %+v, %v", run, err)
		}
		memories, err := s.Memories(ctx, store.Server(), "minji", time.Time{}, 0)
		if err != nil || len(memories) != 1 || memories[0].Query != canary {
			t.Errorf("memories %+v, %v", memories, err)
		}
		preferences, err := s.Preferences(ctx, store.Server(), "minji")
		if err != nil || len(preferences) != 1 || preferences[0].Value != "busan" {
			t.Errorf("preferences %+v, %v", preferences, err)
		}
		ratings, err := s.FeedbackOf(ctx, store.Server(), "minji")
		if err != nil || len(ratings) != 1 || ratings[0].Comment != canary {
			t.Errorf("ratings %+v, %v", ratings, err)
		}
		if triggers, err := s.TriggersOf(ctx, store.Server(), "minji"); err != nil || len(triggers) != 1 {
			t.Errorf("triggers %+v, %v", triggers, err)
		}
		if left, err := s.Sessions(ctx, store.Server(), store.SessionFilter{UserID: "guest-a"}); err != nil || len(left) != 0 {
			t.Errorf("the guest has %v, %v", left, err)
		}
		if _, err := s.EraseUser(ctx, store.Server(), "minji"); err != nil {
			t.Fatal(err)
		}
		if counts, err := s.Keys(ctx); err != nil || len(counts) != 0 {
			t.Errorf("keys %v are left, %v", counts, err)
		}
	})
}

// Of several that show a ticket one gets in, and what is revoked is told until
// it has ended.
func TestTicketsAndRevocations(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, cfg store.Config) {
		s, ctx, now := open(t, cfg), t.Context(), time.Now()
		if err := s.PutTicket(ctx, "h", "kim", now, now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		const nodes = 8
		won := make(chan error, nodes)
		for range nodes {
			go func() {
				_, _, err := s.TakeTicket(ctx, "h")
				won <- err
			}()
		}
		taken := 0
		for range nodes {
			switch err := <-won; {
			case err == nil:
				taken++
			case !errors.Is(err, store.ErrNotFound):
				t.Error(err)
			}
		}
		if taken != 1 {
			t.Errorf("taken %d times", taken)
		}
		if err := s.Revoke(ctx, "token:1", now, now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		for after, want := range map[time.Duration]int{0: 1, 2 * time.Minute: 0} {
			if void, err := s.Revocations(ctx, now.Add(after)); err != nil || len(void) != want {
				t.Errorf("after %v: %v, %v", after, void, err)
			}
		}
	})
}
