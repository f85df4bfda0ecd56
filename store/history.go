package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// What one page of history holds at most.
const (
	maxEvents      = 10_000
	maxMessages    = 10_000
	maxCheckpoints = 10_000
)

// Events lists a session's events after a number, in their order.
func (s *Store) Events(ctx context.Context, owner Owner, sessionID string, afterSeq int64, limit int) ([]state.Event, error) {
	return s.RunEvents(ctx, owner, sessionID, "", afterSeq, limit)
}

// RunEvents lists the events of one of a session's runs after a number, in
// their order; of "" those of all.
func (s *Store) RunEvents(ctx context.Context, owner Owner, sessionID, runID string, afterSeq int64, limit int) ([]state.Event, error) {
	return list(ctx, s, "events of "+sessionID, s.reads.Events, sqlc.EventsParams{
		SessionID: sessionID, RunID: runID, Seq: afterSeq, Count: int32(bounded(limit, maxEvents)),
		OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, eventOf)
}

func eventOf(r sqlc.Event) state.Event {
	return state.Event{
		SessionID: r.SessionID, Seq: r.Seq, ID: state.EventID(r.SessionID, r.Seq), RunID: r.RunID,
		Type: r.Type, Payload: raw(r.Payload), CreatedAt: fromMillis(r.CreatedAt),
	}
}

// Messages lists a session's messages, the oldest first.
func (s *Store) Messages(ctx context.Context, owner Owner, sessionID string, limit, offset int) ([]state.Message, error) {
	return list(ctx, s, "messages of "+sessionID, s.reads.Messages, sqlc.MessagesParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
		Count: int32(bounded(limit, maxMessages)), Skip: skipped(offset),
	}, messageOf)
}

// MessagesBefore lists a session's messages before one (0: from the newest),
// the newest first.
func (s *Store) MessagesBefore(ctx context.Context, owner Owner, sessionID string, beforeID int64, limit int) ([]state.Message, error) {
	if beforeID <= 0 {
		beforeID = math.MaxInt64
	}
	return list(ctx, s, "messages of "+sessionID, s.reads.MessagesBefore, sqlc.MessagesBeforeParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
		BeforeID: beforeID, Count: int32(bounded(limit, maxMessages)),
	}, messageOf)
}

func messageOf(r sqlc.Message) state.Message {
	return state.Message{
		ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, Role: r.Role,
		Content: r.Content, Data: raw(r.Data), CreatedAt: fromMillis(r.CreatedAt),
	}
}

// Checkpoints lists a session's checkpoints before a step (0: from the
// newest), the newest first, of one run when runID is set. State and
// Changes are left out: they are what Checkpoint is for.
func (s *Store) Checkpoints(ctx context.Context, owner Owner, sessionID, runID string, beforeStep int64, limit int) ([]state.Checkpoint, error) {
	if beforeStep <= 0 {
		beforeStep = math.MaxInt64
	}
	return list(ctx, s, "checkpoints of "+sessionID, s.reads.SessionCheckpoints, sqlc.SessionCheckpointsParams{
		SessionID: sessionID, RunID: runID, StepNo: beforeStep, Count: int32(bounded(limit, maxCheckpoints)),
		OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, listed)
}

// Checkpoint is the checkpoint with that id, its State and Changes too.
func (s *Store) Checkpoint(ctx context.Context, owner Owner, id string) (state.Checkpoint, error) {
	what := "checkpoint " + id
	sessionID, step, ok := state.ParseCheckpointID(id)
	if !ok {
		return state.Checkpoint{}, fmt.Errorf("%s: %w", what, ErrNotFound)
	}
	out, err := s.rebuilt(ctx, owner, what, sessionID, step)
	if err != nil || out.ParentID == "" {
		return out, err
	}
	parentSession, parentStep, ok := state.ParseCheckpointID(out.ParentID)
	if !ok {
		return out, nil
	}
	parent, err := s.rebuilt(ctx, owner, what, parentSession, parentStep)
	if errors.Is(err, ErrNotFound) { // pruned, or in a session that is gone
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Changes = state.Changes(parent.State, out.State, parent.Status, out.Status, out.CreatedAt)
	return out, nil
}

// rebuilt is a checkpoint with its State.
func (s *Store) rebuilt(ctx context.Context, owner Owner, what, sessionID string, step int64) (state.Checkpoint, error) {
	rows, err := fetch(ctx, s, what, s.reads.CheckpointChain, sqlc.CheckpointChainParams{
		SessionID: sessionID, StepNo: step, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil {
		return state.Checkpoint{}, err
	}
	return lastOf(what, rows)
}

// LatestCheckpoint is the newest checkpoint of a session with its State,
// ErrNotFound before its first.
func (s *Store) LatestCheckpoint(ctx context.Context, owner Owner, sessionID string) (state.Checkpoint, error) {
	what := "latest checkpoint of " + sessionID
	rows, err := fetch(ctx, s, what, s.reads.LatestChain, sqlc.LatestChainParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil {
		return state.Checkpoint{}, err
	}
	return lastOf(what, rows)
}

// lastOf builds the last checkpoint of a chain, the first of which has its
// state whole.
func lastOf(what string, rows []sqlc.Checkpoint) (state.Checkpoint, error) {
	if len(rows) == 0 {
		return state.Checkpoint{}, fmt.Errorf("%s: %w", what, ErrNotFound)
	}
	value, err := build(rows)
	if err != nil {
		return state.Checkpoint{}, fmt.Errorf("%s: %w", what, err)
	}
	return checkpointOf(rows[len(rows)-1], value), nil
}

func listed(r sqlc.SessionCheckpointsRow) state.Checkpoint {
	c := state.Checkpoint{
		ID: state.CheckpointID(r.SessionID, r.StepNo), SessionID: r.SessionID, RunID: r.RunID,
		Fence: r.Fence, ParentID: r.ParentID, StepNo: r.StepNo, Node: r.Node, NextNode: r.NextNode,
		Phase: r.Phase, Label: r.Label, Status: r.Status, PlanShown: r.PlanShown != 0,
		SchemaVersion: int(r.SchemaVersion), Seq: r.Seq, MessageID: r.MessageID,
		CreatedAt: fromMillis(r.CreatedAt),
	}
	c.ParentID = cmp.Or(c.ParentID, previousID(&c))
	return c
}

func checkpointOf(r sqlc.Checkpoint, value []byte) state.Checkpoint {
	c := listed(sqlc.SessionCheckpointsRow{
		SessionID: r.SessionID, StepNo: r.StepNo, RunID: r.RunID, Fence: r.Fence, ParentID: r.ParentID,
		Node: r.Node, NextNode: r.NextNode, Phase: r.Phase, Label: r.Label, Status: r.Status,
		PlanShown: r.PlanShown, SchemaVersion: r.SchemaVersion, Seq: r.Seq, MessageID: r.MessageID,
		CreatedAt: r.CreatedAt,
	})
	c.Journal = raw(r.Journal)
	if len(value) > 0 {
		c.State = value
	}
	return c
}
