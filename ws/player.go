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

// retryWait is how long a stream that failed is left alone.
const retryWait = 250 * time.Millisecond

// errHole is a stream that left an event out.
var errHole = errors.New("ws: hole in the event stream")

// player is one playing of the session's stream to a socket. The stream
// wakes it when something may be at hand; a goroutine plays that and ends,
// so that an idle socket costs none.
type player struct {
	*conn
	// after is where it starts, sent what this socket was played before.
	after int64
	sent  span

	// The rest up to mu belongs to the playing goroutine.
	stream Stream
	pos    int64 // the stream's last event
	// resumed is sent once the event with its Seq was played; nil is not.
	resumed *Resumed
	// failing is since when the stream can't be read; zero is not.
	failing time.Time
	// ended tells that the last event written ended its run.
	ended bool

	// These are the conn's mutex's.
	busy    bool // a goroutine is playing
	again   bool // woken while it was playing
	stopped bool
	idle    chan struct{}      // closed when the last playing is over; made by who waits
	cancel  context.CancelFunc // of the look into the store under way
}

// open opens the stream; what it has is played when the player is woken.
func (p *player) open() {
	p.stream = p.server.cfg.WatchFunc(p.sessionID, p.after)
	if now := p.now(); now.can(state.EventStateChanged) {
		p.stream.WantChanges()
	}
	p.stream.OnReady(p.wake)
}

// wake has a goroutine play what is at hand. It does not wait.
func (p *player) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.stopped:
	case p.busy:
		p.again = true
	default:
		p.busy = true
		go p.play() // halt waits for it
	}
}

// stop ends the playing; it does not wait.
func (p *player) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopLocked()
}

// stopLocked is stop for who holds the conn's mutex.
func (p *player) stopLocked() {
	p.stopped = true
	if p.cancel != nil {
		p.cancel()
	}
}

// halt stops, waits until nothing is played any more and tells what was.
func (p *player) halt() span {
	p.stop()
	p.mu.Lock()
	if p.busy && p.idle == nil {
		p.idle = make(chan struct{})
	}
	idle := p.idle
	p.mu.Unlock()
	if idle != nil {
		<-idle
	}
	p.stream.Close()
	return p.sent.add(p.after, p.pos)
}

func (p *player) play() {
	for {
		p.playOn()
		p.mu.Lock()
		if p.again && !p.stopped {
			p.again = false
			p.mu.Unlock()
			continue
		}
		p.busy = false
		if p.idle != nil {
			close(p.idle)
		}
		p.mu.Unlock()
		return
	}
}

// playOn plays until nothing is at hand.
func (p *player) playOn() {
	for !p.isStopped() {
		d, err := p.next()
		switch {
		case err == nil:
			p.failing = time.Time{}
			p.write(func(w *frameWriter) error { return p.burst(w, d) })
		case errors.Is(err, engine.ErrNothing):
			p.failing = time.Time{}
			if p.resumed != nil && !p.isStopped() {
				// They were there when the client was greeted.
				p.fail(fmt.Errorf("%w: %d is the last of %d", errHole, p.pos, p.resumed.Seq))
			}
			return
		default:
			p.pause(err)
			return
		}
	}
}

func (p *player) isStopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped
}

// next is what is at hand, from the store if it has to be asked.
func (p *player) next() (engine.Delivery, error) {
	d, err := p.stream.Next(p.server.ended)
	if err == nil || errors.Is(err, engine.ErrNothing) {
		return d, err
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), p.server.cfg.CommandWait, engine.ErrNothing)
	defer cancel()
	if !p.looking(cancel) {
		return d, engine.ErrNothing
	}
	defer p.looking(nil)
	return p.stream.Next(ctx)
}

// looking lets stop end a look into the store; false when it came first.
func (p *player) looking(cancel context.CancelFunc) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel = cancel
	return !p.stopped
}

// pause lets a stream that failed be asked again after a while, and gives
// up when it has failed for too long.
func (p *player) pause(err error) {
	switch {
	case p.isStopped():
		return
	case p.failing.IsZero():
		p.failing = time.Now()
		p.log().Warn("event stream", "error", err)
	case time.Since(p.failing) > p.server.cfg.BackendWait:
		p.end(CloseBackend, "backend away")
		return
	}
	time.AfterFunc(retryWait, p.wake)
}

// burst writes an event and those that are at hand behind it, and asks for
// confirmation unless it is being asked for already.
func (p *player) burst(w *frameWriter, d engine.Delivery) error {
	for {
		if err := p.one(w, d); err != nil {
			return err
		}
		// Sent from time to time: a long replay would else be in memory as a whole, once for
		// each socket.
		if w.line.size() > burstBytes {
			break
		}
		var err error
		if d, err = p.stream.Next(p.server.ended); err != nil {
			break // nothing more at hand; Next tells again what is wrong
		}
	}
	switch {
	case w.played <= w.pinged || w.pinged > w.confirmed:
	case p.ended:
		p.askLater(w, askDelay)
	default:
		return w.ask()
	}
	return nil
}

// one writes a delivery, if it is for this client.
func (p *player) one(w *frameWriter, d engine.Delivery) error {
	ev := d.Event
	if d.Ephemeral || ev.Seq == 0 {
		if now := p.now(); now.extended && (ev.Type != state.EventStateChanged || now.can(state.EventStateChanged)) {
			return w.event(d, shapeOwn)
		}
		return nil
	}
	switch {
	// The stream goes to the store when it has lost something, and may bring again what
	// was handed over before.
	case ev.Seq <= p.pos:
		return nil
	case ev.Seq > p.pos+1:
		return fmt.Errorf("%w: %d follows %d", errHole, ev.Seq, p.pos)
	}
	if as := p.shownAs(ev); as != shapeHidden && !p.sent.holds(ev.Seq) {
		if err := w.event(d, as); err != nil {
			return err
		}
		p.ended = as.ends(ev)
	}
	p.pos = ev.Seq
	w.played = max(w.played, ev.Seq)
	if p.resumed != nil && p.pos >= p.resumed.Seq {
		resumed := p.resumed
		p.resumed = nil
		return w.frames(resumed)
	}
	return nil
}

// shownAs is how this client is shown an event. Base clients add a card for
// every execution_start, so that each run's is shown to them once.
func (p *player) shownAs(ev *state.Event) shape {
	if p.now().extended {
		return shapeOwn
	}
	if ev.Type == state.EventExecutionStart {
		if ev.RunID != "" && ev.RunID == p.shown {
			return shapeHidden
		}
		p.shown = ev.RunID
	}
	return baseShape(ev)
}
