package engine

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Refer puts a question to a role together with the run's Answer, which tells the
// user what they wait for: the run ends, the session goes on, and the reply begins
// a run of its own, in its turn, which finds it in RunInfo.Reply. The question has
// no end by time; Notice and TTL are not read.
//
// What the state has to say of the question belongs into the Update that goes out
// with the Answer: both are durable together or not at all.
func (t *Turn[S]) Refer(q Question) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case q.For == "" || q.TakesText:
		return errors.New("engine: only a question to a role can be referred")
	case t.referral != nil:
		return errors.New("engine: a second question is referred")
	}
	q.TTL = 0
	t.referral = &q
	return q.check()
}

// refer adds the question to the commit that ends its run.
func (t *Turn[S]) refer(c *store.Commit) (err error) {
	if t.referral != nil {
		id := state.InterruptID(c.RunID, t.run.step+int64(len(c.Checkpoints)))
		c.Interrupt, err = t.referral.interrupt(id, End, c.At)
	}
	return err
}

// origin is a run's input: what began it instead of a query, or what its query asked
// for besides its text.
type origin struct {
	Proactive  *state.Proactive `json:"proactive,omitempty"`
	Reply      *state.Reply     `json:"reply,omitempty"`
	ReviewPlan bool             `json:"review_plan,omitempty"`
}

// originOf reads a run's input; one of another kind has nothing of it.
func originOf(input json.RawMessage) (in origin) {
	if len(input) > 0 {
		_ = json.Unmarshal(input, &in)
	}
	return in
}

// referred is the run that a reply to a question of an ended run begins.
func (e *Engine) referred(asked *state.Run, id string, reply *state.Reply, now time.Time) (*state.Run, error) {
	input, err := state.Encode(origin{Reply: reply})
	return &state.Run{
		ID: id, SessionID: asked.SessionID, Assistant: asked.Assistant, UserID: asked.UserID, Kind: state.RunReferral,
		Language: asked.Language, Input: input, Address: asked.Address, CreatedAt: now, Deadline: now.Add(e.cfg.RunDeadline),
	}, err
}
