package checker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// event is what the checker reads of a frame.
type event struct {
	Type        string          `json:"type"`
	Seq         int64           `json:"seq"`
	RunID       string          `json:"run_id"`
	EventID     string          `json:"event_id"`
	ClientMsgID string          `json:"client_msg_id"`
	Duplicate   bool            `json:"duplicate"`
	Recovered   *bool           `json:"recovered"`
	Raw         json.RawMessage `json:"-"`
}

func parse(raw []byte) (event, error) {
	e := event{Raw: raw}
	err := json.Unmarshal(raw, &e)
	return e, err
}

// streams: each client's merged stream is gapless and all say the same.
func (j *judge) streams(recordings []Recording, db *Database) {
	stored := make(map[int64]Event, len(db.Events))
	for _, e := range db.Events {
		stored[e.Seq] = e
	}
	// Base clients are shown some events in another dress.
	first := map[bool]map[int64][]byte{true: {}, false: {}}
	for _, r := range recordings {
		merged := j.connections(r, first[r.Base])
		for seq, e := range merged {
			j.stored(r, e, stored[seq])
		}
		if r.Base {
			j.baseEnds(r, merged, db)
			continue
		}
		last := r.From
		for seq := range merged {
			last = max(last, seq)
		}
		for seq := r.From + 1; seq <= last; seq++ {
			if _, ok := merged[seq]; !ok {
				j.add(StreamHole, r.SessionID, "", "client %s never saw event %d of %d", r.Client, seq, last)
			}
		}
		if end := int64(len(db.Events)); r.Complete && last < end {
			j.add(StreamShort, r.SessionID, "", "client %s saw events up to %d of %d", r.Client, last, end)
		}
	}
}

// connections reads a client's connections one by one and merges them.
func (j *judge) connections(r Recording, first map[int64][]byte) map[int64]event {
	merged := make(map[int64]event)
	settled := int64(0) // what a clean end has told the server of delivery
	for n, c := range r.Conns {
		// An extension client's position is its own word, a base client's is
		// what was delivered before.
		pos, exact := c.LastSeq, !r.Base
		if r.Base {
			pos = settled
		}
		for _, f := range c.Frames {
			e, err := parse(f.Raw)
			if err != nil {
				j.add(Unreadable, r.SessionID, "", "client %s: %q: %v", r.Client, f.Raw, err)
				continue
			}
			if e.Type == "resumed" && e.Recovered != nil && !*e.Recovered {
				j.add(NotRecovered, r.SessionID, "", "client %s, connection %d after %d: %s", r.Client, n, c.LastSeq, f.Raw)
			}
			if e.Seq == 0 || e.Type == "connected" || e.Type == "resumed" {
				continue
			}
			switch {
			case e.Seq <= pos:
				j.add(StreamDuplicate, r.SessionID, e.RunID, "client %s, connection %d: %s %d after %d%s", r.Client, n, e.Type, e.Seq, pos, before(r.Conns[:n], c))
			case exact && e.Seq > pos+1:
				j.add(StreamHole, r.SessionID, e.RunID, "client %s, connection %d: %s %d after %d", r.Client, n, e.Type, e.Seq, pos)
			}
			pos = max(pos, e.Seq)
			if seen, ok := first[e.Seq]; !ok {
				first[e.Seq] = f.Raw
			} else if !bytes.Equal(seen, f.Raw) {
				j.add(StreamDiffers, r.SessionID, e.RunID, "event %d is %s for client %s and was %s", e.Seq, f.Raw, r.Client, seen)
			}
			merged[e.Seq] = e
		}
		if c.CloseCode != 0 {
			settled = max(settled, pos)
		}
	}
	return merged
}

// before tells how the connection before one ended, which decides what the
// server could know.
func before(earlier []Conn, now Conn) string {
	if len(earlier) == 0 {
		return ""
	}
	last := earlier[len(earlier)-1]
	return fmt.Sprintf("; the one before ended on %s with %d (%s), %s before this one on %s",
		last.Node, last.CloseCode, last.Err, now.Opened.Sub(last.Closed), now.Node)
}

// stored: what was seen is in the database, with the same content.
func (j *judge) stored(r Recording, e event, row Event) {
	if row.Seq == 0 {
		j.add(SeenNotStored, r.SessionID, e.RunID, "client %s saw %s %d", r.Client, e.Type, e.Seq)
		return
	}
	if why := differs(r.Base, e, row); why != "" {
		j.add(SeenNotStored, r.SessionID, e.RunID, "client %s saw event %d otherwise: %s", r.Client, e.Seq, why)
	}
}

// differs tells what a frame has that its row has not.
func differs(base bool, e event, row Event) string {
	dressed := base && e.Type == "final_response" && (row.Type == "run_cancelled" || row.Type == "workflow_interrupted")
	if e.Type != row.Type && !dressed {
		return fmt.Sprintf("type %s is stored as %s", e.Type, row.Type)
	}
	if e.RunID != row.RunID || e.EventID != row.EventID {
		return fmt.Sprintf("run %s, event %s is stored as run %s, event %s", e.RunID, e.EventID, row.RunID, row.EventID)
	}
	var frame, payload map[string]any
	if err := json.Unmarshal(e.Raw, &frame); err != nil {
		return err.Error()
	}
	if err := json.Unmarshal([]byte(row.Payload), &payload); err != nil {
		return err.Error()
	}
	if dressed {
		return ""
	}
	for _, envelope := range []string{"type", "seq", "run_id", "event_id", "timestamp"} {
		delete(frame, envelope)
		delete(payload, envelope)
	}
	if !reflect.DeepEqual(frame, payload) {
		return fmt.Sprintf("%v is stored as %v", frame, payload)
	}
	return ""
}

// baseEnds: a base client that stayed was shown each run's end; its input is
// locked until then. It is not given again what a clean end had settled,
// which connections looks after.
func (j *judge) baseEnds(r Recording, merged map[int64]event, db *Database) {
	if !r.Complete {
		return
	}
	for _, e := range db.Events {
		if e.Seq <= r.From || !terminal(e.Type) {
			continue
		}
		if _, ok := merged[e.Seq]; !ok {
			j.add(StreamShort, r.SessionID, e.RunID, "base client %s was never shown the end, event %d", r.Client, e.Seq)
		}
	}
}
