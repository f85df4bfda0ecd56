package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Turn is one exchange of a recorded conversation, as it was and as it comes out
// now.
type Turn struct {
	Text string `json:"text"`
	Was  Told   `json:"was"`
	Now  Told   `json:"now"`
}

// Told is an answer in what can be compared: its core, who wrote it by which
// prompt, what it cites, and why the rules stood in.
type Told struct {
	Core     string   `json:"core"`
	Intent   string   `json:"intent,omitempty"`
	By       string   `json:"by,omitempty"`
	Prompt   string   `json:"prompt,omitempty"`
	Fallback string   `json:"fallback,omitempty"`
	Sources  []string `json:"sources,omitempty"`
}

func told(r state.Response) Told {
	text, _, _ := strings.Cut(cmp.Or(r.Answer, r.Message), "\n### ")
	t := Told{Core: guard.Hide(strings.TrimSpace(text)), Intent: r.DetectedIntent}
	if d := r.StructuredData; d != nil {
		m := d.Metadata
		t.Intent, t.By, t.Prompt, t.Fallback, t.Sources = m.IntentType, m.AnsweredBy, m.Prompt, m.Fallback, m.Sources
	}
	return t
}

// Changes name what differs between the two answers; none is the same.
func (t Turn) Changes() []string {
	var list []string
	for name, differs := range map[string]bool{
		"text": t.Was.Core != t.Now.Core, "intent": t.Was.Intent != t.Now.Intent,
		"by": t.Was.By != t.Now.By || t.Was.Fallback != t.Now.Fallback, "prompt": t.Was.Prompt != t.Now.Prompt,
		"sources": strings.Join(t.Was.Sources, "|") != strings.Join(t.Now.Sources, "|"),
	} {
		if differs {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// conversations is where recorded ones are read.
type conversations interface {
	Messages(ctx context.Context, owner store.Owner, sessionID string, limit, offset int) ([]state.Message, error)
}

// Rehearse puts the messages of a recorded conversation again, in their order,
// into a new one, and tells each answer beside the recorded one. A question that
// the assistant asks back is declined: nobody is there, and nothing is to be
// done again outside.
func (c *Chat) Rehearse(ctx context.Context, from conversations, sessionID, language string) ([]Turn, error) {
	messages, err := from.Messages(ctx, store.Server(), sessionID, maxMessages, 0)
	if err != nil {
		return nil, fmt.Errorf("rehearse %s: %w", sessionID, err)
	}
	var turns []Turn
	at := map[string]int{}
	for _, m := range messages {
		switch m.Role {
		case state.RoleUser:
			at[m.RunID] = len(turns)
			turns = append(turns, Turn{Text: m.Content})
		case state.RoleAssistant:
			var response state.Response
			if i, ok := at[m.RunID]; ok && json.Unmarshal(m.Data, &response) == nil {
				turns[i].Was = told(response)
			}
		}
	}
	id, err := c.begin(ctx, "")
	if err != nil {
		return nil, err
	}
	for i := range turns {
		answer, err := c.say(ctx, id, turns[i].Text, language, state.ActionReject)
		if err != nil && !errors.Is(err, ErrAsked) {
			return turns[:i], fmt.Errorf("rehearse %s, message %d: %w", sessionID, i+1, err)
		}
		turns[i].Now = told(answer.Response)
	}
	return turns, nil
}

// WriteTurns prints what changed, and how many answers are the same.
func WriteTurns(out io.Writer, sessionID string, turns []Turn) error {
	same := 0
	var b strings.Builder
	for i, t := range turns {
		changes := t.Changes()
		if len(changes) == 0 {
			same++
			continue
		}
		fmt.Fprintf(&b, "%d. %s\n   changed: %s\n", i+1, guard.Hide(t.Text), strings.Join(changes, ", "))
		for _, side := range []struct {
			name string
			Told
		}{{"was", t.Was}, {"now", t.Now}} {
			fmt.Fprintf(&b, "   %s [%s]: %s\n", side.name, strings.Join(strings.Fields(strings.Join([]string{side.By, side.Prompt, side.Fallback, side.Intent}, " ")), " "), side.Core)
		}
	}
	_, err := fmt.Fprintf(out, "%s: %d messages, %d answers the same\n%s\n", sessionID, len(turns), same, b.String())
	return err
}
