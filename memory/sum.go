package memory

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// maxDue bounds the sessions that wait for a model's summary; the others are
// found again at the user's next Load.
const maxDue = 64

// summaryTimeout bounds one summary, the model's answer included.
const summaryTimeout = 30 * time.Second

// summing holds the sessions that are to be summed up.
type summing struct {
	due chan []state.Memory

	mu sync.Mutex // guards at
	// at names what waits or is being worked on, so that it is done once.
	at map[string]bool
}

func newSumming() *summing {
	return &summing{due: make(chan []state.Memory, maxDue), at: map[string]bool{}}
}

// sumUp has sessions summed up by and by, where there is a model.
func (m *Memory) sumUp(sessions [][]state.Memory) {
	if m.config.SummarizeFunc == nil {
		return
	}
	m.summing.mu.Lock()
	defer m.summing.mu.Unlock()
	for _, session := range sessions {
		name := nameOf(session)
		if m.summing.at[name] {
			continue
		}
		select {
		case m.summing.due <- session:
			m.summing.at[name] = true
		default:
			return
		}
	}
}

func nameOf(session []state.Memory) string {
	return session[0].UserID + "\x00" + session[0].ConversationID + "\x00" + session[0].RunID
}

// Run has sessions summed up, one after the other, until ctx ends.
func (m *Memory) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case session := <-m.summing.due:
			err := m.write(ctx, session)
			if err != nil && !errors.Is(err, store.ErrConflict) && ctx.Err() == nil {
				m.config.Logger.WarnContext(ctx, "summary of a session", "session_id", session[0].ConversationID, "error", err)
			}
			m.summing.mu.Lock()
			delete(m.summing.at, nameOf(session))
			m.summing.mu.Unlock()
		}
	}
}

// write stores a model's summary. A session that went on or of which something
// was forgotten meanwhile has none.
func (m *Memory) write(ctx context.Context, session []state.Memory) error {
	ctx, cancel := context.WithTimeout(ctx, summaryTimeout)
	defer cancel()
	newest := session[0]
	covers := make([]string, len(session))
	for i, m := range session {
		covers[i] = m.ID
	}
	text, madeBy, err := m.config.SummarizeFunc(ctx, newest.UserID, session)
	if err != nil {
		return err
	}
	text = cut(clean(text), MaxSummary)
	if text == "" {
		return nil
	}
	return m.config.Store.SaveSummary(ctx, state.Summary{
		UserID: newest.UserID, SessionID: newest.ConversationID, RunID: newest.RunID,
		Text: text, MadeBy: madeBy, At: m.config.Clock().UTC(), Covers: covers,
	})
}
