//go:build failpoint

package failpoint

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Enabled tells whether this build has failpoints.
const Enabled = true

// ErrInjected is what Hit returns where an error was ordered.
var ErrInjected = errors.New("failpoint: injected error")

// The orders are read once, when the first place is passed.
var (
	orders = sync.OnceValue(func() *table {
		t, err := parse(os.Getenv("MADANG_FAILPOINT"))
		if err != nil {
			panic(err)
		}
		t.log = os.Getenv("MADANG_FAILPOINT_LOG")
		return t
	})
	moved = sync.OnceValue(func() *move {
		m, err := parseMove(os.Getenv("MADANG_CLOCK_SKEW"))
		if err != nil {
			panic(fmt.Errorf("failpoint: MADANG_CLOCK_SKEW: %w", err))
		}
		return m
	})
)

// move is a clock that is set once.
type move struct {
	by, after time.Duration
	since     time.Time // of which after counts
	told      sync.Once
}

// parseMove reads DURATION or DURATION@DURATION; "" is a clock that is right.
func parseMove(text string) (m *move, err error) {
	m = &move{since: time.Now()}
	if text == "" {
		return m, nil
	}
	by, after, later := strings.Cut(text, "@")
	if m.by, err = time.ParseDuration(by); err != nil {
		return nil, err
	}
	if later {
		m.after, err = time.ParseDuration(after)
	}
	return m, err
}

// Hit passes a place and carries out what is ordered for it. It returns an
// error only where one was ordered.
func Hit(name string) error { return orders().hit(name) }

// Now is the wall clock's time, moved by MADANG_CLOCK_SKEW. A moved clock has
// no monotonic reading, which nobody can set.
func Now() time.Time { return moved().tells(time.Now()) }

func (m *move) tells(now time.Time) time.Time {
	if m.by == 0 || now.Sub(m.since) < m.after {
		return now
	}
	m.told.Do(func() {
		tell(os.Getenv("MADANG_FAILPOINT_LOG"), fmt.Sprintf("failpoint clock: skew %s", m.by))
	})
	return now.Round(0).Add(m.by)
}

// tell writes one line at once, so that it is out when a kill follows.
func tell(log, line string) {
	_, _ = os.Stderr.WriteString(line + "\n")
	if log == "" {
		return
	}
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "failpoint:", err)
		return
	}
	_, _ = f.WriteString(line + "\n")
	_ = f.Close()
}

// carryOut does what an order says.
func (o *order) carryOut() error {
	switch o.action {
	case "kill":
		return die(syscall.SIGKILL)
	case "stop":
		return die(syscall.SIGSTOP)
	case "sleep":
		time.Sleep(o.wait)
		return nil
	}
	return fmt.Errorf("%w at %s: %s", ErrInjected, o.name, o.text)
}

// die sends a signal that the process can't refuse. Another thread may get it while
// this one still goes on for a moment: nothing behind the place may run, so a stop
// waits until it is told to continue, and a kill for its end.
func die(sig syscall.Signal) error {
	goOn := make(chan os.Signal, 1)
	signal.Notify(goOn, syscall.SIGCONT)
	defer signal.Stop(goOn)
	if err := syscall.Kill(os.Getpid(), sig); err != nil {
		panic(err)
	}
	<-goOn
	return nil
}
