package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Answer is what a client would have been shown.
type Answer struct {
	Response state.Response
	// Text is everything that it says, sources aside.
	Text    string
	Sources []string
	// Missing is what it says that it did not find.
	Missing []string
	Reading Reading
	// By is "rules" or the name of the model that wrote it.
	By string
}

// ErrAsked is that the assistant asked back instead of answering.
var ErrAsked = errors.New("eval: the assistant asked back")

// Chat asks an assistant as a client does: through an engine, on a database
// of its own that is removed with it.
type Chat struct {
	// Calendar is what the assistant has its days from, where rows have days of
	// their own; nil is none.
	Calendar *Calendar

	store     *store.Store
	engine    *engine.Engine
	assistant string
	sweep     func() error // closes and removes the store
	stop      context.CancelFunc
	done      chan error
}

// OpenChat starts an engine; Close ends it. Assemble makes the assistant that is
// measured, on the chat's store.
func OpenChat(ctx context.Context, assemble func(ctx context.Context, s *store.Store) (engine.Assistant, error), log *slog.Logger) (_ *Chat, err error) {
	c := &Chat{done: make(chan error, 1)}
	if c.store, c.sweep, err = OpenStore(ctx); err != nil {
		return nil, fmt.Errorf("open chat: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.sweep())
		}
	}()
	a, err := assemble(ctx, c.store)
	if err != nil {
		return nil, fmt.Errorf("open chat: %w", err)
	}
	c.assistant = a.Name()
	if c.engine, err = engine.New(engine.Config{Store: c.store, Assistants: []engine.Assistant{a}, LanguageFunc: planning.ReadLanguage, Logger: log}); err != nil {
		return nil, fmt.Errorf("open chat: %w", err)
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	go func() { c.done <- c.engine.Run(running) }()
	return c, nil
}

// Close ends the engine and removes its database.
func (c *Chat) Close() error {
	c.stop()
	return errors.Join(<-c.done, c.sweep())
}

// OpenStore opens an empty database that sweep closes and removes.
func OpenStore(ctx context.Context) (s *store.Store, sweep func() error, err error) {
	dir, err := os.MkdirTemp("", "madang-eval-")
	if err != nil {
		return nil, nil, err
	}
	if s, err = store.Open(ctx, store.Config{DataDir: dir}); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	sweep = func() error { return errors.Join(s.Close(), os.RemoveAll(dir)) }
	if _, err = s.Migrate(ctx); err != nil {
		return nil, nil, errors.Join(err, sweep())
	}
	return s, sweep, nil
}

// answerWithin bounds one answer.
const answerWithin = 3 * time.Minute

// Ask puts a question into a conversation of its own.
func (c *Chat) Ask(ctx context.Context, text, language string) (Answer, error) {
	id, err := c.begin(ctx, "")
	if err != nil {
		return Answer{}, err
	}
	return c.say(ctx, id, text, language, "")
}

// begin begins a conversation of a user, of nobody for "".
func (c *Chat) begin(ctx context.Context, userID string) (sessionID string, err error) {
	session, err := c.store.CreateSession(ctx, store.Server(), state.Session{Assistant: c.assistant, Title: state.DefaultTitle, UserID: userID})
	if err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	return session.ID, nil
}

// fields are those of a conversation's state; nil before it has one.
func (c *Chat) fields(ctx context.Context, sessionID string, names []string) (map[string]any, error) {
	checkpoint, err := c.store.LatestCheckpoint(ctx, store.Server(), sessionID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("ask: %w", err)
	}
	all, some := map[string]any{}, map[string]any{}
	if err = json.Unmarshal(checkpoint.State, &all); err != nil {
		return nil, fmt.Errorf("read state: %w", err)
	}
	for _, name := range names {
		some[name] = all[name]
	}
	return some, nil
}

// say puts a message into a conversation. A question that the assistant asks
// back is answered by the action, or ends in ErrAsked where that is "". Only a
// question whether to do it is approved.
func (c *Chat) say(ctx context.Context, sessionID, text, language, action string) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	position, err := c.engine.Position(ctx, sessionID)
	if err != nil {
		return Answer{}, fmt.Errorf("ask: %w", err)
	}
	stream := c.engine.Watch(sessionID, position.LastSeq)
	defer stream.Close()
	if _, err := c.engine.Submit(ctx, engine.Query{SessionID: sessionID, Text: text, Language: language}); err != nil {
		return Answer{}, fmt.Errorf("ask: %w", err)
	}
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			return Answer{}, fmt.Errorf("ask: %w", err)
		}
		switch {
		case d.Ephemeral:
		case d.Event.Type == state.EventWorkflowInterrupted:
			var asked state.Interrupt
			if action == "" || action == state.ActionApprove && (json.Unmarshal(d.Event.Payload, &asked) != nil || asked.Type != state.InterruptApproval) {
				return Answer{}, ErrAsked
			}
			if err := c.engine.Reply(ctx, sessionID, "", action, nil); err != nil {
				return Answer{}, fmt.Errorf("ask: %w", err)
			}
		case state.TerminalEvent(d.Event.Type):
			return answerOf(d.Event.Payload)
		}
	}
}

func answerOf(payload json.RawMessage) (Answer, error) {
	var final state.FinalResponse
	if err := json.Unmarshal(payload, &final); err != nil {
		return Answer{}, fmt.Errorf("read answer: %w", err)
	}
	r := final.Response
	a := Answer{Response: r, Reading: Reading{Intent: r.DetectedIntent}}
	said := []string{r.Answer, r.Message}
	if d := r.StructuredData; d != nil {
		for _, s := range d.Sections {
			said = append(append(said, s.Title), s.Content...)
		}
		a.Sources, a.Missing, a.By = d.Metadata.Sources, d.Metadata.Missing, d.Metadata.AnsweredBy
		a.Reading = Reading{Intent: d.Metadata.IntentType, Confidence: d.Metadata.Confidence}
	}
	a.Text = strings.Join(said, "\n")
	return a, nil
}
