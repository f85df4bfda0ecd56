package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/internal/testdb"
)

var binary string

// patience is how long these tests wait for what has to come, so that a slow
// machine fails nothing.
const patience = 3 * time.Minute

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "madang-e2e-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "madang")
	build := exec.Command("go", "build", "-o", binary, "../../cmd/server")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// server is a running program as one test sees it.
type server struct {
	t testing.TB
	*process
}

// in is the server for a subtest, whose own failures are its own.
func (s *server) in(t testing.TB) *server { return &server{t, s.process} }

// model tells whether it was started with one.
func (s *server) model() bool { return slices.Contains(s.cmd.Args, "--model") }

type process struct {
	cmd  *exec.Cmd
	addr string

	mu   sync.Mutex
	log  bytes.Buffer
	done chan struct{} // closed when the process has ended
	err  error
}

// today is the date that tests reckon from.
const today = "2026-11-21"

func onSQLite(t testing.TB) []string { return []string{"--data-dir", t.TempDir()} }

// environments are the databases that a test runs on.
func environments(t testing.TB) map[string]func(t testing.TB) (args, env []string) {
	t.Helper()
	return map[string]func(t testing.TB) (args, env []string){
		"SQLite":   func(t testing.TB) ([]string, []string) { return onSQLite(t), nil },
		"Postgres": func(t testing.TB) ([]string, []string) { return nil, []string{"DATABASE_URL=" + testdb.Postgres(t)} },
	}
}

func start(t testing.TB, args, env []string) *server {
	t.Helper()
	args = append([]string{"--addr", "127.0.0.1:0", "--log-format", "json", "--today", today}, args...)
	s := &server{t, &process{cmd: exec.Command(binary, args...), done: make(chan struct{})}}
	s.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(),
		// All tests come from one address.
		"MADANG_SESSIONS_PER_MINUTE=0", "MADANG_COPIES_PER_MINUTE=0",
	}, env...)
	s.cmd.Dir = t.TempDir()
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	pipe, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan string, 1)
	go s.read(pipe, ready)
	t.Cleanup(s.kill)
	select {
	case s.addr = <-ready:
	case <-s.done:
		t.Fatalf("the server ended: %v\n%s", s.err, s.logs())
	case <-time.After(patience):
		t.Fatalf("the server did not get ready:\n%s", s.logs())
	}
	return s
}

// read collects the log and finds the address in it.
func (s *process) read(pipe io.Reader, ready chan<- string) {
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		s.mu.Lock()
		s.log.Write(lines.Bytes())
		s.log.WriteByte('\n')
		s.mu.Unlock()
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(lines.Bytes(), &entry) == nil && entry.Msg == "madang is ready" {
			ready <- entry.Addr
		}
	}
	s.err = s.cmd.Wait()
	close(s.done)
}

func (s *process) logs() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// kill is kill -9.
func (s *process) kill() {
	_ = s.cmd.Process.Kill()
	<-s.done
}

// stop is SIGTERM; it returns how the process ended.
func (s *server) stop() error {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	select {
	case <-s.done:
		return s.err
	case <-time.After(patience):
		s.t.Fatalf("still there %s after SIGTERM:\n%s", patience, s.logs())
		return nil
	}
}

// call is one REST request; it decodes the reply into out and returns the
// status.
func (s *server) call(method, path string, body, out any) int {
	s.t.Helper()
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.addr+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if raws, ok := out.(*[]byte); ok {
		*raws = raw
	} else if out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			s.t.Fatalf("%s %s: %v in %s", method, path, err, raw)
		}
	}
	return res.StatusCode
}

func (s *server) session(body map[string]any) string {
	s.t.Helper()
	var reply struct {
		SessionID string `json:"session_id"`
	}
	if body == nil {
		body = map[string]any{}
	}
	if code := s.call("POST", "/api/v1/chat/start", body, &reply); code != 200 || !strings.HasPrefix(reply.SessionID, "session-") {
		s.t.Fatalf("start: %d %+v", code, reply)
	}
	return reply.SessionID
}

// socket is one client.
type socket struct {
	t testing.TB
	*websocket.Conn
}

// frame is what a server sends.
type frame struct {
	Type    string `json:"type"`
	Seq     int64  `json:"seq"`
	RunID   string `json:"run_id"`
	Error   string `json:"error"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Intent  string `json:"intent"`
	Steps   []step `json:"execution_steps"`
	delta
	Response response        `json:"response"`
	Raw      json.RawMessage `json:"-"`
}

// delta is a piece of an answer that is being written.
type delta struct {
	MessageID string `json:"message_id"`
	Index     int    `json:"index"`
	Delta     string `json:"delta"`
	PlannedBy string `json:"planned_by"`
}

type step struct {
	StepID   string          `json:"step_id"`
	Team     string          `json:"team"`
	Status   string          `json:"status"`
	Progress int             `json:"progress_percentage"`
	Result   json.RawMessage `json:"result"`
	Error    string          `json:"error"`
}

type response struct {
	Type       string `json:"type"`
	Answer     string `json:"answer"`
	Message    string `json:"message"`
	Structured struct {
		Sections []struct {
			Title   string          `json:"title"`
			Content json.RawMessage `json:"content"`
			Icon    string          `json:"icon"`
			Type    string          `json:"type"`
		} `json:"sections"`
		Metadata struct {
			Confidence float64  `json:"confidence"`
			Sources    []string `json:"sources"`
			Intent     string   `json:"intent_type"`
			Sample     bool     `json:"sample_data"`
			Missing    []string `json:"missing"`
			AnsweredBy string   `json:"answered_by"`
			Model      string   `json:"model"`
			Prompt     string   `json:"prompt"`
			Fallback   string   `json:"fallback"`
			RetryAfter int64    `json:"retry_after_ms"`
		} `json:"metadata"`
	} `json:"structured_data"`
	TeamsUsed []string                   `json:"teams_used"`
	Data      map[string]json.RawMessage `json:"data"`
	Document  struct {
		ID        string            `json:"id"`
		Downloads map[string]string `json:"downloads"`
	} `json:"document"`
	Intent string `json:"detected_intent"`
}

func (s *server) dial(sessionID, query string, protocols ...string) *socket {
	s.t.Helper()
	dialer := websocket.Dialer{Subprotocols: protocols, HandshakeTimeout: patience}
	conn, res, err := dialer.DialContext(s.t.Context(), "ws://"+s.addr+"/api/v1/chat/ws/"+sessionID+query, nil)
	if err != nil {
		s.t.Fatalf("dial: %v", err)
	}
	res.Body.Close()
	s.t.Cleanup(func() { conn.Close() })
	return &socket{t: s.t, Conn: conn}
}

// fresh is a socket of the extension that is shown nothing but what comes
// from now on.
func (s *server) fresh(sessionID string) *socket {
	s.t.Helper()
	c := s.dial(sessionID, "?last_seq=999999999", "madang.v1")
	if got := types([]frame{c.must(), c.must()}); got != "connected resumed" {
		s.t.Fatalf("greeted with %s", got)
	}
	return c
}

func (c *socket) send(v any) {
	c.t.Helper()
	if err := c.WriteJSON(v); err != nil {
		c.t.Fatal(err)
	}
}

// next is the next frame, or the error of the socket's end.
func (c *socket) next() (frame, error) {
	_ = c.SetReadDeadline(time.Now().Add(patience))
	_, raw, err := c.ReadMessage()
	if err != nil {
		return frame{}, err
	}
	f := frame{Raw: raw}
	if err := json.Unmarshal(raw, &f); err != nil {
		// The field error is an object's part in no frame, but a response of
		// kind error has it as a code; both are strings.
		return frame{}, fmt.Errorf("%w in %s", err, raw)
	}
	return f, nil
}

func (c *socket) must() frame {
	c.t.Helper()
	f, err := c.next()
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// answer reads frames up to and including a terminal one.
func (c *socket) answer() []frame {
	c.t.Helper()
	var frames []frame
	for {
		f := c.must()
		frames = append(frames, f)
		if f.Type == "final_response" || f.Type == "error" || f.Type == "run_cancelled" {
			return frames
		}
	}
}

// ask sends a query and returns the response that ends it.
func (c *socket) ask(text string) response {
	c.t.Helper()
	c.send(map[string]any{"type": "query", "query": text})
	frames := c.answer()
	return frames[len(frames)-1].Response
}

// closeCode is the code that the server closes the socket with.
func (c *socket) closeCode() int {
	c.t.Helper()
	for {
		if _, err := c.next(); err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				return closed.Code
			}
			c.t.Fatalf("the socket ended without a close frame: %v", err)
		}
	}
}

func types(frames []frame) string {
	var list []string
	for _, f := range frames {
		list = append(list, f.Type)
	}
	return strings.Join(list, " ")
}
