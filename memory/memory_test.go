package memory_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// shelf is a store of users' memories that counts its readings.
type shelf struct {
	memories    map[string][]state.Memory
	preferences map[string][]state.Preference
	err         error
	reads       int
}

func newShelf() *shelf {
	s := &shelf{memories: map[string][]state.Memory{}, preferences: map[string][]state.Preference{}}
	for _, user := range []string{"alice", "bob"} {
		s.memories[user] = []state.Memory{
			{UserID: user, ConversationID: "session-1", RunID: "r2", Query: user + "의 질문", Response: "둘째 답변", Intent: "legal_consult", Timestamp: now.Add(-time.Hour)},
			{UserID: user, ConversationID: "session-1", RunID: "r1", Query: "첫 질문", Response: "첫 답변", Intent: "market_inquiry", Timestamp: now.Add(-48 * time.Hour)},
		}
		s.preferences[user] = []state.Preference{{UserID: user, Key: memory.Region, Value: "서울 강남구", Evidence: "강남구", UpdatedAt: now.Add(-time.Hour)}}
	}
	return s
}

func (s *shelf) Memories(_ context.Context, _ store.Owner, userID string, since time.Time, limit int) ([]state.Memory, error) {
	s.reads++
	var out []state.Memory
	for _, m := range s.memories[userID] {
		if !m.Timestamp.Before(since) && len(out) < limit {
			out = append(out, m)
		}
	}
	return out, s.err
}

func (s *shelf) UserDocuments(context.Context, store.Owner, string, int) ([]state.Document, error) {
	return nil, s.err
}

func (s *shelf) Session(context.Context, store.Owner, string) (state.Session, error) {
	return state.Session{}, s.err
}

func (s *shelf) DeletePreference(_ context.Context, _ store.Owner, userID, key string, _ time.Time) error {
	s.preferences[userID] = slices.DeleteFunc(s.preferences[userID], func(p state.Preference) bool { return p.Key == key })
	return nil
}

func (s *shelf) DeleteMemory(_ context.Context, _ store.Owner, userID, id string) error {
	s.memories[userID] = slices.DeleteFunc(s.memories[userID], func(m state.Memory) bool { return m.ID == id })
	return nil
}

func (s *shelf) CutMemory(_ context.Context, _ store.Owner, userID string, left state.Memory) error {
	for i, m := range s.memories[userID] {
		if m.ID == left.ID {
			s.memories[userID][i] = left
		}
	}
	return nil
}

func (s *shelf) DropEvidence(_ context.Context, _ store.Owner, userID, key string, words []string) error {
	for i, p := range s.preferences[userID] {
		if p.Key == key {
			s.preferences[userID][i] = p.Without(words)
		}
	}
	return nil
}

func (s *shelf) ForgetUser(_ context.Context, _ store.Owner, userID string, _ time.Time) (memories, preferences int64, err error) {
	memories, preferences = int64(len(s.memories[userID])), int64(len(s.preferences[userID]))
	delete(s.memories, userID)
	delete(s.preferences, userID)
	return memories, preferences, nil
}

func (s *shelf) Preferences(_ context.Context, _ store.Owner, userID string) ([]state.Preference, error) {
	return s.preferences[userID], s.err
}

func start(s *shelf) *memory.Memory {
	return memory.New(memory.Config{Store: s, Clock: func() time.Time { return now }})
}

func load(t *testing.T, m *memory.Memory, user string) memory.Loaded {
	t.Helper()
	got, err := m.Load(t.Context(), user, "")
	if err != nil {
		t.Fatalf("load %s: %v", user, err)
	}
	return got
}

// right fails the test unless got is what the store holds for the user.
func right(t *testing.T, s *shelf, user string, got memory.Loaded) {
	t.Helper()
	want := memory.Loaded{Memories: slices.Clone(s.memories[user]), Preferences: s.preferences[user], LoadedAt: now}
	for i := range want.Memories {
		want.Memories[i].Tier = state.TierFull
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", user, diff)
	}
}

// What is changed by whomever is told at once.
func TestLoadIsWhatTheStoreHolds(t *testing.T) {
	t.Parallel()
	s := newShelf()
	m := start(s)
	right(t, s, "alice", load(t, m, "alice"))
	right(t, s, "bob", load(t, m, "bob"))
	s.memories["alice"], s.preferences["alice"] = s.memories["alice"][:1], nil
	right(t, s, "alice", load(t, m, "alice"))
}

// Everybody who is not signed in would share one memory.
func TestNobodyIsRemembered(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.memories[""] = s.memories["alice"]
	m := start(s)
	if got := load(t, m, ""); len(got.Memories)+len(got.Preferences) != 0 || s.reads != 0 {
		t.Errorf("nobody's memory: %+v after %d readings", got, s.reads)
	}
}

func TestOldMemoriesStayBehind(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.memories["alice"] = nil
	for i := range 40 {
		s.memories["alice"] = append(s.memories["alice"], state.Memory{UserID: "alice", ConversationID: fmt.Sprint("s", i), Query: fmt.Sprint("q", i), Response: "r", Intent: "x", Timestamp: now.Add(-time.Duration(i) * 5 * 24 * time.Hour)})
	}
	got := load(t, start(s), "alice")
	// Every five days for 90 days: 0, 5, … 90.
	if len(got.Memories) != 19 || got.Memories[0].Query != "q0" || got.Memories[18].Query != "q18" {
		t.Errorf("%d memories", len(got.Memories))
	}
}

func TestStoreErrorIsReported(t *testing.T) {
	t.Parallel()
	s := newShelf()
	m := start(s)
	s.err = errors.New("database away")
	if _, err := m.Load(t.Context(), "alice", ""); !errors.Is(err, s.err) {
		t.Errorf("error %v", err)
	}
	s.err = nil
	right(t, s, "alice", load(t, m, "alice"))
}
