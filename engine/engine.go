package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Config is what an Engine is made of; zero values take the defaults named.
type Config struct {
	Store *store.Store
	// Assistants are what sessions can choose; the first is the default.
	Assistants []Assistant
	Logger     *slog.Logger
	// NodeID names this process among others on the same store; "" makes
	// one up.
	NodeID string
	// Lease is how long a silent node keeps its runs (5 s), renewed every
	// Beat (1.5 s), which is less than a third of it.
	Lease, Beat time.Duration
	// Sweep is the mean time between two looks for runs that nobody works
	// on (1 s).
	Sweep time.Duration
	// RunDeadline ends a run whatever it does (120 s).
	RunDeadline time.Duration
	// SessionTTL is how long a session lives after its last query (30 days).
	SessionTTL time.Duration
	// MaxQueryBytes bounds a query (64 KiB), MaxQueued the unfinished runs
	// of one session (20), MaxRuns the runs worked on at once (512).
	MaxQueryBytes, MaxQueued, MaxRuns int
	// MaxAttempts is how often a run is taken up before it is given up (4:
	// the first and three takeovers).
	MaxAttempts int
	// MaxNodes is how many nodes a run may enter without a question to the
	// user in between (200): a graph that goes round in circles ends.
	MaxNodes int
	// DrainTimeout is how long runs may go on once Run's context has ended
	// before they are handed over (10 s).
	DrainTimeout time.Duration
	// LanguageFunc reads the language of a text; nil is Korean. Where it does
	// not decide, a conversation goes on in the language of the query before.
	LanguageFunc func(text string) (language string, decides bool)
	// Bus reaches the other nodes on the same store; nil is fine alone, and
	// slower together.
	Bus Bus
	// Retention is what is removed when it is old; its zero value keeps
	// everything. RetainEvery is the mean time between two looks (1 min).
	Retention   store.Retention
	RetainEvery time.Duration
	// Proactive bounds the conversations that Trigger begins.
	Proactive Proactive
	// AdmitFunc says whether one more run may begin, of that user and from that
	// address; its error refuses the query, and done is called when that is stored.
	// AtWorkFunc is told that such a run is worked on here, until its done is
	// called. nil is nobody.
	AdmitFunc  func(ctx context.Context, userID, address string) (done func(), err error)
	AtWorkFunc func(userID, address string) (done func())
	// Meter is told what happens; its zero value is deaf.
	Meter Meter
}

// Meter is told what the engine does; nil functions are skipped.
type Meter struct {
	RunStartedFunc func(assistant string)
	RunEndedFunc   func(assistant, status string, took time.Duration)
	// FirstEventFunc is told how long after its query a run's first event
	// was durable.
	FirstEventFunc func(assistant string, took time.Duration)
	// CommittedFunc is told of each transaction that stored transitions,
	// StoreErrorFunc of each commit that failed: unavailable, fenced,
	// conflict or internal.
	CommittedFunc  func(transitions int, took time.Duration)
	StoreErrorFunc func(kind string)
	// QueueDepthFunc is told how many runs wait for a place on this node.
	QueueDepthFunc func(runs int)
}

func (c *Config) setDefaults() {
	c.Lease = cmp.Or(c.Lease, 5*time.Second)
	c.Beat = cmp.Or(c.Beat, 1500*time.Millisecond)
	c.Sweep = cmp.Or(c.Sweep, time.Second)
	c.RunDeadline = cmp.Or(c.RunDeadline, 120*time.Second)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, 10*time.Second)
	c.SessionTTL = cmp.Or(c.SessionTTL, 30*24*time.Hour)
	c.RetainEvery = cmp.Or(c.RetainEvery, time.Minute)
	c.MaxQueryBytes = cmp.Or(c.MaxQueryBytes, 64<<10)
	c.MaxQueued = cmp.Or(c.MaxQueued, 20)
	c.MaxRuns = cmp.Or(c.MaxRuns, 512)
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 4)
	c.MaxNodes = cmp.Or(c.MaxNodes, 200)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	c.NodeID = cmp.Or(c.NodeID, NewNodeID())
	if c.LanguageFunc == nil {
		c.LanguageFunc = func(string) (string, bool) { return "ko", false }
	}
}

// Engine accepts queries, runs them and streams what happens.
type Engine struct {
	cfg        Config
	assistants map[string]Assistant
	hub        *hub
	commits    *committer
	slots      chan struct{}
	draining   atomic.Bool
	waiting    atomic.Int64 // runs that wait for a slot
	lease      lease
	peers      atomic.Bool // other nodes are at work on the same store
	// uncertainUntil is until when events may turn up in the store that nobody was
	// told of.
	uncertainUntil atomic.Int64 // unix ms
	clock          *clock
	known          *cache.LRU[*state.Session]
	states         *cache.LRU[*state.Checkpoint] // the newest states, by session ID
	// work is done when runs must stop; its cause says why.
	work     context.Context
	stopWork context.CancelCauseFunc
	workers  sync.WaitGroup

	mu   sync.Mutex
	runs map[string]*run // by run ID; those this node works on
}

// Assistant is a Graph ready to be run; only Graphs are.
type Assistant interface {
	// Name is what sessions choose the assistant by.
	Name() string
	// Sensitive are the paths of the state's fields that carry the tag
	// `redact:"true"` (see state.Sensitive).
	Sensitive() []string
	// Shape and Edited are for whoever looks into a run; see Graph.
	Shape() (start string, edges []Edge)
	Edited(version int, raw json.RawMessage) (json.RawMessage, error)
	check()
	mask(text string) string
	// begins tells whether a run may begin without a query.
	begins() bool
	execute(ctx context.Context, r *run) error
	// stepsIn are the steps in a stored state.
	stepsIn(c *state.Checkpoint) ([]state.ExecutionStep, error)
}

// Name is the assistant's name.
func (g *Graph[S]) Name() string { return g.Assistant }

// mask is what of a message is stored.
func (g *Graph[S]) mask(text string) string {
	if g.Mask == nil {
		return text
	}
	return g.Mask(text)
}

// Sensitive are the fields of S that nobody is shown.
func (g *Graph[S]) Sensitive() []string { return state.Sensitive(reflect.TypeFor[S]()) }

func (g *Graph[S]) begins() bool { return g.Proactive }

// New is an engine that does nothing until Run. It panics on a graph that
// can't be run.
func New(cfg Config) (*Engine, error) {
	cfg.setDefaults()
	if cfg.Store == nil || len(cfg.Assistants) == 0 {
		return nil, errors.New("engine: Store and Assistants are needed")
	}
	e := &Engine{
		cfg:        cfg,
		assistants: make(map[string]Assistant, len(cfg.Assistants)),
		slots:      make(chan struct{}, cfg.MaxRuns),
		clock:      newClock(),
		runs:       make(map[string]*run),
	}
	for _, a := range cfg.Assistants {
		if e.assistants[a.Name()] != nil {
			return nil, fmt.Errorf("engine: assistant %q is given twice", a.Name())
		}
		a.check()
		e.assistants[a.Name()] = a
	}
	e.work, e.stopWork = context.WithCancelCause(context.Background())
	e.hub = newHub(cfg.Store, cfg.Bus, cfg.Logger)
	e.known = cache.NewLRU[*state.Session](maxKnown, maxKnown)
	e.states = cache.NewLRU[*state.Checkpoint](maxKnown, maxStates)
	e.commits = newCommitter(cfg.Store, cfg.Meter)
	return e, nil
}

// maxKnown bounds the sessions whose owner and assistant are remembered, and
// maxStates the bytes of the states that are kept between two of their runs.
const maxKnown, maxStates = 20_000, 64 << 20

// errHandover is the cause of a run's end when its node stops: the run is
// left as it is for the next node.
var errHandover = errors.New("engine: handed over")

// Run works until ctx ends, then drains: no new queries, runs may finish
// for DrainTimeout, what is left is handed over.
func (e *Engine) Run(ctx context.Context) error {
	if err := e.join(ctx); err != nil {
		e.abandon(ctx)
		if ctx.Err() != nil {
			return nil // told to stop before it had begun
		}
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, background := errgroup.WithContext(background)
	group.Go(func() error { return e.commits.run(background) })
	group.Go(func() error { return e.hub.flushDelivered(background) })
	group.Go(func() error { return e.beat(background) })
	group.Go(func() error { return e.sweep(background) })
	group.Go(func() error { return e.listen(background) })
	group.Go(func() error { return e.sweepRetention(background) })
	select {
	case <-ctx.Done():
	case <-background.Done():
	}
	e.drain()
	stop()
	err := group.Wait()
	e.leave()
	return err
}

// abandon lets go of queries that were taken before Run could begin; they
// are stored, and the next process works on them.
func (e *Engine) abandon(ctx context.Context) {
	e.mu.Lock()
	e.draining.Store(true)
	e.mu.Unlock()
	e.stopWork(errHandover)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_ = e.commits.run(ended)
	e.workers.Wait()
}

// handoverAfter is how long runs may go on at a stop when there is another
// node that can take them.
const handoverAfter = 500 * time.Millisecond

// drain ends intake, waits for runs and hands over those that are left.
func (e *Engine) drain() {
	// Under the lock of launch: no worker is added once waiting has begun.
	e.mu.Lock()
	e.draining.Store(true)
	e.mu.Unlock()
	done := make(chan struct{})
	go func() { e.workers.Wait(); close(done) }()
	patience := e.cfg.DrainTimeout
	// Another node may have come or gone since the last beat.
	if err := e.heartbeat(context.Background()); err != nil {
		e.cfg.Logger.Warn("heartbeat", "error", err)
	}
	if e.peers.Load() {
		patience = min(patience, handoverAfter) // others go on at once
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		_ = failpoint.Hit(failpoint.HandoverBefore)
		e.stopWork(errHandover)
		<-done
	}
}

// Draining tells whether the engine refuses new queries.
func (e *Engine) Draining() bool { return e.draining.Load() }

// NewNodeID names a process among others on the same store.
func NewNodeID() string { return "node-" + newID() }

// newID is a UUIDv7: ordered by time, unique across nodes.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// event makes a durable event of a body that can be encoded; one that
// can't be is a programmer's error.
func newEvent(run *state.Run, at time.Time, ev Event) (*state.Event, error) {
	payload, err := state.Encode(ev.Body)
	if err != nil {
		return nil, fmt.Errorf("encode event %s: %w", ev.Type, err)
	}
	return &state.Event{SessionID: run.SessionID, RunID: run.ID, Type: ev.Type, Payload: payload, CreatedAt: at}, nil
}
