package ws

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// burstBytes is how much is gathered before it is sent.
const burstBytes = 64 << 10

// errHole is a stream that left an event out.
var errHole = errors.New("ws: hole in the event stream")

// follow plays the session's stream from where the greetings say, until
// the socket ends. With waiting it first gives the client time for hello.
func (c *conn) follow(waiting bool) {
	defer close(c.followed)
	var late <-chan time.Time
	if waiting {
		timer := time.NewTimer(c.helloTime())
		defer timer.Stop()
		late = timer.C
	}
	for {
		select {
		case s := <-c.starts:
			late = nil
			c.play(s)
		case <-late:
			late = nil
			c.withoutHello()
		case <-c.ending:
			return
		}
	}
}

func (c *conn) helloTime() time.Duration {
	if c.server.cfg.AuthFunc != nil {
		return c.server.cfg.HelloWait
	}
	return c.server.cfg.HelloGrace
}

// withoutHello goes on by the base rule, where no sign-in is needed.
func (c *conn) withoutHello() {
	if c.server.cfg.AuthFunc != nil {
		c.end(CloseHelloLate, "hello too late")
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.server.cfg.CommandWait)
	defer cancel()
	c.begin(ctx, wish{}, nil)
}

// player is the follower's work on one start.
type player struct {
	*conn
	*start
	stream Stream
	pos    int64 // the stream's last event
	// failing is since when the stream can't be read; zero is not.
	failing time.Time
	// ended tells that the last event written ended its run.
	ended bool
}

func (c *conn) play(s *start) {
	defer close(s.done)
	stream := c.server.cfg.WatchFunc(c.sessionID, s.after)
	defer stream.Close()
	p := &player{conn: c, start: s, stream: stream, pos: s.after}
	for {
		ctx, ok := s.beat(p.nextBeat())
		if !ok {
			break
		}
		p.playFor(ctx)
	}
	s.sent = s.sent.add(s.after, p.pos)
}

// playFor plays until ctx ends, which is when a ping is due or the playing
// was stopped.
func (p *player) playFor(ctx context.Context) {
	for {
		d, err := p.stream.Next(ctx)
		switch {
		case err == nil:
			p.failing = time.Time{}
			p.write(func(pen *pen) error { return p.burst(pen, d) })
		case ctx.Err() == nil:
			p.pause(ctx, err)
		default:
			if !p.isStopped() && !p.expire() {
				p.write((*pen).ask)
			}
			return
		}
	}
}

// nextBeat is the time until the next ping, or until the sign-in or the
// socket's life is over.
func (p *player) nextBeat() time.Duration {
	wait := p.server.cfg.PingEvery
	if until := p.until.Load(); until != 0 {
		wait = min(wait, max(time.Until(time.UnixMilli(until)), time.Millisecond))
	}
	if life := p.server.cfg.MaxLifetime; life > 0 {
		wait = min(wait, max(time.Until(p.opened.Add(life)), time.Millisecond))
	}
	return wait
}

// expire ends a socket whose time is over.
func (p *player) expire() bool {
	now := time.Now()
	if until := p.until.Load(); until != 0 && now.UnixMilli() >= until {
		p.end(CloseTokenOld, "token expired")
		return true
	}
	if life := p.server.cfg.MaxLifetime; life > 0 && now.Sub(p.opened) >= life {
		p.end(CloseLifetime, "maximum lifetime")
		return true
	}
	return false
}

// pause waits before a stream that failed is asked again, and gives up
// when it has failed for too long.
func (p *player) pause(ctx context.Context, err error) {
	switch {
	case p.failing.IsZero():
		p.failing = time.Now()
		p.log().Warn("event stream", "error", err)
	case time.Since(p.failing) > p.server.cfg.BackendWait:
		p.end(CloseBackend, "backend away")
	}
	timer := time.NewTimer(250 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// burst writes an event and those that are at hand behind it, and asks for
// confirmation unless it is being asked for already.
func (p *player) burst(pen *pen, d engine.Delivery) error {
	for {
		if err := p.one(pen, d); err != nil {
			return err
		}
		if p.pen.line.gathered() > burstBytes {
			break
		}
		var err error
		if d, err = p.stream.Next(p.server.ended); err != nil {
			break // nothing more at hand; Next tells again what is wrong
		}
	}
	switch {
	case pen.played <= pen.pinged || pen.pinged > pen.confirmed:
	case p.ended:
		p.askLater(pen)
	default:
		return pen.ask()
	}
	return nil
}

// one writes a delivery, if it is for this client.
func (p *player) one(pen *pen, d engine.Delivery) error {
	ev := d.Event
	if d.Ephemeral || ev.Seq == 0 {
		if p.extended.Load() && (ev.Type != state.EventStateChanged || p.can(state.EventStateChanged)) {
			return pen.event(ev, ev.Type)
		}
		return nil
	}
	switch {
	case ev.Seq <= p.pos:
		return nil
	case ev.Seq > p.pos+1:
		return fmt.Errorf("%w: %d follows %d", errHole, ev.Seq, p.pos)
	}
	if eventType := p.shownAs(ev); eventType != "" && !p.sent.holds(ev.Seq) {
		if err := pen.event(ev, eventType); err != nil {
			return err
		}
		p.ended = eventType == state.EventFinalResponse || eventType == state.EventError || eventType == state.EventRunCancelled
	}
	p.pos = ev.Seq
	pen.played = max(pen.played, ev.Seq)
	if p.resumed != nil && p.pos >= p.resumed.Seq {
		resumed := p.resumed
		p.resumed = nil
		return pen.frames(resumed)
	}
	return nil
}

// shownAs is the type under which a client is shown an event; "" hides it.
// Base clients know six, add a card for every execution_start, and take a
// cancelled run's response for its final one.
func (p *player) shownAs(ev *state.Event) string {
	if p.extended.Load() {
		return ev.Type
	}
	switch ev.Type {
	case state.EventExecutionStart:
		if ev.RunID != "" && ev.RunID == p.shown {
			return ""
		}
		p.shown = ev.RunID
		return ev.Type
	case state.EventPlanningStart, state.EventPlanReady, state.EventTodoUpdated,
		state.EventFinalResponse, state.EventError:
		return ev.Type
	case state.EventRunCancelled:
		return state.EventFinalResponse
	}
	return ""
}
