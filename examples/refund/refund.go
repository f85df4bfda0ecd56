// Package refund is an assistant in one file: it looks an order up, asks a
// person, and has two teams pay once and write the customer a note.
// docs/extend.md explains it line by line.
package refund

import (
	"context"
	"embed"
	"errors"
	"regexp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

//go:embed texts/*.yaml
var files embed.FS
var texts = words.Must(files, "texts")

// Order is what the shop knows of an order; Price is in whole won.
type Order struct {
	ID, Item string
	Price    int64
}

// ErrNoOrder is the shop's answer for a number that it does not know.
var ErrNoOrder = errors.New("refund: no such order")

// Shop is the world outside. Refund pays once for one key, however often it is
// asked with it.
type Shop interface {
	Order(ctx context.Context, id string) (Order, error)
	Refund(ctx context.Context, id, key string) (receipt string, err error)
}

// State is what a conversation knows; the engine stores it at each Update.
type State struct {
	supervisor.State
	Order   Order  `json:"order"`
	Receipt string `json:"receipt,omitempty"`
	Note    string `json:"note,omitempty"`
}

// New introduces the assistant: its card is in the texts.
func New(shop Shop) assistant.Assistant {
	d := desk{shop}
	return assistant.New(supervisor.Graph(supervisor.Config[State]{
		Assistant: "refund", Plan: d.plan, Respond: d.respond,
		Teams: supervisor.Teams[State]{"till": d.pay, "mail": d.write},
		Nodes: engine.Nodes[State]{"approve": {Enter: d.approve, Next: engine.To("planning", engine.End)}},
	}), texts)
}

type desk struct{ shop Shop }

var number = regexp.MustCompile(`[A-Z]-\d+`)

// plan looks the order up and has it approved before there is anything to do.
func (d desk) plan(ctx context.Context, t *engine.Turn[State]) (p supervisor.Plan[State], err error) {
	say := texts.In(t.Info().Language)
	if t.State().Order.ID != "" { // approved, and so come back
		p.Planning = state.Planning{IntentConfidence: 1, ExecutionSteps: []state.ExecutionStep{
			supervisor.NewStep("pay", "till", say.Say("step.pay")),
			supervisor.NewStep("note", "mail", say.Say("step.note"), "pay"),
		}}
		return p, nil
	}
	order, err := engine.Do(ctx, t, "order", func(ctx context.Context) (Order, error) {
		return d.shop.Order(ctx, number.FindString(t.Info().Query))
	})
	if errors.Is(err, ErrNoOrder) {
		return supervisor.Plan[State]{Exit: true}, nil
	}
	return supervisor.Plan[State]{Elsewhere: "approve", Update: func(s *State) { s.Order = order }}, err
}

// approve rests until a person has answered, and is entered again then.
func (d desk) approve(_ context.Context, t *engine.Turn[State]) (string, error) {
	say, order := texts.In(t.Info().Language), t.State().Order
	reply, err := t.Ask(engine.Approval(say.Say("may_i", "price", order.Price, "item", order.Item)))
	if err != nil {
		return "", err
	}
	if reply.Action != state.ActionApprove {
		return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: say.Say("left_alone")})
	}
	return "planning", nil
}

// pay pays; the key has the shop pay once, whatever dies in between.
func (d desk) pay(ctx context.Context, step *supervisor.Step[State]) (r supervisor.Result[State], err error) {
	receipt, err := engine.Do(ctx, step.Turn, "payment", func(ctx context.Context) (string, error) {
		return d.shop.Refund(ctx, step.State.Order.ID, engine.Key(ctx))
	})
	return supervisor.Result[State]{Update: func(s *State) { s.Receipt = receipt }}, err
}

// write only reads the state, so it needs no Do.
func (d desk) write(_ context.Context, step *supervisor.Step[State]) (supervisor.Result[State], error) {
	note := texts.Say(step.Run.Language, "note", "item", step.State.Order.Item, "receipt", step.State.Receipt)
	return supervisor.Result[State]{Update: func(s *State) { s.Note = note }}, nil
}

func (d desk) respond(_ context.Context, t *engine.Turn[State]) (a supervisor.Answer[State], err error) {
	a.Response = state.Response{Type: state.ResponseAnswer, Answer: texts.Say(t.Info().Language, "which")}
	if s := t.State(); s.Receipt != "" {
		a.Response.Answer = texts.Say(s.Language, "paid", "price", s.Order.Price, "receipt", s.Receipt) + " " + s.Note
	}
	return a, nil
}
