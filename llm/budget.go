package llm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/store"
)

// Caps bound what is used; 0 is none. Tokens are those of questions and
// answers together, money is in millionths of the operator's currency. Days
// are Korea's.
type Caps struct {
	TokensPerRun, TokensPerUserDay, TokensPerAddressDay, TokensPerCompanyDay, TokensPerDay int64
	CostPerRun, CostPerUserDay, CostPerAddressDay, CostPerCompanyDay, CostPerDay           int64
}

// Price is what a million tokens cost, in millionths of the operator's
// currency.
type Price struct {
	// Known tells that there is a price; 0 is then free of charge.
	Known         bool
	Input, Output int64
}

// Cost is the price of tokens, rounded up; unknown prices cost 0.
func (p Price) Cost(u Usage) int64 {
	if !p.Known {
		return 0
	}
	const million = 1_000_000
	return (int64(u.InputTokens)*p.Input + int64(u.OutputTokens)*p.Output + million - 1) / million
}

// ledger keeps the account of all nodes.
type ledger interface {
	HoldUsage(ctx context.Context, holds []store.UsageHold) error
	SettleUsage(ctx context.Context, e store.UsageEntry, holds []store.UsageHold) error
}

// budget reckons: what a call can take is held before it is made, and what
// it took is settled after.
type budget struct {
	ledger ledger // nil keeps no account
	caps   Caps
	clock  func() time.Time
	log    *slog.Logger
}

// item is one request to reckon, to whom its call is; embeddings are nobody's.
type item struct {
	call           Call
	purpose, model string
	price          Price
}

// ledgerTimeout bounds what is noted after a call, whatever became of its
// caller.
const ledgerTimeout = 5 * time.Second

// hold counts the most that a request can take towards the caps.
func (b *budget) hold(ctx context.Context, it item, most Usage) ([]store.UsageHold, error) {
	if b.ledger == nil {
		return nil, nil
	}
	holds := b.holds(it, int64(most.InputTokens)+int64(most.OutputTokens), it.price.Cost(most))
	if len(holds) == 0 {
		return nil, nil
	}
	err := b.ledger.HoldUsage(ctx, holds)
	switch {
	case errors.Is(err, store.ErrOverCap):
		return nil, notSent{b.over(err)}
	case ctx.Err() != nil && err != nil:
		return nil, notSent{ctx.Err()}
	case err != nil: // a cap that can't be read is not to be passed
		return nil, notSent{fmt.Errorf("%w: %w", ErrUnavailable, err)}
	}
	return holds, nil
}

// over tells how long a cap is reached: a day's until the next day, a run's for good.
func (b *budget) over(err error) error {
	var cap store.OverCap
	if !errors.As(err, &cap) || strings.HasPrefix(cap.Key, runCounter) {
		return fmt.Errorf("%w: %w", ErrOverBudget, err)
	}
	now := b.clock().In(korean.Zone)
	return &OverBudget{time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, korean.Zone).Sub(now), err}
}

// runCounter begins the keys of the counters of runs.
const runCounter = "run:"

// runKept is how long a run's cap outlasts its first call: longer than it can
// rest on a question.
const runKept = 31 * 24 * time.Hour

// unnamed is the same for a name all day: written out, a counter would outlive a
// user who is forgotten.
func unnamed(today, name string) string {
	sum := sha256.Sum256([]byte(today + "\x00" + name))
	return hex.EncodeToString(sum[:16])
}

// holds are the counters of the caps that are set, in the one order that all
// nodes keep.
func (b *budget) holds(it item, tokens, cost int64) (out []store.UsageHold) {
	now := b.clock().In(korean.Zone)
	today := now.Format(time.DateOnly)
	add := func(key, until string, maxTokens, maxCost int64) {
		if maxTokens > 0 || maxCost > 0 {
			out = append(out, store.UsageHold{
				Key: key, KeepUntil: until, Tokens: tokens, CostMicros: cost, MaxTokens: maxTokens, MaxCostMicros: maxCost,
			})
		}
	}
	if it.call.RunID != "" {
		add(runCounter+it.call.RunID, now.Add(runKept).Format(time.DateOnly), b.caps.TokensPerRun, b.caps.CostPerRun)
	}
	// Without a user the session has the user's cap.
	if user := cmp.Or(it.call.UserID, it.call.SessionID); user != "" {
		add("user:"+today+":"+unnamed(today, user), today, b.caps.TokensPerUserDay, b.caps.CostPerUserDay)
	}
	if address := it.call.Address; address != "" {
		add("address:"+today+":"+unnamed(today, address), today, b.caps.TokensPerAddressDay, b.caps.CostPerAddressDay)
	}
	if company := store.TenantOf(it.call.UserID); company != "" {
		add("company:"+today+":"+company, today, b.caps.TokensPerCompanyDay, b.caps.CostPerCompanyDay)
	}
	add("day:"+today, today, b.caps.TokensPerDay, b.caps.CostPerDay)
	return out
}

// settle notes what a request took, and returns its price. It is done once:
// a second try after a lost answer could count twice.
func (b *budget) settle(ctx context.Context, it item, holds []store.UsageHold, u Usage) (cost int64) {
	cost = it.price.Cost(u)
	if b.ledger == nil {
		return cost
	}
	e := store.UsageEntry{
		Day: b.clock().In(korean.Zone).Format(time.DateOnly), UserID: it.call.UserID, RunID: it.call.RunID,
		Purpose: it.purpose, Model: it.model,
	}
	if u.InputTokens+u.OutputTokens > 0 {
		e.Usage = store.Usage{
			Calls: 1, InputTokens: int64(u.InputTokens), OutputTokens: int64(u.OutputTokens), CostMicros: cost,
			Unpriced: flag(!it.price.Known), Estimated: flag(u.Estimated),
		}
	} else if len(holds) == 0 {
		return cost
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ledgerTimeout)
	defer cancel()
	if err := b.ledger.SettleUsage(ctx, e, holds); err != nil {
		// What was held stays counted, so the caps hold; the report lacks it.
		b.log.WarnContext(ctx, "usage of a model call is not noted", "purpose", it.purpose,
			"input_tokens", u.InputTokens, "output_tokens", u.OutputTokens, "error", err)
	}
	return cost
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
