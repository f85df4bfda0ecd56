package load

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
)

// Work is a query and the events that must answer it.
type Work struct {
	Query string // the command as it is sent
	// Types are the events in their order; nil accepts any that end in
	// exactly one terminal event.
	Types []string
}

// Probe is the work of the assistant probe for a query.
func Probe(query string, types ...string) Work {
	return Work{Query: `{"type":"query","query":` + strconv.Quote(query) + `}`, Types: types}
}

// Client asks on one socket and checks what comes.
type Client struct {
	*Socket
	seq int64
	// acked is when the last acknowledgement came; floors send none.
	acked time.Time
}

// Ask sends the query and reads its whole answer. first is when the first
// event was there, last the terminal one, both since the query left.
func (c *Client) Ask(w Work) (first, last time.Duration, err error) {
	sent := time.Now()
	if err := c.Send(w.Query); err != nil {
		return 0, 0, err
	}
	for n := 0; ; {
		name, err := c.event()
		if err != nil {
			return 0, 0, fmt.Errorf("after event %d: %w", c.seq, err)
		}
		if n == 0 {
			first = time.Since(sent)
		}
		if w.Types != nil && (n >= len(w.Types) || w.Types[n] != string(name)) {
			return 0, 0, fmt.Errorf("load: event %d is %s, want %q", n, name, w.Types)
		}
		n++
		if !terminal(name) {
			continue
		}
		if string(name) != "final_response" || w.Types != nil && n != len(w.Types) {
			return 0, 0, fmt.Errorf("load: the query ended with %s after %d events", c.frame, n)
		}
		return first, time.Since(sent), nil
	}
}

// event is the type of the next stored event, whose number must follow the
// last one's.
func (c *Client) event() ([]byte, error) {
	for {
		frame, err := c.Next()
		if err != nil {
			return nil, err
		}
		name, ok := bytes.CutPrefix(frame, []byte(`{"type":"`))
		end := bytes.IndexByte(name, '"')
		if !ok || end < 0 || frame[len(frame)-1] != '}' {
			return nil, fmt.Errorf("load: not an event: %.200s", frame)
		}
		name = name[:end]
		switch string(name) {
		case "ack":
			c.acked = time.Now()
			continue
		case "connected", "resumed", "step_progress", "pong":
			continue
		}
		seq, err := number(frame)
		if err != nil {
			return nil, err
		}
		if seq != c.seq+1 {
			return nil, fmt.Errorf("load: event %d comes after %d", seq, c.seq)
		}
		c.seq = seq
		return name, nil
	}
}

// number is the frame's seq, which stands near its end.
func number(frame []byte) (int64, error) {
	at := bytes.LastIndex(frame, []byte(`"seq":`))
	if at < 0 {
		return 0, fmt.Errorf("load: an event without a number: %.200s", frame)
	}
	var n int64
	for _, b := range frame[at+len(`"seq":`):] {
		if b < '0' || b > '9' {
			break
		}
		n = n*10 + int64(b-'0')
	}
	return n, nil
}

func terminal(name []byte) bool {
	switch string(name) {
	case "final_response", "error", "run_cancelled":
		return true
	}
	return false
}

// Hear reads the whole answer to a query that another socket asked.
func (c *Client) Hear(w Work) error {
	for i, want := range w.Types {
		name, err := c.event()
		if err != nil {
			return err
		}
		if string(name) != want {
			return fmt.Errorf("load: event %d is %s, want %s", i, name, want)
		}
	}
	return nil
}

// Until is the next frame of a type, good until the next call; an answer that ends
// before is an error.
func (c *Client) Until(name string) ([]byte, error) {
	for {
		_ = c.conn.SetDeadline(time.Now().Add(patience))
		frame, err := c.Next()
		if err != nil {
			return nil, err
		}
		found, _ := bytes.CutPrefix(frame, []byte(`{"type":"`))
		found = found[:max(bytes.IndexByte(found, '"'), 0)]
		switch {
		case string(found) == name:
			return frame, nil
		case terminal(found):
			return nil, fmt.Errorf("load: %.1000s where %s was to come", frame, name)
		}
	}
}
