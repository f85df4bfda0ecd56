package chaos

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// loud is a query whose events carry so many bytes that a socket nobody reads
// is soon full.
const loud = `{"steps":16,"result_bytes":60000,"turn_bytes":60000}`

// Reliability 15: of many who watch a conversation one does not read. It is sent
// away with 4003, and the others are given everything, as fast as before.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	// As fast as the machine is, no run is refused for coming too soon.
	d := newDoor(t, plan{args: []string{"--commands-per-second", "1000", "--burst", "1000"}})
	readers := make([]*reader, pick(20, 1_000))
	var reading sync.WaitGroup
	for i := range readers {
		readers[i] = &reader{raw: d.raw(d.session)}
		reading.Go(readers[i].read)
	}
	asking := d.raw(d.session)
	alone := d.loudRuns(asking, 3)
	slow := d.deaf(d.session, 4096)
	var beside times
	for gone := false; !gone; {
		beside = append(beside, d.loudRuns(asking, 1)...)
		gone = strings.Contains(strings.Join(d.complaints(), "\n"), "slow socket")
		if len(beside) > 400 {
			t.Fatal("the socket that nobody reads takes everything")
		}
	}
	if code := slow.end(); code != 4003 { // it reads again, and finds why
		t.Errorf("closed with %d", code)
	}
	t.Logf("a run for %d readers took %s; beside a slow one %s", len(readers), alone, beside)
	last := d.lastOf(d.session)
	for i, r := range readers {
		poll(t, fmt.Sprintf("reader %d to have all", i), func() bool { return r.at() >= last })
		_ = r.Close()
	}
	reading.Wait()
	for i, r := range readers {
		if r.broken != nil {
			t.Errorf("reader %d: %v", i, r.broken)
		}
	}
	d.holds("a run beside a slow reader (median)", beside.at(0.5), bound{alone.at(0.5)*6/5 + 50*time.Millisecond, time.Minute})
	d.well()
}

// loudRuns asks so many times, and measures until each answer.
func (d *door) loudRuns(r *raw, runs int) (took times) {
	d.t.Helper()
	for range runs {
		began := time.Now()
		r.say(`{"type":"query","query":` + jsonText(loud) + `}`)
		r.until("final_response")
		took = append(took, time.Since(began))
	}
	return took
}

// lastOf is the number of a conversation's newest event.
func (d *door) lastOf(session string) (last int64) {
	for _, e := range d.read().Events {
		if e.SessionID == session {
			last = max(last, e.Seq)
		}
	}
	return last
}

// reader reads all that it is sent, and looks that no number is missing.
type reader struct {
	*raw
	mu     sync.Mutex
	seq    int64
	broken error // the reading goroutine's, until it has ended
}

func (r *reader) at() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq
}

// read is a base client's: the numbers that it is not shown are other events'.
func (r *reader) read() {
	_ = r.SetReadDeadline(time.Time{})
	for {
		_, body, err := r.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				r.broken = err
			}
			return
		}
		var f heard
		if err := json.Unmarshal(body, &f); err != nil {
			r.broken = err
			return
		}
		r.mu.Lock()
		if f.Seq > 0 && f.Seq <= r.seq && f.Type != "connected" {
			r.broken = fmt.Errorf("event %d after %d", f.Seq, r.seq)
		}
		r.seq = max(r.seq, f.Seq)
		r.mu.Unlock()
	}
}

// Sockets that never read, each with runs of its own, are sent away and leave
// nothing behind: the node keeps within the memory that it was given.
func TestSocketsThatNeverRead(t *testing.T) {
	t.Parallel()
	const limit = 400 // MiB
	d := newDoor(t, plan{env: []string{fmt.Sprintf("GOMEMLIMIT=%dMiB", limit)}})
	pause(500 * time.Millisecond) // what a node starts on its own
	goroutines, before := d.metric("go_goroutines"), d.held()
	deaf := make([]*raw, pick(10, 500))
	for i := range deaf {
		deaf[i] = d.deaf(d.node.session(), 4096)
		for range 5 {
			deaf[i].say(`{"type":"query","query":` + jsonText(loud) + `}`)
		}
	}
	most := 0.0
	poll(t, "the sockets to be sent away", func() bool {
		most = max(most, d.held())
		return d.metric("madang_sockets_closed_total") >= float64(len(deaf))
	})
	poll(t, "the goroutines to be gone", func() bool { return d.metric("go_goroutines") <= goroutines+8 })
	t.Logf("%d sockets: %.0f MiB before, %.0f at most, %.0f after", len(deaf), before, most, d.held())
	if most > limit+64 {
		t.Errorf("%.0f MiB of %d", most, limit)
	}
	d.well()
}

// held is the memory in MiB that the node has of the system by Go's own count,
// which is what GOMEMLIMIT bounds.
func (n *node) held() float64 {
	n.t.Helper()
	return (n.metric("go_memstats_sys_bytes") - n.metric("go_memstats_heap_released_bytes")) / (1 << 20)
}
