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
// more in a line. All is read from the store each time: what is erased on one
// node is known on none from then on.
package memory

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// How much of the past is loaded.
const (
	MaxMemories = 100
	MaxAge      = 90 * 24 * time.Hour
)

type storer interface {
	// Memories are the user's, newest first.
	Memories(ctx context.Context, owner store.Owner, userID string, since time.Time, limit int) ([]state.Memory, error)
	Preferences(ctx context.Context, owner store.Owner, userID string) ([]state.Preference, error)
	// UserDocuments are the user's of all conversations, newest first.
	UserDocuments(ctx context.Context, owner store.Owner, userID string, most int) ([]state.Document, error)
	Session(ctx context.Context, owner store.Owner, id string) (state.Session, error)
	// DeleteMemory forgets one exchange.
	DeleteMemory(ctx context.Context, owner store.Owner, userID, id string) error
	// CutMemory puts what is left of an exchange in its place.
	CutMemory(ctx context.Context, owner store.Owner, userID string, left state.Memory) error
	DeletePreference(ctx context.Context, owner store.Owner, userID, key string, at time.Time) error
	// DropEvidence forgets words that a preference was learned from.
	DropEvidence(ctx context.Context, owner store.Owner, userID, key string, words []string) error
	ForgetUser(ctx context.Context, owner store.Owner, userID string, at time.Time) (memories, preferences int64, err error)
}

// Config is what a Memory needs; Store is required.
type Config struct {
	Store storer
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
}

// Loaded is what is known of a user.
type Loaded struct {
	// Memories are in tiers, the newest session first and in it the newest
	// exchange.
	Memories []state.Memory `json:"memories"`
	// Preferences come without their history.
	Preferences []state.Preference `json:"preferences"`
	// LoadedAt is when the store was read.
	LoadedAt time.Time `json:"loaded_at"`
}

// Memory loads and forgets; it is safe for concurrent use.
type Memory struct {
	config Config
}

// New is a Memory; it panics without a Store.
func New(c Config) *Memory {
	if c.Store == nil {
		panic("memory: Config needs a Store")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Memory{config: c}
}

// Load is what is known of the user from other sessions than this one; nobody
// ("") is known nothing of. The error is the store's.
func (m *Memory) Load(ctx context.Context, userID, sessionID string) (Loaded, error) {
	loaded := Loaded{LoadedAt: m.config.Clock().UTC()}
	if userID == "" {
		return loaded, nil
	}
	kept, err := m.all(ctx, userID)
	if err != nil {
		return Loaded{}, fmt.Errorf("load memory of user %s: %w", userID, err)
	}
	loaded.Memories, loaded.Preferences = tiers(kept.Exchanges, sessionID), withoutHistory(Held(kept.Facts))
	return loaded, nil
}
