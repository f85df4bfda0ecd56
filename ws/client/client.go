package client

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Client is one session's line to the server. Its methods are safe for
// concurrent use; Close ends it and waits for its goroutines.
type Client struct {
	config Config
	frames chan Frame
	wake   chan struct{} // a command waits; holds one signal
	cancel context.CancelFunc
	done   chan struct{} // closed when run has ended

	mu      sync.Mutex // guards all below
	backlog []*command
	err     error

	// Owned by run's goroutine: where the session's stream is.
	lastSeq *int64 // nil before the first sign of it
	epoch   string
	pause   time.Duration // asked for by the server, for the next attempt
}

// Dial connects to Config.SessionID and returns when the server has greeted
// or the attempt is hopeless: ErrNoSession, ErrSignIn, ErrDismissed, or
// ErrOutage after Config.MaxOutage. ctx bounds only the dialing.
func Dial(ctx context.Context, c Config) (*Client, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	at, err := c.socketURL()
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	cl := &Client{
		config: c, cancel: cancel,
		frames: make(chan Frame, 256), wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	greeted := make(chan struct{})
	go cl.run(life, at, sync.OnceFunc(func() { close(greeted) }))
	select {
	case <-greeted:
		return cl, nil
	case <-cl.done:
		select {
		case <-greeted: // and ended since; its frames are there
			return cl, nil
		default:
			return nil, cl.Err()
		}
	case <-ctx.Done():
		_ = cl.Close()
		return nil, ctx.Err()
	}
}

// Frames are the server's frames: durable events in the order of their
// numbers and each once, others as they come. The channel is closed when
// the client has ended; Err says why.
func (c *Client) Frames() <-chan Frame { return c.frames }

// Err is why the client ended; nil while it has not.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close ends the client; commands that were not sent are dropped.
func (c *Client) Close() error {
	c.cancel()
	<-c.done
	return nil
}

// run keeps a connection up until Close or until there is no more hope.
func (c *Client) run(ctx context.Context, at string, greeted func()) {
	defer close(c.done)
	defer close(c.frames)
	pauses := &backoff.ExponentialBackOff{
		InitialInterval: c.config.MinPause, MaxInterval: c.config.MaxPause,
		RandomizationFactor: 0.5, Multiplier: 2,
	}
	pauses.Reset()
	lost := time.Now()
	for {
		up, err := c.connect(ctx, at, greeted)
		if ctx.Err() != nil {
			c.finish(ErrClosed)
			return
		}
		if end := fate(err); end != nil {
			c.finish(end)
			return
		}
		if up {
			pauses.Reset()
			lost = time.Now()
		}
		pause := max(pauses.NextBackOff(), c.pause)
		c.pause = 0
		if time.Since(lost)+pause > c.config.MaxOutage {
			c.finish(fmt.Errorf("%w: %w", ErrOutage, err))
			return
		}
		c.config.StatusFunc(Status{Err: err, Pause: pause})
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

func (c *Client) finish(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
	c.backlog = nil
}
