package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
)

// BenchmarkWrite measures queries: each a submission and five commits with
// eight events, two messages and 1.6 KB of changed state in total. A batch
// has one step of as many sessions as its size.
//
// plain is the way that both databases understand, group the one of
// Postgres, floor the same rows without any check, by COPY or on SQLite by
// prepared statements.
func BenchmarkWrite(b *testing.B) {
	server := testdb.NewPostgres(b) // syncs, as the one that tests share doesn't
	for _, way := range []string{"sqlite", "sqlite-floor", "plain", "group", "floor"} {
		for _, size := range []int{1, 8, 32, 64} {
			b.Run(fmt.Sprintf("%s/%d", way, size), func(b *testing.B) { benchmarkWrite(b, server, way, size) })
		}
	}
}

func benchmarkWrite(b *testing.B, server *testdb.Server, way string, size int) {
	cfg := Config{DataDir: b.TempDir()}
	url := ""
	if strings.HasPrefix(way, "sqlite") {
		server = nil
	} else {
		var err error
		if url, err = server.Database("bench_" + rand.Text()); err != nil {
			b.Fatal(err)
		}
		cfg = Config{DatabaseURL: url}
	}
	s := migrated(b, cfg)
	if way == "plain" {
		s.groups = nil
	}
	load := newLoad(b, s, size)
	round := load.round
	if strings.HasSuffix(way, "floor") {
		round = newFloor(b, url, load).round
	}
	round(b) // plans and statements
	m := newMeter(b, server)
	b.ResetTimer()
	for b.Loop() {
		round(b)
	}
	b.StopTimer()
	m.report(b, b.N*size)
}

// load is the sessions of a benchmark and what they have come to.
type load struct {
	*Store
	sessions []string
	heads    []Head
	runs     []state.Run
	states   []*state.Checkpoint
	turn     int
	// made are the states of this turn, the same in every session.
	made [benchSteps][]byte
}

func newLoad(b *testing.B, s *Store, size int) *load {
	l := &load{
		Store: s, sessions: make([]string, size), heads: make([]Head, size),
		runs: make([]state.Run, size), states: make([]*state.Checkpoint, size),
	}
	for i := range l.sessions {
		session, err := s.CreateSession(b.Context(), Server(), state.Session{UserID: "u", ExpiresAt: time.Now().Add(time.Hour)})
		if err != nil {
			b.Fatal(err)
		}
		l.sessions[i] = session.ID
	}
	return l
}

func (l *load) begin() {
	l.turn++
	for step := range l.made {
		l.made[step] = benchState(l.turn, step)
	}
}

// benchSteps is the number of a query's commits.
const benchSteps = 5

// round is one query of each session.
func (l *load) round(b *testing.B) {
	l.begin()
	now := time.Now()
	subs := make([]*Submission, len(l.sessions))
	for i := range subs {
		subs[i] = l.submission(i, now)
	}
	errs, _ := l.Write(b.Context(), &Batch{Submissions: subs})
	for i, in := range subs {
		if errs[i] != nil {
			b.Fatal(errs[i])
		}
		l.runs[i], l.heads[i] = in.Done.Run, in.Done.Head
	}
	for step := range benchSteps {
		commits := make([]*Commit, len(l.sessions))
		for i := range commits {
			commits[i] = l.commit(i, step, now)
		}
		for i, err := range l.Apply(b.Context(), commits) {
			if err != nil {
				b.Fatal(err)
			}
			l.heads[i] = commits[i].Head
		}
	}
}

func (l *load) submission(i int, now time.Time) *Submission {
	const query = "전세금 5% 인상이 가능한가요?"
	return &Submission{
		Run: state.Run{
			ID: newID(), SessionID: l.sessions[i], Assistant: "realestate", UserID: "u",
			ClientMsgID: newID(), Query: query, Language: "ko", Deadline: now.Add(time.Minute),
		},
		Message:   &state.Message{Role: state.RoleUser, Content: query},
		Owner:     "node-1",
		ExpiresAt: now.Add(time.Hour), At: now,
	}
}

func (l *load) commit(i, step int, now time.Time) *Commit {
	next := l.made[step]
	run := &l.runs[i]
	c := &Commit{
		SessionID: run.SessionID, RunID: run.ID, Owner: run.Owner, Fence: run.Fence, Head: l.heads[i],
		Checkpoints: []*state.Checkpoint{{
			Node: "execute_teams", NextNode: "execute_teams", Phase: "executing", Status: "executing",
			Label: "T3 step_0 started", SchemaVersion: 1, PlanShown: true, State: next,
		}},
		Previous: l.states[i], Status: state.RunRunning, NextNode: "execute_teams", At: now,
	}
	l.states[i] = c.Checkpoints[0]
	events := 2
	if step < 2 {
		events = 1
	}
	for range events {
		c.Events = append(c.Events, &state.Event{Type: state.EventTodoUpdated, Payload: benchEvent})
	}
	if step == benchSteps-1 {
		c.Status = state.RunCompleted
		c.Messages = []*state.Message{{Role: state.RoleAssistant, Content: "가능합니다.", Data: benchEvent[:2]}}
	}
	return c
}

var benchEvent = []byte(`{"execution_steps":[{"step_id":"step_0","status":"in_progress"},{"step_id":"step_1","status":"pending"}]}`)

// benchState is a state of some 3 KB that changes by some 320 bytes a step.
func benchState(turn, step int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"turn":%d,"step":%d,"results":{`, turn, step)
	for i := range 8 {
		if i > 0 {
			b.WriteByte(',')
		}
		n := turn
		if i > step {
			n--
		}
		fmt.Fprintf(&b, `"team_%d":{"n":"%08d","text":%q}`, i, n, strings.Repeat(fmt.Sprintf("%07d-%07d ", n*7919%9999991, n*104729%9999973), 18))
	}
	b.WriteString(`}}`)
	return []byte(b.String())
}

// meter counts what a benchmark costs this process and its server.
type meter struct {
	conn     *pgx.Conn
	pid      int
	self, pg time.Duration
	wal      int64
}

func newMeter(b *testing.B, server *testdb.Server) *meter {
	m := &meter{}
	if server != nil {
		conn, err := pgx.Connect(b.Context(), server.URL())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close(context.WithoutCancel(b.Context())) })
		m.conn = conn
		var data string
		if err := conn.QueryRow(b.Context(), "SHOW data_directory").Scan(&data); err != nil {
			b.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
		if err != nil {
			b.Fatal(err)
		}
		if m.pid, err = strconv.Atoi(strings.SplitN(string(text), "\n", 2)[0]); err != nil {
			b.Fatal(err)
		}
	}
	m.self, m.pg, m.wal = selfTime(b), m.serverTime(b), m.walBytes(b)
	return m
}

func (m *meter) report(b *testing.B, queries int) {
	n := float64(queries)
	b.ReportMetric(n/b.Elapsed().Seconds(), "queries/s")
	b.ReportMetric(float64((selfTime(b)-m.self).Microseconds())/n, "µs-go/query")
	if m.conn == nil {
		return
	}
	b.ReportMetric(float64((m.serverTime(b)-m.pg).Microseconds())/n, "µs-pg/query")
	b.ReportMetric(float64(m.walBytes(b)-m.wal)/n, "wal-B/query")
}

func selfTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// serverTime is the processor time of the server and its children, those
// that have ended too.
func (m *meter) serverTime(b *testing.B) (sum time.Duration) {
	if m.pid == 0 {
		return 0
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	const tick = 10 * time.Millisecond
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+2:]))
		number := func(i int) int { n, _ := strconv.Atoi(f[i-3]); return n } // as in proc(5)
		self := filepath.Base(filepath.Dir(path)) == strconv.Itoa(m.pid)
		if !self && number(4) != m.pid {
			continue
		}
		sum += time.Duration(number(14)+number(15)) * tick
		if self {
			sum += time.Duration(number(16)+number(17)) * tick
		}
	}
	return sum
}

func (m *meter) walBytes(b *testing.B) (n int64) {
	if m.conn == nil {
		return 0
	}
	if err := m.conn.QueryRow(b.Context(), "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").Scan(&n); err != nil {
		b.Fatal(err)
	}
	return n
}
