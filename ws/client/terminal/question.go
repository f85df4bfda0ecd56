package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

// question is what a run asks, and how what is typed answers it.
type question struct {
	state.Interrupt
	steps []state.ExecutionStep // of the plan to review
}

func newQuestion(i state.Interrupt) *question {
	q := &question{Interrupt: i}
	if i.Type != state.InterruptPlanReview {
		return q
	}
	var plan state.PlanReady
	if json.Unmarshal(i.Data.Data, &plan) == nil { // else it can't be modified by number
		q.steps = plan.ExecutionSteps
	}
	return q
}

// reply is an answer as it is sent.
type reply struct {
	action  string
	payload json.RawMessage
}

// How a line is no answer.
var (
	errUnclear = errors.New("terminal: not one of the choices")
	errPick    = errors.New("terminal: which steps?")
	errNoStep  = errors.New("terminal: no such step")
)

// read is the answer that a line gives: a choice's number, value, label or
// word, for a modification with the steps behind it ("2 1,3"), or a text
// where one is wanted.
func (q *question) read(text string) (reply, error) {
	text = strings.TrimSpace(text)
	value, found := q.choice(text)
	rest := ""
	if head, tail, more := strings.Cut(text, " "); !found && more && len(q.steps) > 0 {
		value, found = q.choice(head)
		rest, found = tail, found && value == state.ActionModify
	}
	switch {
	case found && value == state.ActionModify && len(q.steps) > 0:
		if strings.TrimSpace(rest) == "" {
			return reply{}, errPick
		}
		return q.leaveOut(rest)
	case found && isAction(value):
		return reply{action: value}, nil
	case found:
		return textReply(value)
	case q.wantsText() && text != "":
		return textReply(text)
	}
	return reply{}, errUnclear
}

func (q *question) wantsText() bool {
	return q.TakesText || state.TextInterrupt(q.Type)
}

func textReply(text string) (reply, error) {
	payload, err := json.Marshal(map[string]string{"text": text})
	return reply{state.ActionAnswer, payload}, err
}

func isAction(value string) bool {
	switch value {
	case state.ActionApprove, state.ActionModify, state.ActionReject, state.ActionSkip:
		return true
	}
	return false
}

// choice is the value of the option that a text names.
func (q *question) choice(text string) (string, bool) {
	options := q.Data.Options
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(options) {
		return options[n-1].Value, true
	}
	text = strings.TrimRight(text, ".!")
	action := actionOf(text)
	for _, o := range options {
		if strings.EqualFold(o.Value, text) || strings.EqualFold(line(o.Label), text) || action != "" && o.Value == action {
			return o.Value, true
		}
	}
	return action, action != "" && len(options) == 0 && !q.wantsText()
}

// actionOf is the action that a word stands for, "" for none.
func actionOf(word string) string {
	for _, key := range phrases.Under("action") {
		if start, end, ok := phrases.Find(word, key); ok && start == 0 && end == len(word) {
			return strings.TrimPrefix(key, "action.")
		}
	}
	return ""
}

// leaveOut is the modification of the plan without the steps that a text
// names by number ("1,3", "2-4") or id.
func (q *question) leaveOut(text string) (reply, error) {
	var out []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '、' }) {
		from, to, ok := q.span(word)
		if !ok {
			return reply{}, errNoStep
		}
		for i := from; i <= to; i++ {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return reply{}, errNoStep
	}
	type todo struct {
		StepID string           `json:"step_id"`
		Status state.StepStatus `json:"status"`
	}
	todos := make([]todo, len(q.steps))
	for i := range q.steps {
		todos[i] = todo{q.steps[i].StepID, state.StepPending}
		if slices.Contains(out, i) {
			todos[i].Status = state.StepSkipped
		}
	}
	payload, err := json.Marshal(map[string]any{"modified_todos": todos})
	return reply{state.ActionModify, payload}, err
}

// span is the steps that a word names, as positions from 0.
func (q *question) span(word string) (from, to int, ok bool) {
	if i := slices.IndexFunc(q.steps, func(s state.ExecutionStep) bool { return s.StepID == word }); i >= 0 {
		return i, i, true
	}
	first, last, ranged := strings.Cut(word, "-")
	if !ranged {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	return from - 1, to - 1, err == nil && err2 == nil && from >= 1 && from <= to && to <= len(q.steps)
}

// text is the question with its choices numbered and the time left.
func (q *question) text(w words, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(clean(q.Data.Message)))
	for i, o := range q.Data.Options {
		fmt.Fprintf(&b, "  %d) %s\n", i+1, q.label(w, o.Value))
	}
	if q.ExpiresAt != nil {
		fmt.Fprintln(&b, w.Say("deadline", "left", w.time(q.left(now)), "action", q.label(w, q.DefaultAction)))
	}
	return b.String()
}

// stepList is the plan's steps numbered, to name those to leave out.
func (q *question) stepList(w words) string {
	var b strings.Builder
	for i := range q.steps {
		fmt.Fprintf(&b, "  %d) [%s] %s\n", i+1, w.team(q.steps[i].Team), line(q.steps[i].Task))
	}
	return b.String() + w.Say("pick_steps") + "\n"
}

// left is the time for an answer: never more than there was, so that a
// clock that is slow does not promise it.
func (q *question) left(now time.Time) time.Duration {
	left := q.ExpiresAt.Sub(now)
	if !q.AskedAt.IsZero() {
		left = min(left, q.ExpiresAt.Sub(q.AskedAt))
	}
	return max(left, 0)
}

// label is an action or a value as the user was shown it.
func (q *question) label(w words, value string) string {
	for _, o := range q.Data.Options {
		if o.Value == value && o.Label != "" {
			return line(o.Label)
		}
	}
	return w.action(value)
}
