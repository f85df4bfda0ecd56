package store

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
)

// cutter is a proxy before Postgres that breaks the connection which sends
// COMMIT, before or after the server has it.
type cutter struct {
	listener net.Listener
	server   string
	conns    sync.WaitGroup

	mode   atomic.Int32
	fired  atomic.Int32
	closed atomic.Bool // refuses new connections
}

const (
	cutNothing = iota
	cutBefore
	cutAfter
)

func newCutter(t *testing.T, server string) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{listener: l, server: server}
	c.conns.Go(c.accept)
	t.Cleanup(func() {
		_ = l.Close()
		c.conns.Wait()
	})
	return c
}

func (c *cutter) accept() {
	for {
		client, err := c.listener.Accept()
		if err != nil {
			return
		}
		if c.closed.Load() {
			_ = client.Close()
			continue
		}
		server, err := net.Dial("tcp", c.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		c.conns.Go(func() { _, _ = io.Copy(client, server); _ = client.Close() })
		c.conns.Go(func() { c.forward(client, server) })
	}
}

func (c *cutter) forward(client, server net.Conn) {
	defer server.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		cut := cutNothing
		if bytes.Contains(buf[:n], []byte("commit\x00")) {
			cut = int(c.mode.Swap(cutNothing))
		}
		if cut != cutNothing {
			c.fired.Add(1)     // before the client can notice
			_ = client.Close() // the answer has no way back any more
		}
		if cut == cutBefore {
			return
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
		if cut == cutAfter {
			// Leave politely once the server has worked it off.
			_ = server.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, server)
			return
		}
	}
}

type doubtYard struct {
	*Store
	cutter  *cutter
	commits []*Commit
}

func newDoubtYard(t *testing.T) *doubtYard {
	t.Helper()
	u, err := url.Parse(testdb.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	c := newCutter(t, u.Host)
	u.Host = c.listener.Addr().String()
	s, err := Open(t.Context(), Config{DatabaseURL: u.String(), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	y := &doubtYard{Store: s, cutter: c}
	now := time.Now()
	if err := s.Heartbeat(t.Context(), "a", now, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		session, err := s.CreateSession(t.Context(), state.Session{})
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.Submit(t.Context(), Submission{Run: state.Run{SessionID: session.ID, Query: "q"}, At: now})
		if err != nil {
			t.Fatal(err)
		}
		run, err := s.Claim(t.Context(), out.Run.ID, "a", now)
		if err != nil {
			t.Fatal(err)
		}
		y.commits = append(y.commits, &Commit{
			SessionID: session.ID, RunID: run.ID, Owner: "a", Fence: 1, Status: state.RunRunning, At: now,
			Events:      []*state.Event{{Type: "e"}},
			Checkpoints: []*state.Checkpoint{{Label: "one"}},
		})
	}
	y.commits[1].Fence = 7 // a fenced member must stay so
	return y
}

// wrote checks that what isn't fenced is there exactly n times.
func (y *doubtYard) wrote(t *testing.T, n int) {
	t.Helper()
	for i, c := range y.commits {
		want := n
		if i == 1 {
			want = 0
		}
		events, err := y.Events(t.Context(), c.SessionID, 0, 0)
		if err != nil || len(events) != want {
			t.Errorf("commit %d: %d events, want %d, %v", i, len(events), want, err)
		}
		if want > 0 && c.Events[0].Seq != 1 {
			t.Errorf("commit %d has number %d", i, c.Events[0].Seq)
		}
	}
}

func (y *doubtYard) check(t *testing.T, errs []error, want error) {
	t.Helper()
	for i, err := range errs {
		if i == 1 && (errors.Is(err, ErrFenced) || want != nil && errors.Is(err, want)) {
			continue
		}
		if i == 1 || !errors.Is(err, want) {
			t.Errorf("commit %d: %v, want %v", i, err, want)
		}
	}
	if y.cutter.fired.Load() != 1 {
		t.Fatalf("the cut fired %d times", y.cutter.fired.Load())
	}
}

func TestCommitArrivedButAnswerLost(t *testing.T) {
	t.Parallel()
	y := newDoubtYard(t)
	y.cutter.mode.Store(cutAfter)
	y.check(t, y.Apply(t.Context(), y.commits), nil)
	y.wrote(t, 1)
}

func TestCommitLostOnItsWay(t *testing.T) {
	t.Parallel()
	y := newDoubtYard(t)
	y.cutter.mode.Store(cutBefore)
	y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
	y.wrote(t, 0)
	y.check(t, y.Apply(t.Context(), y.commits), nil)
	y.wrote(t, 1)
}

func TestCommitInDoubtWhileServerIsAway(t *testing.T) {
	t.Parallel()
	for mode, name := range map[int32]string{cutBefore: "lost", cutAfter: "arrived"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newDoubtYard(t)
			y.cutter.mode.Store(mode)
			y.cutter.closed.Store(true)
			y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
			y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
			y.cutter.closed.Store(false)
			y.check(t, y.Apply(t.Context(), y.commits), nil)
			y.wrote(t, 1)
		})
	}
}

func TestSubmitAnswerLost(t *testing.T) {
	t.Parallel()
	y := newDoubtYard(t)
	session, err := y.CreateSession(t.Context(), state.Session{})
	if err != nil {
		t.Fatal(err)
	}
	in := Submission{
		Run:     state.Run{ID: "run-1", SessionID: session.ID, Query: "전세"},
		Message: &state.Message{Role: state.RoleUser, Content: "전세"},
		At:      time.Now(),
	}
	y.cutter.mode.Store(cutAfter)
	if _, err := y.Submit(t.Context(), in); !errors.Is(err, ErrUnavailable) {
		t.Errorf("first: %v", err)
	}
	out, err := y.Submit(t.Context(), in)
	if err != nil || !out.Duplicate || out.Run.ID != "run-1" {
		t.Errorf("again: %+v, %v", out, err)
	}
	messages, err := y.Messages(t.Context(), session.ID, 0, 0)
	if err != nil || len(messages) != 1 {
		t.Errorf("%d messages, %v", len(messages), err)
	}
}
