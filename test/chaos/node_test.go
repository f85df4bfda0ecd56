package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
)

// node is one server process; it may die and come back.
type node struct {
	t    testing.TB
	name string
	addr string
	dir  string
	args []string
	env  []string
	// token is shown with each request; "" for none.
	token string

	life int // how often it was started
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
}

// start brings the process up under a name of its own for each life, as a
// node is named by chance in production. faults are for this life only.
func (n *node) start(faults ...string) {
	n.t.Helper()
	n.life++
	n.startAs(fmt.Sprintf("%s-%d", n.name, n.life), faults...)
}

func (n *node) startAs(id string, faults ...string) {
	n.t.Helper()
	log, err := os.OpenFile(n.path("log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		n.t.Fatal(err)
	}
	defer log.Close() // the process has its own by then
	n.cmd = exec.Command(serverBinary, append([]string{"--addr", n.addr, "--node-id", id, "--log-format", "json"}, n.args...)...)
	n.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + n.dir, "MADANG_FAILPOINT_LOG=" + n.path("fired"),
		// All clients come from one address.
		"MADANG_REQUESTS_PER_SECOND=0", "MADANG_HANDSHAKES_PER_SECOND=0", "MADANG_SESSIONS_PER_MINUTE=0", "MADANG_COPIES_PER_MINUTE=0",
		"MADANG_MAX_CONNECTIONS_PER_ADDRESS=0", "MADANG_ADDRESS_COMMANDS_PER_SECOND=0", "MADANG_MAX_RUNS_PER_ADDRESS=0",
		"MADANG_USER_REQUESTS_PER_SECOND=0", "MADANG_USER_HANDSHAKES_PER_SECOND=0", "MADANG_USER_COMMANDS_PER_SECOND=0", "MADANG_MAX_RUNS_PER_USER=0",
	}, n.env...)
	n.cmd.Env = append(n.cmd.Env, faults...)
	n.cmd.Dir, n.cmd.Stderr = n.dir, log
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	done := make(chan struct{})
	n.done = done
	started := make(chan error)
	// The death signal comes with the end of the thread that started the
	// process, so that this goroutine keeps the thread until then.
	go func(cmd *exec.Cmd) {
		defer close(done)
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is in ProcessState
		}
	}(n.cmd)
	if err := <-started; err != nil {
		n.t.Fatal(err)
	}
}

func (n *node) path(file string) string { return filepath.Join(n.dir, file) }

// ready waits until the node takes queries.
func (n *node) ready() {
	n.t.Helper()
	poll(n.t, n.name+" to be ready", func() bool {
		select {
		case <-n.done:
			n.t.Fatalf("%s ended: %s\n%s", n.name, n.cmd.ProcessState, n.tail(20))
		default:
		}
		code, _, err := n.get("/readyz")
		return err == nil && code == http.StatusOK
	})
}

// kill is kill -9; the proof is how the process ended.
func (n *node) kill() {
	n.t.Helper()
	n.signal(syscall.SIGKILL)
	n.wait()
	n.wasKilled()
}

// wasKilled proves that the process ended by kill -9.
func (n *node) wasKilled() {
	n.t.Helper()
	status, ok := n.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
		n.t.Fatalf("%s was not killed, it ended with %s\n%s", n.name, n.cmd.ProcessState, n.tail(20))
	}
}

func (n *node) signal(sig syscall.Signal) {
	n.t.Helper()
	if err := n.cmd.Process.Signal(sig); err != nil {
		n.t.Fatalf("%s: %v: %v", n.name, sig, err)
	}
}

func (n *node) wait() {
	n.t.Helper()
	select {
	case <-n.done:
	case <-time.After(patience):
		n.t.Fatalf("%s is still there after %s\n%s", n.name, patience, n.tail(20))
	}
}

func (n *node) gone() bool {
	select {
	case <-n.done:
		return true
	default:
		return false
	}
}

// freeze is SIGSTOP, proved by the process's state; thaw is SIGCONT.
func (n *node) freeze() {
	n.t.Helper()
	n.signal(syscall.SIGSTOP)
	poll(n.t, n.name+" to stand still", n.frozen)
}

func (n *node) frozen() bool { return n.state() == "T" }

func (n *node) thaw() {
	n.t.Helper()
	n.signal(syscall.SIGCONT)
	poll(n.t, n.name+" to go on", func() bool { return !n.frozen() })
}

// state is the letter of the process's state in /proc.
func (n *node) state() string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n.cmd.Process.Pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return rest[:min(1, len(rest))]
}

// fired are the lines that failpoints wrote, of all lives.
func (n *node) fired() string {
	b, _ := os.ReadFile(n.path("fired"))
	return string(b)
}

// tail is the end of the log, for a failure's message.
func (n *node) tail(lines int) string {
	b, _ := os.ReadFile(n.path("log"))
	all := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// complaints are the log's warnings and errors.
func (n *node) complaints() (out []string) {
	b, _ := os.ReadFile(n.path("log"))
	for line := range strings.Lines(string(b)) {
		if !strings.Contains(line, `"level":"INFO"`) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// patient bounds every request of a test that has no bound of its own.
var patient = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

func (n *node) get(path string) (int, []byte, error) { return n.call(http.MethodGet, path, "") }

func (n *node) call(method, path, body string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+n.addr+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if n.token != "" {
		req.Header.Set("Authorization", "Bearer "+n.token)
	}
	res, err := patient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return res.StatusCode, raw, err
}

// session begins a conversation.
func (n *node) session() string {
	n.t.Helper()
	if probed {
		return n.sessionWith(`{"assistant":"probe"}`)
	}
	return n.sessionWith(`{}`)
}

// sessionWith begins a conversation of another kind.
func (n *node) sessionWith(body string) string {
	n.t.Helper()
	code, raw, err := n.call(http.MethodPost, "/api/v1/chat/start", body)
	for try := 0; code == http.StatusServiceUnavailable && try < 5; try++ {
		pause(200 * time.Millisecond) // as the reply asks
		code, raw, err = n.call(http.MethodPost, "/api/v1/chat/start", body)
	}
	var reply struct {
		SessionID string `json:"session_id"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &reply)
	}
	if err != nil || code != http.StatusOK || reply.SessionID == "" {
		n.t.Fatalf("%s: start a session: %d %s %v", n.name, code, raw, err)
	}
	return reply.SessionID
}

// metric is the sum of a metric's series in /metrics.
func (n *node) metric(name string) float64 {
	n.t.Helper()
	code, raw, err := n.get("/metrics")
	if err != nil || code != http.StatusOK {
		n.t.Fatalf("%s: metrics: %d %v", n.name, code, err)
	}
	var sum float64
	for line := range strings.Lines(string(raw)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if key != name && !strings.HasPrefix(key, name+"{") {
			continue
		}
		var v float64
		if _, err := fmt.Sscan(value, &v); err == nil {
			sum += v
		}
	}
	return sum
}

// freeAddr is an address on loopback that nobody listens on.
func freeAddr(t testing.TB) string {
	t.Helper()
	port, err := testdb.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", port)
}
