package store

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
)

// Foresee is what Done will be if the session stands at Place: a writer may
// begin the run by it before the submission is written, as long as nobody is
// shown anything of it. Run.ID and Place must be set.
func (in *Submission) Foresee() Submitted {
	return in.arrived(in.Place.Head, in.Place.LastRun+1, in.Place.Fence+1)
}

// AsForeseen tells whether Done is what Foresee said, First aside.
func (in *Submission) AsForeseen() bool {
	if in.Place == nil || in.Done.Duplicate || in.Done.Busy || in.Done.Run.Status != state.RunRunning {
		return false
	}
	want := in.Foresee()
	return in.Done.Head == want.Head && in.Done.Run.Seq == want.Run.Seq && in.Done.Run.Fence == want.Run.Fence
}

// checkFirst refuses a First that is not the run's own next commit.
func (in *Submission) checkFirst() error {
	if in.First == nil {
		return nil
	}
	c, r := in.First, &in.Run
	if in.Place == nil || in.Place.Head.OpenRuns != 0 || in.Owner == "" || r.ID == "" ||
		c.SessionID != r.SessionID || c.RunID != r.ID || c.Owner != in.Owner || c.Fence != in.Place.Fence+1 || c.Unclaimed {
		return fmt.Errorf("%w: the first commit of run %s is not its own", ErrInvalid, r.ID)
	}
	return c.check()
}

// begin writes a submission and, where it arrives as foreseen, its First.
func (t *transaction) begin(ctx context.Context, in *Submission) error {
	if err := t.submit(ctx, in); err != nil || !in.AsForeseen() {
		return err
	}
	in.First.Head = in.Done.Head
	if err := t.commit(ctx, in.First); err != nil {
		return hard(err) // the submission is written in this transaction
	}
	in.Done.First = true
	return nil
}

// beginIn numbers the submission and its First by Place and puts them into a
// group.
func (in *Submission) beginIn(g *postgres.Group) {
	in.arrive(in.Place.Head, in.Place.LastRun+1, in.Place.Fence+1, nil)
	in.Done.First = true
	c := in.First
	c.Head = in.Done.Head
	values := c.plan()
	to := c.after(values.base)
	b := postgres.Beginning{
		SessionID: c.SessionID,
		From:      postgres.Place(in.Place.Head), To: postgres.Place(to),
		LastRun: in.Place.LastRun, Fence: in.Place.Fence, DeliveredSeq: c.DeliveredSeq,
		At: millis(in.At), ExpiresAt: millis(in.ExpiresAt),
	}
	if !c.moves() {
		b.NextRunID, b.NextOwner = c.RunID, c.Owner
	}
	g.Begin(&b)
	c.number(to)
	g.Run(in.row())
	if in.Message != nil {
		g.Message(in.Message)
	}
	c.addTo(g, values)
}

// row is the run's row as First leaves it.
func (in *Submission) row() *sqlc.Run {
	p := runRow(&in.Done.Run)
	row := &sqlc.Run{
		ID: p.ID, SessionID: p.SessionID, Seq: p.Seq, Assistant: p.Assistant, UserID: p.UserID,
		Kind: p.Kind, ClientMsgID: p.ClientMsgID, Query: p.Query, Language: p.Language, Input: p.Input,
		Status: p.Status, Owner: p.Owner, Fence: p.Fence, Attempt: p.Attempt, NextNode: p.NextNode,
		CreatedAt: p.CreatedAt, StartedAt: p.StartedAt, Deadline: p.Deadline,
	}
	if !in.First.moves() {
		return row
	}
	m := in.First.place()
	row.Status, row.NextNode, row.PlanShown = m.Status, m.NextNode, m.PlanShown
	row.Interrupt, row.WakeAt, row.Error, row.FinishedAt = m.Interrupt, m.WakeAt, m.Error, m.FinishedAt
	if m.FinishedAt == 0 {
		row.Owner = ""
	}
	return row
}
