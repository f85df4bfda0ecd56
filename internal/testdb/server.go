//go:build unix

package testdb

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	osuser "os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Server is a running test server.
type Server struct {
	kind   kind
	binary string
	dir    string
	port   int
	url    string
	attr   *syscall.SysProcAttr

	keeper *exec.Cmd
	line   io.WriteCloser // to the keeper
}

const (
	startTimeout = 30 * time.Second
	startTries   = 3
	pollEvery    = 10 * time.Millisecond
)

// keep runs the server and waits for its standard input: "stop" ends the
// server, the end of the input (our process is gone, or remove) its
// directory too. Nothing of ours has to be alive for that.
const keep = `dir=$1 sig=$2; shift 2
"$@" </dev/null >>"$dir/log" 2>&1 &
pid=$!
echo $pid >"$dir/pid"
read -r word
kill -CONT $pid 2>/dev/null; kill -$sig $pid 2>/dev/null; wait $pid
if [ "$word" != stop ]; then cd /; rm -rf "$dir"; fi`

// start brings up a server in a new directory.
func start(k kind) (*Server, error) {
	binary, err := k.find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "madang-"+k.name+"-")
	if err != nil {
		return nil, fmt.Errorf("testdb: %w", err)
	}
	s := &Server{kind: k, binary: binary, dir: dir}
	if s.attr, err = unprivileged(dir); err == nil {
		err = k.prepare(s)
	}
	for try := 0; err == nil && try < startTries; try++ {
		if s.port, err = FreePort(); err != nil {
			break
		}
		if err = s.run(); err == nil {
			return s, nil
		}
		s.end("stop")
		if try < startTries-1 {
			err = nil // another process may have taken the port
		}
	}
	_ = os.RemoveAll(dir)
	return nil, err
}

// unprivileged hands the directory to a system user when we are root, as
// Postgres refuses to run as root, and keeps signals of the terminal away.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return attr, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := osuser.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2, os.Chown(dir, int(uid), int(gid))); err != nil {
			return nil, fmt.Errorf("testdb: %w", err)
		}
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return attr, nil
	}
	return nil, errors.New("testdb: running as root and no user postgres or nobody to run servers as")
}

// Servers get ports that systems don't give to outgoing connections (Linux
// from 32768 on, others higher): one of a hundred connections in a full test
// could take a server's port between two of its lives. Those below 10000
// are for what a developer has running.
const firstPort, endPort = 10000, 32768

// given are the ports that this process has handed out: a server that is down
// for a moment finds its own again.
var given sync.Map

// FreePort is a port on loopback that nobody listens on, and none that it has
// given before.
func FreePort() (int, error) {
	for range 1000 {
		port := firstPort + rand.IntN(endPort-firstPort)
		if _, taken := given.LoadOrStore(port, true); taken {
			continue
		}
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("testdb: %w", err)
		}
		if err := l.Close(); err != nil {
			return 0, fmt.Errorf("testdb: %w", err)
		}
		return port, nil
	}
	return 0, errors.New("testdb: no port is free")
}

// run starts the keeper and waits until the server answers.
func (s *Server) run() error {
	args := append([]string{"-c", keep, "sh", s.dir, s.kind.stop, s.binary}, s.kind.args(s)...)
	cmd := exec.Command("/bin/sh", args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, s.attr
	line, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("testdb: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("testdb: start %s: %w", s.kind.name, err)
	}
	s.keeper, s.line = cmd, line
	deadline := time.Now().Add(startTimeout)
	for !s.answers() {
		if time.Now().After(deadline) || !s.alive() {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("testdb: %s did not start: %s", s.kind.name, log)
		}
		<-time.After(pollEvery)
	}
	return nil
}

// answers tells whether the server takes work.
func (s *Server) answers() bool {
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))
	if s.kind.name == postgresKind.name {
		return exec.Command(s.tool("pg_isready"), "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port)).Run() == nil
	}
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	reply := make([]byte, 5)
	if _, err := io.WriteString(conn, "PING\r\n"); err != nil {
		return false
	}
	_, err = io.ReadFull(conn, reply)
	return err == nil && string(reply) == "+PONG"
}

// alive is false once the server has given up, e.g. for a taken port.
func (s *Server) alive() bool {
	pid, err := s.pid()
	if err != nil {
		return true // the keeper has not written it yet
	}
	// Not signal 0: a process that ended is a zombie until the keeper
	// waits for it.
	stat, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && !strings.HasPrefix(string(stat), "Z")
}

func (s *Server) pid() (int, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, "pid"))
	if err != nil {
		return 0, err
	}
	var pid int
	_, err = fmt.Sscan(string(b), &pid)
	return pid, err
}

// URL is where the server is.
func (s *Server) URL() string { return s.url }

// Port is the server's port on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Stop ends the server as a crash would; Start brings it back on the same
// port with what it had on disk.
func (s *Server) Stop() { s.end("stop") }

// Start brings a stopped server back.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

// Freeze stops the server's processes without ending them: connections
// stay open and nothing answers. Thaw lets them go on.
func (s *Server) Freeze(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Thaw undoes Freeze.
func (s *Server) Thaw(t testing.TB) { s.signal(t, syscall.SIGCONT) }

// signal reaches the server's children too, each of which serves one
// connection in Postgres.
func (s *Server) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	pid, err := s.pid()
	if err != nil {
		t.Fatalf("testdb: signal: %v", err)
	}
	out, _ := exec.Command("ps", "-o", "pid=", "--ppid", strconv.Itoa(pid)).Output()
	pids := append(splitInts(string(out)), pid)
	for _, p := range pids {
		if err := syscall.Kill(p, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatalf("testdb: signal: %v", err)
		}
	}
}

func splitInts(s string) (out []int) {
	for _, f := range strings.Fields(s) {
		if n, err := strconv.Atoi(f); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// end tells the keeper to end and waits for it.
func (s *Server) end(word string) {
	if s.keeper == nil {
		return
	}
	if word != "" {
		_, _ = io.WriteString(s.line, word+"\n")
	}
	_ = s.line.Close()
	_ = s.keeper.Wait() // its own exit status says nothing
	_ = os.Remove(filepath.Join(s.dir, "pid"))
	s.keeper = nil
}

// remove ends the server and its directory.
func (s *Server) remove() {
	s.end("")
	_ = os.RemoveAll(s.dir) // when it was stopped before
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// tool is a program that comes with the server; a link to the server leads
// to the directory that has them all.
func (s *Server) tool(name string) string {
	path := s.binary
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Join(filepath.Dir(path), name)
}
