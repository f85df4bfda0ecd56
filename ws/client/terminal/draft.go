package terminal

import (
	"strings"

	"github.com/madang-dev/madang/state"
)

const (
	// maxDraft bounds what is kept of an answer while it is written, in bytes.
	maxDraft = 64 << 10
	// draftRows is how much of its end is shown: a block that is higher than
	// the terminal can't be drawn over.
	draftRows = 8
)

// draft is an answer that is being written, as far as all of it has come.
type draft struct {
	message string
	next    int // the index of the piece to come
	text    strings.Builder
}

// add takes a piece in. One that is missing makes the rest of its writing
// useless; the whole comes with the final response.
func (d *draft) add(piece state.AnswerDelta) {
	if piece.Index == 0 {
		*d = draft{message: piece.MessageID}
	}
	if piece.MessageID != d.message || piece.Index != d.next || d.text.Len()+len(piece.Delta) > maxDraft {
		*d = draft{message: piece.MessageID, next: -1}
		return
	}
	d.text.WriteString(piece.Delta)
	d.next++
}

// rows are the draft's last rows on a terminal of that width.
func (d *draft) rows(width int) []string {
	text := strings.TrimSpace(clean(d.text.String()))
	if text == "" {
		return nil
	}
	rows := strings.Split(wrap(text, width), "\n")
	return append([]string{""}, rows[max(0, len(rows)-draftRows):]...)
}
