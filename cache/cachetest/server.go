package cachetest

import (
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Redis is a real redis-server on a port of its own, without persistence.
type Redis struct {
	Addr string
	t    *testing.T
	cmd  *exec.Cmd
}

// StartRedis starts a server that ends with the test.
func StartRedis(t *testing.T) *Redis {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &Redis{Addr: l.Addr().String(), t: t}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	r.Start()
	t.Cleanup(r.Stop)
	return r
}

// URL is the address as go-redis wants it.
func (r *Redis) URL() string { return "redis://" + r.Addr + "/0" }

// Start starts the server (again, and empty) and waits until it answers.
func (r *Redis) Start() {
	r.t.Helper()
	host, port, err := net.SplitHostPort(r.Addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.cmd = exec.Command("redis-server", "--bind", host, "--port", port, "--save", "", "--appendonly", "no", "--dir", r.t.TempDir())
	if err := r.cmd.Start(); err != nil {
		r.t.Fatalf("start redis-server: %v", err)
	}
	deadline := time.After(10 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !r.answers() {
		select {
		case <-deadline:
			r.t.Fatal("redis-server does not answer")
		case <-tick.C:
		}
	}
}

// Stop kills the server; a stopped one is left alone.
func (r *Redis) Stop() {
	if r.cmd == nil {
		return
	}
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait() // its error is the kill
	r.cmd = nil
}

// Freeze lets the server accept but never answer, until Thaw.
func (r *Redis) Freeze() { r.signal(syscall.SIGSTOP) }

// Thaw ends a Freeze.
func (r *Redis) Thaw() { r.signal(syscall.SIGCONT) }

func (r *Redis) signal(s syscall.Signal) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

func (r *Redis) answers() bool {
	c, err := net.DialTimeout("tcp", r.Addr, time.Second)
	if err != nil {
		return false
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	if _, err := c.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	buf := make([]byte, 16)
	n, _ := c.Read(buf)
	return strings.HasPrefix(string(buf[:n]), "+PONG")
}
