package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
)

// Result is how a call ended, as it is recorded.
type Result struct {
	Found
	// Failed is one of the constants, "" for a call that came back; Detail is
	// what the model is told of it.
	Failed string `json:"failed,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// Why a call brought nothing.
const (
	FailedError   = "error"   // the tool says so
	FailedTimeout = "timeout" // it took too long
	FailedEmpty   = "empty"   // it said nothing
	FailedGone    = "gone"    // there is no such tool any more
	FailedUnknown = "unknown" // it was begun, and nobody knows what became of it
)

// What of a call is kept: a model has to read it in each of its turns.
const (
	maxText   = 8 << 10
	maxFacts  = 12
	maxFact   = 1200
	maxDetail = 500
)

// Call calls a tool within its time. What it brings is cut to what a model can
// read, and sentences in it that speak to a machine are left out. An error is
// ctx's end.
func Call(ctx context.Context, t Tool, by Caller, arguments json.RawMessage) (Result, error) {
	within, cancel := context.WithTimeout(ctx, t.Limit())
	defer cancel()
	found, err := fault.Guard(func() (Found, error) { return t.CallFunc(within, by, arguments) })
	if p, ok := errors.AsType[*fault.Panic](err); ok {
		err = fmt.Errorf("the tool broke: %v", p.Value)
	}
	switch {
	case ctx.Err() != nil:
		return Result{}, context.Cause(ctx)
	case err != nil && within.Err() != nil:
		return Result{Failed: FailedTimeout, Detail: fmt.Sprintf("no answer within %s", t.Limit())}, nil
	case err != nil:
		return Result{Failed: FailedError, Detail: told(err.Error(), maxDetail)}, nil
	}
	return found.bounded(), nil
}

// bounded is what is kept of what a call brought.
func (f Found) bounded() Result {
	r := Result{Found: Found{Text: told(f.Text, maxText)}}
	for _, fact := range f.Facts[:min(len(f.Facts), maxFacts)] {
		fact.Title, fact.Text = told(fact.Title, maxFact), told(fact.Text, maxFact)
		if fact.Text != "" {
			r.Facts = append(r.Facts, fact)
		}
	}
	if r.Text == "" && len(r.Facts) == 0 {
		return Result{Failed: FailedEmpty, Detail: "the tool said nothing"}
	}
	return r
}

// told is a text without orders to machines, cut at a character.
func told(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), 8*most)], "")
	text = strings.TrimSpace(guard.WithoutOrders(text))
	if len(text) <= most {
		return text
	}
	return cut.Bytes(text, most) + " …"
}

// Sources are those of what was found, in their order, each once.
func (f Found) Sources() []string {
	var list []string
	seen := map[string]bool{}
	for _, fact := range f.Facts {
		if !seen[fact.Source] {
			seen[fact.Source] = true
			list = append(list, fact.Source)
		}
	}
	return list
}

// Source is a fact of a tool that says nothing more of where it is from.
func Source(title, text, source string) state.Source {
	return state.Source{Kind: evidence.KindTool, Title: title, Text: text, Source: source, Status: "unverified"}
}
