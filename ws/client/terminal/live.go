package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

const (
	hideCursor = "\x1b[?25l"
	showCursor = "\x1b[?25h"
	clearBelow = "\x1b[J"
	reset      = "\x1b[0m"
)

// minColumns is what is drawn for even where the terminal is narrower.
const minColumns = 20

const spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

// indent and detailRows are those of a step's details below it.
const (
	indent     = "      "
	detailRows = 3
)

// barWidth is the length of a step's progress bar, in cells.
const barWidth = 10

// live redraws the plan in place.
type live struct {
	words
	still
	out   io.Writer
	size  func() (width, rows int)
	color bool

	board   board
	notice  string
	height  int // lines drawn, to be overwritten
	turn    int // of the spinner
	hidden  bool
	waiting bool // nothing to show yet but the spinner
	typing  bool // the terminal is the user's: nothing is redrawn
	over    bool // nothing is drawn over what is there any more
}

func (l *live) note(text string) error {
	if l.typing {
		_, err := fmt.Fprintln(l.out, text)
		return err
	}
	l.notice = text
	return l.draw()
}

func (l *live) frame(f client.Frame) error {
	n, err := l.board.apply(f)
	if err != nil {
		return err
	}
	if n.planned || len(n.steps) > 0 {
		l.notice = "" // what it said is over
	}
	if n.changed {
		l.notice = l.Say("replanned")
	}
	return l.draw()
}

func (l *live) tick() error {
	l.turn++
	return l.draw()
}

// question leaves the plan as it stands above the question: a redraw would
// run over what the user types.
func (l *live) question(text string) error {
	if !l.typing {
		l.notice, l.waiting = "", false
		if err := l.draw(); err != nil {
			return err
		}
		// What was drawn is history from here on: the next block begins below what is typed.
		l.typing, l.hidden, l.height = true, false, 0
		text = showCursor + text
	}
	text = hang(text, l.columns())
	_, err := io.WriteString(l.out, text)
	return err
}

// answered draws the plan anew below what was typed.
func (l *live) answered() error {
	if !l.typing {
		return nil
	}
	l.typing = false
	return l.draw()
}

// finish leaves the plan as it ended and prints the answer below.
func (l *live) finish(r state.Response) error {
	l.notice = ""
	l.waiting = false
	l.board.draft = draft{} // the whole answer takes its place
	l.over = true
	if err := l.draw(); err != nil {
		return err
	}
	text := layOut(document(r, l.words), l.columns(), l.color)
	_, err := io.WriteString(l.out, showCursor+text)
	return err
}

func (l *live) columns() int {
	width, _ := l.size()
	return max(minColumns, width)
}

// draw writes the block over the last one in one piece, so that it does not
// flicker. No line is as wide as the terminal: a wrapped one would break
// the count of lines to go up.
func (l *live) draw() error {
	if l.typing {
		return nil
	}
	width := l.columns()
	rows := l.fit(l.rows(width - 1))
	var b strings.Builder
	if !l.hidden {
		b.WriteString(hideCursor)
		l.hidden = true
	}
	if l.height > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", l.height)
	}
	b.WriteString("\r" + clearBelow)
	for _, row := range rows {
		b.WriteString(ansi.Truncate(row, width-1, "…"))
		if l.color {
			b.WriteString(reset)
		}
		b.WriteString("\n")
	}
	l.height = len(rows)
	_, err := io.WriteString(l.out, b.String())
	return err
}

func (l *live) rows(width int) []string {
	var rows []string
	if l.board.shown {
		rows = append(rows, l.paint("1", l.board.header(l.words)))
		team, task := 0, 0
		for _, s := range l.board.steps {
			team = max(team, ansi.StringWidth(l.team(s.Team)))
			task = max(task, ansi.StringWidth(line(s.Task)))
		}
		task = min(task, max(10, width/2))
		for _, s := range l.board.steps {
			rows = append(rows, l.row(s, team, task, width)...)
		}
	} else if l.waiting && l.notice == "" {
		rows = append(rows, l.spin())
	}
	if l.notice != "" {
		rows = append(rows, strings.Split(wrap(l.spin()+" "+l.notice, width), "\n")...)
	}
	return append(rows, l.board.draft.rows(width)...)
}

// fit leaves out the beginning of a block that is higher than the terminal,
// for what has left the screen can't be drawn over.
func (l *live) fit(rows []string) []string {
	_, most := l.size()
	if most--; !l.over && most > 0 && len(rows) > most {
		return rows[len(rows)-most:]
	}
	return rows
}

// row is a step on one line, or, where its details don't fit behind its
// name, with these below it.
func (l *live) row(s state.ExecutionStep, team, task, width int) []string {
	look := lookOf(s.Status)
	sign := look.mark
	if s.Status == state.StepInProgress {
		sign = l.spin()
	}
	name := ansi.Truncate(line(s.Task), task, "…")
	head := fmt.Sprintf("  %s %s  %s", l.paint(look.shade, sign), pad(l.team(s.Team), team), pad(name, task))
	detail := l.detail(s)
	if detail == "" || ansi.StringWidth(head)+2+ansi.StringWidth(detail) < width {
		return []string{strings.TrimRight(head+"  "+detail, " ")}
	}
	rows := []string{strings.TrimRight(head, " ")}
	below := strings.Split(wrap(detail, max(10, width-1-len(indent))), "\n")
	if len(below) > detailRows {
		below = append(below[:detailRows-1], below[detailRows-1]+"…")
	}
	for _, text := range below {
		rows = append(rows, indent+text)
	}
	return rows
}

func (l *live) detail(s state.ExecutionStep) string {
	switch s.Status {
	case state.StepPending:
		return ""
	case state.StepInProgress:
		percent := min(max(s.ProgressPercentage, 0), 100)
		full := percent * barWidth / 100
		bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
		return fmt.Sprintf("%s %3d%%%s", bar, percent, suffix(" ", line(l.board.messages[s.StepID])))
	case state.StepCompleted:
		return outcome(s, l.words)
	}
	return l.status(s.Status) + suffix(" · ", outcome(s, l.words))
}

func (l *live) spin() string {
	frames := []rune(spinner)
	return string(frames[l.turn%len(frames)])
}

func (l *live) paint(sgr, text string) string {
	if !l.color {
		return text
	}
	return "\x1b[" + sgr + "m" + text + reset
}
