package memory

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/state"
)

// How pieces shrink, in tokens.
const (
	// fairShare is what one exchange may take while others need room.
	fairShare = MaxTokens / 4
	// gist is what is left of an older exchange before any is dropped.
	gist = 60
	// pieceOverhead is what names and punctuation around a piece take.
	pieceOverhead = 4
)

// Tokens estimates how many tokens a model makes of a text: four ASCII
// characters to a token, one for each other character (a Hangul syllable
// takes 0.7 to 1.5 in common vocabularies).
func Tokens(text string) int {
	ascii, other := 0, 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			other++
		}
	}
	return (ascii+3)/4 + other
}

func memoryTokens(m state.Memory) int {
	return pieceOverhead + Tokens(m.Query) + Tokens(m.Response) + Tokens(m.Intent)
}

func preferenceTokens(p state.Preference) int {
	return pieceOverhead + Tokens(p.Key) + Tokens(p.Value) + Tokens(p.Evidence)
}

func tokensOf(memories []state.Memory, preferences []state.Preference) int {
	n := 0
	for _, m := range memories {
		n += memoryTokens(m)
	}
	for _, p := range preferences {
		n += preferenceTokens(p)
	}
	return n
}

// fit makes memories (what matters most first) and preferences fit the budget.
// What matters least goes first: the evidence of preferences, the long tails
// of responses, lines and summaries of old sessions and then older exchanges
// down to their gist, then the last ones whole. The newest exchange always
// stays, cut if need be, and so does every preference that is not absurdly
// large.
func fit(memories []state.Memory, preferences []state.Preference, budget int) ([]state.Memory, []state.Preference) {
	memories, preferences = slices.Clone(memories), slices.Clone(preferences)
	if tokensOf(memories, preferences) <= budget {
		return memories, preferences
	}
	preferences = fitPreferences(preferences, budget/2)
	budget -= tokensOf(nil, preferences)
	over := func() bool { return tokensOf(memories, nil) > budget }

	for i := len(memories) - 1; i >= 0 && over(); i-- {
		shrink(&memories[i], min(fairShare, budget))
	}
	for i := len(memories) - 1; i > 0 && over(); i-- {
		shrink(&memories[i], gist)
	}
	for len(memories) > 1 && over() {
		memories = memories[:len(memories)-1]
	}
	return memories, preferences
}

// fitPreferences leaves the newest preferences that fit, in their order.
func fitPreferences(preferences []state.Preference, budget int) []state.Preference {
	if tokensOf(nil, preferences) <= budget {
		return preferences
	}
	for i := range preferences {
		preferences[i].Evidence = ""
	}
	byAge := slices.Clone(preferences)
	slices.SortStableFunc(byAge, func(a, b state.Preference) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	kept := map[string]bool{}
	for _, p := range byAge {
		if n := preferenceTokens(p); n <= budget {
			budget -= n
			kept[p.Key] = true
		}
	}
	return slices.DeleteFunc(preferences, func(p state.Preference) bool { return !kept[p.Key] })
}

// shrink cuts an exchange to at most so many tokens, the response first;
// the question keeps up to half.
func shrink(m *state.Memory, tokens int) {
	if memoryTokens(*m) <= tokens {
		return
	}
	m.Intent = cutTokens(m.Intent, tokens/4)
	room := max(0, tokens-pieceOverhead-Tokens(m.Intent))
	m.Query = cutTokens(m.Query, room/2)
	m.Response = cutTokens(m.Response, room-Tokens(m.Query))
}

const ellipsis = "…"

// cutTokens cuts a text to at most so many tokens, ending in an ellipsis.
func cutTokens(text string, tokens int) string {
	if Tokens(text) <= tokens {
		return text
	}
	if tokens < 2 {
		return ""
	}
	// No more than four characters to a token can fit; search below that.
	runes := []rune(text)
	low, high := 0, min(len(runes), 4*tokens)
	for low < high {
		mid := (low + high + 1) / 2
		if Tokens(string(runes[:mid])+ellipsis) <= tokens {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return strings.TrimSpace(string(toSentence(runes[:low]))) + ellipsis
}
