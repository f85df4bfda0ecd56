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

// view shows one run: a line for each change and then the answer as
// Markdown, or the frames alone. In a pipe the changes go to stderr, so that
// what is piped on is the answer.
type view struct {
	words
	out      io.Writer
	progress io.Writer
	frames   io.Writer
	board    board
	draft    draft
}

// draft is what a terminal was shown of an answer while it was written.
type draft struct {
	live bool // a pipe gets the answer whole
	text string
	next int // the index of the piece to come; a lost one ends the showing
}

func (t *talk) newView(w words) view {
	switch {
	case t.JSON:
		return view{words: w, out: io.Discard, progress: io.Discard, frames: t.Out}
	case t.tty():
		return view{words: w, out: t.Out, progress: t.Out, frames: io.Discard, draft: draft{live: true}}
	}
	return view{words: w, out: t.Out, progress: t.Progress, frames: io.Discard}
}

// raw is told of every frame, of other runs too.
func (v *view) raw(f client.Frame) error {
	var b bytes.Buffer
	if err := json.Compact(&b, f.Raw); err != nil {
		return fmt.Errorf("compact frame: %w", err)
	}
	b.WriteByte('\n')
	_, err := v.frames.Write(b.Bytes())
	return err
}

func (v *view) question(text string) error {
	_, err := io.WriteString(v.progress, text)
	return err
}

func (v *view) note(text string) error {
	_, err := fmt.Fprintln(v.progress, text)
	return err
}

// frame is told of the run's frames, the terminal one excepted.
func (v *view) frame(f client.Frame) error {
	if f.Type == state.EventAnswerDelta && v.draft.live {
		return decoded(f, v.write)
	}
	n, err := v.board.apply(f)
	if err != nil {
		return err
	}
	var b strings.Builder
	if n.planned {
		fmt.Fprintln(&b, v.board.header(v.words))
		for _, s := range v.board.steps {
			fmt.Fprintf(&b, "  %d) [%s] %s%s\n", v.board.number(s), v.team(s.Team), line(s.Task), suffix(" — ", line(s.Description)))
		}
	}
	if n.changed {
		fmt.Fprintln(&b, v.Say("replanned"))
	}
	for _, s := range n.steps {
		fmt.Fprintf(&b, "%s %d) %s %s%s\n", lookOf(s.Status).mark, v.board.number(s), line(s.Task), v.status(s.Status), suffix(" · ", outcome(s, v.words)))
	}
	_, err = io.WriteString(v.progress, b.String())
	return err
}

// write shows a piece of an answer that is being written. An index of 0 begins
// anew: what was shown before does not hold.
func (v *view) write(piece state.AnswerDelta) error {
	d, text := &v.draft, clean(piece.Delta)
	switch piece.Index {
	case 0:
		d.text, d.next = text, 1
		text = "\n" + text
	case d.next:
		d.text += text
		d.next++
	default:
		d.next = -1
		return nil
	}
	_, err := io.WriteString(v.out, text)
	return err
}

// finish shows the answer, last, or what is still to be shown of it.
func (v *view) finish(r state.Response) error {
	answer := document(r, v.words)
	if rest, begun := strings.CutPrefix(answer, v.draft.text); begun && v.draft.text != "" {
		_, err := io.WriteString(v.out, rest)
		return err
	}
	if v.draft.text != "" {
		answer = "\n" + answer
	}
	if v.board.shown {
		if _, err := io.WriteString(v.progress, "\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(v.out, answer)
	return err
}

func suffix(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}
