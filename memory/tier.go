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

// tiers are memories (newest first) as a session is told them, without its own:
// those are in its state. They are 40,000 characters at most, by the number of
// pieces and the size of each.
func tiers(memories []state.Memory, sessionID string) []state.Memory {
	var pieces []state.Memory
	add := func(m state.Memory, tier string) {
		m.ID, m.Tier = "", tier
		pieces = append(pieces, m)
	}
	rank := 0
	for _, session := range bySession(memories) {
		switch id := session[0].ConversationID; {
		case id == sessionID && sessionID != "" || rank >= maxSessions:
			continue
		case rank < FullSessions:
			for _, m := range session[:min(len(session), MaxExchanges)] {
				add(m, state.TierFull)
			}
		case rank < FullSessions+SummarySessions:
			add(summary(session), state.TierSummary)
		default:
			add(brief(summary(session)), state.TierBrief)
		}
		rank++
	}
	return pieces
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
