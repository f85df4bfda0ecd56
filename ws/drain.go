package ws

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/madang-dev/madang/state"
)

// drainSpread is over how long the clients are told to spread their return.
const drainSpread = 5 * time.Second

// Drain refuses new sockets and closes those there are, DrainRate a second,
// so that their clients don't come back all at once. When ctx ends the rest
// is closed without pause, but never without a code. It returns when all
// sockets are gone, with ctx's error if that came first.
func (s *Server) Drain(ctx context.Context) error {
	pace := rate.NewLimiter(rate.Limit(s.cfg.DrainRate), max(1, s.cfg.DrainRate/20))
	var farewells sync.WaitGroup
	for _, c := range s.registry.drain() {
		_ = pace.Wait(ctx) // once ctx has ended nothing waits any more
		farewells.Go(func() { s.farewell(ctx, c) })
	}
	gone := make(chan struct{})
	go func() {
		farewells.Wait()
		s.registry.gone.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
	}
	s.cut(gone)
	return context.Cause(ctx)
}

// cut gives the last sockets the time of a closing handshake and then ends
// their connections.
func (s *Server) cut(gone <-chan struct{}) {
	timer := time.NewTimer(s.cfg.CloseWait)
	defer timer.Stop()
	select {
	case <-gone:
		return
	case <-timer.C:
	}
	for _, c := range s.registry.list() {
		_ = c.w.line.Close()
	}
	<-gone
}

// farewell closes a socket so that its client comes back. A base client does so
// to another node at once, which has to know by then what this one showed it.
func (s *Server) farewell(ctx context.Context, c *conn) {
	if !c.now().extended {
		c.beginEnd(CloseRestart)
		bound, cancel := context.WithTimeout(ctx, s.cfg.CloseWait)
		defer cancel()
		c.awaitConfirmed(bound)
		s.cfg.Positions.FlushDelivered(bound)
		c.end(CloseRestart, "service restart")
		return
	}
	after := rand.Int64N(drainSpread.Milliseconds()) + 1
	c.send(&ServerDraining{Frame: frame(state.FrameServerDraining), RetryAfterMS: after})
	c.end(CloseDraining, "draining")
}
