package dictation

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
)

// penPause is how long pieces of an answer are gathered: less is more frames
// than a page can paint, more is felt.
const penPause = 40 * time.Millisecond

// Pen shows an answer to those who watch while it is written. What it has
// shown last is, in the end, the text of the final response, whole.
type Pen struct {
	emitFunc func(state.AnswerDelta)
	runID    string

	mu sync.Mutex
	// message and index number the writings and the pieces of one.
	message, index int
	// written is all of this writing, waiting what of it was not sent yet.
	written strings.Builder
	waiting string
	shown   bool // anything, of any writing
	last    time.Time
	timer   *time.Timer
	closed  bool
}

// NewPen is a pen for a run; emit is handed the pieces, one at a time.
func NewPen(runID string, emit func(state.AnswerDelta)) *Pen {
	return &Pen{runID: runID, emitFunc: emit, message: 1}
}

// Write adds text that may be shown. It does not wait.
func (p *Pen) Write(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || text == "" {
		return
	}
	p.written.WriteString(text)
	p.waiting += text
	pause := penPause - time.Since(p.last)
	switch {
	case pause <= 0:
		p.send()
	case p.timer == nil:
		p.timer = time.AfterFunc(pause, p.due)
	}
}

// Restart begins anew: what was shown so far does not hold.
func (p *Pen) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.restart()
}

func (p *Pen) restart() {
	p.waiting = ""
	p.written.Reset()
	if p.index > 0 {
		p.message, p.index = p.message+1, 0
	}
}

func (p *Pen) due() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = nil
	if !p.closed {
		p.send()
	}
}

// send sends what waits.
func (p *Pen) send() {
	if p.waiting == "" {
		return
	}
	p.emitFunc(state.AnswerDelta{MessageID: p.runID + "." + strconv.Itoa(p.message), Index: p.index, Delta: p.waiting})
	p.waiting, p.shown, p.last = "", true, time.Now()
	p.index++
}

// End shows the rest of the answer to those who were shown some of it, anew
// where it is another. It is called once the answer stands, by who gives the
// response; afterwards nothing is shown any more.
func (p *Pen) End(answer string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed && (p.shown || p.waiting != "") {
		rest, ok := strings.CutPrefix(answer, p.written.String())
		if !ok {
			p.restart()
			rest = answer
		}
		p.waiting += rest
		p.send()
	}
	p.stop()
}

// Close ends the writing wherever it is.
func (p *Pen) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
}

func (p *Pen) stop() {
	p.closed = true
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}
