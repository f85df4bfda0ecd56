package audit

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/madang-dev/madang/store"
)

const (
	// window is how long the same thing, done again, is counted in place of
	// being written: somebody who polls must not fill the disk.
	window = 10 * time.Minute
	// maxOpen bounds what is counted at one time; beyond it rows are written.
	maxOpen = 4096
	// maxProofs bounds the proofs that are known to be written without a look
	// into the database.
	maxProofs = 1 << 14
	// proofTTL is how long a proof without an end counts as the same sign-in.
	proofTTL = 24 * time.Hour
)

// RecorderConfig is what a Recorder is made of.
type RecorderConfig struct {
	Store  *store.Store     // needed
	Clock  func() time.Time // nil is time.Now
	Logger *slog.Logger     // nil is none
}

// Recorder writes down what is done outside of runs. It may be used by many
// goroutines; Run writes what it has only counted.
type Recorder struct {
	cfg RecorderConfig

	mu     sync.Mutex
	open   map[string]*repeated
	proofs map[string]struct{}
}

// repeated is an entry that was written, and how often it was left out since.
type repeated struct {
	entry Entry
	until time.Time
	count int64
}

// NewRecorder is a Recorder.
func NewRecorder(cfg RecorderConfig) *Recorder {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	return &Recorder{cfg: cfg, open: map[string]*repeated{}, proofs: map[string]struct{}{}}
}

// Write writes entries in a transaction of their own. One without a time is of
// now.
func (r *Recorder) Write(ctx context.Context, entries ...Entry) error {
	for i := range entries {
		r.date(&entries[i])
	}
	return r.cfg.Store.Record(ctx, "audit", Write(entries...))
}

func (r *Recorder) date(e *Entry) {
	if e.At.IsZero() {
		e.At = r.cfg.Clock()
	}
}

// Seldom writes an entry unless the same stands there from the last ten minutes,
// in which it is counted; a row "repeated" tells how often, at their end.
func (r *Recorder) Seldom(ctx context.Context, e Entry) error {
	details, err := canonical(e.Details)
	if err != nil {
		return err
	}
	key := e.Tenant + "\x00" + e.Actor + "\x00" + e.Action + "\x00" + e.Subject + "\x00" + string(details)
	r.date(&e)
	if !r.begin(key, e) {
		return nil
	}
	err = r.Write(ctx, e)
	if err != nil { // the next one tries again
		r.mu.Lock()
		delete(r.open, key)
		r.mu.Unlock()
	}
	return err
}

// begin tells whether an entry is to be written.
func (r *Recorder) begin(key string, e Entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was, known := r.open[key]
	switch {
	case known && e.At.Before(was.until):
		was.count++
		return false
	case known && was.count > 0:
		// Flush is late: what it has to tell goes on.
		was.until = e.At.Add(window)
		return true
	case known || len(r.open) < maxOpen:
		r.open[key] = &repeated{entry: e, until: e.At.Add(window)}
	}
	return true
}

// Flush writes how often was left out what has its ten minutes behind it, or all
// of it.
func (r *Recorder) Flush(ctx context.Context, all bool) error {
	now := r.cfg.Clock()
	var late []Entry
	r.mu.Lock()
	for key, was := range r.open {
		if !all && now.Before(was.until) {
			continue
		}
		if was.count > 0 {
			e := was.entry
			e.At, e.Details = now, map[string]any{"of": e.Details, "repeated": was.count}
			late = append(late, e)
		}
		delete(r.open, key)
	}
	r.mu.Unlock()
	if len(late) == 0 {
		return nil
	}
	return r.Write(ctx, late...)
}

// First writes an entry unless a proof was told of before, by any node; until is
// the proof's end, zero where it has none.
func (r *Recorder) First(ctx context.Context, proof string, until time.Time, e Entry) error {
	r.date(&e)
	if until.IsZero() {
		// Of a proof without an end each day is told.
		until = e.At.Add(proofTTL)
		proof += e.At.UTC().Format(time.DateOnly)
	}
	r.mu.Lock()
	_, known := r.proofs[proof]
	r.mu.Unlock()
	if known {
		return nil
	}
	if err := r.cfg.Store.Record(ctx, "audit of a sign-in", once(proof, until, e)); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.proofs) >= maxProofs {
		clear(r.proofs)
	}
	r.proofs[proof] = struct{}{}
	return nil
}

func once(proof string, until time.Time, e Entry) store.Effect {
	return func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM audit_proofs WHERE expires_at < $1`, e.At.UnixMilli()); err != nil {
			return err
		}
		const insert = `INSERT INTO audit_proofs (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`
		result, err := tx.ExecContext(ctx, insert, proof, until.UnixMilli())
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return Write(e)(ctx, tx)
	}
}

// Run writes what was counted until ctx ends, and then the rest.
func (r *Recorder) Run(ctx context.Context) error {
	tick := time.NewTicker(window / 10)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			bound, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			r.report(r.Flush(bound, true))
			return nil
		case <-tick.C:
			r.report(r.Flush(ctx, false))
		}
	}
}

func (r *Recorder) report(err error) {
	if err != nil {
		r.cfg.Logger.Error("audit rows of what was repeated are lost", "error", err)
	}
}
