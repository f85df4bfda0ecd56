package redis

import (
	"context"
	"errors"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/bus"
)

const (
	offerField = "run"
	group      = "nodes"

	// maxOffers bounds the stream when nobody takes offers; the sweep finds
	// the runs of those that fall out.
	maxOffers = 10_000
	// offersAtOnce is small, so that a burst spreads over the nodes.
	offersAtOnce = 16
	// offerWait is how long Redis holds a request for offers; together with
	// the timeout of a call it is how long a dead connection goes unnoticed.
	offerWait = time.Second
	// consumerIdle is when a node that left without a word is forgotten.
	consumerIdle = 10 * time.Minute
	// unblockEvery is how often a stop asks Redis to let go of a request.
	unblockEvery = 20 * time.Millisecond
)

// takeOffers has one connection hand this node its share of the offers until
// the connection breaks or ctx ends. Offers are taken without acknowledgement
// (NOACK): what a dying node had in hand the sweep finds, and no list of
// pending ones can grow.
func (b *Bus) takeOffers(ctx context.Context, h bus.Handler, up func()) error {
	conn := b.client.redis.Conn()
	defer func() { _ = conn.Close() }() // a broken one leaves the pool
	if err := b.joinGroup(ctx, conn); err != nil {
		return err
	}
	defer b.unblockAtEnd(ctx, conn)()
	up()
	h.LostFunc()
	for ctx.Err() == nil {
		offers, err := b.nextOffers(ctx, conn)
		if goredis.HasErrorPrefix(err, "NOGROUP") { // FLUSHALL or a new Redis
			err = b.joinGroup(ctx, conn)
			h.LostFunc()
		}
		if err != nil {
			return err
		}
		if err := b.handle(ctx, conn, h, offers); err != nil {
			return err
		}
	}
	return nil
}

// joinGroup makes the stream and the group if there are none and forgets
// consumers that are long gone. A new group begins with all that is in the
// stream, as that was offered to nobody yet.
func (b *Bus) joinGroup(ctx context.Context, conn *goredis.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, b.client.timeout)
	defer cancel()
	err := conn.XGroupCreateMkStream(ctx, b.offers, group, "0").Err()
	if err != nil && !goredis.HasErrorPrefix(err, "BUSYGROUP") {
		return err
	}
	consumers, err := conn.XInfoConsumers(ctx, b.offers, group).Result()
	if err != nil {
		return err
	}
	for _, c := range consumers {
		if c.Idle < consumerIdle || c.Name == b.nodeID {
			continue
		}
		if err := conn.XGroupDelConsumer(ctx, b.offers, group, c.Name).Err(); err != nil {
			return err
		}
	}
	return nil
}

// nextOffers waits for offers and is empty when none came in time. It does
// not end with ctx, as an answer that nobody reads would lose its offers:
// unblockAtEnd has Redis answer instead.
func (b *Bus) nextOffers(ctx context.Context, conn *goredis.Conn) ([]goredis.XMessage, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), offerWait+b.client.timeout)
	defer cancel()
	streams, err := conn.XReadGroup(ctx, &goredis.XReadGroupArgs{
		Group: group, Consumer: b.nodeID, Streams: []string{b.offers, ">"},
		Count: offersAtOnce, Block: offerWait, NoAck: true,
	}).Result()
	if errors.Is(err, goredis.Nil) {
		return nil, nil
	}
	if err != nil || len(streams) == 0 {
		return nil, err
	}
	return streams[0].Messages, nil
}

// handle brings offers to the handler, or to another node once ctx has
// ended, and takes them out of the stream.
func (b *Bus) handle(ctx context.Context, conn *goredis.Conn, h bus.Handler, offers []goredis.XMessage) error {
	if len(offers) == 0 {
		return nil
	}
	var ids, runs []string
	for _, offer := range offers {
		ids = append(ids, offer.ID)
		if run, ok := offer.Values[offerField].(string); ok {
			runs = append(runs, run)
		}
	}
	ended := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.client.timeout)
	defer cancel()
	if ended {
		return errors.Join(b.Offer(ctx, runs...), conn.XDel(ctx, b.offers, ids...).Err())
	}
	err := conn.XDel(ctx, b.offers, ids...).Err()
	for _, run := range runs {
		h.RunOfferedFunc(run)
	}
	return err
}

// unblockAtEnd makes a waiting request for offers end soon after ctx; the
// function that it returns ends the making. Where Redis does not let us ask,
// the request ends after offerWait.
func (b *Bus) unblockAtEnd(ctx context.Context, conn *goredis.Conn) (stop func()) {
	asking, cancel := context.WithTimeout(ctx, b.client.timeout)
	id, err := conn.ClientID(asking).Result()
	cancel()
	if err != nil {
		return func() {}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-over:
			return
		case <-ctx.Done():
		}
		// Again and again: the request may have been about to be sent.
		for {
			asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.client.timeout)
			_ = b.client.redis.ClientUnblock(asking, id).Err() // offerWait ends it too
			cancel()
			select {
			case <-over:
				return
			case <-time.After(unblockEvery):
			}
		}
	}()
	return func() { close(over); <-ended }
}

// leaveGroup forgets this node's consumer; one that stays because Redis is
// away is forgotten by the next node that joins.
func (b *Bus) leaveGroup(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.client.timeout)
	defer cancel()
	_ = b.client.redis.XGroupDelConsumer(ctx, b.offers, group, b.nodeID).Err()
}
