package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Ingested is where passages come from.
type Ingested interface {
	// Stamp is cheap, and another one whenever the passages may be others.
	Stamp(ctx context.Context) (string, error)
	Passages(ctx context.Context) ([]Passage, error)
}

// DefaultSweep is how often a shelf looks for changes.
const DefaultSweep = 2 * time.Second

// ShelfConfig says what a shelf's library is made of, and how it is kept up
// to date.
type ShelfConfig struct {
	// Library is what does not change but for the files in its FS; its
	// Passages are those of Ingested.
	Library Config
	// Ingested brings passages; nil has none.
	Ingested Ingested
	// Later leaves them to Run, however many they are: until Complete, the
	// shelf holds the files alone.
	Later bool
	// Sweep is the time between two looks, a fifth more or less; 0 is
	// DefaultSweep.
	Sweep  time.Duration
	Logger *slog.Logger
	// ReloadedFunc is told of each try to change the library.
	ReloadedFunc func(err error)
}

// Shelf holds the library of the moment and puts a new one in its place when
// what it is made of changes. The new one is built aside; when building fails
// the one before stays.
// It is for many goroutines at once.
type Shelf struct {
	cfg ShelfConfig

	mu      sync.RWMutex // guards current and known
	current *volume
	known   map[string][]float32 // vectors of records, by the hashes of texts

	complete chan struct{} // closed when the ingested passages are in

	// Owned by Run.
	coming  stamp // of the last look
	failing failure
}

// failure is a library that could not be built.
type failure struct {
	stamp stamp
	text  string
	wait  time.Duration // before it is tried again
	until time.Time
}

// maxFailureWait is how long a library that can't be built rests at most:
// building one takes seconds of a processor.
const maxFailureWait = time.Minute

// volume is a library with the stamp of what it is made of.
type volume struct {
	*Library
	stamp stamp
}

// stamp is another one whenever what it is of may be.
type stamp struct{ files, ingested string }

// alwaysComplete is what a nil Shelf, which holds nothing, is.
var alwaysComplete = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// NewShelf builds the first library; a shelf that can't is an error. Run has
// to run for changes to be seen.
func NewShelf(ctx context.Context, cfg ShelfConfig) (*Shelf, error) {
	if cfg.Sweep <= 0 {
		cfg.Sweep = DefaultSweep
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	if cfg.ReloadedFunc == nil {
		cfg.ReloadedFunc = func(error) {}
	}
	s := &Shelf{cfg: cfg, complete: make(chan struct{})}
	made, err := s.stampNow(ctx, !cfg.Later)
	if err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	lib, err := s.build(ctx, made, !cfg.Later)
	if err != nil {
		return nil, err
	}
	s.current = &volume{Library: lib, stamp: made}
	if !cfg.Later || cfg.Ingested == nil {
		close(s.complete)
	}
	return s, nil
}

// Complete is closed when the shelf holds what is ingested, all that there
// was at one moment since it began.
func (s *Shelf) Complete() <-chan struct{} {
	if s == nil {
		return alwaysComplete
	}
	return s.complete
}

// Partial tells that Run has still to bring what is ingested.
func (s *Shelf) Partial() bool {
	select {
	case <-s.Complete():
		return false
	default:
		return true
	}
}

// Run looks for changes until ctx ends.
func (s *Shelf) Run(ctx context.Context) error {
	if s == nil {
		<-ctx.Done()
		return nil
	}
	if s.Partial() {
		s.refresh(ctx)
	}
	for {
		wait := s.cfg.Sweep*4/5 + rand.N(s.cfg.Sweep*2/5+1)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
			s.refresh(ctx)
		}
	}
}

// refresh builds a new library when there is something new that has come to
// rest: it was the same at the last look. A failure is logged once and tried
// again, ever later.
func (s *Shelf) refresh(ctx context.Context) {
	next, err := s.stampNow(ctx, true)
	if err != nil {
		s.fail(ctx, stamp{}, err)
		return
	}
	partial, before := s.Partial(), s.now().stamp
	rests := next == s.coming || partial
	s.coming = next
	switch {
	case next == before && !partial:
		s.failing = failure{}
		return
	case !rests || next == s.failing.stamp && time.Now().Before(s.failing.until):
		return
	}
	started := time.Now()
	lib, err := s.build(ctx, next, true)
	if err != nil {
		s.fail(ctx, next, err)
		return
	}
	s.put(lib, next)
	c := lib.Counts()
	if partial && c.Passages == 0 {
		return // nothing came to what it began with
	}
	s.cfg.ReloadedFunc(nil)
	s.cfg.Logger.Info("knowledge reloaded", "articles", c.Articles, "passages", c.Passages, "took", time.Since(started))
}

func (s *Shelf) fail(ctx context.Context, at stamp, err error) {
	if ctx.Err() != nil {
		return // told to stop
	}
	s.cfg.ReloadedFunc(err)
	f := &s.failing
	if f.stamp != at || f.text != err.Error() {
		*f = failure{stamp: at, text: err.Error(), wait: s.cfg.Sweep}
		s.cfg.Logger.Warn("knowledge could not be reloaded; what there was stays", "error", err)
	}
	f.until = time.Now().Add(f.wait)
	f.wait = min(2*f.wait, maxFailureWait)
}

// put changes the library; searches under way end in the one before.
func (s *Shelf) put(lib *Library, made stamp) {
	s.mu.Lock()
	if s.known != nil {
		lib.know(s.known)
	}
	s.current = &volume{Library: lib, stamp: made}
	s.mu.Unlock()
	s.failing = failure{}
	if s.Partial() {
		close(s.complete)
	}
}

// Now is the library of the moment.
func (s *Shelf) Now() *Library { return s.now().Library }

// Generation names what the library of the moment is made of.
func (s *Shelf) Generation() string {
	of := s.now().stamp
	return of.files + of.ingested
}

// Lacking are the texts of the packs' own records for which vectors are to be
// made; none where all have theirs.
func (s *Shelf) Lacking() []Text { return s.now().lacking() }

// Know takes vectors of length 1, by the hashes of texts, in place of those
// taken before, and tells whether every record has one now: only then the
// records are found by meaning too, and stay so while their texts do.
func (s *Shelf) Know(vectors map[string][]float32) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = vectors
	return s.current.know(vectors)
}

// now is the library of the moment with its stamp.
func (s *Shelf) now() *volume {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.current
}

// build makes the library of a stamp, with what is ingested when all is asked for.
// The one before is that too where nothing is ingested and the files are the same.
func (s *Shelf) build(ctx context.Context, of stamp, all bool) (*Library, error) {
	cfg := s.cfg.Library
	if all && s.cfg.Ingested != nil {
		var err error
		if cfg.Passages, err = s.cfg.Ingested.Passages(ctx); err != nil {
			return nil, fmt.Errorf("read ingested knowledge: %w", err)
		}
	}
	if v := s.now(); v != nil && v.stamp.files == of.files && v.ingested == 0 && len(cfg.Passages) == 0 {
		return v.Library, nil
	}
	return Open(ctx, cfg)
}

// stampNow tells of the files and, when all is asked for, of what is
// ingested.
func (s *Shelf) stampNow(ctx context.Context, all bool) (now stamp, err error) {
	var b strings.Builder
	situations, err := fs.Glob(s.cfg.Library.FS, situationFiles)
	guides, guidesErr := fs.Glob(s.cfg.Library.FS, guideFiles)
	if err := errors.Join(err, guidesErr); err != nil {
		return stamp{}, err
	}
	single := []string{statutesFile, loansFile, marketFile, listingsFile, synonymsFile, extraSynonymsFile}
	for _, name := range slices.Concat(situations, guides, single) {
		info, err := fs.Stat(s.cfg.Library.FS, name)
		switch {
		case err == nil:
			fmt.Fprintf(&b, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		case !errors.Is(err, fs.ErrNotExist):
			return stamp{}, err
		}
	}
	if all && s.cfg.Ingested != nil {
		now.ingested, err = s.cfg.Ingested.Stamp(ctx)
	}
	now.files = b.String()
	return now, err
}
