package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// record is a conversation that was held.
type record []state.Message

func (r record) Messages(context.Context, store.Owner, string, int, int) ([]state.Message, error) {
	return r, nil
}

func exchange(runID, text string, r state.Response) record {
	raw, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return record{
		{RunID: runID, Role: state.RoleUser, Content: text},
		{RunID: runID, Role: state.RoleAssistant, Data: raw},
	}
}

func answered(text, by string) state.Response {
	return state.Response{Type: state.ResponseAnswer, Answer: text, StructuredData: &state.StructuredData{
		Sections: []state.Section{}, Metadata: state.AnswerMetadata{AnsweredBy: by, Prompt: "answer@1"},
	}}
}

// heard is the state of an assistant that counts what it heard.
type heard struct {
	Count int `json:"count"`
}

// A conversation is put again message by message into one new conversation, a
// question back is declined, and what changed is told.
func TestRehearse(t *testing.T) {
	t.Parallel()
	g := &engine.Graph[heard]{Assistant: "echo", Start: "say", Nodes: engine.Nodes[heard]{"say": {
		Next: engine.To(engine.End),
		Enter: func(_ context.Context, t *engine.Turn[heard]) (string, error) {
			count := 0
			t.View(func(h *heard) { count = h.Count + 1 })
			text := t.Info().Query + " again"
			if t.Info().Query == "pay" {
				reply, err := t.Ask(engine.Approval("may I?"))
				if err != nil {
					return "", err
				}
				text = reply.Action
			}
			if err := t.Update("heard", func(h *heard) { h.Count = count }); err != nil {
				return "", err
			}
			if count == 3 {
				text += " of 3"
			}
			r := answered(text, "rules")
			return engine.End, t.Answer(&r)
		},
	}}}
	chat, err := eval.OpenChat(t.Context(), func(context.Context, *store.Store) (engine.Assistant, error) { return g, nil }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chat.Close(); err != nil {
			t.Error(err)
		}
	})
	var was record
	was = append(was, exchange("1", "hello", answered("hello again\n### Law\nmore", "rules"))...)
	was = append(was, exchange("2", "pay", answered("paid 010-1234-5678", "rules"))...)
	was = append(was, exchange("3", "bye", answered("bye again of 3", "model"))...)
	turns, err := chat.Rehearse(t.Context(), was, "s", "en")
	if err != nil || len(turns) != 3 {
		t.Fatalf("%+v %v", turns, err)
	}
	for i, want := range []string{"", "text", "by"} {
		if got := strings.Join(turns[i].Changes(), " "); got != want {
			t.Errorf("message %d: %q has changed: %+v", i+1, got, turns[i])
		}
	}
	var out bytes.Buffer
	if err := eval.WriteTurns(&out, "s", turns); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "3 messages, 1 answers the same") || !strings.Contains(text, "now [rules answer@1]: reject") || strings.Contains(text, "1234-5678") {
		t.Error(text)
	}
}

func TestBothColumns(t *testing.T) {
	t.Parallel()
	entry := func(with string, held int, missed ...eval.Missed) eval.Result {
		return eval.Result{Set: "queries", Split: "tune", Kind: eval.Intents, With: with, Cases: 10, Checks: map[string]eval.Held{"intent": {Held: held, N: 10}}, Missed: missed}
	}
	var out bytes.Buffer
	r := eval.Results{Entries: []eval.Result{
		entry(eval.WithRules, 8, eval.Missed{ID: "q1", Text: "first"}, eval.Missed{ID: "q2", Text: "second"}),
		entry(eval.WithModel, 9, eval.Missed{ID: "q2", Text: "second"}, eval.Missed{ID: "q3", Text: "third"}),
	}}
	if err := r.WriteBeside(&out); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"queries tune rules model difference", "intent 8/10 80.0% 9/10 90.0% +0.100", "+ only with the model: q1 first", "− only by rules: q3 third"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Contains(text, "q2") {
		t.Error("both missed q2")
	}
}
