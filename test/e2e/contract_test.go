package e2e

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5"
)

// The tests of this file and of replay_test.go are the eight rules that existing clients depend on
// (docs/protocol.md, section 1), kept by the real program.

const longQuery = "전세 3억을 5% 올려달래요. 그리고 강남구 아파트 시세도 알려줘"

func TestRule1OneTerminalEventPerQuery(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	queries := []struct{ query, shown, kind string }{
		{mainQuery, `^planning_start plan_ready execution_start( todo_updated)+ final_response$`, "answer"},
		{longQuery, `^planning_start plan_ready execution_start( todo_updated)+ final_response$`, "answer"},
		{"안녕", `^planning_start final_response$`, "guidance"},
		{"전세 99999조원 5% 올려줘", `^planning_start error$`, ""},
		{"", `^error$`, ""},
		{strings.Repeat("가", 30_000), `^error$`, ""},
		{mainQuery, `^planning_start plan_ready execution_start( todo_updated)+ final_response$`, "answer"},
	}
	p := s.page()
	for _, q := range queries {
		before := len(p.shown)
		p.say(q.query)
		f := p.await()
		if got := strings.Join(p.shown[before:], " "); !regexp.MustCompile(q.shown).MatchString(got) || f.Response.Type != q.kind {
			t.Errorf("%.40q: %s, response of type %q", q.query, got, f.Response.Type)
		}
	}
	if p.nothingWaits(); p.ended != len(queries)+1 {
		t.Errorf("%d terminal events to %d queries", p.ended, len(queries)+1)
	}
	oneEndEach(t, s, p.id)
}

// oneEndEach reads the session's whole stream: every run has one terminal
// event, and it is the run's last. It returns how many runs there are.
func oneEndEach(t *testing.T, s *server, id string) int {
	t.Helper()
	c := s.in(t).dial(id, "?last_seq=0", "madang.v1")
	ended := map[string]int{}
	var seq int64
	for {
		f := c.must()
		switch {
		case f.Type == "resumed":
			return len(ended)
		case f.Type == "connected":
			continue
		case f.Seq != seq+1:
			t.Fatalf("seq %d after %d: %s", f.Seq, seq, f.Raw)
		}
		seq = f.Seq
		if ended[f.RunID] > 0 {
			t.Errorf("%s after the end of its run", f.Type)
		}
		if f.Type == "final_response" || f.Type == "error" || f.Type == "run_cancelled" {
			ended[f.RunID]++
		} else if _, known := ended[f.RunID]; !known {
			ended[f.RunID] = 0
		}
	}
}

// Once a plan was shown a failure is a final_response: the program is
// stopped in the middle of a run for longer than the run may take.
func TestRule1AFailureAfterThePlanIsAFinalResponse(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--run-deadline", "3s", "--step-timeout", "3s"), nil)
	for range 30 {
		p := s.page()
		p.say(longQuery)
		for p.cards == 0 && p.locked {
			if _, err := p.read(); err != nil {
				t.Fatal(err)
			}
		}
		if p.cards == 0 {
			continue // on a full machine the time may be over before there is a plan
		}
		_ = s.cmd.Process.Signal(syscall.SIGSTOP)
		<-time.After(3100 * time.Millisecond)
		_ = s.cmd.Process.Signal(syscall.SIGCONT)
		f := p.await()
		if f.Type != "final_response" {
			t.Fatalf("the run ended with %s; shown %q", f.Type, p.shown)
		}
		if f.Response.Type == "answer" {
			continue // it was over before it was stopped
		}
		if f.Response.Type != "error" || f.Response.Error != "deadline_exceeded" || f.Response.Message == "" {
			t.Errorf("response %+v", f.Response)
		}
		p.nothingWaits()
		oneEndEach(t, s, p.id)
		return
	}
	t.Fatal("no run was stopped in its middle")
}

func TestRule3IntentIsASnakeCaseKey(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	p := s.page()
	for _, query := range []string{mainQuery, "강남구 아파트 전세 시세 알려줘", "연봉 6천만원이면 대출 한도가 얼마야?", "임대차 계약서 작성해줘", longQuery, "Can my landlord raise the deposit by 5%?"} {
		p.say(query)
		p.await()
	}
	if len(p.intents) < 10 {
		t.Errorf("only %q", p.intents)
	}
	for _, intent := range p.intents {
		if !regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`).MatchString(intent) {
			t.Errorf("intent %q", intent)
		}
	}
}

func TestRule4AnUnknownSessionIsRefusedInTheUpgrade(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	hidden, gone := s.session(nil), s.session(nil)
	s.call("DELETE", "/api/v1/chat/sessions/"+hidden, nil, nil)
	s.call("DELETE", "/api/v1/chat/sessions/"+gone+"?hard_delete=true", nil, nil)
	for _, id := range []string{"session-00000000-0000-4000-8000-000000000000", "nonsense", "session-", "..%2f..", "%00", "'--", hidden, gone} {
		conn, res, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+s.addr+"/api/v1/chat/ws/"+id, nil)
		if err == nil {
			conn.Close()
			t.Errorf("%s was let in", id)
			continue
		}
		if res == nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if id == "%00" { // text that no id can be is a bad request
			if res.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: %d %s", id, res.StatusCode, body)
			}
			continue
		}
		if res.StatusCode != http.StatusNotFound || string(body) != `{"detail":"Session not found"}` {
			t.Errorf("%s: %d %s", id, res.StatusCode, body)
		}
	}
}

// At shutdown, idle or in the middle of a run, every page is told to come
// back; it does, and is shown the end of its run once.
func TestRule5AtShutdownPagesAreToldToComeBack(t *testing.T) {
	t.Parallel()
	args := onSQLite(t)
	s := start(t, args, nil)
	var pages []*page
	for i := range 8 {
		p := s.page()
		if pages = append(pages, p); i%2 == 1 {
			p.say(longQuery)
		}
	}
	// What the server never read is nobody's run, and these pages don't ask
	// twice: each query is taken before the signal comes.
	for i, p := range pages {
		if i%2 == 1 {
			p.readSome(1)
		}
	}
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	for i, p := range pages {
		if code := p.drain(); code != websocket.CloseGoingAway && code != websocket.CloseServiceRestart {
			t.Errorf("page %d was closed with %d", i, code)
		}
	}
	if err := <-stopped; err != nil {
		t.Errorf("exit: %v\n%s", err, s.logs())
	}
	again := start(t, args, nil)
	for i, p := range pages {
		p.reopen(again)
		p.await()
		if p.nothingWaits(); p.ended != 1+i%2 {
			t.Errorf("page %d: %d terminal events; shown %q", i, p.ended, p.shown)
		}
		if p.cards > 1 {
			t.Errorf("page %d: %d cards", i, p.cards)
		}
	}
}

func TestRule7SessionsSurviveARestart(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*server){
		"kill -9": (*server).kill9,
		"SIGTERM": func(s *server) {
			if err := s.stop(); err != nil {
				s.t.Errorf("exit: %v", err)
			}
		},
	}
	for name, environment := range environments(t) {
		for how, end := range ends {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				args, env := environment(t)
				s := start(t, args, env)
				untouched := s.session(map[string]any{"metadata": map[string]any{"k": "값"}})
				idle, busy := s.page(), s.page()
				idle.say(mainQuery)
				idle.await()
				if env != nil {
					awaitMark(t, strings.TrimPrefix(env[0], "DATABASE_URL="), idle.id)
				} else if how == "kill -9" {
					<-time.After(time.Second) // decision 0004: the ping may be 250 ms late, the mark 100 ms more
				}
				busy.say(longQuery)
				busy.readSome(2)
				end(s)
				s = start(t, args, env)
				var one struct{ Metadata map[string]string }
				if code := s.call("GET", "/api/v1/chat/"+untouched, nil, &one); code != 200 || one.Metadata["k"] != "값" {
					t.Errorf("session: %d %+v", code, one)
				}
				checkMessages(t, s, idle.id)
				idle.reopen(s)
				if idle.nothingWaits(); idle.ended != 2 {
					t.Errorf("idle page: %q", idle.shown)
				}
				busy.reopen(s)
				if f := busy.await(); f.Type != "final_response" || f.Response.Type != "answer" {
					t.Errorf("busy page: %+v", f)
				}
				if n := oneEndEach(t, s, busy.id); n != 1 {
					t.Errorf("%d runs", n)
				}
			})
		}
	}
}

// kill9 is kill under the name of the signal.
func (s *server) kill9() { s.kill() }

// awaitMark waits until the database knows that a client has everything.
func awaitMark(t *testing.T, url, session string) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	await(t, "the delivered mark", func() bool {
		var last, delivered int64
		err := db.QueryRow(t.Context(), "SELECT last_seq, delivered_seq FROM heads WHERE session_id = $1", session).Scan(&last, &delivered)
		if err != nil {
			t.Fatal(err)
		}
		return last > 0 && last == delivered
	})
}

// await polls until there is what is waited for.
func await(t testing.TB, what string, there func() bool) {
	t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !there() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Messages come as soon as the socket is open, before the greeting is read.
func TestRule8MessagesMayComeBeforeConnectedIsRead(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	var pages sync.WaitGroup
	for range 8 {
		p := &page{t: t, addr: s.addr, id: s.session(nil)}
		p.dial()
		p.say(mainQuery)
		pages.Go(func() {
			for p.locked {
				if _, err := p.read(); err != nil {
					t.Error(err)
					return
				}
			}
			if len(p.shown) == 0 || p.shown[0] != "connected" {
				t.Errorf("shown %q", p.shown)
				return
			}
			checkRun(t, p, p.shown)
		})
	}
	pages.Wait()
}
