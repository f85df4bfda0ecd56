// Package memory is what an assistant knows of a user from earlier
// conversations: the exchanges worth remembering and the facts that they told of
// themselves.
//
//	Load      before planning: what is known, in tiers
//	Remember  after an answer: the exchange, if it is worth keeping
//	Learn     what a message tells of its user: a typed profile
//	Forget    when the user says so
//	Kept      when the user asks what is known or was said
//
// Load shows the newest five sessions in full, five more as summaries and ten
// more in a line. It reads through a cache, and the store is the truth: each
// change there gives what is kept of the user another version, and a cached
// value of any other version is not believed. A cache that is away, slow or
// wrong costs time, never a wrong answer.
package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// How much of the past is loaded.
const (
	MaxMemories = 100
	MaxAge      = 90 * 24 * time.Hour
	// DefaultTTL is how long a cache keeps what nobody asks for.
	DefaultTTL = 5 * time.Minute
)

// cacheTimeout bounds what a cache may cost a Load; the store is faster
// than a cache that takes longer.
const cacheTimeout = 300 * time.Millisecond

type storer interface {
	// MemoryVersion names the present state of what is kept of a user, ""
	// when nothing is.
	MemoryVersion(ctx context.Context, owner store.Owner, userID string) (string, error)
	// Memories are the user's, newest first.
	Memories(ctx context.Context, owner store.Owner, userID string, since time.Time, limit int) ([]state.Memory, error)
	Preferences(ctx context.Context, owner store.Owner, userID string) ([]state.Preference, error)
	// UserDocuments are the user's of all conversations, newest first.
	UserDocuments(ctx context.Context, owner store.Owner, userID string, most int) ([]state.Document, error)
	Session(ctx context.Context, owner store.Owner, id string) (state.Session, error)
	// DeleteMemory forgets one exchange.
	DeleteMemory(ctx context.Context, owner store.Owner, userID, id string) error
	DeletePreference(ctx context.Context, owner store.Owner, userID, key string, at time.Time) error
	ForgetUser(ctx context.Context, owner store.Owner, userID string, at time.Time) (memories, preferences int64, err error)
}

type cacher interface {
	Get(ctx context.Context, key string) ([]byte, bool, error)
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
	Delete(ctx context.Context, key string) error
}

// Config is what a Memory needs; Store, Cache and Secret are required.
type Config struct {
	Store storer
	Cache cacher
	// TTL bounds how long the cache keeps a value; 0 is DefaultTTL.
	TTL time.Duration
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
	// Logger hears of a cache that fails, once for each outage; nil is
	// slog.Default.
	Logger *slog.Logger
	// Secret seals cached values, so that somebody who can read or write
	// Redis neither learns what users said nor puts words into their
	// memories. All nodes need the same.
	Secret []byte
	// HitFunc is told of every Load whether the cache had the answer.
	HitFunc func(hit bool)
}

// Loaded is what is known of a user.
type Loaded struct {
	// Memories are in tiers, the newest session first and in it the newest
	// exchange.
	Memories    []state.Memory     `json:"memories"`
	Preferences []state.Preference `json:"preferences"`
	// LoadedAt is when the store was read.
	LoadedAt time.Time `json:"loaded_at"`
}

// Memory loads and forgets; it is safe for concurrent use.
type Memory struct {
	config Config
	box    *seal.Box
	// ailing is set while the cache fails, so that an outage is one line
	// in the log and not one for each query.
	ailing atomic.Bool
}

// New is a Memory; it panics without Store, Cache or Secret.
func New(c Config) *Memory {
	if c.Store == nil || c.Cache == nil || len(c.Secret) == 0 {
		panic("memory: Config needs Store, Cache and Secret")
	}
	if c.TTL <= 0 {
		c.TTL = DefaultTTL
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.HitFunc == nil {
		c.HitFunc = func(bool) {}
	}
	box, err := seal.NewBox(c.Secret, cachePurpose)
	if err != nil {
		panic("memory: " + err.Error())
	}
	return &Memory{config: c, box: box}
}

// Load is what is known of the user from other sessions than this one; nobody
// ("") is known nothing of. The error is the store's.
func (m *Memory) Load(ctx context.Context, userID, sessionID string) (Loaded, error) {
	now := m.config.Clock().UTC()
	if userID == "" {
		return Loaded{LoadedAt: now}, nil
	}
	s, err := m.shelf(ctx, userID)
	if err != nil {
		return Loaded{}, fmt.Errorf("load memory of user %s: %w", userID, err)
	}
	loaded := s.loadedFor(sessionID)
	loaded.LoadedAt = now
	return loaded, nil
}

// shelf is what is kept of the user, from the cache when it has the version
// that the store has.
func (m *Memory) shelf(ctx context.Context, userID string) (shelf, error) {
	// Read before the rest: a change in between makes what is read newer than
	// its version, which only costs the next Load a reading.
	version, err := m.config.Store.MemoryVersion(ctx, store.User(userID), userID)
	if err != nil || version == "" {
		return shelf{}, err
	}
	got, cacheable, ok := m.cached(ctx, userID, version)
	m.config.HitFunc(ok)
	if ok {
		return got, nil
	}
	kept, err := m.all(ctx, userID)
	if err != nil {
		return shelf{}, err
	}
	got = newShelf(version, kept.Exchanges, kept.Facts)
	if cacheable {
		m.keep(ctx, userID, got)
	}
	return got, nil
}

// Invalidate drops the user's cached memory after a commit that changed it,
// so that it takes no room; its version tells that it is old anyway. A cache
// that fails is logged and no error: the value expires by itself.
func (m *Memory) Invalidate(ctx context.Context, userID string) {
	// The commit has happened, so the drop should too, even for a caller who
	// has gone.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cacheTimeout)
	defer cancel()
	if err := m.config.Cache.Delete(ctx, key(userID)); err != nil {
		m.ail(context.WithoutCancel(ctx), fmt.Errorf("invalidate memory of user %s: %w", userID, err))
	}
}

// cached is the cache's answer when it has one that can be believed;
// cacheable is false when the cache is not worth another call now.
func (m *Memory) cached(ctx context.Context, userID, version string) (got shelf, cacheable, ok bool) {
	short, cancel := context.WithTimeout(ctx, cacheTimeout)
	defer cancel()
	raw, found, err := m.config.Cache.Get(short, key(userID))
	if err != nil && !errors.Is(err, cache.ErrTooLarge) {
		m.ail(ctx, err)
		return shelf{}, false, false
	}
	if !found && err == nil {
		m.heal(ctx)
		return shelf{}, true, false
	}
	if err == nil {
		got, err = decode(m.box, userID, version, raw)
	}
	if err == nil {
		m.heal(ctx)
		return got, true, true
	}
	if !errors.Is(err, errOld) {
		m.ail(ctx, fmt.Errorf("cached memory is not usable: %w", err))
	}
	return shelf{}, true, false // the new value overwrites the bad one
}

func (m *Memory) keep(ctx context.Context, userID string, s shelf) {
	raw, err := encode(m.box, userID, s)
	if err == nil {
		short, cancel := context.WithTimeout(ctx, cacheTimeout)
		defer cancel()
		err = m.config.Cache.Set(short, key(userID), raw, m.config.TTL)
	}
	if err != nil {
		m.ail(ctx, err)
	}
}

func (m *Memory) ail(ctx context.Context, err error) {
	// A caller that has gone says nothing about the cache.
	if ctx.Err() == nil && !m.ailing.Swap(true) {
		m.config.Logger.WarnContext(ctx, "memory cache fails; reading from the store", "error", err)
	}
}

func (m *Memory) heal(ctx context.Context) {
	if m.ailing.Load() && m.ailing.Swap(false) {
		m.config.Logger.InfoContext(ctx, "memory cache works again")
	}
}

func key(userID string) string { return cache.Key("memory", formVersion, userID) }
