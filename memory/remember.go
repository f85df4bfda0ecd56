package memory

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
)

// How much of an exchange is kept, in characters.
const (
	MaxQuery    = 500
	MaxResponse = 1_000
)

// Remember is an exchange as it should be kept, and whether it should: not
// that of nobody, not one without an answer, and not what was irrelevant or
// unclear, which would only mislead later planning. Callers hand in whole
// texts of answers only, never of guidance or errors.
func (m *Memory) Remember(turn state.Memory) (state.Memory, bool) {
	turn.Query, turn.Response = clean(turn.Query), clean(turn.Response)
	if turn.UserID == "" || turn.Query == "" || turn.Response == "" {
		return state.Memory{}, false
	}
	switch turn.Intent {
	case "", "irrelevant", "unclear":
		return state.Memory{}, false
	}
	turn.Query = cut(withoutSecrets(turn.Query), MaxQuery)
	turn.Response = cut(turn.Response, MaxResponse)
	turn.Timestamp = turn.Timestamp.UTC()
	turn.Mentions = turn.Mentions[:min(len(turn.Mentions), state.MaxRemembered)]
	return turn, true
}

// secretDigits are the digits of a number that is never kept.
var secretDigits = regexp.MustCompile(`\d[\d -]{3,}`)

// withoutSecrets is a message without the numbers of a person or an account,
// which no later answer has a use for.
func withoutSecrets(message string) string {
	if message = guard.Mask(message); phrases.Has(message, "secret") {
		message = secretDigits.ReplaceAllString(message, "…")
	}
	return message
}

// clean drops what must not come back into a prompt or a terminal: control
// characters other than line ends, those that turn around what is shown behind
// them, and bytes that are not UTF-8.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) && r != '\n':
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

const ellipsis = "…"

// cut shortens a text to at most n characters, at the end of a sentence
// when there is one in the last third, ending in an ellipsis.
func cut(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	if n < 1 {
		return ""
	}
	runes = runes[:n-1]
	return strings.TrimSpace(string(toSentence(runes))) + ellipsis
}

// toSentence takes what is behind the last end of a sentence away, if that is
// no more than a third.
func toSentence(runes []rune) []rune {
	for i := len(runes) - 1; i > 2*len(runes)/3; i-- {
		if sentenceEnd(runes[i]) || runes[i] == '\n' {
			return runes[:i+1]
		}
	}
	return runes
}
