package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Submit is Accept, and begins the run.
func (e *Engine) Submit(ctx context.Context, q Query) (Ack, error) {
	accepted, err := e.Accept(ctx, q)
	accepted.Start()
	return accepted.Ack, err
}

// Accept stores a query with its run, which begins with Start. When it returns
// without an error the query is durable and will end in one terminal event.
//
// Errors carry the codes query_empty, query_too_large, invalid_encoding,
// invalid_argument, session_not_found, session_busy, queue_full,
// client_msg_id_conflict, rate_limited, server_draining and backend_unavailable.
func (e *Engine) Accept(ctx context.Context, q Query) (Accepted, error) {
	if err := e.check(q); err != nil {
		return Accepted{}, err
	}
	if e.draining.Load() {
		return Accepted{}, fault.New(fault.Draining, "")
	}
	session, err := e.session(ctx, q.SessionID)
	if err != nil {
		return Accepted{}, err
	}
	done, err := e.admit(ctx, session.UserID, q.Address)
	if err != nil {
		return Accepted{}, err
	}
	defer done()
	if a := e.assistants[session.Assistant]; a != nil {
		q.Text = a.mask(q.Text)
	}
	return e.submit(ctx, q, session)
}

// admit asks whether one more run may begin; done is to be called when it is stored.
func (e *Engine) admit(ctx context.Context, userID, address string) (done func(), err error) {
	if e.cfg.AdmitFunc == nil {
		return func() {}, nil
	}
	return e.cfg.AdmitFunc(ctx, userID, address)
}

// session is what does not change of a session; that it is still there is
// checked when the query is stored.
func (e *Engine) session(ctx context.Context, id string) (*state.Session, error) {
	if known, ok := e.known.Get(id); ok {
		return known, nil
	}
	session, err := e.cfg.Store.Session(ctx, store.Server(), id)
	if err != nil {
		return nil, storeFault(err)
	}
	e.known.Set(id, &session, 1)
	return &session, nil
}

// submit is Accept of a query to a session that is there.
func (e *Engine) submit(ctx context.Context, q Query, session *state.Session) (Accepted, error) {
	// Most sessions are free. One that is not may wait for this very text.
	sub, err := e.store(ctx, q, session, true)
	if errors.Is(err, store.ErrBusy) && q.OnBusy != BusyInterrupt {
		waiting, err := e.waitingRun(ctx, q.SessionID)
		if err != nil {
			return Accepted{}, err
		}
		if waiting != nil && waiting.Interrupt.TakesText {
			ack, err := e.answerByText(ctx, q, waiting)
			if fault.Of(err) != fault.InterruptNotPending {
				return Accepted{Ack: ack}, err
			}
			// The question is over: the text is a query like any other.
		}
	}
	// Meanwhile the client_msg_id may be that of an answer. Whether this is the
	// same again a submission tells, of one that does not want to wait too.
	if errors.Is(err, store.ErrBusy) && (q.OnBusy != BusyReject || q.ClientMsgID != "") {
		sub, err = e.store(ctx, q, session, q.OnBusy == BusyReject)
	}
	if errors.Is(err, store.ErrNotFound) {
		e.known.Delete(q.SessionID)
	}
	if err != nil {
		return Accepted{}, storeFault(err)
	}
	if err := failpoint.Hit(failpoint.SubmitAfter); err != nil {
		return Accepted{}, fault.Wrap(fault.Unavailable, err)
	}
	ack := ackOf(sub)
	return Accepted{ack, func() {
		e.accept(sub)
		// Only now: a query that was sent before must not cancel its own run.
		if q.OnBusy == BusyInterrupt && ack.Queued {
			if err := e.cancelBefore(ctx, ack); err != nil { // it waits for its turn
				e.cfg.Logger.Warn("interrupt", "session_id", q.SessionID, "run_id", ack.RunID, "error", err)
			}
		}
	}}, nil
}

// store makes a query durable, claimed for this node where the session is free.
func (e *Engine) store(ctx context.Context, q Query, session *state.Session, rejectBusy bool) (*store.Submission, error) {
	if err := failpoint.Hit(failpoint.SubmitBefore); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if q.Language == "" {
		q.Language = e.language(ctx, q.Text, session)
	}
	sub := e.newSubmission(q, session)
	sub.RejectBusy = rejectBusy
	return sub, e.commits.submit(ctx, sub)
}

// language is what a query is answered in: its own language where it is plain,
// else that of the query before; the first one's what it looks like, or the session's.
func (e *Engine) language(ctx context.Context, text string, session *state.Session) string {
	own, decides := e.cfg.LanguageFunc(text)
	if decides {
		return own
	}
	// A read that fails is told by the write that follows.
	before, err := e.cfg.Store.Runs(ctx, store.Server(), session.ID, 1, 0)
	switch {
	case err == nil && len(before) > 0:
		return before[0].Language
	case strings.ContainsFunc(text, unicode.IsLetter):
		return own
	}
	return cmp.Or(session.Language, own) // "5%?" looks like none
}

// accept starts what was stored.
func (e *Engine) accept(sub *store.Submission) {
	done := &sub.Done
	switch {
	case done.Duplicate:
		e.hub.look(sub.Run.SessionID) // the first answer was lost, and its events may be
	case done.Run.Status == state.RunRunning:
		e.begin(done.Run, done.Head)
	case !done.Busy && sub.Owner == "":
		e.offer(done.Run.ID) // no place here
	case !done.Busy:
		e.launch(done.Run.ID)
	}
	if done.Event != nil {
		e.publish(sub.Run.SessionID, []*state.Event{done.Event})
	}
}

// ackOf says what became of a submission.
func ackOf(sub *store.Submission) Ack {
	done := &sub.Done
	return Ack{
		RunID: workOf(&done.Run), SessionID: sub.Run.SessionID, ClientMsgID: sub.Run.ClientMsgID,
		Duplicate: done.Duplicate, Queued: done.Busy,
	}
}

// workOf is the run that works on what the user sent: of a text that was an
// answer the one that had asked.
func workOf(run *state.Run) string {
	var of struct {
		RunID string `json:"run_id"`
	}
	if run.Kind == state.RunReply && json.Unmarshal(run.Input, &of) == nil {
		return of.RunID
	}
	return run.ID
}

func (e *Engine) newSubmission(q Query, session *state.Session) *store.Submission {
	now := e.now()
	run := e.queryRun(q, session, now)
	sub := &store.Submission{
		Run: run,
		Message: &state.Message{
			SessionID: q.SessionID, RunID: run.ID, Role: state.RoleUser,
			Content: q.Text, CreatedAt: now,
		},
		Owner: e.cfg.NodeID,
		QueuedFunc: func(ahead int) *state.Event {
			ev, err := newEvent(&run, now, Event{Type: state.EventRunQueued, Body: state.QueuedRun{Position: ahead}})
			if err != nil {
				return nil // a number can be encoded
			}
			return ev
		},
		MaxQueued: e.cfg.MaxQueued,
		ExpiresAt: now.Add(e.cfg.SessionTTL),
		At:        now,
	}
	if q.OnBusy == BusyInterrupt {
		sub.MaxQueued++ // those ahead make room
	}
	if e.peers.Load() && len(e.slots) == cap(e.slots) {
		sub.Owner = "" // another node has a place, perhaps
	}
	return sub
}

func (e *Engine) queryRun(q Query, session *state.Session, now time.Time) state.Run {
	return state.Run{
		ID: newID(), SessionID: q.SessionID, Assistant: session.Assistant,
		UserID: session.UserID, Kind: state.RunQuery, ClientMsgID: q.ClientMsgID,
		Query: q.Text, Language: q.Language, Status: state.RunQueued,
		Input: input(q), Address: q.Address, CreatedAt: now, Deadline: now.Add(e.cfg.RunDeadline),
	}
}

// input is what a query asks for besides its text, as originOf reads it.
func input(q Query) json.RawMessage {
	if !q.ReviewPlan {
		return nil
	}
	return json.RawMessage(`{"review_plan":true}`)
}

// check refuses what must not reach the store.
func (e *Engine) check(q Query) error {
	switch {
	case len(q.Text) > e.cfg.MaxQueryBytes:
		return fault.New(fault.QueryTooLarge, "%d bytes", len(q.Text))
	case !utf8.ValidString(q.Text) || strings.ContainsRune(q.Text, 0):
		return fault.New(fault.InvalidEncoding, "query")
	case state.Blank(q.Text):
		return fault.New(fault.QueryEmpty, "")
	case q.Language != "" && !fault.Speaks(q.Language):
		return fault.New(fault.InvalidArgument, "language")
	case len(q.ClientMsgID) > 64:
		return fault.New(fault.InvalidArgument, "client_msg_id")
	}
	switch q.OnBusy {
	case "", BusyEnqueue, BusyReject, BusyInterrupt:
		return nil
	}
	return fault.New(fault.InvalidArgument, "on_busy")
}

// storeFault gives a store's error its code.
func storeFault(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fault.New(fault.SessionNotFound, "")
	case errors.Is(err, store.ErrConflict):
		return fault.New(fault.DuplicateConflict, "")
	case errors.Is(err, store.ErrBusy):
		return fault.New(fault.SessionBusy, "")
	case errors.Is(err, store.ErrQueueFull):
		return fault.New(fault.QueueFull, "")
	case errors.Is(err, store.ErrUnavailable):
		return fault.Wrap(fault.Unavailable, err)
	case errors.Is(err, errHandover):
		return fault.New(fault.Draining, "")
	}
	return fault.Wrap(fault.Internal, err)
}

// Position is where a session's stream is.
type Position struct {
	Epoch        string
	LastSeq      int64
	DeliveredSeq int64 // known to have reached a socket
	// FirstSeq is the oldest event that is kept, 0 for none: what came
	// before can't be sent again.
	FirstSeq int64
	Session  state.Session
}

// Position reads where the session's stream is; its error carries
// session_not_found or backend_unavailable.
func (e *Engine) Position(ctx context.Context, sessionID string) (Position, error) {
	// Memory before the store: a mark leaves memory only once it is stored,
	// so one of the two looks sees it.
	delivered := e.hub.delivered(sessionID)
	session, err := e.cfg.Store.Session(ctx, store.Server(), sessionID)
	if err != nil {
		return Position{}, storeFault(err)
	}
	// A guest who has signed in comes back with another name: what is remembered of the
	// session would store the next run under the guest's.
	e.known.Set(sessionID, &session, 1)
	var first int64
	// Whatever Retention is here: another node's may be shorter, or this one's was.
	if session.LastSeq > 0 {
		if first, err = e.cfg.Store.FirstSeq(ctx, store.Server(), sessionID); err != nil {
			return Position{}, storeFault(err)
		}
	}
	return Position{
		FirstSeq: first, Epoch: session.Epoch, LastSeq: session.LastSeq,
		DeliveredSeq: max(session.DeliveredSeq, delivered),
		Session:      session,
	}, nil
}

// Delivered tells that a client of the session has everything up to seq.
func (e *Engine) Delivered(sessionID string, seq int64) { e.hub.mark(sessionID, seq) }

// FlushDelivered stores what Delivered told, and returns when that is done or
// ctx has ended. Run stores it all the time; this is for sockets that close as
// the node stops. It waits for sessions that are being written: their clients
// are on the way to another node.
func (e *Engine) FlushDelivered(ctx context.Context) {
	for ctx.Err() == nil && e.hub.flush(ctx) > 0 {
		time.Sleep(time.Millisecond)
	}
}
