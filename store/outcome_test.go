package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
	groups sync.Map      // the names of a group's statements
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

// group tells whether a client sends a group: it binds one of the statements
// that it has prepared for it, whose names are learnt here.
func (c *cutter) group(sent []byte) bool {
	if found := regexp.MustCompile(`(stmtcache_\w+)\x00WITH (advanced|v) AS`).FindAllSubmatch(sent, -1); found != nil {
		for _, m := range found {
			c.groups.Store(string(m[1]), true)
		}
		return false
	}
	known := false
	c.groups.Range(func(name, _ any) bool {
		known = bytes.Contains(sent, []byte(name.(string)+"\x00"))
		return !known
	})
	return known
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
		if bytes.Contains(buf[:n], []byte("commit\x00")) || c.group(buf[:n]) {
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

// unanswered is a store on Postgres, of which a COMMIT or its answer is lost.
type unanswered struct {
	*Store
	cutter  *cutter
	commits []*Commit
}

// eachWay runs a test on groups and on plain transactions.
func eachWay(t *testing.T, run func(t *testing.T, y *unanswered)) {
	for _, way := range []string{"group", "plain"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			run(t, newUnanswered(t, way))
		})
	}
}

func newUnanswered(t *testing.T, way string) *unanswered {
	t.Helper()
	u, err := url.Parse(migratedURL(t))
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
	if way == "plain" {
		s.groups = nil
	}
	y := &unanswered{Store: s, cutter: c}
	for range 3 {
		// This leaves the writer's connection with its statements prepared.
		in := y.submission(t)
		out, err := s.Submit(t.Context(), *in)
		if err != nil || out.Run.Fence != 1 {
			t.Fatal(out, err)
		}
		y.commits = append(y.commits, transition(&out.Run, out.Head))
	}
	return y
}

func transition(run *state.Run, head Head) *Commit {
	return &Commit{
		SessionID: run.SessionID, RunID: run.ID, Owner: run.Owner, Fence: run.Fence, Status: state.RunRunning, At: time.Now(),
		Events:      []*state.Event{{Type: "e"}},
		Checkpoints: []*state.Checkpoint{{Label: "one"}}, Head: head,
	}
}

func (y *unanswered) submission(t *testing.T) *Submission {
	t.Helper()
	session, err := y.CreateSession(t.Context(), Server(), state.Session{})
	if err != nil {
		t.Fatal(err)
	}
	return &Submission{
		Run:     state.Run{ID: newID(), SessionID: session.ID, Query: "전세", ClientMsgID: "m"},
		Message: &state.Message{Role: state.RoleUser, Content: "전세"},
		Owner:   "a", At: time.Now(),
	}
}

// unknown checks that the outcome of what was written is, after one cut.
func (y *unanswered) unknown(t *testing.T, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if !errors.Is(err, ErrUnavailable) || !errors.Is(err, ErrUnknown) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if y.cutter.fired.Load() != 1 {
		t.Fatalf("the cut fired %d times", y.cutter.fired.Load())
	}
}

// goOn claims the commits' runs anew, checks how many commits have arrived, writes
// what has not, and checks that nothing is there twice.
func (y *unanswered) goOn(t *testing.T, arrived int64) {
	t.Helper()
	for i, c := range y.commits {
		run, head, err := y.reclaim(t, c.RunID)
		if err != nil || run.Fence != 2 || head.LastSeq != arrived || head.LastStep != arrived {
			t.Fatalf("run %d: %+v at %+v, %v", i, run, head, err)
		}
		if arrived == 0 {
			if err := y.Apply(t.Context(), []*Commit{transition(&run, head)})[0]; err != nil {
				t.Errorf("commit %d again: %v", i, err)
			}
		}
	}
	y.once(t)
	for i, err := range y.Apply(t.Context(), y.commits) {
		if !errors.Is(err, ErrFenced) {
			t.Errorf("commit %d of the earlier claim: %v", i, err)
		}
	}
}

// reclaim claims a run anew; connections from before the server was away fail
// once each.
func (y *unanswered) reclaim(t *testing.T, runID string) (run state.Run, head Head, err error) {
	t.Helper()
	for range 10 {
		run, head, err = y.Reclaim(t.Context(), runID, "a", time.Now())
		if !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrUnknown) {
			break
		}
	}
	return run, head, err
}

func (y *unanswered) once(t *testing.T) {
	t.Helper()
	for i, c := range y.commits {
		events, err := y.Events(t.Context(), Server(), c.SessionID, 0, 0)
		if err != nil || len(events) != 1 {
			t.Errorf("commit %d: %d events, %v", i, len(events), err)
		}
	}
}

// Whether a commit whose answer was lost has arrived, the position tells that
// the next claim is given.
func TestACommitWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for mode, arrived := range map[int32]int64{cutBefore: 0, cutAfter: 1} {
		for _, away := range []bool{false, true} {
			t.Run(fmt.Sprintf("arrived %d, server away %t", arrived, away), func(t *testing.T) {
				t.Parallel()
				eachWay(t, func(t *testing.T, y *unanswered) {
					y.cutter.mode.Store(mode)
					y.cutter.closed.Store(away)
					y.unknown(t, y.Apply(t.Context(), y.commits)...)
					y.cutter.closed.Store(false)
					y.goOn(t, arrived)
				})
			})
		}
	}
}

// A group is on its way as a whole, so it may come after its writer has claimed
// the run anew: then it must not count any more.
func TestAGroupThatArrivesTooLate(t *testing.T) {
	t.Parallel()
	y := newUnanswered(t, "group")
	y.cutter.mode.Store(cutLate)
	y.unknown(t, y.Apply(t.Context(), y.commits)...)
	y.goOn(t, 0)
	close(y.cutter.late)
	<-y.cutter.worked
	y.once(t)
}

// A submission that claims its run must tell so, or nobody would work on it; one
// that was not found may be sent again.
func TestASubmissionWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for mode, name := range map[int32]string{cutBefore: "lost", cutAfter: "arrived"} {
		for _, away := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, server away %t", name, away), func(t *testing.T) {
				t.Parallel()
				eachWay(t, func(t *testing.T, y *unanswered) {
					in := y.submission(t)
					y.cutter.mode.Store(mode)
					y.cutter.closed.Store(away)
					errs, _ := y.Write(t.Context(), &Batch{Submissions: []*Submission{in}})
					y.cutter.closed.Store(false)
					if mode == cutAfter && !away {
						y.claimedOnce(t, in, errs[0])
					} else {
						y.unknown(t, errs[0])
					}
					again := *in
					errs, _ = y.Write(t.Context(), &Batch{Submissions: []*Submission{&again}})
					if mode == cutBefore {
						y.claimedOnce(t, &again, errs[0])
					} else if errs[0] != nil || !again.Done.Duplicate || again.Done.Run.ID != in.Run.ID {
						t.Errorf("again: %+v, %v", again.Done, errs[0])
					}
				})
			})
		}
	}
}

// claimedOnce checks a submission that is stored, once, and claimed.
func (y *unanswered) claimedOnce(t *testing.T, in *Submission, err error) {
	t.Helper()
	d := in.Done
	if err != nil || d.Duplicate || d.Run.Status != state.RunRunning || d.Run.Owner != "a" || d.Run.Fence != 1 {
		t.Fatalf("submitted: %+v, %v", d, err)
	}
	if d.Head != (Head{LastMessageID: 1, OpenRuns: 1}) || in.Message.ID != 1 {
		t.Errorf("head is %+v, message %d", d.Head, in.Message.ID)
	}
	messages, err := y.Messages(t.Context(), Server(), d.Run.SessionID, 0, 0)
	if err != nil || len(messages) != 1 {
		t.Errorf("%d messages, %v", len(messages), err)
	}
}

// A claim is the owner's, who is not told so: it claims again.
func TestAClaimWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	y := newUnanswered(t, "plain")
	in := y.submission(t)
	in.Owner = ""
	out, err := y.Submit(t.Context(), *in)
	if err != nil {
		t.Fatal(err)
	}
	y.cutter.mode.Store(cutAfter)
	_, _, err = y.Claim(t.Context(), out.Run.ID, "b", time.Now())
	y.unknown(t, err)
	held, err := y.HeldRuns(t.Context(), "b", 0)
	if err != nil || len(held) != 1 {
		t.Fatalf("held: %+v, %v", held, err)
	}
	run, head, err := y.Claim(t.Context(), out.Run.ID, "b", time.Now())
	if err != nil || run.Owner != "b" || run.Fence != 2 || head.OpenRuns != 1 {
		t.Errorf("claimed %+v at %+v, %v", run, head, err)
	}
}
