package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
	t.over = make(chan struct{})
	defer close(t.over)
	err = t.hold(ctx)
	if !o.JSON {
		fmt.Fprintln(o.Err, t.words("").Say("go_on", "session", o.Session))
	}
	return err
}

// hold is the conversation; a question that waits in the session comes
// before all else, for its run is the one at work.
func (t *talk) hold(ctx context.Context) error {
	if t.Query == "" && t.tty() {
		fmt.Fprintln(t.Err, t.words("").Say("welcome"))
	}
	if t.waiting != nil {
		done, err := t.takeUp(ctx)
		goesOn := err == nil || errors.Is(err, ErrAnswer) ||
			errors.Is(err, ErrCancelled) && t.Query == "" && ctx.Err() == nil
		if done || !goesOn {
			return err
		}
	}
	if t.Query != "" {
		return t.ask(ctx, t.Query)
	}
	return t.prompt(ctx)
}

// words are in the language of a text, else in that of the last one that
// told its language.
func (t *talk) words(text string) words {
	t.Locale = t.languageFor(text)
	return wordsFor(t.Locale)
}

// connect starts a session where there is none and dials. An interrupt ends
// it: a server that does not answer must not hold the user.
func connect(ctx context.Context, o *Options, w words) (t *talk, err error) {
	ctx, stop := untilInterrupt(ctx, o.Interrupts)
	defer stop()
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), ErrCancelled) {
			err = ErrCancelled
		}
	}()
	started := o.Session == ""
	if started {
		if o.Session, err = client.Start(ctx, o.clientConfig()); err != nil {
			return nil, err
		}
	}
	t = &talk{Options: *o}
	if t.client, err = client.Dial(ctx, o.clientConfig()); err != nil {
		return nil, err
	}
	err = t.greeted(ctx, w)
	if err == nil && !started {
		t.waiting, err = client.Waiting(ctx, o.clientConfig())
	}
	if err != nil {
		_ = t.client.Close()
	}
	return t, err
}

// greeted reads up to where the session stands, and shows the answers that came
// while nobody was connected.
func (t *talk) greeted(ctx context.Context, w words) error {
	v := t.newView(w)
	for {
		select {
		case f, ok := <-t.client.Frames():
			if !ok {
				return t.client.Err()
			}
			err := v.raw(f)
			switch {
			case err != nil, f.Type == state.FrameResumed:
				return err
			case f.Type == state.EventFinalResponse:
				err = decoded(f, func(r state.FinalResponse) error { return v.finish(r.Response) })
			case f.Type == state.EventError:
				err = decoded(f, func(e state.ErrorEvent) error { return v.note(w.fault(e)) })
			}
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
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

// talk is one Run's conversation.
type talk struct {
	Options
	client *client.Client
	// waiting is the run that waited for an answer when we came.
	waiting *client.Run
	typed   chan string   // what is typed; nil until the first line is wanted
	over    chan struct{} // closed when no more are
}

// input is the lines that are typed. Their reader is left behind when over
// is closed: nothing can interrupt a read of a terminal, and the program is
// about to exit.
func (t *talk) input() <-chan string {
	if t.typed == nil {
		t.typed = make(chan string)
		go read(t.In, t.typed, t.over)
	}
	return t.typed
}

// prompt asks line by line until an empty line, the end of the input or an
// interrupt. It returns the last question's ErrAnswer, so that a script
// that pipes questions in learns of it.
func (t *talk) prompt(ctx context.Context) error {
	typed := t.input()
	var last error
	for {
		if t.tty() {
			fmt.Fprint(t.Err, t.words("").Say("prompt"))
		}
		select {
		case query, ok := <-typed:
			if !ok && t.tty() {
				fmt.Fprintln(t.Err)
			}
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
			if t.tty() {
				fmt.Fprintln(t.Err) // below the sign of Ctrl-C
			}
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

func (t *talk) tty() bool { return t.Terminal && !t.JSON }

// ask asks one question and shows its run to the end.
func (t *talk) ask(ctx context.Context, query string) error {
	w := t.words(query)
	a := &asking{talk: t, words: w, view: t.newView(w)}
	var err error
	q := client.Query{Text: query, Language: t.Language, ReviewPlan: t.ReviewPlan}
	if a.msgID, err = t.client.Query(q); err != nil {
		return err
	}
	return a.follow(ctx)
}
