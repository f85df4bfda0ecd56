package ws

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

// The benchmarks measure a server that is a process of its own: this test
// binary, started once more. It is told what to do line by line on its
// standard input and answers each line with one of its own.
const benchServerEnv = "WS_BENCH_SERVER"

// meter is what the server process says of itself.
type meter struct {
	CPU    time.Duration // user and system time so far
	RSS    int64
	InUse  int64 // heap and stacks
	Stacks int64
	Count  int
}

// benchServer is that process, seen from the benchmark.
type benchServer struct {
	tb   testing.TB
	addr string
	in   *json.Encoder
	out  *bufio.Reader
}

func startServer(tb testing.TB) *benchServer {
	tb.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), benchServerEnv+"=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	s := &benchServer{tb: tb, in: json.NewEncoder(in), out: bufio.NewReader(out)}
	tb.Cleanup(func() {
		_ = in.Close() // which is its end
		if err := cmd.Wait(); err != nil {
			tb.Errorf("bench server: %v", err)
		}
	})
	s.line(&s.addr)
	return s
}

func (s *benchServer) line(v any) {
	s.tb.Helper()
	text, err := s.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		s.tb.Fatalf("bench server said %q: %v", text, err)
	}
}

func (s *benchServer) ask(command string) meter {
	s.tb.Helper()
	if err := s.in.Encode(command); err != nil {
		s.tb.Fatal(err)
	}
	var m meter
	s.line(&m)
	return m
}

// dial is a raw connection after the handshake, with a buffer for reading.
func (s *benchServer) dial(path string, buffer int) *rawClient {
	s.tb.Helper()
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.tb.Fatal(err)
	}
	c := &rawClient{conn: conn, in: bufio.NewReaderSize(conn, buffer)}
	if err := c.handshake(s.addr, path); err != nil {
		s.tb.Fatal(err)
	}
	return c
}

// serveBench is the server process. It ends with its standard input.
func serveBench() int {
	lines := json.NewDecoder(os.Stdin)
	say := json.NewEncoder(os.Stdout)
	e := &quickEngine{sessions: make(map[string]*quickSession)}
	mux := http.NewServeMux()
	door := New(Config{
		Runs: e, Controls: e, Positions: e, WatchFunc: e.watch,
		MaxPerUser: -1, Rate: 1e9, Burst: 1e9, PingEvery: time.Hour,
	})
	mux.HandleFunc("GET /ws/{session_id}", func(w http.ResponseWriter, r *http.Request) { door.Handle(w, r, r.PathValue("session_id")) })
	mux.HandleFunc("GET /floor/{session_id}", serveFloor)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() { _ = http.Serve(listener, mux) }() // ends with the process
	_ = say.Encode(listener.Addr().String())
	for {
		var command string
		if lines.Decode(&command) != nil {
			return 0
		}
		do, session, _ := strings.Cut(command, " ")
		switch do {
		case "publish": // one event to all that watch the session
			e.publish(session, burstOf8[1:2])
		case "settle":
			runtime.GC()
			debug.FreeOSMemory()
		}
		_ = say.Encode(measure(door))
	}
}

func measure(door *Server) meter {
	sockets, _ := door.Count()
	m := meter{RSS: residentBytes(), Count: sockets}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	m.InUse, m.Stacks = int64(mem.HeapInuse+mem.StackInuse), int64(mem.StackInuse)
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) == nil {
		m.CPU = time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	return m
}

func residentBytes() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int64
	_, _ = fmt.Sscan(string(text), &size, &resident)
	return resident * int64(os.Getpagesize())
}

// serveFloor is the least that can be done with gorilla: it answers each
// message with the same eight frames.
func serveFloor(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	var frames [][]byte
	for i, ev := range burstOf8 {
		ev.Seq, ev.RunID, ev.SessionID, ev.CreatedAt = int64(i+1), "run-1", "session-1", time.Now()
		text, err := appendEvent(nil, &ev, ev.Type, ev.Payload)
		if err != nil {
			return
		}
		frames = append(frames, text)
	}
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
		for _, frame := range frames {
			if conn.WriteMessage(websocket.TextMessage, frame) != nil {
				return
			}
		}
	}
}

// burstOf8 is what one commit of a query publishes: a plan, six updates of
// its steps, an answer.
var burstOf8 = func() []state.Event {
	steps := append(append(step(state.StepInProgress), step(state.StepInProgress)...), step(state.StepPending)...)
	event := func(eventType string, body any) state.Event {
		payload, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		return state.Event{Type: eventType, Payload: payload}
	}
	events := []state.Event{event(state.EventPlanReady, state.PlanReady{Intent: "legal_consult", ExecutionSteps: steps, Keywords: []string{"전세금"}})}
	for range 6 {
		events = append(events, event(state.EventTodoUpdated, state.TodoUpdated{ExecutionSteps: steps}))
	}
	return append(events, event(state.EventFinalResponse, state.FinalResponse{
		Response: state.Response{Type: state.ResponseAnswer, Answer: strings.Repeat("가능합니다. ", 50)}}))
}()
