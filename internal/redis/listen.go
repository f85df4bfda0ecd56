package redis

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/bus"
)

const (
	// A connection on which nothing came for three pings is given up. A process
	// that stood still for as long makes it anew in vain.
	pingEvery = 400 * time.Millisecond
	silence   = 3 * pingEvery
	// subscribeAtOnce bounds one command.
	subscribeAtOnce = 512
	// resubscribed is the ping behind the first subscriptions: its answer
	// says that they are in effect.
	resubscribed = "resubscribed"
)

// link is the life of one connection for subscriptions.
type link struct {
	bus     *Bus
	handler bus.Handler
	pubsub  *goredis.PubSub
	up      func()
}

// listen has one connection bring what is said to this node and to its
// sessions until the connection breaks, falls silent or ctx ends.
func (b *Bus) listen(ctx context.Context, h bus.Handler, up func()) error {
	l := &link{bus: b, handler: h, pubsub: b.client.redis.Subscribe(ctx), up: up}
	err := l.dial(ctx)
	if err != nil {
		return errors.Join(err, l.pubsub.Close())
	}
	// After this go-redis must not dial again by itself: the next link does,
	// and a dial into a black hole would only delay the noticing. It can't
	// with a context that has ended; reading and writing look at a context's
	// deadline alone, which this one has not.
	ended, end := context.WithCancel(ctx)
	end()
	received := make(chan error, 1)
	go func() { received <- l.receive(ended) }()
	err = errors.Join(l.tend(ctx, ended, received), l.pubsub.Close())
	if closed := <-received; err == nil && ctx.Err() == nil {
		err = closed
	}
	return err
}

func (l *link) dial(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return l.pubsub.Subscribe(ctx, l.bus.told)
}

// tend subscribes and keeps an eye on the connection. It leaves an error of
// the reader for the caller.
func (l *link) tend(ctx, ended context.Context, received chan error) error {
	made := map[string]struct{}{}
	all := l.bus.interest.all()
	for _, id := range all {
		made[id] = struct{}{}
	}
	if err := l.change(ended, all, nil); err != nil {
		return err
	}
	if err := l.pubsub.Ping(ended, resubscribed); err != nil {
		return err
	}
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-received:
			received <- nil
			return err
		case <-l.bus.interest.wake:
			add, remove := l.bus.interest.changes(made)
			if err := l.change(ended, add, remove); err != nil {
				return err
			}
		case <-tick.C:
			if err := l.pubsub.Ping(ended); err != nil {
				return err
			}
		}
	}
}

func (l *link) change(ended context.Context, add, remove []string) error {
	for ids := range slices.Chunk(l.channels(add), subscribeAtOnce) {
		if err := l.pubsub.Subscribe(ended, ids...); err != nil {
			return err
		}
	}
	for ids := range slices.Chunk(l.channels(remove), subscribeAtOnce) {
		if err := l.pubsub.Unsubscribe(ended, ids...); err != nil {
			return err
		}
	}
	return nil
}

func (l *link) channels(sessionIDs []string) []string {
	out := make([]string, len(sessionIDs))
	for i, id := range sessionIDs {
		out[i] = l.bus.sessions + id
	}
	return out
}

// receive reads until the connection ends or is silent. After a timeout nothing more
// is read of it: one that passed in the middle of a message would leave the rest to
// be read as the next.
func (l *link) receive(ended context.Context) error {
	for {
		received, err := l.pubsub.ReceiveTimeout(ended, silence)
		if err != nil {
			return err
		}
		switch m := received.(type) {
		case *goredis.Message:
			l.deliver(m)
		case *goredis.Pong:
			if m.Payload == resubscribed {
				l.up()
				l.handler.LostFunc()
			}
		}
	}
}

// deliver ignores what no bus of ours has written.
func (l *link) deliver(m *goredis.Message) {
	if m.Channel == l.bus.told {
		var w bus.Control
		if json.Unmarshal([]byte(m.Payload), &w) == nil {
			l.handler.ToldFunc(w)
		}
		return
	}
	sessionID, ok := strings.CutPrefix(m.Channel, l.bus.sessions)
	if !ok || !l.bus.interest.has(sessionID) {
		return
	}
	from, payload, ok := strings.Cut(m.Payload, tagEnd)
	if ok && from != l.bus.nodeID {
		l.handler.HeardFunc(sessionID, l.bus.opened(sessionID, []byte(payload)))
	}
}

// opened is a payload as it was published. One that was sealed otherwise, by a node
// of another version or by nobody of ours, says no more than to look into the store.
func (b *Bus) opened(sessionID string, payload []byte) []byte {
	if b.box == nil || len(payload) == 0 {
		return payload
	}
	payload, _ = b.box.Open(payload, []byte(sessionID)) // nil where it can't be opened
	return payload
}
