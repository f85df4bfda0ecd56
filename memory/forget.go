package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Forget forgets the facts that a request names, and the exchanges that have
// its words or that the facts are from; it lists the keys of what was known, or
// what else it was told of. Facts are learned again only
// from what is said after at.
func (m *Memory) Forget(ctx context.Context, userID string, r Request, at time.Time) ([]string, error) {
	kept, err := m.all(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("forget %s of user %s: %w", r.Keys, userID, err)
	}
	var gone []string
	facts := r.Of(kept.Facts)
	for _, p := range facts {
		if err := m.config.Store.DeletePreference(ctx, store.User(userID), userID, p.Key, at); err != nil {
			return gone, fmt.Errorf("forget %s of user %s: %w", p.Key, userID, err)
		}
		gone = append(gone, p.Key)
	}
	found := false
	for _, x := range kept.Exchanges {
		if !containsAny(x.Query, r.Words) && !learnedFrom(x.Query, facts) {
			continue
		}
		found = true
		if err := m.config.Store.DeleteMemory(ctx, store.User(userID), userID, x.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
			return gone, fmt.Errorf("forget an exchange of user %s: %w", userID, err)
		}
	}
	if found && len(gone) == 0 {
		gone = append(slices.Clone(r.Keys), r.Words...)
	}
	return gone, nil
}

// ForgetAll forgets a user's conversations and preferences and counts them.
func (m *Memory) ForgetAll(ctx context.Context, userID string, at time.Time) (memories, preferences int64, err error) {
	memories, preferences, err = m.config.Store.ForgetUser(ctx, store.User(userID), userID, at)
	if err != nil {
		return 0, 0, fmt.Errorf("forget user %s: %w", userID, err)
	}
	return memories, preferences, nil
}

// learnedFrom tells whether a fact is from a message.
func learnedFrom(message string, facts []state.Preference) bool {
	return slices.ContainsFunc(facts, func(p state.Preference) bool {
		from := func(words string) bool { return words != "" && strings.Contains(message, words) }
		return from(p.Evidence) || slices.ContainsFunc(p.History, func(e state.Evidence) bool { return from(e.Words) })
	})
}
