package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// run is one run in this node's hands.
type run struct {
	engine *Engine
	id     string
	cancel context.CancelCauseFunc
	// claimed tells that the run is this node's.
	claimed bool
	// fresh tells that nobody has worked on it yet.
	fresh bool
	// woken tells that it was answered before the goroutine that asked had ended.
	woken bool // guarded by the engine's mu
	// step is the session's newest step, sent or durable.
	step int64

	pipeline *pipeline
	// row is the run as it was claimed; its place moves with each commit.
	// durable is the session's newest durable checkpoint, and shown that this node
	// has shown an event of the run. They belong to the pipeline while it is busy.
	row     state.Run
	durable *state.Checkpoint
	shown   bool

	results results
	journal journal
	// ahead is how many transitions are not sent yet.
	ahead atomic.Int64
	// replay plays a recorded run; nil is a live one.
	replay *playback

	mu    sync.Mutex
	skips map[string]chan struct{}
	// steps shows the committed steps; nil until the state is loaded.
	steps func() []state.ExecutionStep
}

// stop cancels the run because the user asked for it.
func (r *run) stop() { r.cancel(errCancelled) }

func (r *run) info() RunInfo {
	started := r.row.CreatedAt
	if r.row.StartedAt != nil {
		started = *r.row.StartedAt
	}
	by := originOf(r.row.Input)
	return RunInfo{
		SessionID: r.row.SessionID, RunID: r.row.ID, UserID: r.row.UserID, Address: r.row.Address,
		Query: r.row.Query, Language: r.row.Language, Kind: r.row.Kind,
		ReviewPlan: by.ReviewPlan, Proactive: by.Proactive, Reply: by.Reply, Now: started.UTC(), Deadline: r.row.Deadline,
	}
}

// skipped is the channel that a skip of the step closes.
func (r *run) skipped(stepID string) chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	ch, ok := r.skips[stepID]
	if !ok {
		if r.skips == nil {
			r.skips = make(map[string]chan struct{})
		}
		ch = make(chan struct{})
		r.skips[stepID] = ch
	}
	return ch
}

// skip asks for a step to be skipped; asking twice is asking once.
func (r *run) skip(stepID string) {
	ch := r.skipped(stepID)
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-ch:
	default:
		close(ch)
	}
}

func (r *run) setSteps(f func() []state.ExecutionStep) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps = f
}

// committedSteps are the steps of the run's plan; none before the state is
// loaded.
func (r *run) committedSteps() []state.ExecutionStep {
	r.mu.Lock()
	steps := r.steps
	r.mu.Unlock()
	if steps == nil {
		return nil
	}
	return steps()
}

// newCommit is a commit with the run's claim and its next place.
func (r *run) newCommit(next string, status state.RunStatus, now time.Time) *store.Commit {
	return &store.Commit{
		SessionID: r.row.SessionID, RunID: r.row.ID,
		Owner: r.row.Owner, Fence: r.row.Fence,
		Status: status, NextNode: next, PlanShown: r.row.PlanShown, At: now,
	}
}

// turn is the time that a transition with that label is written with; in a
// replay it waits for that transition to be next.
func (r *run) turn(ctx context.Context, label string) (time.Time, error) {
	if r.replay != nil {
		return r.replay.turn(ctx, label)
	}
	return r.engine.now(), nil
}

// committed notes a commit that is durable.
func (r *run) committed(c *store.Commit) {
	r.row.NextNode, r.row.Status = c.NextNode, c.Status
	if n := len(c.Checkpoints); n > 0 {
		r.durable = c.Checkpoints[n-1]
	}
}

// commit makes c durable, with what was sent before it, and shows its events.
func (r *run) commit(c *store.Commit) error {
	if err := r.pipeline.send(&segment{commit: c}); err != nil {
		return err
	}
	return r.pipeline.flush()
}

// message is the assistant's line in the conversation for a response.
func (r *run) message(response *state.Response, now time.Time) (*state.Message, error) {
	data, err := state.Encode(response)
	if err != nil {
		return nil, fmt.Errorf("encode response: %w", err)
	}
	return &state.Message{
		SessionID: r.row.SessionID, RunID: r.row.ID, Role: state.RoleAssistant,
		Content: cmp.Or(response.Answer, response.Message), Data: data, CreatedAt: now,
	}, nil
}

// ending is how a run ends that does not end well.
type ending struct {
	status  state.RunStatus
	failure Failure
}

var (
	errCancelled = errors.New("engine: cancelled by the user")
	errDeadline  = errors.New("engine: run deadline passed")
)

// ending chooses status, code and words for the cause of a run's end.
func (r *run) ending(cause error) ending {
	code, status := fault.Of(cause), state.RunFailed
	switch {
	case errors.Is(cause, errCancelled):
		return ending{state.RunCancelled, Failure{
			Status: state.RunCancelled, Message: texts.Say(r.row.Language, "cancelled"), Err: cause,
		}}
	case errors.Is(cause, errDeadline):
		code = fault.DeadlineExceeded
	case code == fault.Internal:
		code = fault.ProcessingFailed
	}
	message := fault.Text(code, r.row.Language)
	if detail := fault.Detail(cause); detail != "" {
		message += " " + detail
	}
	return ending{status, Failure{Code: code, Status: status, Message: message, Err: cause}}
}

// addEnding adds the terminal event and the assistant's message.
func (r *run) addEnding(c *store.Commit, end ending, now time.Time) error {
	response := state.Response{Type: state.ResponseError, Message: end.failure.Message, Error: string(end.failure.Code)}
	ev := Event{Type: state.EventFinalResponse, Body: state.FinalResponse{Response: response}}
	switch {
	case end.status == state.RunCancelled:
		response = state.Response{Type: state.ResponseCancelled, Message: end.failure.Message}
		ev = Event{Type: state.EventRunCancelled, Body: state.CancelledRun{Response: response}}
	case !r.row.PlanShown:
		// Clients without a plan on screen know only the plain error.
		ev = Event{Type: state.EventError, Body: state.ErrorEvent{
			Error: "Query processing failed", Code: string(end.failure.Code),
			Message: end.failure.Message, Recoverable: fault.Recoverable(end.failure.Code),
			Details: map[string]string{"error": end.failure.Message},
		}}
	}
	event, err := newEvent(&r.row, now, ev)
	if err != nil {
		return err
	}
	message, err := r.message(&response, now)
	if err != nil {
		return err
	}
	c.Events = append(c.Events, event)
	c.Messages = append(c.Messages, message)
	return nil
}

// endWithout ends a run whose state can't be read: event, message and
// status, but no checkpoint.
func (r *run) endWithout(ctx context.Context, cause error) error {
	if c := context.Cause(ctx); c != nil {
		cause = c
	}
	if leavesRun(cause) {
		return cause
	}
	end := r.ending(cause)
	now, err := r.turn(ctx, "")
	if err != nil {
		return err
	}
	c := r.newCommit(End, end.status, now)
	c.Error = cause.Error()
	if err := r.addEnding(c, end, now); err != nil {
		return err
	}
	err = r.commit(c)
	if errors.Is(err, store.ErrCancelled) {
		r.pipeline.reset()
		return r.endWithout(context.WithoutCancel(ctx), errCancelled)
	}
	return err
}
