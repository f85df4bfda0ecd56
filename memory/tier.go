package memory

import (
	"slices"

	"github.com/madang-dev/madang/state"
)

// How sessions are loaded, the newest first: so many in full, then so many
// as summaries, then so many in a line.
const (
	FullSessions    = 5
	SummarySessions = 5
	BriefSessions   = 10
	// MaxExchanges is how many of a session loaded in full, the newest: ten
	// messages.
	MaxExchanges = 5

	maxSessions = FullSessions + SummarySessions + BriefSessions
)

// shelf is what is kept of a user before it is known for which session it is
// loaded: one session more than is shown, since the present one's own
// conversation is in its state already. This is what a cache holds.
type shelf struct {
	Version string `json:"version"`
	Books   []book `json:"books"`
	// Preferences come without their history.
	Preferences []state.Preference `json:"preferences"`
}

// book is a session: its newest exchanges where it may be shown in full, and
// its summary where it may be shown so.
type book struct {
	SessionID string         `json:"session_id"`
	Exchanges []state.Memory `json:"exchanges,omitempty"`
	Summary   *state.Memory  `json:"summary,omitempty"`
}

// newShelf sorts memories (newest first) into sessions.
func newShelf(version string, memories []state.Memory, preferences []state.Preference) shelf {
	s := shelf{Version: version, Preferences: withoutHistory(preferences)}
	for i, session := range bySession(memories) {
		if i > maxSessions {
			break
		}
		b := book{SessionID: session[0].ConversationID}
		if i <= FullSessions {
			b.Exchanges = slices.Clone(session[:min(len(session), MaxExchanges)])
			for j := range b.Exchanges {
				b.Exchanges[j].ID = ""
			}
		}
		if i >= FullSessions {
			short := summary(session)
			b.Summary = &short
		}
		s.Books = append(s.Books, b)
	}
	return s
}

// bySession groups memories, the session with the newest first.
func bySession(memories []state.Memory) [][]state.Memory {
	var sessions [][]state.Memory
	place := map[string]int{}
	for _, m := range memories {
		i, ok := place[m.ConversationID]
		if !ok {
			i = len(sessions)
			place[m.ConversationID], sessions = i, append(sessions, nil)
		}
		sessions[i] = append(sessions[i], m)
	}
	return sessions
}

func withoutHistory(preferences []state.Preference) []state.Preference {
	out := slices.Clone(preferences)
	for i := range out {
		out[i].History = nil
	}
	return out
}

// loadedFor is what of the shelf a session is told: 40,000 characters at most,
// by the number of pieces and the size of each.
func (s shelf) loadedFor(sessionID string) Loaded {
	var pieces []state.Memory
	rank := 0
	for _, b := range s.Books {
		if b.SessionID == sessionID && sessionID != "" {
			continue
		}
		switch {
		case rank < FullSessions:
			for _, m := range b.Exchanges {
				m.Tier = state.TierFull
				pieces = append(pieces, m)
			}
		case b.Summary == nil || rank >= maxSessions:
		case rank < FullSessions+SummarySessions:
			m := *b.Summary
			m.Tier = state.TierSummary
			pieces = append(pieces, m)
		default:
			m := brief(*b.Summary)
			m.Tier = state.TierBrief
			pieces = append(pieces, m)
		}
		rank++
	}
	return Loaded{Memories: pieces, Preferences: s.Preferences}
}
