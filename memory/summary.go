package memory

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/state"
)

// How much of a session a summary keeps, in characters: questions and
// conclusion together.
const (
	MaxSummary   = 200
	maxBrief     = 100
	maxQuestions = 70
)

// summary is a session (newest exchange first) in short, in the words that
// were used: what was asked, and the conclusion of the newest answer with its
// figures.
func summary(session []state.Memory) state.Memory {
	newest := session[0]
	m := state.Memory{
		ConversationID: newest.ConversationID, RunID: newest.RunID, UserID: newest.UserID,
		Intent: newest.Intent, Timestamp: newest.Timestamp, Query: cut(newest.Query, maxQuestions),
	}
	for _, exchange := range session {
		for _, mention := range exchange.Mentions {
			if len(m.Mentions) < state.MaxRemembered && !slices.ContainsFunc(m.Mentions, func(x json.RawMessage) bool { return bytes.Equal(x, mention) }) {
				m.Mentions = append(m.Mentions, mention)
			}
		}
	}
	if first := session[len(session)-1].Query; first != newest.Query {
		room := maxQuestions - utf8.RuneCountInString(newest.Query) - len(" / ")
		if room > 10 {
			m.Query = cut(first, room) + " / " + newest.Query
		}
	}
	m.Response = conclusion(newest.Response, MaxSummary-utf8.RuneCountInString(m.Query))
	return m
}

// brief is a summary in a line.
func brief(m state.Memory) state.Memory {
	m.Query = cut(m.Query, maxBrief/2)
	m.Response = conclusion(m.Response, maxBrief-utf8.RuneCountInString(m.Query))
	return m
}

// Conclusion is what an exchange was answered, in short.
func Conclusion(m state.Memory) string {
	return conclusion(m.Response, MaxSummary)
}

// conclusion is the first sentence of an answer, which says what comes out,
// and those after it that name figures, as far as they fit.
func conclusion(answer string, n int) string {
	var picked []string
	left := n
	for i, s := range sentences(answer) {
		size := utf8.RuneCountInString(s)
		if i == 0 {
			picked = append(picked, cut(s, n))
			left -= size
			continue
		}
		if size+1 <= left && strings.ContainsFunc(s, unicode.IsDigit) {
			picked = append(picked, s)
			left -= size + 1
		}
	}
	return strings.Join(picked, " ")
}

// sentences are a Markdown text's, without its marks.
func sentences(text string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.NewReplacer("**", "", "`", "").Replace(line))
		if line == "" || line[0] == '#' {
			continue
		}
		line = strings.TrimPrefix(strings.TrimPrefix(line, "- "), "> ")
		start := 0
		for i, r := range line {
			end := i + utf8.RuneLen(r)
			if sentenceEnd(r) && (end == len(line) || line[end] == ' ') {
				add(line[start:end])
				start = end
			}
		}
		add(line[start:])
	}
	return out
}

func sentenceEnd(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '。' }
