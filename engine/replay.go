package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// ReplayConfig is what a Replay is made of.
type ReplayConfig struct {
	// Store is where the run was recorded; it is only read.
	Store      *store.Store
	Assistants []Assistant
	Logger     *slog.Logger
	// Patience is how long a replay may stand still before it counts as
	// diverged (60 s; a step that timed out takes its time again).
	Patience time.Duration
	// Anew are patterns (path.Match) of names of Do, or of what is behind their
	// last slash, that work again instead of giving the record: what another
	// model, or another prompt, makes of the run. What they do outside is done;
	// they had better only ask.
	Anew []string
}

// anew tells whether a Do of that name works again.
func (c *ReplayConfig) anew(name string) bool {
	return slices.ContainsFunc(c.Anew, func(pattern string) bool {
		whole, _ := path.Match(pattern, name)
		last, _ := path.Match(pattern, path.Base(name))
		return whole || last
	})
}

// ReplayReport tells how a replay went.
type ReplayReport struct {
	RunID string `json:"run_id"`
	// Equal tells that events and states are the same, byte for byte.
	Equal bool `json:"equal"`
	// Events and Checkpoints count what was compared, Claims the nodes and
	// turns that carried the run.
	Events      int `json:"events"`
	Checkpoints int `json:"checkpoints"`
	Claims      int `json:"claims"`
	// Uncompared counts the run's events that its own work did not make, but
	// those who asked or answered: run_queued and interrupt_resolved.
	Uncompared  int          `json:"uncompared"`
	Differences []Difference `json:"differences"`
}

// Difference is one place where a replay is not what was recorded.
type Difference struct {
	Where    string `json:"where"`
	Recorded string `json:"recorded"`
	Replayed string `json:"replayed"`
}

// ErrNotRecorded is returned for a run that left nothing to play again.
var ErrNotRecorded = errors.New("engine: what a replay needs was not recorded, or is not kept")

// ErrEventsRemoved is returned for a run of which retention has removed events
// and so what a replay could be compared with.
var ErrEventsRemoved = errors.New("engine: events of the run are not kept any more")

// ErrStillOpen is returned for a run that is not over.
var ErrStillOpen = errors.New("engine: the run is not over")

// Replay carries a recorded run out again, with what the clock, chance and
// the world outside brought when it was recorded, but for what is to work anew,
// and compares events and states with the record. Nothing of it is written.
func Replay(ctx context.Context, cfg ReplayConfig, runID string) (ReplayReport, error) {
	if cfg.Patience <= 0 {
		cfg.Patience = time.Minute
	}
	for _, pattern := range cfg.Anew {
		if _, err := path.Match(pattern, ""); err != nil {
			return ReplayReport{}, fmt.Errorf("engine: pattern %q: %w", pattern, err)
		}
	}
	rec, err := readRecord(ctx, cfg.Store, runID)
	if err != nil {
		return ReplayReport{}, err
	}
	e, err := New(Config{Store: cfg.Store, Assistants: cfg.Assistants, Logger: cfg.Logger})
	if err != nil {
		return ReplayReport{}, err
	}
	p := &playback{record: rec, patience: cfg.Patience, anewFunc: cfg.anew, moved: make(chan struct{})}
	claims, err := p.play(ctx, e)
	if err = cmp.Or(p.missing, err); err != nil {
		return ReplayReport{}, err
	}
	p.compareEvents()
	if rec.cut && len(p.differences) > 0 {
		return ReplayReport{}, ErrEventsRemoved
	}
	return ReplayReport{
		RunID: runID, Equal: len(p.differences) == 0, Claims: claims,
		Events: len(rec.events), Checkpoints: len(rec.checkpoints),
		Uncompared: rec.uncompared, Differences: p.differences,
	}, nil
}

// record is what the store has of a run.
type record struct {
	run state.Run
	// base is the session's checkpoint before the run, nil for none.
	base        *state.Checkpoint
	checkpoints []state.Checkpoint // the oldest first, with state and journal
	events      []state.Event      // those that the run's own work made
	uncompared  int                // those that others made
	// cut tells that events behind base are not kept any more: the run's own,
	// or those of another run's end. Which, the replay tells.
	cut bool
}

func readRecord(ctx context.Context, s *store.Store, runID string) (record, error) {
	var rec record
	var err error
	if rec.run, err = s.Run(ctx, store.Server(), runID); err != nil {
		return rec, err
	}
	if rec.run.Open() {
		return rec, fmt.Errorf("%w: it is %s", ErrStillOpen, rec.run.Status)
	}
	list, err := s.Checkpoints(ctx, store.Server(), rec.run.SessionID, runID, 0, 0)
	if err != nil {
		return rec, err
	}
	if len(list) == 0 {
		return rec, ErrNotRecorded
	}
	for i := len(list) - 1; i >= 0; i-- {
		c, err := s.Checkpoint(ctx, store.Server(), list[i].ID)
		if err != nil {
			return rec, err
		}
		rec.checkpoints = append(rec.checkpoints, c)
	}
	if before := rec.checkpoints[0].StepNo - 1; before > 0 {
		base, err := s.Checkpoint(ctx, store.Server(), state.CheckpointID(rec.run.SessionID, before))
		if err != nil {
			return rec, fmt.Errorf("the state before the run: %w", err)
		}
		rec.base = &base
	}
	if rec.events, rec.uncompared, err = eventsOf(ctx, s, rec.run); err != nil {
		return rec, err
	}
	if len(rec.events) == 0 { // a run that is over has told so
		return rec, ErrEventsRemoved
	}
	first, err := s.FirstSeq(ctx, store.Server(), rec.run.SessionID)
	var before int64
	if rec.base != nil {
		before = rec.base.Seq
	}
	rec.cut = first == 0 || first > before+1
	return rec, err
}

// eventsOf reads the events that the run's own work made, and counts the
// others: run_queued and interrupt_resolved are made by those who submit and
// answer.
func eventsOf(ctx context.Context, s *store.Store, run state.Run) (events []state.Event, others int, err error) {
	for after := int64(0); ; {
		page, err := s.Events(ctx, store.Server(), run.SessionID, after, refillBatch)
		if err != nil {
			return nil, 0, err
		}
		for _, ev := range page {
			after = ev.Seq
			switch {
			case ev.RunID != run.ID:
			case ev.Type == state.EventRunQueued, ev.Type == state.EventInterruptResolved:
				others++
			default:
				events = append(events, ev)
			}
		}
		if len(page) < refillBatch {
			return events, others, nil
		}
	}
}

// play carries out one claim of the run after the other.
func (p *playback) play(ctx context.Context, e *Engine) (claims int, err error) {
	last := p.base
	for p.pos < len(p.checkpoints) && !p.diverged() {
		start := p.pos
		p.end = start + 1
		for p.end < len(p.checkpoints) && p.checkpoints[p.end].Fence == p.checkpoints[start].Fence {
			p.end++
		}
		past, err := journalOf(p.checkpoints[start:p.end])
		if err != nil {
			return claims, err
		}
		claims++
		if err := p.claim(ctx, e, last, past); err != nil {
			return claims, err
		}
		if p.pos < p.end && !p.diverged() {
			p.differ("work", p.checkpoints[p.pos].Label, "the run ended before it")
		}
		last = &p.checkpoints[p.end-1]
	}
	return claims, p.endOutside(ctx, e)
}

// claim carries the run out from a checkpoint to the end of the claim.
func (p *playback) claim(ctx context.Context, e *Engine, last *state.Checkpoint, past map[string][]json.RawMessage) error {
	r := p.newRun(e, last)
	r.journal.past = past
	if last != nil {
		e.states.Set(r.row.SessionID, last, len(last.State))
		r.pipeline.head.LastStep = last.StepNo
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.cancel = cancel
	p.begin(r)
	watched := p.watch(ctx, cancel)
	err := e.execute(ctx, r)
	cancel(nil)
	<-watched
	if err != nil && !errors.Is(err, errHandover) && !errors.Is(err, errDiverged) {
		return err
	}
	return nil
}

func (p *playback) newRun(e *Engine, last *state.Checkpoint) *run {
	r := e.newRun(p.run.ID)
	r.row, r.replay, r.cancel = p.run, p, func(error) {}
	r.pipeline.enqueueFunc = func(w *write) { w.doneFunc(p.apply(w.commitFunc())) }
	r.pipeline.durableFunc = func(s *segment) { r.committed(s.commit) }
	r.row.Status, r.row.Attempt, r.row.Reply, r.row.PlanShown = state.RunRunning, 1, nil, false
	r.row.NextNode = ""
	if last != nil && (last.RunID == p.run.ID || p.run.Kind == state.RunRerun) {
		r.row.NextNode = last.NextNode
	}
	if last != nil && last.RunID == p.run.ID {
		r.row.PlanShown = last.PlanShown
	}
	// What works anew has the time that the run had: its own is over.
	r.row.Deadline = time.Now().Add(p.run.Deadline.Sub(p.run.CreatedAt))
	return r
}

// endOutside repeats an end that was written without the graph: of a run
// that was given up, or cancelled while it waited.
func (p *playback) endOutside(ctx context.Context, e *Engine) error {
	if p.diverged() || len(p.made) >= len(p.events) {
		return nil
	}
	last := &p.checkpoints[len(p.checkpoints)-1]
	r := p.newRun(e, last)
	switch p.run.Status {
	case state.RunFailed:
		return r.endWithout(ctx, errors.New(p.run.Error))
	case state.RunCancelled:
		return r.endWithout(ctx, errCancelled)
	}
	return nil
}

// journalOf puts the entries of one claim together.
func journalOf(checkpoints []state.Checkpoint) (map[string][]json.RawMessage, error) {
	past := map[string][]json.RawMessage{}
	for _, c := range checkpoints {
		if len(c.Journal) == 0 {
			continue
		}
		var part map[string][]json.RawMessage
		if err := json.Unmarshal(c.Journal, &part); err != nil {
			return nil, fmt.Errorf("journal of checkpoint %s: %w", c.ID, err)
		}
		for scope, list := range part {
			if strings.HasPrefix(scope, ".") {
				return nil, fmt.Errorf("%w: the run is of a version that recorded in another way", ErrNotRecorded)
			}
			past[scope] = append(past[scope], list...)
		}
	}
	return past, nil
}
