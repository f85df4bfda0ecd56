package redis

import (
	"context"
	"sync/atomic"

	"github.com/madang-dev/madang/internal/bus"
)

const (
	// tagEnd stands between the sender's id and the payload.
	tagEnd = "\x00"
	// What goes out in one trip.
	sendLength = 256
	sendBytes  = 1 << 20
	// What Publish keeps until it is sent; more is lost, and found in the store.
	maxFrames     = 8_192
	maxFrameBytes = 32 << 20
)

// frame is a payload with its sender, on its way to a channel.
type frame struct {
	channel string
	data    []byte
}

func (f frame) size() int64 { return int64(len(f.channel) + len(f.data)) }

// outbox keeps frames until they are sent. Bytes that are being sent count too, so
// that a Redis that hangs holds no more memory than one that is away.
type outbox struct {
	frames chan frame
	bytes  atomic.Int64
}

// put drops what there is no room for: nobody waits for a hint.
func (o *outbox) put(f frame) {
	if o.bytes.Add(f.size()) <= maxFrameBytes {
		select {
		case o.frames <- f:
			return
		default:
		}
	}
	o.bytes.Add(-f.size())
}

// Publish sends a copy of the payload to the session's subscribers on other
// nodes, sooner or later or never.
func (b *Bus) Publish(sessionID string, payload []byte) {
	payload = bus.Fit(payload)
	if b.box != nil && len(payload) > 0 {
		payload = b.box.Seal(payload, []byte(sessionID))
	}
	data := make([]byte, 0, len(b.nodeID)+len(tagEnd)+len(payload))
	data = append(append(append(data, b.nodeID...), tagEnd...), payload...)
	b.outbox.put(frame{channel: b.sessions + sessionID, data: data})
}

// send empties the outbox until ctx ends, and once more within the time of
// one call, for the last words of a node that stops.
func (b *Bus) send(ctx context.Context) {
	for {
		select {
		case f := <-b.outbox.frames:
			b.sendSome(ctx, f)
		case <-ctx.Done():
			b.sendLast(ctx)
			return
		}
	}
}

func (b *Bus) sendLast(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	for ctx.Err() == nil {
		select {
		case f := <-b.outbox.frames:
			b.sendSome(ctx, f)
		default:
			return
		}
	}
}

// sendSome sends a frame in one trip with what waits behind it. One trip is over
// before the next begins, which keeps the order.
func (b *Bus) sendSome(ctx context.Context, f frame) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	pipe := b.client.redis.Pipeline()
	pipe.Publish(ctx, f.channel, f.data)
	bytes := f.size()
	for pipe.Len() < sendLength && bytes < sendBytes && len(b.outbox.frames) > 0 {
		f = <-b.outbox.frames // nobody else takes any
		pipe.Publish(ctx, f.channel, f.data)
		bytes += f.size()
	}
	_, _ = pipe.Exec(ctx) // what does not arrive is found in the store
	b.outbox.bytes.Add(-bytes)
}

// signal leaves a signal unless one waits already.
func signal(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
