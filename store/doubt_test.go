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
// COMMIT or a group, before or after the server has it.
type cutter struct {
	listener net.Listener
	server   string
	conns    sync.WaitGroup

	mode   atomic.Int32
	fired  atomic.Int32
	closed atomic.Bool   // the server is away: no connection lives from the cut on
	all    sync.Map      // of the client's connections
	late   chan struct{} // closed when what is late may arrive
	worked chan struct{} // closed when it has been worked off
}

const (
	cutNothing = iota
	cutBefore
	cutAfter // the server is done when the client notices
	cutLate  // the client notices long before the server has it
)

func newCutter(t *testing.T, server string) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{listener: l, server: server, late: make(chan struct{}), worked: make(chan struct{})}
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
		c.all.Store(client, true)
		answers := &answers{Conn: client, ended: make(chan struct{})}
		c.conns.Go(func() { defer close(answers.ended); _, _ = io.Copy(answers, server); _ = client.Close() })
		c.conns.Go(func() { c.forward(client, server, answers) })
	}
}

// closeOthers is for a server that is away as a whole.
func (c *cutter) closeOthers(client net.Conn) {
	if !c.closed.Load() {
		return
	}
	c.all.Range(func(conn, _ any) bool {
		if conn != client {
			_ = conn.(net.Conn).Close()
		}
		return true
	})
}

// answers passes on what a server says, until it is cut off.
type answers struct {
	net.Conn
	cut   atomic.Bool
	ended chan struct{} // closed when the server has nothing more to say
}

func (a *answers) wait() { <-a.ended }

func (a *answers) Write(b []byte) (int, error) {
	if a.cut.Load() {
		return len(b), nil
	}
	return a.Conn.Write(b)
}

func (c *cutter) forward(client, server net.Conn, back *answers) {
	defer server.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		cut := cutNothing
		if bytes.Contains(buf[:n], []byte("commit\x00")) ||
			bytes.Contains(buf[:n], []byte("madang_advance\x00")) || bytes.Contains(buf[:n], []byte("madang_arrive\x00")) ||
			bytes.Contains(buf[:n], []byte("madang_begin\x00")) {
			cut = int(c.mode.Swap(cutNothing))
		}
		if cut != cutNothing {
			back.cut.Store(true)
			c.fired.Add(1) // before the client can notice
			c.closeOthers(client)
		}
		if cut == cutBefore || cut == cutLate {
			_ = client.Close()
		}
		if cut == cutBefore {
			return
		}
		if cut == cutLate {
			<-c.late
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
		if cut == cutAfter || cut == cutLate {
			// Leave politely once the server has worked it off.
			_ = server.(*net.TCPConn).CloseWrite()
			back.wait()
			_ = client.Close()
			if cut == cutLate {
				close(c.worked)
			}
			return
		}
	}
}

type doubtYard struct {
	*Store
	cutter  *cutter
	commits []*Commit
	fenced  int // the member that is fenced and must stay so, or -1
}

// eachWay runs a test on groups and on plain transactions.
func eachWay(t *testing.T, run func(t *testing.T, y *doubtYard)) {
	for _, way := range []string{"group", "plain"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			run(t, newDoubtYard(t, way))
		})
	}
}

func newDoubtYard(t *testing.T, way string) *doubtYard {
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
	if way == "plain" {
		s.groups = nil
	}
	y := &doubtYard{Store: s, cutter: c, fenced: -1}
	for range 3 {
		// This leaves the writer's connection with its statements prepared.
		in := y.submission(t)
		out, err := s.Submit(t.Context(), *in)
		if err != nil || out.Run.Fence != 1 {
			t.Fatal(out, err)
		}
		y.commits = append(y.commits, &Commit{
			SessionID: out.Run.SessionID, RunID: out.Run.ID, Owner: "a", Fence: 1, Status: state.RunRunning, At: time.Now(),
			Events:      []*state.Event{{Type: "e"}},
			Checkpoints: []*state.Checkpoint{{Label: "one"}}, Head: out.Head,
		})
	}
	if way == "plain" {
		y.fenced = 1
		y.commits[1].Fence = 7
	}
	return y
}

func (y *doubtYard) submission(t *testing.T) *Submission {
	t.Helper()
	session, err := y.CreateSession(t.Context(), state.Session{})
	if err != nil {
		t.Fatal(err)
	}
	return &Submission{
		Run:     state.Run{ID: newID(), SessionID: session.ID, Query: "전세"},
		Message: &state.Message{Role: state.RoleUser, Content: "전세"},
		Owner:   "a", At: time.Now(),
	}
}

// wrote checks that what isn't fenced is there exactly n times.
func (y *doubtYard) wrote(t *testing.T, n int) {
	t.Helper()
	for i, c := range y.commits {
		want := n
		if i == y.fenced {
			want = 0
		}
		events, err := y.Events(t.Context(), c.SessionID, 0, 0)
		if err != nil || len(events) != want {
			t.Errorf("commit %d: %d events, want %d, %v", i, len(events), want, err)
		}
		if want > 0 && (c.Events[0].Seq != 1 || c.Head.LastSeq != 1 || c.Head.LastStep != 1) {
			t.Errorf("commit %d has number %d and head %+v", i, c.Events[0].Seq, c.Head)
		}
	}
}

func (y *doubtYard) check(t *testing.T, errs []error, want error) {
	t.Helper()
	for i, err := range errs {
		if i == y.fenced && (errors.Is(err, ErrFenced) || want != nil && errors.Is(err, want)) {
			continue
		}
		if i == y.fenced || !errors.Is(err, want) {
			t.Errorf("commit %d: %v, want %v", i, err, want)
		}
	}
	if y.cutter.fired.Load() != 1 {
		t.Fatalf("the cut fired %d times", y.cutter.fired.Load())
	}
}

func TestCommitArrivedButAnswerLost(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, y *doubtYard) {
		y.cutter.mode.Store(cutAfter)
		y.check(t, y.Apply(t.Context(), y.commits), nil)
		y.wrote(t, 1)
	})
}

func TestCommitLostOnItsWay(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, y *doubtYard) {
		y.cutter.mode.Store(cutBefore)
		y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
		y.wrote(t, 0)
		y.check(t, y.Apply(t.Context(), y.commits), nil)
		y.wrote(t, 1)
	})
}

func TestCommitInDoubtWhileServerIsAway(t *testing.T) {
	t.Parallel()
	for mode, name := range map[int32]string{cutBefore: "lost", cutAfter: "arrived"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachWay(t, func(t *testing.T, y *doubtYard) {
				y.cutter.mode.Store(mode)
				y.cutter.closed.Store(true)
				y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
				y.check(t, y.Apply(t.Context(), y.commits), ErrUnavailable)
				y.cutter.closed.Store(false)
				y.check(t, y.Apply(t.Context(), y.commits), nil)
				y.wrote(t, 1)
			})
		})
	}
}

// A submission that claims its run must tell so, or nobody would work on it.
func TestSubmitAnswerLost(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, y *doubtYard) {
		in := y.submission(t)
		y.cutter.mode.Store(cutAfter)
		errs, _ := y.Write(t.Context(), &Batch{Submissions: []*Submission{in}})
		y.claimedOnce(t, in, errs[0])
		out, err := y.Submit(t.Context(), *in)
		if err != nil || !out.Duplicate || out.Run.ID != in.Run.ID {
			t.Errorf("again: %+v, %v", out, err)
		}
	})
}

func TestSubmitInDoubtWhileServerIsAway(t *testing.T) {
	t.Parallel()
	for mode, name := range map[int32]string{cutBefore: "lost", cutAfter: "arrived"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachWay(t, func(t *testing.T, y *doubtYard) {
				in := y.submission(t)
				batch := &Batch{Submissions: []*Submission{in}}
				y.cutter.mode.Store(mode)
				y.cutter.closed.Store(true)
				for range 2 {
					if errs, _ := y.Write(t.Context(), batch); !errors.Is(errs[0], ErrUnavailable) {
						t.Errorf("away: %v", errs[0])
					}
				}
				y.cutter.closed.Store(false)
				errs, _ := y.Write(t.Context(), batch)
				y.claimedOnce(t, in, errs[0])
			})
		})
	}
}

// claimedOnce checks a submission that is stored, once, and claimed.
func (y *doubtYard) claimedOnce(t *testing.T, in *Submission, err error) {
	t.Helper()
	if y.cutter.fired.Load() != 1 {
		t.Fatalf("the cut fired %d times", y.cutter.fired.Load())
	}
	d := in.Done
	if err != nil || d.Duplicate || d.Run.Status != state.RunRunning || d.Run.Owner != "a" || d.Run.Fence != 1 {
		t.Fatalf("submitted: %+v, %v", d, err)
	}
	if d.Head != (Head{LastMessageID: 1, OpenRuns: 1}) || in.Message.ID != 1 {
		t.Errorf("head is %+v, message %d", d.Head, in.Message.ID)
	}
	messages, err := y.Messages(t.Context(), d.Run.SessionID, 0, 0)
	if err != nil || len(messages) != 1 {
		t.Errorf("%d messages, %v", len(messages), err)
	}
}

// A run that came with its first commit is there with it or not at all, and
// its writer is told which.
func TestFirstCommitInDoubt(t *testing.T) {
	t.Parallel()
	for mode, name := range map[int32]string{cutBefore: "lost", cutAfter: "arrived"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachWay(t, func(t *testing.T, y *doubtYard) {
				in := y.submission(t)
				in.Place = &Place{}
				in.First = &Commit{
					SessionID: in.Run.SessionID, RunID: in.Run.ID, Owner: "a", Fence: 1, Status: state.RunRunning, At: time.Now(),
					Events: []*state.Event{{Type: "e"}}, Checkpoints: []*state.Checkpoint{{Label: "one"}},
				}
				y.commits, y.fenced = []*Commit{in.First}, -1
				batch := &Batch{Submissions: []*Submission{in}}
				y.cutter.mode.Store(mode)
				y.cutter.closed.Store(true)
				for range 2 {
					if errs, _ := y.Write(t.Context(), batch); !errors.Is(errs[0], ErrUnavailable) {
						t.Errorf("away: %v", errs[0])
					}
				}
				y.cutter.closed.Store(false)
				errs, _ := y.Write(t.Context(), batch)
				y.claimedOnce(t, in, errs[0])
				y.wrote(t, 1)
				if !in.Done.First || !in.AsForeseen() {
					t.Errorf("done: %+v", in.Done)
				}
			})
		})
	}
}

func TestClaimAnswerLost(t *testing.T) {
	t.Parallel()
	y := newDoubtYard(t, "plain")
	in := y.submission(t)
	in.Owner = ""
	out, err := y.Submit(t.Context(), *in)
	if err != nil {
		t.Fatal(err)
	}
	y.cutter.mode.Store(cutAfter)
	run, head, err := y.Claim(t.Context(), out.Run.ID, "b", time.Now())
	if err != nil || run.Owner != "b" || run.Fence != 1 || head.OpenRuns != 1 || y.cutter.fired.Load() != 1 {
		t.Errorf("claimed %+v at %+v, %v", run, head, err)
	}
}

// A group is on its way as a whole, so it may come after its writer has
// looked for it: then it must not count any more.
func TestGroupArrivesTooLate(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"before", "after"} {
		t.Run(when+" the next try", func(t *testing.T) {
			t.Parallel()
			y := newDoubtYard(t, "group")
			in := y.submission(t)
			batch := &Batch{Commits: y.commits, Submissions: []*Submission{in}}
			arrive := func() {
				close(y.cutter.late)
				<-y.cutter.worked
			}
			y.cutter.mode.Store(cutLate)
			submits, commits := y.Write(t.Context(), batch)
			y.check(t, append(commits, submits...), ErrUnavailable)
			if when == "before" {
				arrive()
				y.wrote(t, 0)
			}
			submits, commits = y.Write(t.Context(), batch)
			y.check(t, commits, nil)
			y.claimedOnce(t, in, submits[0])
			if when == "after" {
				arrive()
			}
			y.wrote(t, 1)
			y.claimedOnce(t, in, nil)
		})
	}
}
