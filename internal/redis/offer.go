package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/bus"
)

const (
	// maxOffers bounds the list when nobody takes offers, and offersKept how long
	// it stays; the sweep finds the runs of those that fall out.
	maxOffers  = 10_000
	offersKept = time.Minute
	// offerWait is how long Redis holds a request for an offer: a stop waits for
	// it, and with the timeout of a call it is how long a dead connection goes
	// unnoticed.
	offerWait = 200 * time.Millisecond
)

// Offer wakes one node for each run.
func (b *Bus) Offer(ctx context.Context, runIDs ...string) error {
	if err := ctx.Err(); err != nil || len(runIDs) == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	pipe := b.client.redis.Pipeline()
	pipe.RPush(ctx, b.offers, runIDs)
	pipe.LTrim(ctx, b.offers, -maxOffers, -1)
	pipe.Expire(ctx, b.offers, offersKept)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("offer %d runs: %w", len(runIDs), err)
	}
	return nil
}

// takeOffers has one connection take this node's share of the offers until the
// connection breaks or ctx ends. Each is taken by itself, so that a burst spreads
// over the nodes; Redis hands it to the one that has waited longest.
func (b *Bus) takeOffers(ctx context.Context, h bus.Handler, up func()) error {
	conn := b.client.redis.WithTimeout(offerWait + callTimeout).Conn()
	defer func() { _ = conn.Close() }() // a broken one leaves the pool
	for first := true; ctx.Err() == nil; first = false {
		run, ok, err := b.nextOffer(ctx, conn)
		if err != nil {
			return err
		}
		if first { // a server that answers may still let nobody take
			up()
			h.LostFunc()
		}
		switch {
		case !ok:
		case ctx.Err() == nil:
			h.RunOfferedFunc(run)
		default: // another node's, then
			return b.Offer(context.WithoutCancel(ctx), run)
		}
	}
	return nil
}

// nextOffer waits for an offer; there is none when none came in time. It does not
// end with ctx, as an answer that nobody reads would lose its offer.
func (b *Bus) nextOffer(ctx context.Context, conn *goredis.Conn) (run string, ok bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), offerWait+callTimeout)
	defer cancel()
	// Not BLPop, which waits for whole seconds.
	got, err := conn.Do(ctx, "BLPOP", b.offers, offerWait.Seconds()).StringSlice() // the list's name, the run
	if errors.Is(err, goredis.Nil) {
		return "", false, nil
	}
	if err != nil || len(got) < 2 {
		return "", false, err
	}
	return got[1], true, nil
}
