package chaos

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"sync"
	"testing"
	"time"
)

// wire is a way to Postgres that understands its protocol well enough to cut
// a connection at the worst moment: the transaction has been committed, and
// the word of it does not reach the program.
//
//	program ── write …, COMMIT ──▶ wire ──▶ Postgres
//	program ✂◀── (nothing) ─────── wire ◀── done
//
// or so that the transaction is still on its way when the connection breaks,
// and is carried out when the program has long looked what became of it:
//
//	program ── write …, COMMIT ──▶ wire
//	program ✂◀──────────────────── wire ── (later) ──▶ Postgres
//
// For the first half of that time nobody gets through, so that the program's
// first look fails too.
type wire struct {
	host string // Postgres'
	// late is by how much cut writes come late; 0 is the first way.
	late time.Duration

	mu      sync.Mutex
	cutAt   map[int]bool // by the number of the write, from 1
	armed   bool
	commits int
	cuts    int
	dark    time.Time // until then nobody gets through
}

// newWire cuts at these committed writes.
func newWire(cutAt ...int) *wire {
	w := &wire{cutAt: make(map[int]bool)}
	for _, n := range cutAt {
		w.cutAt[n] = true
	}
	return w
}

// arm begins the count; before it nothing is cut.
func (w *wire) arm() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.armed = true
}

// counts tells how many writes were committed and how many of them cut.
func (w *wire) counts() (commits, cuts int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.commits, w.cuts
}

// before is the URL of the wire before the Postgres at a URL.
func (w *wire) before(t testing.TB, pgURL string) string {
	t.Helper()
	u, err := url.Parse(pgURL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.host, u.Host = u.Host, l.Addr().String()
	var conns sync.WaitGroup
	conns.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() { w.carry(conn) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		conns.Wait() // the nodes have gone before
	})
	return u.String()
}

// talk is one connection and what its transaction has done so far.
type talk struct {
	wire         *wire
	program, pg  net.Conn
	mu           sync.Mutex
	statements   map[string]bool // by name: it writes
	wrote, wrong bool
	// within tells that a transaction is open between two questions.
	within bool
}

func (w *wire) carry(program net.Conn) {
	defer program.Close()
	if w.isDark() {
		return // as a server that is away
	}
	pg, err := net.Dial("tcp", w.host)
	if err != nil {
		return
	}
	defer pg.Close()
	t := &talk{wire: w, program: program, pg: pg, statements: make(map[string]bool)}
	var up sync.WaitGroup
	up.Go(func() {
		t.upstream()
		program.Close()
		pg.Close()
	})
	t.downstream()
	program.Close()
	pg.Close()
	up.Wait()
}

// history are the statements that write a conversation's history or claim
// a run.
var history = regexp.MustCompile(`(?i)(insert\s+into|update)\s+(events|messages|checkpoints|runs|heads)\b`)

// upstream forwards what the program says, question by question, and notes
// whether it writes.
func (t *talk) upstream() {
	in := bufio.NewReader(t.program)
	if first, err := message(in, 0); err != nil || send(t.pg, first) != nil {
		return
	}
	var said []byte
	for {
		kind, err := in.ReadByte()
		if err != nil {
			return
		}
		m, err := message(in, kind)
		if err != nil {
			return
		}
		t.note(kind, m[5:])
		said = append(said, m...)
		if kind != 'Q' && kind != 'S' && kind != 'H' && in.Buffered() > 0 {
			continue
		}
		if t.wire.isDark() {
			return
		}
		if kind != 'H' && t.holdsBack(said) {
			t.program.Close()
			pause(t.wire.late)
			_ = send(t.pg, said)
			pause(t.wire.late) // for its answer, which nobody hears
			return
		}
		if send(t.pg, said) != nil {
			return
		}
		said = said[:0]
	}
}

// holdsBack tells whether a question that ends a writing transaction is one
// of those to come late.
func (t *talk) holdsBack(said []byte) bool {
	if t.wire.late == 0 {
		return false
	}
	t.mu.Lock()
	ends := t.wrote && (!t.within || bytes.Contains(bytes.ToLower(said), []byte("commit\x00")))
	t.mu.Unlock()
	return ends && t.wire.next()
}

// next counts a write and tells whether it is one to be cut.
func (w *wire) next() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.armed {
		return false
	}
	w.commits++
	if w.cutAt[w.commits] {
		w.cuts++
		w.dark = time.Now().Add(w.late / 2)
		return true
	}
	return false
}

func (w *wire) isDark() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Before(w.dark)
}

func (t *talk) note(kind byte, body []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first, rest, _ := bytes.Cut(body, []byte{0})
	switch kind {
	case 'Q':
		t.wrote = t.wrote || history.Match(first)
	case 'P': // name, text
		text, _, _ := bytes.Cut(rest, []byte{0})
		t.statements[string(first)] = history.Match(text)
	case 'B': // portal, name
		name, _, _ := bytes.Cut(rest, []byte{0})
		t.wrote = t.wrote || t.statements[string(name)]
	}
}

// downstream forwards answers, each as a whole, unless one is to be lost.
func (t *talk) downstream() {
	in, held := bufio.NewReader(t.pg), []byte(nil)
	for {
		kind, err := in.ReadByte()
		if err != nil {
			return
		}
		m, err := message(in, kind)
		if err != nil {
			return
		}
		held = append(held, m...)
		switch {
		case kind == 'E':
			t.mu.Lock()
			t.wrong = true
			t.mu.Unlock()
		case kind == 'Z':
			if t.ready(m[5]) {
				return // nobody learns of it
			}
			if send(t.program, held) != nil {
				return
			}
			held = held[:0]
		case kind == 'R' && in.Buffered() == 0:
			// A question of the log-in, which comes before any 'Z'.
			if send(t.program, held) != nil {
				return
			}
			held = held[:0]
		}
	}
}

// ready is told that Postgres is ready again, and in what state; it tells
// whether the connection is to be cut here.
func (t *talk) ready(status byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.within = status != 'I'; t.within {
		return false
	}
	committed := t.wrote && !t.wrong
	t.wrote, t.wrong = false, false
	if !committed {
		return false
	}
	return t.wire.late == 0 && t.wire.next()
}

// message reads the rest of a message and gives it whole; the first of a
// connection has no kind.
func message(in io.Reader, kind byte) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n < 4 || n > 64<<20 {
		return nil, fmt.Errorf("a message of %d bytes", n)
	}
	m := make([]byte, 0, 1+n)
	if kind != 0 {
		m = append(m, kind)
	}
	m = append(m, length[:]...)
	body := make([]byte, n-4)
	_, err := io.ReadFull(in, body)
	return append(m, body...), err
}

func send(to net.Conn, m []byte) error {
	_, err := to.Write(m)
	return err
}
