package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// maxLine bounds a line of the prompt, in bytes.
const maxLine = 1 << 20

// Run asks Options.Query, or what is typed, and shows what comes of it. It
// returns ErrAnswer or ErrCancelled (see there), or an error whose text has
// been shown to the user already.
func Run(ctx context.Context, o Options) error {
	o = o.withDefaults()
	w := wordsFor(o.languageFor(o.Query))
	err := chat(ctx, &o, w)
	if err != nil && !errors.Is(err, ErrAnswer) && !errors.Is(err, ErrCancelled) {
		fmt.Fprintln(o.Err, w.trouble(err, o))
	}
	return err
}

func chat(ctx context.Context, o *Options, w words) error {
	t, err := connect(ctx, o, w)
	if err != nil {
		return err
	}
	defer func() { _ = t.client.Close() }()
	if o.Query != "" {
		err = t.ask(ctx, o.Query)
	} else {
		err = t.prompt(ctx, w)
	}
	if !o.JSON {
		fmt.Fprintf(o.Err, w.goOn+"\n", o.Session)
	}
	return err
}

// connect starts a session where there is none and dials. An interrupt ends
// it: a server that does not answer must not hold the user.
func connect(ctx context.Context, o *Options, w words) (*talk, error) {
	ctx, stop := untilInterrupt(ctx, o.Interrupts)
	defer stop()
	if o.Session == "" {
		id, err := client.Start(ctx, o.clientConfig())
		if err != nil {
			return nil, cmp.Or(cancelled(ctx), err)
		}
		o.Session = id
	}
	t := &talk{Options: *o, statuses: make(chan client.Status, 16)}
	c, dialing := o.clientConfig(), true // owned by the client's goroutine
	c.StatusFunc = func(s client.Status) {
		if dialing && !s.Connected && !o.JSON {
			fmt.Fprintf(o.Err, w.lost+"\n", s.Pause.Round(100*time.Millisecond))
		}
		if dialing = dialing && !s.Connected; dialing {
			return
		}
		select {
		case t.statuses <- s:
		default: // nobody is watching between questions
		}
	}
	var err error
	if t.client, err = client.Dial(ctx, c); err != nil {
		return nil, cmp.Or(cancelled(ctx), err)
	}
	return t, nil
}

// untilInterrupt is ctx up to the first interrupt; its cause is then
// ErrCancelled. stop returns when interrupts are no longer taken from the
// channel.
func untilInterrupt(ctx context.Context, interrupts <-chan os.Signal) (until context.Context, stop func()) {
	until, cancel := context.WithCancelCause(ctx)
	over := make(chan struct{})
	go func() {
		defer close(over)
		select {
		case <-interrupts:
			cancel(ErrCancelled)
		case <-until.Done():
		}
	}()
	return until, func() { cancel(nil); <-over }
}

// cancelled is ErrCancelled when the user ended ctx.
func cancelled(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), ErrCancelled) {
		return ErrCancelled
	}
	return nil
}

// talk is one Run's conversation.
type talk struct {
	Options
	client   *client.Client
	statuses chan client.Status
}

// prompt asks line by line until an empty line, the end of the input or an
// interrupt. It returns the last question's ErrAnswer, so that a script
// that pipes questions in learns of it.
func (t *talk) prompt(ctx context.Context, w words) error {
	if t.tty() {
		fmt.Fprintln(t.Err, w.welcome)
	}
	// The reader is left behind when ctx ends: nothing can interrupt a
	// read of a terminal, and the program is about to exit.
	typed := make(chan string)
	over := make(chan struct{})
	defer close(over)
	go read(t.In, typed, over)
	var last error
	for {
		if t.tty() {
			fmt.Fprint(t.Err, w.prompt)
		}
		select {
		case query, ok := <-typed:
			if query = strings.TrimSpace(query); !ok || query == "" {
				return last
			}
			last = t.ask(ctx, query)
			if errors.Is(last, ErrCancelled) && ctx.Err() == nil {
				last = nil
			}
			if last != nil && !errors.Is(last, ErrAnswer) {
				return last
			}
		case <-t.Interrupts:
			return last
		case <-ctx.Done():
			return last
		}
	}
}

func read(in io.Reader, typed chan<- string, over <-chan struct{}) {
	defer close(typed)
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		select {
		case typed <- s.Text():
		case <-over:
			return
		}
	}
}

func (t *talk) tty() bool { return !t.JSON && t.WidthFunc() > 0 }

func (t *talk) newView(w words) view {
	switch {
	case t.JSON:
		return lines{t.Out}
	case t.tty():
		return &live{words: w, out: t.Out, width: t.WidthFunc, color: !t.NoColor, waiting: true}
	}
	return &plain{words: w, out: t.Out}
}

// ask asks one question and shows its run to the end.
func (t *talk) ask(ctx context.Context, query string) error {
	w := wordsFor(t.languageFor(query))
	a := &asking{talk: t, words: w, view: t.newView(w)}
	var err error
	if a.msgID, err = t.client.Query(client.Query{Text: query, Language: t.Language}); err != nil {
		return err
	}
	err = a.follow(ctx)
	if err != nil && !a.finished && t.tty() {
		fmt.Fprint(t.Out, showCursor)
	}
	return err
}

const tickEvery = 100 * time.Millisecond

// asking is one question under way.
type asking struct {
	*talk
	words
	view
	msgID string
	runID string // "" until the ack
	// early are numbered frames that came before the ack told which run is
	// ours.
	early    []client.Frame
	outcome  error
	finished bool
	stopping bool // the user asked to cancel
	down     bool // the user was told that the connection is lost
}

func (a *asking) follow(ctx context.Context) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	done := ctx.Done()
	var giveUp <-chan time.Time
	stop := func() error {
		if a.stopping {
			return ErrCancelled // asked twice: don't wait any longer
		}
		a.stopping = true
		giveUp = time.After(cancelWait)
		return errors.Join(a.note(a.cancelling), a.cancel())
	}
	for !a.finished {
		var err error
		select {
		case f, ok := <-a.client.Frames():
			if !ok {
				return a.client.Err()
			}
			err = a.take(ctx, f)
		case s := <-a.statuses:
			err = a.tell(s)
		case <-tick.C:
			err = a.tick()
		case <-a.Interrupts:
			err = stop()
		case <-done:
			done = nil
			if !a.stopping { // Ctrl-C may come both ways
				err = stop()
			}
		case <-giveUp:
			return ErrCancelled
		}
		if err != nil {
			return err
		}
	}
	return a.outcome
}

// cancel asks the server to end our run. Without its id yet it waits for
// the ack: a cancel that names no run would end somebody else's.
func (a *asking) cancel() error {
	if a.runID == "" {
		return nil
	}
	return a.client.Cancel(a.runID)
}

func (a *asking) tell(s client.Status) error {
	if s.Connected && !a.down {
		return nil // the first connection
	}
	a.down = !s.Connected
	if s.Connected {
		return a.note(a.regained)
	}
	return a.note(fmt.Sprintf(a.lost, s.Pause.Round(100*time.Millisecond)))
}

// take handles one frame of the session's stream.
func (a *asking) take(ctx context.Context, f client.Frame) error {
	if err := a.raw(f); err != nil {
		return err
	}
	switch {
	case f.Type == state.FrameAck && f.ClientMsgID == a.msgID:
		a.runID = f.RunID
		if a.stopping {
			return errors.Join(a.cancel(), a.replayEarly())
		}
		return a.replayEarly()
	case f.Type == state.FrameResumed:
		return a.resumed(ctx, f)
	case f.Type == state.EventError && (f.ClientMsgID == a.msgID || f.ID == a.msgID):
		return a.event(f)
	case f.Type == state.EventError && f.Seq == 0 && f.RunID == "" && f.ID == "":
		return a.event(f) // the base contract names nothing in its errors
	case f.RunID == "":
		if f.Seq == 0 {
			return a.event(f) // a base server's events
		}
		return nil
	case a.runID == "":
		a.early = append(a.early, f)
		return nil
	case f.RunID == a.runID:
		return a.event(f)
	}
	return nil // another run of this session
}

func (a *asking) replayEarly() error {
	early := a.early
	a.early = nil
	for _, f := range early {
		if f.RunID == a.runID && !a.finished {
			if err := a.event(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// event handles a frame of our run.
func (a *asking) event(f client.Frame) error {
	switch f.Type {
	case state.EventFinalResponse, state.EventRunCancelled:
		var r state.FinalResponse
		if err := f.Decode(&r); err != nil {
			return fmt.Errorf("decode %s: %w", f.Type, err)
		}
		return a.end(r.Response)
	case state.EventError:
		var e state.ErrorEvent
		if err := f.Decode(&e); err != nil {
			return fmt.Errorf("decode %s: %w", f.Type, err)
		}
		return a.end(state.Response{Type: state.ResponseError, Message: a.fault(e), Error: e.Code})
	case state.EventRunQueued:
		var q state.QueuedRun
		if err := f.Decode(&q); err != nil {
			return fmt.Errorf("decode %s: %w", f.Type, err)
		}
		return a.note(fmt.Sprintf(a.queued, q.Position))
	case state.EventPlanningStart:
		var p state.PlanningStart
		if err := f.Decode(&p); err != nil {
			return fmt.Errorf("decode %s: %w", f.Type, err)
		}
		return a.note(line(p.Message))
	}
	return a.frame(f)
}

func (a *asking) end(r state.Response) error {
	a.finished = true
	switch r.Type {
	case state.ResponseError:
		a.outcome = ErrAnswer
		if r.Message == "" && r.Answer == "" {
			r.Message = a.fault(state.ErrorEvent{Code: r.Error})
		}
	case state.ResponseCancelled:
		a.outcome = ErrCancelled
		if r.Message == "" {
			r.Message = a.cancelled
		}
	}
	return a.finish(r)
}

// resumed reads the answer over HTTP when the stream could not be taken up
// where it was left: the run may have ended in the part that is missing.
func (a *asking) resumed(ctx context.Context, f client.Frame) error {
	var r struct {
		Recovered bool `json:"recovered"`
		Snapshot  struct {
			MessageCount int64 `json:"message_count"`
		} `json:"snapshot"`
	}
	if err := f.Decode(&r); err != nil {
		return fmt.Errorf("decode resumed: %w", err)
	}
	if r.Recovered || a.runID == "" {
		return nil
	}
	messages, err := client.Messages(context.WithoutCancel(ctx), a.clientConfig(), r.Snapshot.MessageCount-client.MaxMessages)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if m.RunID == a.runID && m.Role == state.RoleAssistant {
			return a.end(state.Response{Type: state.ResponseAnswer, Answer: m.Content})
		}
	}
	return nil // still at work: its end is going to come live
}
