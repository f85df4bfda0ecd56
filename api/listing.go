package api

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/madang-dev/madang/store"
)

// listing is the body of a list of checkpointEntry, written entry by entry:
// a conversation has thousands of them, and reflection took a third of the
// time that a list needs.
type listing struct {
	session []byte // the quoted session_id
	body    []byte
	err     error // the first entry that can't be encoded
}

// maxKept is the longest buffer that is kept for the next list, in bytes.
const maxKept = 2 << 20

// listings are buffers of lists that were sent.
type listings struct{ pool sync.Pool }

// begin is an empty list; end gives it back.
func (p *listings) begin(sessionID string) *listing {
	l, ok := p.pool.Get().(*listing)
	if !ok {
		l = &listing{}
	}
	l.session, l.body, l.err = appendText(l.session[:0], []byte(sessionID)), append(l.body[:0], '['), nil
	return l
}

func (p *listings) end(l *listing) {
	if cap(l.body) <= maxKept {
		p.pool.Put(l)
	}
}

// add writes a checkpoint as encoding/json writes its checkpointEntry.
func (l *listing) add(c *store.ListedCheckpoint) {
	b := l.body
	if len(b) > 1 {
		b = append(b, ',')
	}
	b = appendText(append(b, `{"id":`...), c.ID)
	b = append(append(b, `,"session_id":`...), l.session...)
	b = appendText(append(b, `,"run_id":`...), c.RunID)
	b = appendFilled(b, `,"parent_id":`, c.ParentID)
	b = strconv.AppendInt(append(b, `,"step_no":`...), c.StepNo, 10)
	b = appendText(append(b, `,"node":`...), c.Node)
	b = appendFilled(b, `,"next_node":`, c.NextNode)
	b = appendText(append(b, `,"phase":`...), c.Phase)
	b = appendText(append(b, `,"label":`...), c.Label)
	b = appendFilled(b, `,"status":`, c.Status)
	b = strconv.AppendInt(append(b, `,"schema_version":`...), c.SchemaVersion, 10)
	b = strconv.AppendInt(append(b, `,"message_id":`...), c.MessageID, 10)
	at, err := c.CreatedAt.AppendText(append(b, `,"created_at":"`...))
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("checkpoint %s: %w", c.ID, err)
	}
	l.body = append(at, '"', '}')
}

// done is the whole list.
func (l *listing) done() ([]byte, error) {
	l.body = append(l.body, ']')
	return l.body, l.err
}

// appendFilled writes a member that is left out when it is empty.
func appendFilled(b []byte, name string, text []byte) []byte {
	if len(text) == 0 {
		return b
	}
	return appendText(append(b, name...), text)
}

// asItIs tells of a byte whether encoding/json writes it as it is.
var asItIs = func() (all [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		all[c] = !strings.ContainsRune(`"\<>&`, c)
	}
	return all
}()

// appendText writes a JSON string as encoding/json does.
func appendText(b, text []byte) []byte {
	for _, c := range text {
		if !asItIs[c] {
			quoted, _ := json.Marshal(string(text)) // a string always can be
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"')
}
