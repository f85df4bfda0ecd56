package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Config is one load: a socket on each session, each asking again as soon as
// it has been answered.
type Config struct {
	Server   Server
	Sessions []string
	Work     Work
	// Warm is how long nothing is counted, For how long then is; longer on a
	// machine where by then not even one query a socket was answered.
	Warm, For time.Duration
	// StartedFunc and EndedFunc are called at the edges of what is counted.
	StartedFunc, EndedFunc func() error
}

// Result is what was counted.
type Result struct {
	Took time.Duration
	// First and Last are the sorted times to the first and to the terminal
	// event of each query that was answered.
	First, Last []time.Duration
	// Ack are the sorted times to the acknowledgements; of a floor none.
	Ack []time.Duration
	// Down are the bytes that came, of all queries.
	Down int64
}

// Run puts the load on and returns what it counted. A frame out of order is
// its error: figures of a wrong answer are none.
func Run(ctx context.Context, cfg Config) (Result, error) {
	clients, err := Open(ctx, cfg.Server, cfg.Sessions)
	defer Close(clients)
	if err != nil {
		return Result{}, err
	}
	r := &running{Config: cfg}
	parts, errs := make([]Result, len(clients)), make([]error, len(clients))
	var all sync.WaitGroup
	for i, c := range clients {
		all.Go(func() { parts[i], errs[i] = r.ask(c) })
	}
	<-time.After(cfg.Warm)
	err = cfg.StartedFunc()
	started := time.Now()
	r.counting.Store(true)
	<-time.After(cfg.For)
	for r.answered.Load() < int64(len(clients)) && !r.stopped.Load() && time.Since(started) < patience {
		<-time.After(cfg.For / 4)
	}
	r.counting.Store(false)
	sum := Result{Took: time.Since(started)}
	err = errors.Join(err, cfg.EndedFunc())
	r.stopped.Store(true)
	all.Wait()
	for _, p := range parts {
		sum.First, sum.Last = append(sum.First, p.First...), append(sum.Last, p.Last...)
		sum.Ack = append(sum.Ack, p.Ack...)
		sum.Down += p.Down
	}
	slices.Sort(sum.Ack)
	slices.Sort(sum.First)
	slices.Sort(sum.Last)
	if err = errors.Join(err, errors.Join(errs...)); err == nil && len(sum.Last) == 0 {
		err = errors.New("load: no query was answered in time")
	}
	return sum, err
}

type running struct {
	Config
	counting, stopped atomic.Bool
	answered          atomic.Int64
}

func (r *running) ask(c *Client) (Result, error) {
	var got Result
	for !r.stopped.Load() {
		before, sent := c.Down, time.Now()
		first, last, err := c.Ask(r.Work)
		if err != nil {
			r.stopped.Store(true)
			return got, err
		}
		if r.counting.Load() {
			got.First, got.Last = append(got.First, first), append(got.Last, last)
			if c.acked.After(sent) {
				got.Ack = append(got.Ack, c.acked.Sub(sent))
			}
			got.Down += c.Down - before
			r.answered.Add(1)
		}
	}
	return got, nil
}

// openers is how many sockets are opened at once.
const openers = 32

// Open opens a socket on each session.
func Open(ctx context.Context, server Server, sessions []string) ([]*Client, error) {
	clients, errs := make([]*Client, len(sessions)), make([]error, len(sessions))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(openers, len(sessions)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sessions); i = int(next.Add(1)) - 1 {
				socket, err := Dial(ctx, server, sessions[i])
				if err != nil {
					errs[i] = fmt.Errorf("load: open socket %d: %w", i, err)
					return
				}
				clients[i] = &Client{Socket: socket}
			}
		})
	}
	all.Wait()
	clients = slices.DeleteFunc(clients, func(c *Client) bool { return c == nil })
	return clients, errors.Join(errs...)
}

// Attend reads on all sockets until they are closed, so that pings are
// answered however long nothing is asked. Each terminal event is told to
// answered, and each error. The group it returns ends with the sockets.
func Attend(clients []*Client, answered chan<- error) *sync.WaitGroup {
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(func() { c.attend(answered) })
	}
	return &all
}

func (c *Client) attend(answered chan<- error) {
	for {
		_ = c.conn.SetDeadline(time.Time{})
		name, err := c.event()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			answered <- err
			return
		case terminal(name):
			answered <- nil
		}
	}
}

// Close closes the sockets.
func Close(clients []*Client) {
	for _, c := range clients {
		_ = c.Close()
	}
}

// Percentile of sorted times; 0.5 is the median.
func Percentile(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}
