//go:build failpoint

package failpoint

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestOrdersAreReadExactly(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"commit.after", "nowhere=kill", "commit.after=burn", "commit.after=kill@0",
		"commit.after=kill@x", "commit.after=sleep", "commit.after=sleep:long",
	} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	table, err := parse(" commit.after=error:disk@2 ; ack.before=error@3+;claim.after=sleep:1ms;")
	if err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{
		CommitAfter: ".x..", AckBefore: "..xx", ClaimAfter: "....", SubmitAfter: "....",
	} {
		var got strings.Builder
		for range 4 {
			switch err := table.hit(place); {
			case err == nil:
				got.WriteByte('.')
			case errors.Is(err, ErrInjected) && strings.Contains(err.Error(), place):
				got.WriteByte('x')
			default:
				t.Fatal(err)
			}
		}
		if got.String() != want {
			t.Errorf("%s: %s, want %s", place, got.String(), want)
		}
	}
}

func TestAClockIsSetWhenItIsTime(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"1", "@1s", "1h@", "1h@x", "an hour"} {
		if _, err := parseMove(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	for text, want := range map[string][2]time.Duration{
		"": {}, "-1h": {-time.Hour, -time.Hour}, "1h@10s": {0, time.Hour},
	} {
		m, err := parseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		for i, gone := range []time.Duration{9 * time.Second, 10 * time.Second} {
			now := m.since.Add(gone)
			if off := m.tells(now).Sub(now.Round(0)); off != want[i] {
				t.Errorf("%q: off by %s after %s", text, off, gone)
			}
		}
	}
}

// victim is this test's own process again, told to pass a place twice.
func victim(t *testing.T, order string) (*exec.Cmd, string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "fired")
	cmd := exec.Command(os.Args[0], "-test.run=^TestVictim$")
	cmd.Env = append(os.Environ(), "FAILPOINT_VICTIM=1", "MADANG_FAILPOINT="+order,
		"MADANG_FAILPOINT_LOG="+log, "MADANG_CLOCK_SKEW=-1h")
	return cmd, log
}

func TestVictim(t *testing.T) {
	t.Parallel()
	if os.Getenv("FAILPOINT_VICTIM") == "" {
		return // it is the other tests' child
	}
	if d := time.Since(Now()); d < 59*time.Minute {
		t.Errorf("the clock is behind by %s", d)
	}
	for range 2 {
		if err := Hit(CommitAfter); err != nil {
			t.Error(err)
		}
	}
}

func TestKillIsKill9AndIsTold(t *testing.T) {
	t.Parallel()
	cmd, log := victim(t, "commit.after=kill@2")
	out, err := cmd.CombinedOutput()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if err == nil || !ok || status.Signal() != syscall.SIGKILL {
		t.Fatalf("ended with %v: %s", err, out)
	}
	told, err := os.ReadFile(log)
	const line = "failpoint commit.after hit 2: kill\n"
	if err != nil || !strings.HasSuffix(string(told), line) || !strings.Contains(string(out), line) {
		t.Errorf("told %q and %q, %v", told, out, err)
	}
	if strings.Contains(string(told), "hit 1") || !strings.Contains(string(told), "skew -1h") {
		t.Errorf("told %q", told)
	}
}

func TestSleepGoesOn(t *testing.T) {
	t.Parallel()
	cmd, log := victim(t, "commit.after=sleep:300ms@1")
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if took := time.Since(began); took < 300*time.Millisecond {
		t.Errorf("took %s", took)
	}
	if told, _ := os.ReadFile(log); !strings.Contains(string(told), "hit 1: sleep") {
		t.Errorf("told %q", told)
	}
}

func TestStopWaitsForCont(t *testing.T) {
	t.Parallel()
	cmd, log := victim(t, "commit.after=stop@1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("not stopped: %v %v", status, err)
	}
	if told, _ := os.ReadFile(log); !strings.Contains(string(told), "hit 1: stop") {
		t.Errorf("told %q", told)
	}
	if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
