package store

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// WaitingFilter chooses questions that wait; what is empty chooses nothing out.
type WaitingFilter struct {
	// Role is whom they are put to: a role or state.ReplyByUser.
	Role, Assistant, SessionID string
	// Before is the Cursor of the one behind which the list goes on.
	Before string
	Limit  int
}

// WaitingRun is a run that waits for an answer, with its session's title.
type WaitingRun struct {
	state.Run
	Title string
}

// Cursor names the question's place in the list of those that wait.
func (w *WaitingRun) Cursor() string {
	return strconv.FormatInt(millis(w.Interrupt.AskedAt), 10) + "." + w.ID
}

// Waiting lists the owner's runs that wait for an answer, the newest question first, without
// those of hidden sessions. A Limit of 0 is 1,000, which is also the most; a
// Before that is no cursor is ErrInvalid.
func (s *Store) Waiting(ctx context.Context, owner Owner, f WaitingFilter) ([]WaitingRun, error) {
	at, run := int64(math.MaxInt64), ""
	if f.Before != "" {
		ms, id, found := strings.Cut(f.Before, ".")
		n, err := strconv.ParseInt(ms, 10, 64)
		if err != nil || !found {
			return nil, fmt.Errorf("%w: list behind %q", ErrInvalid, f.Before)
		}
		at, run = n, id
	}
	rows, err := fetch(ctx, s, "list what waits", s.reads.WaitingRuns, sqlc.WaitingRunsParams{
		Role: f.Role, Assistant: f.Assistant, SessionID: f.SessionID,
		OwnerID: owner.id(), OwnerWithin: owner.within(),
		BeforeAt: at, BeforeRun: run, Count: int32(bounded(f.Limit, maxRuns)),
	})
	out := make([]WaitingRun, 0, len(rows))
	for _, r := range rows {
		known, bad := runOf(r.Run)
		if bad != nil {
			return nil, bad
		}
		if known.Interrupt != nil {
			out = append(out, WaitingRun{Run: known, Title: r.Title})
		}
	}
	return out, err
}
