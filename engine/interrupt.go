package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Question is what a node asks the user, or somebody in a role. The run rests in
// the store until the answer comes or its time is over.
type Question struct {
	Type string // state.InterruptClarification and its like
	// For is the role that answers ("reviewer"); "" is the session's user.
	For string
	// Notice tells the session's user that a role is waited for, in the user's
	// language; the rest of such a question is shown to the role only.
	Notice  string
	Message string // the language of whoever answers
	Options []state.InterruptOption
	// Schema is the JSON Schema of the payload asked for, Data what the
	// question is about; both may be nil.
	Schema, Data json.RawMessage
	// TTL is how long the answer is waited for; 0 is ten minutes, and for a role
	// without end.
	TTL time.Duration
	// DefaultAction answers when the time is over; "" cancels the run.
	DefaultAction string
	// TakesText tells that a plain query of the session is the answer, which a
	// role's never is.
	TakesText bool
}

const defaultTTL = 10 * time.Minute

// roleName is how a role is written.
var roleName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

func (q *Question) check() error {
	kinds := []string{state.InterruptClarification, state.InterruptApproval, state.InterruptInput, state.InterruptPlanReview}
	switch {
	case !slices.Contains(kinds, q.Type) || q.Message == "":
		return fmt.Errorf("engine: question of type %q without a type or words", q.Type)
	case q.For == "":
		return nil
	case !roleName.MatchString(q.For), q.For == state.ReplyByUser, q.For == state.ReplyByExpiry:
		return fmt.Errorf("engine: question to %q, which is no role", q.For)
	case q.TakesText:
		return fmt.Errorf("engine: question to %s takes a text of the user's", q.For)
	}
	return nil
}

func (q *Question) interrupt(id, next string, now time.Time) (*state.Interrupt, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	options := q.Options
	if options == nil {
		options = []state.InterruptOption{}
	}
	out := &state.Interrupt{
		ID: id, Type: q.Type, For: q.For, Notice: q.Notice,
		Data:      state.InterruptData{Message: q.Message, Options: options, Schema: q.Schema, Data: q.Data},
		TakesText: q.TakesText, Node: next, AskedAt: now.Truncate(time.Millisecond),
	}
	ttl := q.TTL
	if ttl <= 0 && q.For == "" {
		ttl = defaultTTL
	}
	if ttl > 0 {
		end := now.Add(ttl).Truncate(time.Millisecond)
		out.ExpiresAt, out.DefaultAction = &end, cmp.Or(q.DefaultAction, state.ActionCancel)
	}
	return out, nil
}

// ErrWaiting is what a node returns whose question has no answer yet.
var ErrWaiting = errors.New("engine: the run waits for an answer")

// Approval asks for a yes or a no.
func Approval(message string, options ...state.InterruptOption) Question {
	return Question{Type: state.InterruptApproval, Message: message, Options: options}
}

// Choice asks which of several things is meant, and waits for a time; then, or where
// the user skips it, the node takes what is likeliest.
func Choice(message string, ttl time.Duration, labels ...string) Question {
	q := Question{Type: state.InterruptClarification, TakesText: true, TTL: ttl, DefaultAction: state.ActionSkip, Message: message}
	for i, label := range labels {
		number := strconv.Itoa(i + 1)
		q.Message += "\n" + number + ") " + label // for clients that know no options
		q.Options = append(q.Options, state.InterruptOption{Value: number, Label: label})
	}
	return q
}

// Ask has the run rest until the user has answered; a run that rests costs
// nothing and survives restarts. The error is ErrWaiting, with which the node
// returns; with the answer, or at the question's end with its default, the node
// is entered again and Ask gives the reply. Ask once more to ask again because
// of a reply.
//
// A node asks before it changes the state, for it is run again from its start.
func (t *Turn[S]) Ask(q Question) (state.Reply, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reply != nil {
		reply := *t.reply
		t.reply, t.replied = nil, true
		return reply, nil
	}
	if t.changed && !t.replied || t.step != "" {
		return state.Reply{}, fmt.Errorf("engine: node %q asks after it has changed the state: ask in a node of its own", t.node)
	}
	t.question = &q
	return state.Reply{}, ErrWaiting
}

// ask adds a question to the commit with which the run comes to rest.
func (t *Turn[S]) ask(c *store.Commit, q *Question, now time.Time) error {
	if q.For != "" && q.Notice == "" {
		return fmt.Errorf("engine: question to %s needs words for the user", q.For)
	}
	id := state.InterruptID(c.RunID, t.run.step+int64(len(c.Checkpoints)))
	interrupt, err := q.interrupt(id, c.NextNode, now)
	if err != nil {
		return err
	}
	seen := interrupt.ForUser()
	event, err := newEvent(&t.run.row, now, Event{Type: state.EventWorkflowInterrupted, Body: seen})
	if err != nil {
		return err
	}
	message, err := t.run.message(&state.Response{Type: state.ResponseGuidance, Message: seen.Data.Message}, now)
	if err != nil {
		return err
	}
	c.Status, c.Interrupt = state.RunWaiting, interrupt
	c.Events = append(c.Events, event)
	c.Messages = append(c.Messages, message)
	return nil
}

func (e *Engine) checkReply(r *state.Reply) error {
	switch {
	case !slices.Contains(state.InterruptActions(), r.Action):
		return fault.New(fault.InvalidArgument, "action")
	case len(r.Payload) > e.cfg.MaxQueryBytes:
		return fault.New(fault.QueryTooLarge, "%d bytes", len(r.Payload))
	case e.draining.Load():
		return fault.New(fault.Draining, "")
	}
	return nil
}

// waitingRun is the session's run that waits for an answer; nil is none.
func (e *Engine) waitingRun(ctx context.Context, sessionID string) (*state.Run, error) {
	open, err := e.cfg.Store.OpenRuns(ctx, store.Server(), sessionID)
	if err != nil {
		return nil, storeFault(err)
	}
	if len(open) == 0 || open[0].Status != state.RunWaiting || open[0].Interrupt == nil {
		return nil, nil
	}
	return &open[0], nil
}

// answerByText takes a query for the answer to the question that waits.
func (e *Engine) answerByText(ctx context.Context, q Query, row *state.Run) (Ack, error) {
	payload, err := state.Encode(map[string]string{"text": q.Text})
	if err != nil {
		return Ack{}, fault.Wrap(fault.Internal, err)
	}
	now := e.now()
	as := &state.Run{
		ID: newID(), SessionID: row.SessionID, Assistant: row.Assistant, UserID: row.UserID,
		Kind: state.RunReply, ClientMsgID: q.ClientMsgID, Query: q.Text, Language: row.Language,
		Input: json.RawMessage(fmt.Sprintf(`{"run_id":%q}`, row.ID)), CreatedAt: now, Deadline: now,
	}
	reply := state.Reply{Action: state.ActionAnswer, Payload: payload, By: state.ReplyByUser}
	done, err := e.resume(ctx, row, reply, as)
	if err != nil {
		return Ack{}, err
	}
	// A repeated answer may be that to an earlier question.
	return Ack{RunID: workOf(&done.As), SessionID: row.SessionID, ClientMsgID: q.ClientMsgID, Duplicate: done.Duplicate}, nil
}

// resume stores an answer and lets the run go on.
func (e *Engine) resume(ctx context.Context, row *state.Run, reply state.Reply, as *state.Run, effects ...store.Effect) (store.Resumed, error) {
	now := e.now()
	asked := row.Interrupt
	reply.InterruptID, reply.At = asked.ID, now.Truncate(time.Millisecond)
	resumption, err := e.resumption(row, &reply, now)
	if err != nil {
		return store.Resumed{}, fault.Wrap(fault.Internal, err)
	}
	resumption.As, resumption.Effects = as, effects
	if reply.By != state.ReplyByExpiry {
		resumption.ExpiresAt = now.Add(e.cfg.SessionTTL)
	}
	if as != nil {
		resumption.Message = &state.Message{
			SessionID: row.SessionID, RunID: row.ID, Role: state.RoleUser, Content: as.Query, CreatedAt: now,
		}
	}
	if err := failpoint.Hit(failpoint.ResumeBefore); err != nil {
		return store.Resumed{}, fault.Wrap(fault.Unavailable, err)
	}
	done, err := e.cfg.Store.Resume(ctx, store.Server(), resumption)
	switch {
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrNotFound):
		return done, fault.New(fault.InterruptNotPending, "")
	case err != nil:
		e.hub.look(row.SessionID) // it may be stored after all
		e.markUncertain()
		return done, storeFault(err)
	case done.Duplicate:
		return done, nil
	}
	if err := failpoint.Hit(failpoint.ResumeAfter); err != nil {
		return store.Resumed{}, fault.Wrap(fault.Unavailable, err)
	}
	if resumption.Next != nil {
		e.launch(resumption.Next.ID)
		return done, nil
	}
	e.publish(row.SessionID, []*state.Event{resumption.Event})
	e.wake(row.ID)
	return done, nil
}

// resumption is what an answer changes: the run that rests on the question goes on,
// of one that has referred it a run begins. Nobody was shown a question that was
// referred, so nobody is told of its end.
func (e *Engine) resumption(row *state.Run, reply *state.Reply, now time.Time) (r store.Resumption, err error) {
	asked := row.Interrupt
	r = store.Resumption{RunID: row.ID, InterruptID: asked.ID, At: now}
	if row.Status == state.RunCompleted {
		reply.RunID = newID()
		r.Next, err = e.referred(row, reply.RunID, reply, now)
	} else {
		// The time that the user took is not the run's.
		r.Deadline = now.Add(row.Deadline.Sub(asked.AskedAt))
		r.Event, err = newEvent(row, now, Event{Type: state.EventInterruptResolved, Body: state.InterruptResolved{
			InterruptID: asked.ID, Action: reply.Action, By: reply.By,
		}})
	}
	r.Reply = *reply
	return r, err
}

// maxExpired bounds the questions that one sweep answers.
const maxExpired = 100

// answerExpired gives the default answers to questions whose time is over.
func (e *Engine) answerExpired(ctx context.Context, now time.Time) error {
	due, err := e.cfg.Store.DueInterrupts(ctx, now, maxExpired)
	if err != nil {
		return err
	}
	for i := range due {
		if err := e.expire(ctx, &due[i]); err != nil && fault.Of(err) != fault.InterruptNotPending {
			e.cfg.Logger.Warn("answer by default", "run_id", due[i].ID, "error", err)
		}
	}
	return nil
}

func (e *Engine) expire(ctx context.Context, row *state.Run) error {
	if row.Interrupt == nil {
		return nil
	}
	cancelled, err := e.cfg.Store.Cancelled(ctx, row.ID)
	if err != nil {
		return err
	}
	if by := state.ReplyByExpiry; cancelled || row.Interrupt.DefaultAction == state.ActionCancel {
		if cancelled {
			by = state.ReplyByUser
		}
		err := e.endUnclaimed(*row, by)
		if errors.Is(err, store.ErrFenced) {
			return nil // another node was faster, or the user
		}
		return err
	}
	reply := state.Reply{Action: row.Interrupt.DefaultAction, By: state.ReplyByExpiry}
	_, err = e.resume(ctx, row, reply, nil)
	return err
}
