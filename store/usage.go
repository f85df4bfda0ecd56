package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// Usage counts calls of language models. Money is in millionths of the
// operator's currency.
type Usage struct {
	Calls        int64 `json:"calls"`
	InputTokens  int64 `json:"input_tokens"`
	OutputTokens int64 `json:"output_tokens"`
	CostMicros   int64 `json:"cost_micros"`
	// Unpriced are calls whose price is not known, so that CostMicros lacks
	// them; Estimated are those whose tokens nobody told.
	Unpriced  int64 `json:"unpriced_calls"`
	Estimated int64 `json:"estimated_calls"`
}

// Add adds another count to this one.
func (u *Usage) Add(o Usage) {
	u.Calls += o.Calls
	u.InputTokens += o.InputTokens
	u.OutputTokens += o.OutputTokens
	u.CostMicros += o.CostMicros
	u.Unpriced += o.Unpriced
	u.Estimated += o.Estimated
}

// UsageHold is what a call may take at most, counted towards a cap before
// the call is made.
type UsageHold struct {
	// Key names the counter. Whoever holds of several counters names them
	// in the same order as everybody else.
	Key string
	// KeepUntil is the last day (YYYY-MM-DD) on which the cap is asked for;
	// then the counter goes.
	KeepUntil  string
	Tokens     int64
	CostMicros int64
	// MaxTokens and MaxCostMicros are the cap; 0 is none.
	MaxTokens     int64
	MaxCostMicros int64
}

func (h UsageHold) over() bool {
	return h.MaxTokens > 0 && h.Tokens > h.MaxTokens || h.MaxCostMicros > 0 && h.CostMicros > h.MaxCostMicros
}

// UsageEntry is what a call took. RunID may be empty or of a run that is
// gone; then only the day has it.
type UsageEntry struct {
	Day     string // YYYY-MM-DD
	UserID  string
	RunID   string
	Purpose string
	Model   string
	Usage
}

// UsageDay is what was used of a model on a day.
type UsageDay struct {
	Day   string `json:"day"` // YYYY-MM-DD in Korea
	Model string `json:"model"`
	Usage
}

// UsageRun is what a run used of a model for a purpose.
type UsageRun struct {
	RunID   string `json:"run_id"`
	Purpose string `json:"purpose"` // the prompt
	Model   string `json:"model"`
	Usage
}

// UsageFilter chooses days, both ends included; an empty UserID is
// everybody.
type UsageFilter struct{ UserID, From, To string }

// OverCap is the ErrOverCap of one counter.
type OverCap struct{ Key string }

func (e OverCap) Error() string { return ErrOverCap.Error() + ": " + e.Key }

// Unwrap makes it an ErrOverCap.
func (e OverCap) Unwrap() error { return ErrOverCap }

// HoldUsage counts holds towards their caps, on all nodes together: all of
// them, or none and ErrOverCap when one would be passed. What is held stays
// counted until SettleUsage corrects it, also when the node dies: the call
// may have been made.
func (s *Store) HoldUsage(ctx context.Context, holds []UsageHold) error {
	return s.write(ctx, "hold usage", func(ctx context.Context, q *queries) error {
		for _, h := range holds {
			// A counter's first row meets no condition of the statement.
			if h.over() {
				return OverCap{h.Key}
			}
			n, err := q.HoldUsage(ctx, sqlc.HoldUsageParams{
				Key: h.Key, KeepUntil: h.KeepUntil, Tokens: h.Tokens, CostMicros: h.CostMicros,
				MaxTokens: h.MaxTokens, MaxCost: h.MaxCostMicros,
			})
			if err == nil && n == 0 {
				err = OverCap{h.Key}
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// SettleUsage notes what a call took, and corrects what was held for it. An
// entry without calls only corrects.
func (s *Store) SettleUsage(ctx context.Context, e UsageEntry, holds []UsageHold) error {
	if err := texts("user", e.UserID, "purpose", e.Purpose, "model", e.Model); err != nil {
		return fmt.Errorf("settle usage: %w", err)
	}
	err := s.settleUsage(ctx, e, holds)
	if errors.Is(err, ErrNotFound) { // the run was removed meanwhile
		e.RunID = ""
		err = s.settleUsage(ctx, e, holds)
	}
	return err
}

func (s *Store) settleUsage(ctx context.Context, e UsageEntry, holds []UsageHold) error {
	return s.write(ctx, "settle usage", func(ctx context.Context, q *queries) error {
		tokens := e.InputTokens + e.OutputTokens
		for _, h := range holds {
			err := q.CorrectUsage(ctx, sqlc.CorrectUsageParams{
				Key: h.Key, Tokens: tokens - h.Tokens, CostMicros: e.CostMicros - h.CostMicros,
			})
			if err != nil {
				return err
			}
		}
		if e.Calls == 0 {
			return nil
		}
		err := q.AddUsageDay(ctx, sqlc.AddUsageDayParams{
			Day: e.Day, UserID: e.UserID, Model: e.Model,
			Calls: e.Calls, Unpriced: e.Unpriced, Estimated: e.Estimated,
			InputTokens: e.InputTokens, OutputTokens: e.OutputTokens, CostMicros: e.CostMicros,
		})
		if err != nil || e.RunID == "" {
			return err
		}
		return q.AddUsageRun(ctx, sqlc.AddUsageRunParams{
			RunID: e.RunID, Purpose: e.Purpose, Model: e.Model,
			Calls: e.Calls, Unpriced: e.Unpriced, Estimated: e.Estimated,
			InputTokens: e.InputTokens, OutputTokens: e.OutputTokens, CostMicros: e.CostMicros,
		})
	})
}

// UsageDays lists what was used, by day and model, the oldest first.
func (s *Store) UsageDays(ctx context.Context, owner Owner, f UsageFilter) ([]UsageDay, error) {
	if f.UserID == "" {
		return list(ctx, s, "usage", s.reads.UsageDays, sqlc.UsageDaysParams{
			FromDay: f.From, ToDay: f.To, OwnerID: owner.id(), OwnerWithin: owner.within(),
		}, usageDayOf)
	}
	return listOf(ctx, s, owner, f.UserID, "usage", s.reads.UserUsageDays, sqlc.UserUsageDaysParams{
		UserID: f.UserID, FromDay: f.From, ToDay: f.To,
	}, func(r sqlc.UserUsageDaysRow) UsageDay { return usageDayOf(sqlc.UsageDaysRow(r)) })
}

func usageDayOf(r sqlc.UsageDaysRow) UsageDay {
	return UsageDay{Day: r.Day, Model: r.Model, Usage: Usage{
		Calls: r.Calls, Unpriced: r.Unpriced, Estimated: r.Estimated,
		InputTokens: r.InputTokens, OutputTokens: r.OutputTokens, CostMicros: r.CostMicros,
	}}
}

// SessionUsage lists what a session's runs used, in their order.
func (s *Store) SessionUsage(ctx context.Context, owner Owner, sessionID string) ([]UsageRun, error) {
	return list(ctx, s, "usage of "+sessionID, s.reads.SessionUsage, sqlc.SessionUsageParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, func(r sqlc.UsageRun) UsageRun {
		return UsageRun{RunID: r.RunID, Purpose: r.Purpose, Model: r.Model, Usage: Usage{
			Calls: r.Calls, Unpriced: r.Unpriced, Estimated: r.Estimated,
			InputTokens: r.InputTokens, OutputTokens: r.OutputTokens, CostMicros: r.CostMicros,
		}}
	})
}

// ForgetUsage makes a user's days nobody's, so that sums stay, and counts
// the rows. What calls under way take comes after.
func (s *Store) ForgetUsage(ctx context.Context, owner Owner, userID string) (count int64, err error) {
	if err := owner.only("forget usage", userID); err != nil {
		return 0, err
	}
	if userID == "" {
		return 0, nil
	}
	return change(ctx, s, "forget usage", func(ctx context.Context, q *queries) (int64, error) {
		rows, err := q.TakeUserUsage(ctx, userID)
		if err != nil {
			return 0, err
		}
		for _, r := range rows {
			p := sqlc.AddUsageDayParams(r)
			p.UserID = ""
			if err := q.AddUsageDay(ctx, p); err != nil {
				return 0, err
			}
		}
		return int64(len(rows)), nil
	})
}
