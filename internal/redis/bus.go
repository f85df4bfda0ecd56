package redis

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/seal"
)

// BusConfig says whose end of the bus it is; zero values are the defaults.
type BusConfig struct {
	NodeID string // needed; no other node has the same
	// Secret is one that all nodes share and Redis does not know: what is published
	// is sealed with it. Without one it is not.
	Secret []byte
	Logger *slog.Logger // default: none
}

// Bus is a node's end of the bus in Redis; safe for concurrent use. Its two
// long-lived connections, one for offers and one for all subscriptions, are
// made anew whenever they break or fall silent.
type Bus struct {
	client *Client
	nodeID string
	log    *slog.Logger

	offers   string // the list of runs
	told     string // this node's channel
	sessions string // what all sessions' channels begin with

	box      *seal.Box // nil without a secret
	outbox   outbox
	interest interest

	running    atomic.Bool
	offersUp   atomic.Bool
	sessionsUp atomic.Bool
}

// Bus is the end for one node. It panics without a usable node id.
func (c *Client) Bus(cfg BusConfig) *Bus {
	if cfg.NodeID == "" || strings.Contains(cfg.NodeID, tagEnd) {
		panic(fmt.Sprintf("redis: %q can't be a node's id", cfg.NodeID))
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	var box *seal.Box
	if len(cfg.Secret) > 0 {
		var err error
		if box, err = seal.NewBox(cfg.Secret, "madang bus"); err != nil {
			panic(err) // no secret is one that no key can be made of
		}
	}
	return &Bus{
		client: c, nodeID: cfg.NodeID, log: cfg.Logger, box: box,
		offers:   c.name("runs"),
		told:     c.name("node", cfg.NodeID),
		sessions: c.name("session") + ":",
		outbox:   outbox{frames: make(chan frame, maxFrames)},
		interest: newInterest(),
	}
}

// Run keeps the connections up and brings what arrives to the handler until
// ctx ends. What was published before gets a last, short chance to leave.
func (b *Bus) Run(ctx context.Context, h bus.Handler) error {
	if !b.running.CompareAndSwap(false, true) {
		return bus.ErrRunning
	}
	defer b.running.Store(false)
	var work sync.WaitGroup
	work.Go(func() {
		b.keep(ctx, "offers", &b.offersUp, func(up func()) error { return b.takeOffers(ctx, h, up) })
	})
	work.Go(func() {
		b.keep(ctx, "subscriptions", &b.sessionsUp, func(up func()) error { return b.listen(ctx, h, up) })
	})
	work.Go(func() { b.send(ctx) })
	work.Wait()
	return nil
}

// Pauses between attempts to connect; jittered, so that the nodes don't come
// back all at once.
const (
	firstPause = 20 * time.Millisecond
	longPause  = 300 * time.Millisecond
)

// keep connects again and again. connect returns when its connection is
// over and calls up once it is good.
func (b *Bus) keep(ctx context.Context, name string, isUp *atomic.Bool, connect func(up func()) error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = firstPause, longPause
	told := false // one line an outage
	for {
		err := connect(func() { isUp.Store(true) })
		wasUp := isUp.Swap(false)
		if ctx.Err() != nil {
			return
		}
		if wasUp {
			pauses.Reset()
			told = false
		}
		if !told {
			b.log.WarnContext(ctx, "bus: connection lost", "connection", name, "error", err)
			told = true
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pauses.NextBackOff()):
		}
	}
}

// Healthy tells whether both connections are there.
func (b *Bus) Healthy() bool { return b.offersUp.Load() && b.sessionsUp.Load() }

// Tell brings a control to the named node; bus.ErrUnheard says that it has no
// connection at the moment.
func (b *Bus) Tell(ctx context.Context, nodeID string, w bus.Control) error {
	payload, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("tell %s: %w", nodeID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	heard, err := b.client.redis.Publish(ctx, b.client.name("node", nodeID), payload).Result()
	if err == nil && heard == 0 {
		err = bus.ErrUnheard
	}
	if err != nil {
		return fmt.Errorf("tell %s: %w", nodeID, err)
	}
	return nil
}
