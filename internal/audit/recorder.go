package audit

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/store"
)

const (
	// window is how long the same thing, done again, is left out: somebody who
	// polls must not fill the disk.
	window = 10 * time.Minute
	// day is how long a key without an end keeps another row away.
	day = 24 * time.Hour
	// maxOpen bounds what is remembered as written; beyond it what was not asked for
	// the longest is written again.
	maxOpen = 1 << 14
)

// RecorderConfig is what a Recorder is made of.
type RecorderConfig struct {
	Store *store.Store     // needed
	Clock func() time.Time // nil is time.Now
}

// Recorder writes down what is done outside of runs. It may be used by many
// goroutines.
type Recorder struct {
	cfg RecorderConfig

	mu   sync.Mutex
	open *cache.LRU[time.Time] // what was written: until when the same is left out
}

// NewRecorder is a Recorder.
func NewRecorder(cfg RecorderConfig) *Recorder {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	return &Recorder{cfg: cfg, open: cache.NewLRU[time.Time](maxOpen, maxOpen)}
}

// Write writes entries in a transaction of their own. One without a time is of
// now.
func (r *Recorder) Write(ctx context.Context, entries ...Entry) error {
	for i := range entries {
		if entries[i].At.IsZero() {
			entries[i].At = r.cfg.Clock()
		}
	}
	return r.cfg.Store.Record(ctx, "audit", Write(entries...))
}

// Seldom writes an entry unless this node wrote the same within the last ten
// minutes.
func (r *Recorder) Seldom(ctx context.Context, e Entry) error {
	details, err := canonical(e.Details)
	if err != nil {
		return err
	}
	key := strings.Join([]string{e.Tenant, e.Actor, e.Action, e.Subject, string(details)}, "\x00")
	return r.Once(ctx, key, r.cfg.Clock().Add(window), e)
}

// Once writes an entry unless this node wrote one with the same key, whose time is
// not over yet; a zero one is a day. One that is over already is as seldom as the
// others: a proof is taken for some time after its end, as clocks differ, and would
// write a row with every request.
func (r *Recorder) Once(ctx context.Context, key string, until time.Time, e Entry) error {
	switch now := r.cfg.Clock(); {
	case until.IsZero():
		until = now.Add(day)
	case !until.After(now):
		until = now.Add(window)
	}
	if !r.begin(key, until) {
		return nil
	}
	err := r.Write(ctx, e)
	if err != nil { // the next one tries again
		r.open.Delete(key)
	}
	return err
}

// begin tells whether an entry is to be written; of several at once one is told so.
func (r *Recorder) begin(key string, until time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, _ := r.open.Get(key); r.cfg.Clock().Before(last) {
		return false
	}
	r.open.Set(key, until, 1)
	return true
}
