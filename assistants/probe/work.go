package probe

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// Work is what a query asks for.
type Work struct {
	Steps int `json:"steps"`
	// StepMS is how long each step works; 0 is not at all.
	StepMS      int  `json:"step_ms"`
	Parallel    bool `json:"parallel"`
	ResultBytes int  `json:"result_bytes"`
	// Fail is "", "error", "panic" or "step:" and a step's number from 0.
	Fail string `json:"fail"`
	// TurnBytes are added to the answer.
	TurnBytes int `json:"turn_bytes"`
	// Ask is "" or the type of question to ask before the steps: approval,
	// input or clarification. AskLate asks it behind them. AskMS is how long the
	// answer is waited for, 0 the engine's time, and Default what is done then:
	// approve or cancel.
	Ask     string `json:"ask,omitempty"`
	AskLate bool   `json:"ask_late,omitempty"`
	AskMS   int    `json:"ask_ms,omitempty"`
	Default string `json:"default,omitempty"`
	// AskFor puts an approval to a role instead of the user.
	AskFor string `json:"ask_for,omitempty"`
}

// DefaultWork is what a query asks for that says nothing else.
func DefaultWork() Work { return Work{Steps: 3, ResultBytes: 900} }

// The bounds of what a query may ask for; state and events stay within
// what the engine is made for.
const (
	maxSteps       = 32
	maxStepMS      = 10 * 60 * 1000
	maxResultBytes = 64 << 10
	maxTurnBytes   = 256 << 10
	maxAskMS       = 10 * 60 * 1000
)

// ParseWork reads a query. An object that asks for what is not there is
// refused: a misspelt word must not become a measurement of something else.
func ParseWork(query string) (Work, error) {
	w := DefaultWork()
	text := strings.TrimSpace(query)
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return w, nil
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil && err != io.EOF {
		return w, &fault.Error{Code: fault.InvalidArgument, Detail: "query", Err: err}
	}
	return w, w.check()
}

func (w Work) check() error {
	for _, bound := range []struct {
		name          string
		value, lo, hi int
	}{
		{"steps", w.Steps, 1, maxSteps},
		{"step_ms", w.StepMS, 0, maxStepMS},
		{"result_bytes", w.ResultBytes, 0, maxResultBytes},
		{"turn_bytes", w.TurnBytes, 0, maxTurnBytes},
		{"ask_ms", w.AskMS, 0, maxAskMS},
	} {
		if bound.value < bound.lo || bound.value > bound.hi {
			return fault.New(fault.InvalidArgument, "%s=%d (%d-%d)", bound.name, bound.value, bound.lo, bound.hi)
		}
	}
	if _, ok := w.failingStep(); !ok && w.Fail != "" && w.Fail != "error" && w.Fail != "panic" {
		return fault.New(fault.InvalidArgument, "fail=%q", w.Fail)
	}
	return w.checkAsk()
}

func (w Work) checkAsk() error {
	if w.AskFor != "" && w.Ask != state.InterruptApproval {
		return fault.New(fault.InvalidArgument, "ask_for without an approval")
	}
	switch w.Ask {
	case "":
		if w.AskLate {
			return fault.New(fault.InvalidArgument, "ask_late without ask")
		}
	case state.InterruptApproval, state.InterruptInput, state.InterruptClarification:
	default:
		return fault.New(fault.InvalidArgument, "ask=%q", w.Ask)
	}
	switch w.Default {
	case "", state.ActionApprove, state.ActionCancel:
		return nil
	}
	return fault.New(fault.InvalidArgument, "default=%q", w.Default)
}

// failingStep is the step that is to fail.
func (w Work) failingStep() (string, bool) {
	number, ok := strings.CutPrefix(w.Fail, "step:")
	if !ok {
		return "", false
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= w.Steps {
		return "", false
	}
	return stepID(n), true
}

func (w Work) stepTime() time.Duration { return time.Duration(w.StepMS) * time.Millisecond }

func stepID(n int) string { return "step_" + strconv.Itoa(n) }
