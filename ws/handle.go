package ws

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// handle answers one frame.
func (c *conn) handle(kind int, body []byte) {
	c.speak()
	if kind != websocket.TextMessage {
		c.refuse(Header{}, fault.New(fault.InvalidMessage, "text frames only"))
		c.end(CloseUnsupported, "text frames only")
		return
	}
	command, h, err := decode(body, c.now().extended, c.server.cfg.MaxQuery)
	switch {
	case errors.Is(err, errNotText):
		c.refuse(h, err)
		c.end(CloseNotText, "not UTF-8")
	// Counted whether it can be read or not: to refuse a frame costs as much as to read
	// it.
	case !c.allow():
		c.throttle(h, fault.New(fault.RateLimited, ""))
	case err != nil:
		c.refuse(h, err)
		c.strike()
	default:
		c.errors = 0
		c.execute(command)
	}
}

// allow asks the rate; refusals are remembered and forgiven one by one.
func (c *conn) allow() bool {
	if c.limiter == nil {
		c.limiter = rate.NewLimiter(rate.Limit(c.server.cfg.Rate), c.server.cfg.Burst)
	}
	if c.limiter.Allow() {
		c.throttled = max(c.throttled-1, 0)
		return true
	}
	c.throttled++
	return false
}

func (c *conn) throttle(h Header, why error) {
	c.refuse(h, why)
	if c.throttled > c.server.cfg.MaxThrottled {
		c.end(CloseRate, "rate limited")
	}
}

// strike counts refused frames in a row.
func (c *conn) strike() {
	c.errors++
	if c.errors >= c.server.cfg.MaxErrors {
		c.end(CloseManyErrors, "too many errors")
	}
}

// execute carries a command out, even if the socket ends meanwhile.
func (c *conn) execute(command Command) {
	ctx, cancel := context.WithTimeout(context.Background(), c.server.cfg.CommandWait)
	defer cancel()
	// Before the question who it is: hello brings the token.
	if hello, ok := command.(*Hello); ok {
		c.hello(ctx, hello)
		return
	}
	if c.server.cfg.AuthFunc != nil && c.now().who == nil {
		c.refuse(*command.header(), fault.New(fault.Unauthenticated, ""))
		c.end(CloseBadToken, "unauthenticated")
		return
	}
	h := command.header()
	if row := kinds[h.Type]; !c.may(row.action) {
		c.refuse(*h, fault.New(row.none, ""))
		return
	}
	if err := c.takeCommand(ctx); err != nil {
		// Counts like the socket's own rate: who asks on regardless is closed.
		c.throttled++
		c.throttle(*h, err)
		return
	}
	// A client that speaks before it was greeted does without hello.
	c.begin(ctx, resumeFrom{}, nil)
	c.carryOut(ctx, command)
}

func (c *conn) carryOut(ctx context.Context, command Command) {
	cfg := &c.server.cfg
	switch m := command.(type) {
	case *Query:
		c.query(ctx, m)
	case *Cancel:
		c.answer(m.Header, m.RunID, cfg.Controls.Cancel(ctx, c.sessionID, m.RunID))
	case *TodoSkip:
		c.answer(m.Header, m.RunID, cfg.Controls.SkipStep(ctx, c.sessionID, m.RunID, m.TodoID))
	case *Retry:
		c.retry(ctx, m)
	case *Feedback:
		c.answer(m.Header, m.RunID, cfg.Controls.Feedback(ctx, c.sessionID, m.RunID, m.Rating, m.Comment))
	case *InterruptResponse:
		c.interruptResponse(ctx, m)
	case *Refresh:
		if c.signIn(ctx, m.Token) {
			c.arm(c.nextBeat()) // the new sign-in may end earlier
			c.answer(m.Header, "", nil)
		}
	case *Ping:
		c.send(&Pong{Frame: frame(state.FramePong), ID: m.ID})
	}
}

func (c *conn) query(ctx context.Context, m *Query) {
	// What is refused is told in it from here on, too.
	if m.Language != "" {
		c.language = m.Language
	}
	accepted, err := c.server.cfg.Runs.Accept(ctx, engine.Query{
		SessionID: c.sessionID, Text: m.Query, Language: m.Language,
		ClientMsgID: m.ClientMsgID, OnBusy: engine.BusyPolicy(m.OnBusy), ReviewPlan: m.ReviewPlan,
		Address: c.address,
	})
	if err != nil {
		c.refuseQuery(m.Header, m.ClientMsgID, err)
		return
	}
	// The client knows which run it is before it is shown anything of it.
	defer accepted.Start()
	if failpoint.Hit(failpoint.AckBefore) == nil {
		c.ack(m.Header, accepted.Ack)
	}
	_ = failpoint.Hit(failpoint.AckAfter)
}

// ack is for clients of the extension; base clients know no such frame.
func (c *conn) ack(h Header, ack engine.Ack) {
	if !c.now().extended {
		return
	}
	c.send(&Ack{
		Frame: frame(state.FrameAck), ID: h.ID, ClientMsgID: ack.ClientMsgID,
		RunID: ack.RunID, Duplicate: ack.Duplicate, Queued: ack.Queued,
	})
}

// answer acknowledges a command or says why it was not carried out.
func (c *conn) answer(h Header, runID string, err error) {
	if err != nil {
		e := c.newError(h, err)
		e.RunID = runID
		c.send(e)
		return
	}
	c.ack(h, engine.Ack{RunID: runID})
}

func (c *conn) retry(ctx context.Context, m *Retry) {
	accepted, err := c.server.cfg.Runs.Retry(ctx, c.sessionID, m.RunID, m.ClientMsgID)
	if err != nil {
		e := c.newError(m.Header, err)
		e.RunID, e.ClientMsgID = m.RunID, m.ClientMsgID
		c.send(e)
		return
	}
	defer accepted.Start()
	c.ack(m.Header, accepted.Ack)
}

func (c *conn) interruptResponse(ctx context.Context, m *InterruptResponse) {
	payload, err := m.reply()
	if err != nil {
		c.answer(m.Header, "", err)
		return
	}
	// The frame's id is the reply's: sent again after its ack was lost, it counts once.
	done, err := c.server.cfg.Runs.Answer(ctx, engine.Answer{
		InterruptID: m.InterruptID, SessionID: c.sessionID, ReplyID: m.ID, Role: state.ReplyByUser, Action: m.Action, Payload: payload,
	})
	if fault.Of(err) == fault.DuplicateConflict {
		err = fault.New(fault.InterruptNotPending, "") // ids of frames are a socket's own: another tab's may be the same
	}
	if err != nil {
		c.answer(m.Header, "", err)
		return
	}
	c.ack(m.Header, engine.Ack{Duplicate: done.Duplicate})
}

// reply is the payload; of an existing client, one made of its fields.
func (m *InterruptResponse) reply() (json.RawMessage, error) {
	if m.Payload != nil {
		return m.Payload, nil
	}
	payload, err := json.Marshal(struct {
		ModifiedTodos json.RawMessage `json:"modified_todos,omitempty"`
		Feedback      string          `json:"feedback,omitempty"`
		Modifications json.RawMessage `json:"modifications,omitempty"`
	}{m.ModifiedTodos, m.Feedback, m.Modifications})
	if err != nil {
		return nil, errors.Join(fault.New(fault.InvalidArgument, "payload"), err)
	}
	return payload, nil
}
