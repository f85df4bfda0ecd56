package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a contestant at work.
type process struct {
	cmd  *exec.Cmd
	addr string
	// took is the time from the start to ready.
	took time.Duration
	log  []string // its last words, once done is closed
	done chan struct{}
}

// launch starts a program and waits until it says where it listens.
func launch(ctx context.Context, args, env []string) (*process, error) {
	p := &process{cmd: exec.CommandContext(context.WithoutCancel(ctx), args[0], args[1:]...), done: make(chan struct{})}
	p.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir()}, env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	words, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	started := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		defer close(p.done)
		told := false
		for lines := bufio.NewScanner(words); lines.Scan(); {
			var entry struct{ Msg, Addr string }
			if !told && json.Unmarshal(lines.Bytes(), &entry) == nil && strings.HasSuffix(entry.Msg, " is ready") {
				ready <- entry.Addr
				told = true
			}
			if !told || !strings.Contains(lines.Text(), `"INFO"`) {
				p.log = append(p.log[max(len(p.log)-20, 0):], lines.Text())
			}
		}
		_ = p.cmd.Wait()
	}()
	select {
	case p.addr = <-ready:
		p.took = time.Since(started)
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("%s ended: %s", args[0], strings.Join(p.log, "\n"))
	case <-time.After(30 * time.Second):
		return nil, errors.Join(fmt.Errorf("%s did not get ready", args[0]), p.cmd.Process.Kill())
	case <-ctx.Done():
		return nil, errors.Join(context.Cause(ctx), p.cmd.Process.Kill())
	}
}

// stop ends the process and returns what it complained of.
func (p *process) stop() string {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
	return strings.Join(p.log, "\n")
}

// tick is the unit of CPU time in /proc.
const tick = time.Second / 100

// cpu is the time that a process has used; with its ended children if asked.
func cpu(pid int, children bool) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name in brackets may hold spaces; what follows does not.
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	last := 13 // utime, stime
	if children {
		last = 15 // cutime, cstime
	}
	var ticks int64
	for _, f := range fields[11:last] {
		n, _ := strconv.ParseInt(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

// treeCPU is the time of a process and all its children, past ones too.
func treeCPU(pid int) time.Duration {
	sum := cpu(pid, true)
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		raw, _ := os.ReadFile(list)
		for child := range strings.FieldsSeq(string(raw)) {
			if n, err := strconv.Atoi(child); err == nil {
				sum += treeCPU(n)
			}
		}
	}
	return sum
}

// field is a number of a /proc file of lines like "name: 123 kB".
func field(pid int, file, name string) int64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	for line := range strings.Lines(string(raw)) {
		rest, ok := strings.CutPrefix(line, name+":")
		if words := strings.Fields(rest); ok && len(words) > 0 {
			n, _ := strconv.ParseInt(words[0], 10, 64)
			return n
		}
	}
	return 0
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// rss is the process's resident memory in bytes.
func (p *process) rss() int64 { return field(p.pid(), "status", "VmRSS") << 10 }

// written is what the process gave to storage; 0 where the kernel does not
// count it (a file system in memory).
func (p *process) written() int64 { return field(p.pid(), "io", "write_bytes") }
