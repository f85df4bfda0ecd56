package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// view shows one run. finish is called once, last.
type view interface {
	// raw is told of every frame, of other runs too.
	raw(f client.Frame) error
	// frame is told of the run's frames, the terminal one excepted.
	frame(f client.Frame) error
	note(text string) error
	tick() error
	// question shows the user a question and leaves the terminal to them
	// until answered.
	question(text string) error
	answered() error
	finish(r state.Response) error
}

// still is a view that shows nothing.
type still struct{}

func (still) raw(client.Frame) error      { return nil }
func (still) frame(client.Frame) error    { return nil }
func (still) note(string) error           { return nil }
func (still) tick() error                 { return nil }
func (still) question(string) error       { return nil }
func (still) answered() error             { return nil }
func (still) finish(state.Response) error { return nil }

// plain writes a line for each change and then the answer as Markdown: in a
// pipe the changes go to stderr, so that what is piped on is the answer.
type plain struct {
	words
	still
	out      io.Writer
	progress io.Writer
	board    board
}

func (p *plain) question(text string) error {
	_, err := io.WriteString(p.progress, text)
	return err
}

func (p *plain) note(text string) error {
	_, err := fmt.Fprintln(p.progress, text)
	return err
}

func (p *plain) frame(f client.Frame) error {
	n, err := p.board.apply(f)
	if err != nil {
		return err
	}
	var b strings.Builder
	if n.planned {
		fmt.Fprintln(&b, p.board.header(p.words))
		for _, s := range p.board.steps {
			fmt.Fprintf(&b, "  %d) [%s] %s%s\n", p.board.number(s), p.team(s.Team), line(s.Task), suffix(" — ", line(s.Description)))
		}
	}
	if n.changed {
		fmt.Fprintln(&b, p.Say("replanned"))
	}
	for _, s := range n.steps {
		fmt.Fprintf(&b, "%s %d) %s %s%s\n", lookOf(s.Status).mark, p.board.number(s), line(s.Task), p.status(s.Status), suffix(" · ", outcome(s, p.words)))
	}
	_, err = io.WriteString(p.progress, b.String())
	return err
}

func (p *plain) finish(r state.Response) error {
	if p.board.shown {
		if _, err := io.WriteString(p.progress, "\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(p.out, document(r, p.words))
	return err
}

func suffix(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// lines writes the frames themselves.
type lines struct {
	still
	out io.Writer
}

func (l lines) raw(f client.Frame) error {
	var b bytes.Buffer
	if err := json.Compact(&b, f.Raw); err != nil {
		return fmt.Errorf("compact frame: %w", err)
	}
	b.WriteByte('\n')
	_, err := l.out.Write(b.Bytes())
	return err
}
