package redis

import (
	"context"
	"sync"

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

func (f frame) size() int { return len(f.channel) + len(f.data) }

// outbox keeps frames until they are sent. What is being sent counts too, so
// that the bounds hold for all of it.
type outbox struct {
	wake chan struct{} // holds one signal

	mu            sync.Mutex // guards all below
	frames        []frame
	length, bytes int
}

func (o *outbox) put(f frame) {
	o.mu.Lock()
	if o.length < maxFrames && o.bytes+f.size() <= maxFrameBytes {
		o.frames = append(o.frames, f)
		o.length++
		o.bytes += f.size()
	}
	o.mu.Unlock()
	signal(o.wake)
}

// take is all that waits.
func (o *outbox) take() []frame {
	o.mu.Lock()
	defer o.mu.Unlock()
	frames := o.frames
	o.frames = nil
	return frames
}

// done gives back the place of frames that were taken.
func (o *outbox) done(frames []frame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.length -= len(frames)
	for _, f := range frames {
		o.bytes -= f.size()
	}
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
	var frames []frame
	for ctx.Err() == nil {
		if len(frames) == 0 {
			frames = b.outbox.take()
		}
		if len(frames) > 0 {
			frames = b.sendSome(ctx, frames)
			continue
		}
		select {
		case <-ctx.Done():
		case <-b.outbox.wake:
		}
	}
	b.sendLast(ctx, frames)
}

func (b *Bus) sendLast(ctx context.Context, frames []frame) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	frames = append(frames, b.outbox.take()...)
	for len(frames) > 0 && ctx.Err() == nil {
		frames = b.sendSome(ctx, frames)
	}
	b.outbox.done(frames)
}

// sendSome sends the first frames in one trip and is what is left. One trip
// is over before the next begins, which keeps the order.
func (b *Bus) sendSome(ctx context.Context, frames []frame) []frame {
	n, bytes := 0, 0
	for n < len(frames) && n < sendLength && (n == 0 || bytes+frames[n].size() <= sendBytes) {
		bytes += frames[n].size()
		n++
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	pipe := b.client.redis.Pipeline()
	for _, f := range frames[:n] {
		pipe.Publish(ctx, f.channel, f.data)
	}
	_, _ = pipe.Exec(ctx) // what does not arrive is found in the store
	b.outbox.done(frames[:n])
	return frames[n:]
}

// signal leaves a signal unless one waits already.
func signal(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
