package memory_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// shelf is a store of users' memories that counts its readings.
type shelf struct {
	mu          sync.Mutex
	memories    map[string][]state.Memory
	preferences map[string][]state.Preference
	err         error
	reads       int
	version     int // 0 is a user of whom nothing is kept
	onRead      func()
}

func newShelf() *shelf {
	s := &shelf{memories: map[string][]state.Memory{}, preferences: map[string][]state.Preference{}, version: 1}
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if s.onRead != nil {
		s.onRead()
	}
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

func (s *shelf) MemoryVersion(_ context.Context, _ store.Owner, userID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version == 0 {
		return "", s.err
	}
	return fmt.Sprint(userID, s.version), s.err
}

func (s *shelf) DeletePreference(_ context.Context, _ store.Owner, userID, key string, _ time.Time) error {
	s.change(func() {
		s.preferences[userID] = slices.DeleteFunc(s.preferences[userID], func(p state.Preference) bool { return p.Key == key })
	})
	return nil
}

func (s *shelf) DeleteMemory(_ context.Context, _ store.Owner, userID, id string) error {
	s.change(func() {
		s.memories[userID] = slices.DeleteFunc(s.memories[userID], func(m state.Memory) bool { return m.ID == id })
	})
	return nil
}

func (s *shelf) ForgetUser(_ context.Context, _ store.Owner, userID string, _ time.Time) (memories, preferences int64, err error) {
	s.change(func() {
		memories, preferences = int64(len(s.memories[userID])), int64(len(s.preferences[userID]))
		delete(s.memories, userID)
		delete(s.preferences, userID)
	})
	return memories, preferences, nil
}

// change is a commit: another version.
func (s *shelf) change(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.version++
}

func (s *shelf) Preferences(_ context.Context, _ store.Owner, userID string) ([]state.Preference, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.preferences[userID], s.err
}

func (s *shelf) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

// logs is a log that can be read while it is written.
type logs struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logs) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

const (
	fails = "memory cache fails"
	works = "memory cache works again"
)

type anyCache interface {
	Get(context.Context, string) ([]byte, bool, error)
	Set(context.Context, string, []byte, time.Duration) error
	Delete(context.Context, string) error
}

func start(s *shelf, c anyCache, log *logs) *memory.Memory {
	return memory.New(memory.Config{
		Store: s, Cache: c, Clock: func() time.Time { return now }, Secret: []byte("key"),
		Logger: slog.New(slog.NewTextHandler(log, nil)),
	})
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

func inMem() *cache.InMem { return cache.NewInMem(cache.InMemConfig{}) }

func TestLoadReadsTheStoreOnce(t *testing.T) {
	t.Parallel()
	s, log := newShelf(), &logs{}
	m := start(s, inMem(), log)
	for range 3 {
		right(t, s, "alice", load(t, m, "alice"))
		right(t, s, "bob", load(t, m, "bob"))
	}
	if s.count() != 2 || log.count(fails) != 0 {
		t.Errorf("%d readings, want 2", s.count())
	}
	s.change(func() { s.memories["alice"] = s.memories["alice"][:1] })
	right(t, s, "alice", load(t, m, "alice"))
	if s.count() != 3 {
		t.Errorf("%d readings after Invalidate, want 3", s.count())
	}
}

func TestHitsAreCounted(t *testing.T) {
	t.Parallel()
	var hits, misses atomic.Int64
	m := memory.New(memory.Config{Store: newShelf(), Cache: inMem(), Clock: func() time.Time { return now }, Secret: []byte("key"), HitFunc: func(hit bool) {
		if hit {
			hits.Add(1)
		} else {
			misses.Add(1)
		}
	}})
	for range 3 {
		load(t, m, "alice")
	}
	if hits.Load() != 2 || misses.Load() != 1 {
		t.Errorf("%d hits, %d misses", hits.Load(), misses.Load())
	}
}

// Everybody who is not signed in would share one memory.
func TestNobodyIsRemembered(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.memories[""] = s.memories["alice"]
	m := start(s, inMem(), &logs{})
	if got := load(t, m, ""); len(got.Memories)+len(got.Preferences) != 0 || s.count() != 0 {
		t.Errorf("nobody's memory: %+v after %d readings", got, s.count())
	}
}

func TestOldMemoriesStayBehind(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.memories["alice"] = nil
	for i := range 40 {
		s.memories["alice"] = append(s.memories["alice"], state.Memory{UserID: "alice", ConversationID: fmt.Sprint("s", i), Query: fmt.Sprint("q", i), Response: "r", Intent: "x", Timestamp: now.Add(-time.Duration(i) * 5 * 24 * time.Hour)})
	}
	got := load(t, start(s, inMem(), &logs{}), "alice")
	// Every five days for 90 days: 0, 5, … 90.
	if len(got.Memories) != 19 || got.Memories[0].Query != "q0" || got.Memories[18].Query != "q18" {
		t.Errorf("%d memories", len(got.Memories))
	}
}

func TestStoreErrorIsReportedAndNotCached(t *testing.T) {
	t.Parallel()
	s := newShelf()
	m := start(s, inMem(), &logs{})
	s.err = errors.New("database away")
	if _, err := m.Load(t.Context(), "alice", ""); !errors.Is(err, s.err) {
		t.Errorf("error %v", err)
	}
	s.err = nil
	right(t, s, "alice", load(t, m, "alice"))
}

// liar answers every Get with the same bytes.
type liar struct {
	*cache.InMem
	value []byte
}

func (l liar) Get(context.Context, string) ([]byte, bool, error) { return l.value, true, nil }

func TestPoisonedValuesAreNotBelieved(t *testing.T) {
	t.Parallel()
	// bob's good value, to be served to alice.
	c := inMem()
	load(t, start(newShelf(), c, &logs{}), "bob")
	bobs, _, _ := c.Get(t.Context(), cache.Key("memory", 3, "bob"))
	if len(bobs) == 0 {
		t.Fatal("no cached value to poison with")
	}
	load(t, start(newShelf(), c, &logs{}), "alice")
	alices, _, _ := c.Get(t.Context(), cache.Key("memory", 3, "alice"))
	flipped := append([]byte{}, alices...)
	flipped[len(flipped)/2] ^= 1
	for name, value := range map[string][]byte{
		"empty": {}, "null": []byte("null"), "text": []byte("not json at all"),
		"json":           []byte(`{"memories":[],"preferences":[],"loaded_at":"2026-03-02T09:00:00Z"}`),
		"another user's": bobs, "one bit": flipped, "half": alices[:len(alices)/2],
		"twice": append(append([]byte{}, alices...), alices...), "zeros": make([]byte, 4096),
	} {
		s, log := newShelf(), &logs{}
		m := start(s, liar{inMem(), value}, log)
		for range 3 {
			right(t, s, "alice", load(t, m, "alice"))
		}
		if log.count(fails) != 1 || s.count() != 3 {
			t.Errorf("%s: %d log lines, %d readings of the store", name, log.count(fails), s.count())
		}
	}
	// And the same harness believes a good value.
	s := newShelf()
	right(t, s, "alice", load(t, start(s, liar{inMem(), alices}, &logs{}), "alice"))
	if s.count() != 0 {
		t.Error("a good value was not believed")
	}
}

func TestSecretRefusesForgedValues(t *testing.T) {
	t.Parallel()
	c, s := inMem(), newShelf()
	signed := func(secret string) *memory.Memory {
		return memory.New(memory.Config{Store: s, Cache: c, Clock: func() time.Time { return now }, Secret: []byte(secret), Logger: slog.New(slog.DiscardHandler)})
	}
	load(t, signed("another key"), "alice")
	right(t, s, "alice", load(t, signed("key"), "alice"))
	if s.count() != 2 {
		t.Errorf("%d readings: a forged value was believed", s.count())
	}
	right(t, s, "alice", load(t, signed("key"), "alice"))
	if s.count() != 2 {
		t.Error("an own value was not believed")
	}
}

// Another node writes: this one's cache is never told, and must not be
// believed.
func TestAnotherNodesChangeIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	s, c := newShelf(), inMem()
	m := start(s, c, &logs{})
	load(t, m, "alice")
	replayed, _, _ := c.Get(t.Context(), cache.Key("memory", 3, "alice"))
	s.change(func() { s.memories["alice"], s.preferences["alice"] = nil, nil })
	if got := load(t, m, "alice"); len(got.Memories)+len(got.Preferences) != 0 {
		t.Errorf("erased, and still known: %+v", got)
	}
	// Somebody puts the old value back, rightly signed.
	log := &logs{}
	if got := load(t, start(s, liar{inMem(), replayed}, log), "alice"); len(got.Memories)+len(got.Preferences) != 0 {
		t.Errorf("an old value was believed: %+v", got)
	}
	if log.count(fails) != 0 {
		t.Error("an old value is no failure of the cache")
	}
	s.version = 0
	reads := s.count()
	if got := load(t, m, "alice"); len(got.Memories) != 0 || s.count() != reads {
		t.Errorf("nothing is kept: %+v after %d readings", got, s.count()-reads)
	}
}

// A commit may fall between the reading of the store and the filling of the
// cache; what was read then is old.
func TestChangeWhileLoadingLeavesNothingOldBehind(t *testing.T) {
	t.Parallel()
	s := newShelf()
	m := start(s, inMem(), &logs{})
	s.onRead = func() { s.version++ }
	load(t, m, "alice")
	s.onRead = nil
	s.preferences["alice"] = nil
	right(t, s, "alice", load(t, m, "alice"))
	if s.count() != 2 {
		t.Errorf("%d readings, want 2", s.count())
	}
}

func overRedis(t *testing.T) (*testdb.Server, *redis.Cache) {
	t.Helper()
	server := testdb.NewRedis(t)
	c, err := redis.Open(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return server, c.Cache()
}

func TestRedisStopped(t *testing.T) {
	t.Parallel()
	server, c := overRedis(t)
	s, log := newShelf(), &logs{}
	m := start(s, c, log)
	right(t, s, "alice", load(t, m, "alice"))
	right(t, s, "alice", load(t, m, "alice"))
	if s.count() != 1 {
		t.Fatalf("%d readings: Redis does not cache", s.count())
	}
	server.Stop()
	s.change(func() { s.preferences["alice"][0].Value = "부산 해운대구" })
	m.Invalidate(t.Context(), "alice")
	for range 5 {
		right(t, s, "alice", load(t, m, "alice"))
	}
	if s.count() != 6 || log.count(fails) != 1 {
		t.Errorf("%d readings, %d log lines; want 6 and 1", s.count(), log.count(fails))
	}
	server.Start(t)
	right(t, s, "alice", load(t, m, "alice"))
	right(t, s, "alice", load(t, m, "alice"))
	if s.count() != 7 || log.count(works) != 1 {
		t.Errorf("after the outage: %d readings, %d lines", s.count(), log.count(works))
	}
}

func TestRedisLies(t *testing.T) {
	t.Parallel()
	_, c := overRedis(t)
	s, log := newShelf(), &logs{}
	m := start(s, c, log)
	if err := c.Set(t.Context(), cache.Key("memory", 3, "alice"), []byte("garbage\x00\xff"), time.Hour); err != nil {
		t.Fatal(err)
	}
	right(t, s, "alice", load(t, m, "alice"))
	right(t, s, "alice", load(t, m, "alice"))
	if s.count() != 1 || log.count(fails) != 1 || log.count(works) != 1 {
		t.Errorf("%d readings, %d and %d log lines: the bad value was not replaced", s.count(), log.count(fails), log.count(works))
	}
}

func TestRedisFrozen(t *testing.T) {
	t.Parallel()
	server, c := overRedis(t)
	s := newShelf()
	m := start(s, c, &logs{})
	server.Freeze(t)
	defer server.Thaw(t)
	begin := time.Now()
	right(t, s, "alice", load(t, m, "alice"))
	if took := time.Since(begin); took > time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzCachedValue(f *testing.F) {
	c := inMem()
	m := start(newShelf(), c, &logs{})
	if _, err := m.Load(context.Background(), "alice", ""); err != nil {
		f.Fatal(err)
	}
	good, _, _ := c.Get(context.Background(), cache.Key("memory", 3, "alice"))
	f.Add(good)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, value []byte) {
		s := newShelf()
		right(t, s, "alice", load(t, start(s, liar{inMem(), value}, &logs{}), "alice"))
	})
}

// What lies in Redis under a user's key is believed only if this house put it
// there, and as the store has it now.
func TestRedisIsNotTrusted(t *testing.T) {
	t.Parallel()
	_, c := overRedis(t)
	s := newShelf()
	m := memory.New(memory.Config{Store: s, Cache: c, Clock: func() time.Time { return now }, Secret: []byte("key"), Logger: slog.New(slog.DiscardHandler)})
	load(t, m, "alice")
	load(t, m, "bob")
	alices, bobs := cache.Key("memory", 3, "alice"), cache.Key("memory", 2, "bob")
	old, found, err := c.Get(t.Context(), alices)
	if err != nil || !found {
		t.Fatalf("nothing in Redis: %v", err)
	}
	if bytes.Contains(old, []byte("질문")) || bytes.Contains(old, []byte("강남구")) {
		t.Errorf("Redis can be read: %q", old)
	}
	another, _, _ := c.Get(t.Context(), bobs)
	flipped := slices.Clone(old)
	flipped[len(flipped)-3] ^= 1
	s.change(func() { s.preferences["alice"] = nil })
	for name, value := range map[string][]byte{
		"an old version": old, "another user's": another, "one bit": flipped, "text": []byte("{}"), "nothing": {},
	} {
		if err := c.Set(t.Context(), alices, value, time.Minute); err != nil {
			t.Fatal(err)
		}
		before := s.count()
		right(t, s, "alice", load(t, m, "alice"))
		right(t, s, "alice", load(t, m, "alice"))
		if s.count() != before+1 {
			t.Errorf("%s: %d readings of the store, want 1 and then the cache", name, s.count()-before)
		}
	}
}
