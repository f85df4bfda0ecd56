package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Resumption answers the question that a run waits for.
type Resumption struct {
	RunID       string
	InterruptID string
	Reply       state.Reply
	Message     *state.Message // the answer as a line of the conversation
	Event       *state.Event   // tells the session's clients
	// As is the answer as a run that is over (state.RunReply), so that a
	// client_msg_id is known again; nil for an answer that is no query.
	As *state.Run
	// Next is the run that the answer to a referred question begins, which is
	// queued; nil is for the question of a run that rests, which goes on itself.
	Next     *state.Run
	Deadline time.Time // the run's new one
	// ExpiresAt moves the session's end further away; zero leaves it.
	ExpiresAt time.Time
	At        time.Time
	Effects   []Effect // join the transaction
}

// Resumed is what became of a Resumption.
type Resumed struct {
	Run state.Run
	// Duplicate tells that As.ClientMsgID was known: nothing was written
	// and As is the run that it belongs to.
	Duplicate bool
	As        state.Run
}

// Resume puts a waiting run back into the queue with the answer to its
// question; to one that a completed run has referred it puts Next there. A question that is not pending, or not any more, is ErrConflict,
// as is a user's answer from the moment on that the question expires, and one
// whose client_msg_id is that of other words or of a query; a run that isn't
// there is ErrNotFound. Message and Event get their numbers.
func (s *Store) Resume(ctx context.Context, owner Owner, r Resumption) (Resumed, error) {
	what := "resume run " + r.RunID
	reply, err := jsonText("reply", r.Reply)
	if err == nil && r.As != nil { // it is looked up before its row is written
		err = text("client_msg_id", r.As.ClientMsgID)
	}
	if err != nil {
		return Resumed{}, fmt.Errorf("%s: %w", what, err)
	}
	// Only to find its session, whose head is taken first; whether the question is open
	// still is asked again under that lock.
	known, err := s.Run(ctx, owner, r.RunID)
	if err != nil {
		return Resumed{}, err
	}
	var out Resumed
	err = s.write(ctx, what, func(ctx context.Context, q *queries) (err error) {
		if out, err = resume(ctx, q, r, known.SessionID, reply); err != nil {
			return err
		}
		return join(ctx, q.tx, r.Effects)
	})
	if errors.Is(err, errRepeated) {
		return out, nil
	}
	if err != nil {
		return Resumed{}, err
	}
	return out, nil
}

// late tells whether somebody answers when the time is over, though the
// default has not answered yet. It is At that counts, which the caller takes
// from the clock that the question's time was set by.
func (r *Resumption) late(question *state.Interrupt) bool {
	return r.Reply.By != state.ReplyByExpiry && question.ExpiresAt != nil && !r.At.Before(*question.ExpiresAt)
}

// errRepeated undoes the transaction of an answer that was given before.
var errRepeated = errors.New("store: repeated answer")

func resume(ctx context.Context, q *queries, r Resumption, sessionID, reply string) (out Resumed, err error) {
	n, err := q.ResumeHead(ctx, sqlc.ResumeHeadParams{
		Runs: flag(r.As != nil || r.Next != nil), Open: flag(r.Next != nil), Events: flag(r.Event != nil), Messages: flag(r.Message != nil),
		SessionID: sessionID,
	})
	if err != nil {
		return out, err
	}
	if r.As != nil && r.As.ClientMsgID != "" {
		known, err := many(ctx, q, q.RunByClientMsg, sqlc.RunByClientMsgParams{SessionID: sessionID, ClientMsgID: r.As.ClientMsgID})
		if err != nil {
			return out, err
		}
		if len(known) > 0 {
			if out.As, err = runOf(known[0]); err != nil {
				return out, err
			}
			if err := repeats(&out.As, r.As); err != nil {
				return out, err
			}
			out.Duplicate = true
			return out, errRepeated
		}
	}
	row, err := one(ctx, q, q.Run, r.RunID)
	if err != nil {
		return out, err
	}
	run, err := runOf(row)
	if err != nil {
		return out, err
	}
	asks := state.RunWaiting
	if r.Next != nil {
		asks = state.RunCompleted
	}
	if run.Status != asks || run.Interrupt == nil || run.Interrupt.ID != r.InterruptID {
		return out, fmt.Errorf("question %s: %w", r.InterruptID, ErrConflict)
	}
	if r.late(run.Interrupt) {
		return out, fmt.Errorf("question %s expired at %s: %w", r.InterruptID, *run.Interrupt.ExpiresAt, ErrConflict)
	}
	if row, err = r.answer(ctx, q, sessionID, reply, n.LastRun); err != nil {
		return out, err
	}
	if out.Run, err = runOf(row); err != nil {
		return out, err
	}
	if as := r.As; as != nil {
		out.As = *as
		err := putIn(ctx, q, sessionID, q.InsertReply, sqlc.InsertReplyParams{
			ID: as.ID, SessionID: sessionID, Seq: n.LastRun, Assistant: as.Assistant, UserID: as.UserID,
			Kind: as.Kind, ClientMsgID: as.ClientMsgID, Query: as.Query, Language: as.Language,
			Input: string(as.Input), At: millis(r.At),
		})
		if err != nil {
			return out, err
		}
	}
	c := said(sessionID, r.RunID, r.At, r.Event, r.Message)
	c.number(Head{LastSeq: n.LastSeq, LastMessageID: n.LastMessageID})
	if err := c.history(ctx, q, chain{}); err != nil {
		return out, err
	}
	if r.Message != nil || !r.ExpiresAt.IsZero() {
		err := q.UseSession(ctx, sqlc.UseSessionParams{At: millis(r.At), ExpiresAt: millis(r.ExpiresAt), ID: sessionID})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// answer writes the reply to the run that asked, and queues Next as the
// session's run of number seq.
func (r *Resumption) answer(ctx context.Context, q *queries, sessionID, reply string, seq int64) (sqlc.Run, error) {
	if r.Next == nil {
		return moveIn(ctx, q, sessionID, q.ResumeRun, sqlc.ResumeRunParams{Reply: reply, Deadline: millis(r.Deadline), ID: r.RunID})
	}
	r.Next.Seq, r.Next.Status = seq, state.RunQueued
	if err := putIn(ctx, q, sessionID, q.InsertRun, runRow(r.Next)); err != nil {
		return sqlc.Run{}, err
	}
	return moveIn(ctx, q, sessionID, q.AnswerReferral, sqlc.AnswerReferralParams{Reply: reply, ID: r.RunID})
}

// DueInterrupts lists up to limit waiting runs whose question has waited
// long enough, the longest first, before them those that are to be cancelled.
func (s *Store) DueInterrupts(ctx context.Context, now time.Time, limit int) ([]state.Run, error) {
	return runsOf(fetch(ctx, s, "find due interrupts", s.reads.DueInterrupts, sqlc.DueInterruptsParams{
		Now: millis(now), Count: int32(bounded(limit, maxDue)),
	}))
}
