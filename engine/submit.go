package engine

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Submit stores a query with its run and starts it. When it returns without
// an error the query is durable and will end in one terminal event.
//
// Errors carry the codes query_empty, query_too_large, invalid_encoding,
// invalid_argument, session_not_found, session_busy, queue_full,
// client_msg_id_conflict, server_draining and backend_unavailable.
func (e *Engine) Submit(ctx context.Context, q Query) (Ack, error) {
	if err := e.check(q); err != nil {
		return Ack{}, err
	}
	if e.draining.Load() {
		return Ack{}, fault.New(fault.Draining, "")
	}
	session, err := e.cfg.Store.Session(ctx, q.SessionID)
	if err != nil {
		return Ack{}, sessionFault(err)
	}
	ack, err := e.submit(ctx, q, &session)
	// Only now: a query that was sent before must not cancel its own run.
	if err == nil && q.OnBusy == BusyInterrupt && ack.Queued {
		if err := e.cancelBefore(ctx, ack); err != nil {
			// It is stored, so it is acknowledged, and waits for its turn.
			e.cfg.Logger.Warn("interrupt", "session_id", q.SessionID, "run_id", ack.RunID, "error", err)
		}
	}
	return ack, err
}

func (e *Engine) submit(ctx context.Context, q Query, session *state.Session) (Ack, error) {
	now := time.Now().UTC()
	run := e.newRun(q, session, now)
	submission := store.Submission{
		Run: run,
		Message: &state.Message{
			SessionID: q.SessionID, RunID: run.ID, Role: state.RoleUser,
			Content: q.Text, CreatedAt: now,
		},
		MaxQueued:  e.cfg.MaxQueued,
		RejectBusy: q.OnBusy == BusyReject,
		ExpiresAt:  now.Add(e.cfg.SessionTTL),
		At:         now,
	}
	if q.OnBusy == BusyInterrupt {
		submission.MaxQueued++ // those ahead make room
	}
	done, err := e.cfg.Store.Submit(ctx, submission)
	if err != nil {
		return Ack{}, storeFault(err)
	}
	if !done.Duplicate && !done.Busy {
		e.launch(done.Run.ID)
	}
	return Ack{
		RunID: done.Run.ID, SessionID: q.SessionID, ClientMsgID: q.ClientMsgID,
		Duplicate: done.Duplicate, Queued: done.Busy,
	}, nil
}

func (e *Engine) newRun(q Query, session *state.Session, now time.Time) state.Run {
	language := q.Language
	if language == "" && session.Language != "" && strings.IndexFunc(q.Text, unicode.IsLetter) < 0 {
		language = session.Language // "5%?" speaks no language of its own
	}
	if language == "" {
		language = e.cfg.LanguageFunc(q.Text)
	}
	return state.Run{
		ID: newID(), SessionID: q.SessionID, Assistant: session.Assistant,
		UserID: session.UserID, Kind: state.RunQuery, ClientMsgID: q.ClientMsgID,
		Query: q.Text, Language: language, Status: state.RunQueued,
		CreatedAt: now, Deadline: now.Add(e.cfg.RunDeadline),
	}
}

// check refuses what must not reach the store.
func (e *Engine) check(q Query) error {
	switch {
	case len(q.Text) > e.cfg.MaxQueryBytes:
		return fault.New(fault.QueryTooLarge, "%d bytes", len(q.Text))
	case !utf8.ValidString(q.Text) || strings.ContainsRune(q.Text, 0):
		return fault.New(fault.InvalidEncoding, "query")
	case blank(q.Text):
		return fault.New(fault.QueryEmpty, "")
	case q.Language != "" && q.Language != "ko" && q.Language != "en":
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

// blank tells whether a text shows nothing: spaces, controls and
// characters without width.
func blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		switch r {
		case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800':
			return false // fillers: letters to Unicode, nothing to the eye
		}
		return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Mn, r)
	}) < 0
}

// sessionFault is storeFault where "not found" is the session.
func sessionFault(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fault.New(fault.SessionNotFound, "")
	}
	return storeFault(err)
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
	}
	return fault.Wrap(fault.Internal, err)
}

// Position is where a session's stream is.
type Position struct {
	Epoch        string
	LastSeq      int64
	DeliveredSeq int64 // known to have reached a socket
	Session      state.Session
}

// Position reads where the session's stream is; its error carries
// session_not_found or backend_unavailable.
func (e *Engine) Position(ctx context.Context, sessionID string) (Position, error) {
	// Memory before the store: a mark leaves memory only once it is stored,
	// so one of the two looks sees it.
	delivered := e.hub.delivered(sessionID)
	session, err := e.cfg.Store.Session(ctx, sessionID)
	if err != nil {
		return Position{}, sessionFault(err)
	}
	return Position{
		Epoch: session.Epoch, LastSeq: session.LastSeq,
		DeliveredSeq: max(session.DeliveredSeq, delivered),
		Session:      session,
	}, nil
}

// Delivered tells that a client of the session has everything up to seq.
func (e *Engine) Delivered(sessionID string, seq int64) { e.hub.mark(sessionID, seq) }

// FlushDelivered stores what Delivered told. Run does so all the time; this
// is for what sockets told when they closed after it.
func (e *Engine) FlushDelivered(ctx context.Context) { e.hub.flush(ctx) }
