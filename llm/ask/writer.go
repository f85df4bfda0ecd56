package ask

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// pause is how long pieces of an answer are gathered: less is more frames
// than a page can paint, more is felt.
const pause = 40 * time.Millisecond

// Writer shows an answer to those who watch while it is written. What it has
// shown last is, in the end, the text of the final response, whole.
type Writer struct {
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
	// stand shows the text that stands in for a silent model; held is that it
	// did, and what the model writes is shown as a whole or not at all.
	stand *time.Timer
	held  bool
}

// NewWriter is a writer for a run; emit is handed the pieces, one at a time.
func NewWriter(runID string, emit func(state.AnswerDelta)) *Writer {
	return &Writer{runID: runID, emitFunc: emit, message: 1}
}

// WriterOf is a writer that shows to those who watch the run.
func WriterOf[S any](t *engine.Turn[S]) *Writer {
	return NewWriter(t.Info().RunID, func(d state.AnswerDelta) {
		// A run that can't go on tells its node so.
		_ = t.Emit(engine.Event{Type: state.EventAnswerDelta, Body: d})
	})
}

// Write adds text that may be shown. It does not wait.
func (w *Writer) Write(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.held || text == "" {
		return
	}
	w.written.WriteString(text)
	w.waiting += text
	early := pause - time.Since(w.last)
	switch {
	case early <= 0:
		w.send()
	case w.timer == nil:
		w.timer = time.AfterFunc(early, w.due)
	}
}

// Restart begins anew: what was shown so far does not hold.
func (w *Writer) Restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.held {
		w.restart()
	}
}

// StandIn shows a text where nothing was shown for that long. What is written
// after it is not shown piece by piece: End puts it in the text's place, if it
// is another.
func (w *Writer) StandIn(text string, after time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stand = time.AfterFunc(after, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.closed || w.shown || w.waiting != "" || text == "" {
			return
		}
		w.held, w.waiting = true, text
		w.written.WriteString(text)
		w.send()
	})
}

func (w *Writer) restart() {
	w.waiting = ""
	w.written.Reset()
	if w.index > 0 {
		w.message, w.index = w.message+1, 0
	}
}

func (w *Writer) due() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = nil
	if !w.closed {
		w.send()
	}
}

// send sends what waits.
func (w *Writer) send() {
	if w.waiting == "" {
		return
	}
	w.emitFunc(state.AnswerDelta{MessageID: w.runID + "." + strconv.Itoa(w.message), Index: w.index, Delta: w.waiting})
	w.waiting, w.shown, w.last = "", true, time.Now()
	w.index++
}

// End shows the rest of the answer to those who were shown some of it, anew
// where it is another. It is called once the answer stands, by who gives the
// response; afterwards nothing is shown any more.
func (w *Writer) End(answer string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed && (w.shown || w.waiting != "") {
		rest, ok := strings.CutPrefix(answer, w.written.String())
		if !ok {
			w.restart()
			rest = answer
		}
		w.waiting += rest
		w.send()
	}
	w.stop()
}

// Close ends the writing wherever it is.
func (w *Writer) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop()
}

func (w *Writer) stop() {
	w.closed = true
	if w.stand != nil {
		w.stand.Stop()
	}
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}
