package ws

import (
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// resumeFrom is what a client said of where it is.
type resumeFrom struct {
	// hello tells that the client asked, so that it is answered with
	// resumed; without it the base rule holds.
	hello   bool
	lastSeq *int64
	epoch   string
}

// choice is from where a socket is played the session's events.
type choice struct {
	after int64
	// confirmed tells that the client has everything up to after.
	confirmed bool
	// reason is why nothing is recovered, "" when everything is.
	reason string
}

// choose decides from where to play: after the client's last event, or
// what the session's sockets have not been sent, or, where that would be
// partial, from now on. Who asks for no recovery is played what is left of
// it: an open run's events are always kept, and its end may be waited for.
func choose(p engine.Position, w resumeFrom, replayLimit int64) choice {
	pruned := prunedUpTo(p)
	switch {
	case w.lastSeq == nil && !w.hello:
		return choice{after: max(p.DeliveredSeq, pruned)}
	case w.lastSeq == nil && p.DeliveredSeq >= pruned:
		return choice{after: p.DeliveredSeq}
	case w.lastSeq == nil:
		return choice{after: p.LastSeq, reason: ReasonPruned}
	case w.epoch != "" && w.epoch != p.Epoch:
		return choice{after: p.LastSeq, reason: ReasonEpoch}
	case *w.lastSeq < 0 || *w.lastSeq > p.LastSeq:
		return choice{after: p.LastSeq, reason: ReasonUnknown}
	case *w.lastSeq < pruned:
		return choice{after: p.LastSeq, reason: ReasonPruned}
	case p.LastSeq-*w.lastSeq > replayLimit:
		return choice{after: p.LastSeq, reason: ReasonTooFar}
	}
	return choice{after: *w.lastSeq, confirmed: true}
}

// prunedUpTo is the newest event that is not kept any more, 0 for none.
func prunedUpTo(p engine.Position) int64 {
	if p.FirstSeq == 0 {
		return p.LastSeq
	}
	return p.FirstSeq - 1
}

func newResumed(p engine.Position, c choice) *Resumed {
	r := &Resumed{Frame: frame(state.FrameResumed), Recovered: c.reason == "", Reason: c.reason, Seq: max(p.LastSeq, c.after)}
	if !r.Recovered {
		r.Snapshot = &Snapshot{
			Seq: p.LastSeq, Epoch: p.Epoch, Title: p.Session.Title,
			MessageCount: p.Session.MessageCount, LastMessage: p.Session.LastMessage,
			UpdatedAt: p.Session.UpdatedAt,
		}
	}
	return r
}
