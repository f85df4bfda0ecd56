package memory

import (
	"context"
	"fmt"
	"time"
)

// Forget forgets what was learned about one thing; a user of whom it is not
// known gets the store's ErrNotFound. It is learned again only from what is
// said after at.
func (m *Memory) Forget(ctx context.Context, userID, preference string, at time.Time) error {
	if err := m.config.Store.DeletePreference(ctx, userID, preference, at); err != nil {
		return fmt.Errorf("forget %s of user %s: %w", preference, userID, err)
	}
	m.Invalidate(ctx, userID)
	return nil
}

// ForgetAll forgets a user's conversations and preferences and counts them.
func (m *Memory) ForgetAll(ctx context.Context, userID string, at time.Time) (memories, preferences int64, err error) {
	memories, preferences, err = m.config.Store.ForgetUser(ctx, userID, at)
	if err != nil {
		return 0, 0, fmt.Errorf("forget user %s: %w", userID, err)
	}
	m.Invalidate(ctx, userID)
	return memories, preferences, nil
}
