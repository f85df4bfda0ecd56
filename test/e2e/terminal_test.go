package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// done is how a command ended.
type done struct {
	out, err string
	code     int
}

// madang runs the program to its end.
func madang(t *testing.T, env []string, in string, args ...string) done {
	t.Helper()
	cmd, out, complaints := command(t, env, in, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return wait(t, cmd, out, complaints)
}

func command(t *testing.T, env []string, in string, args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	var out, complaints bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &complaints
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	cmd.Dir = t.TempDir()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd, &out, &complaints
}

// wait is the command's end, which must come within 30 s.
func wait(t *testing.T, cmd *exec.Cmd, out, complaints *bytes.Buffer) done {
	t.Helper()
	timer := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	if !timer.Stop() {
		t.Fatalf("%q did not end:\n%s%s", cmd.Args, out, complaints)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return done{out.String(), complaints.String(), cmd.ProcessState.ExitCode()}
}

// seen is what a person reads: both outputs.
func (d done) seen() done { return done{d.out + d.err, d.err, d.code} }

// expect checks the exit code and what the two outputs hold.
func (d done) expect(t *testing.T, code int, out, complaints []string) {
	t.Helper()
	if d.code != code {
		t.Errorf("exit code %d, want %d", d.code, code)
	}
	for _, want := range out {
		if !regexp.MustCompile(want).MatchString(d.out) {
			t.Errorf("no %s in the output", want)
		}
	}
	for _, want := range complaints {
		if !regexp.MustCompile(want).MatchString(d.err) {
			t.Errorf("no %s in the error output", want)
		}
	}
	if strings.Contains(d.out, "\x1b") {
		t.Error("escape sequences in a pipe")
	}
	if t.Failed() {
		t.Logf("output:\n%.3000s\nerror output:\n%.3000s", d.out, d.err)
	}
}

var goesOn = regexp.MustCompile(`--session (session-[0-9a-f-]{36})\n`)

func TestChatInAPipe(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	at := "http://" + s.addr
	chat := func(in string, args ...string) done {
		t.Helper()
		return madang(t, nil, in, append([]string{"chat", "--url", at}, args...)...)
	}
	first := chat("", mainQuery)
	first.expect(t, 0, []string{`주택임대차보호법.*제7조`, `신뢰도 \d+%`}, []string{
		`(?m)^계획: 신뢰도 \d+%`, `(?m)^  1\) \[검색\] `, `(?m)^▶ 1\) .* 시작$`, `(?m)^✔ 1\) .* 완료`,
		`(?m)^  2\) \[분석\] `, `(?m)^▶ 2\) .* 시작$`, `(?m)^✔ 2\) .* 완료`, `이어서 대화하기: --session session-`,
	})
	if strings.Contains(first.out, "▶") || strings.Contains(first.out, "step_") {
		t.Errorf("the output has more than the answer:\n%s", first.out)
	}
	id := goesOn.FindStringSubmatch(first.err)
	if id == nil {
		t.Fatal("no session to go on with")
	}
	// Flags may be given in one word, the question in many.
	chat("", "--session="+id[1], "강남구", "아파트", "전세", "시세", "알려줘").expect(t, 0, []string{`강남구`, `예시 데이터`}, []string{id[1]})
	if messages, runs := s.written(id[1]); messages != 4 || runs != 2 {
		t.Errorf("%d messages and %d runs", messages, runs)
	}
	chat("", "--language", "en", mainQuery).expect(t, 0, []string{`art. 7`, `confidence \d+%`}, []string{`(?m)^Plan: `, `Go on with: --session`})
	chat("", "Can my landlord raise the deposit by 5%?").expect(t, 0, []string{`5%`}, []string{`(?m)^Plan: `, `(?m)^✔ 1\) .* done`})
	chat("", "전세 99999조원 5% 올려줘").expect(t, 1, []string{`99999조원`}, nil)
	chat("안녕\n"+mainQuery+"\n\n전세 99999조원 5% 올려줘\n").expect(t, 0, []string{`부동산`, `제7조`}, nil)
	chat("안녕\n전세 99999조원 5% 올려줘\n").expect(t, 1, []string{`99999조원`}, nil)
	chat("").expect(t, 0, nil, nil)
	chat("", "--session", "session-00000000-0000-4000-8000-000000000000", "안녕").expect(t, 1, nil, []string{`찾을 수 없습니다: session-0`})
	chat("", "--language", "en", "--session", "x", "hello").expect(t, 1, nil, []string{`not found: x`})
	chat("", "--assistant", "nobody", "안녕").expect(t, 1, nil, []string{`없는 상담 종류`})
	chat("", " ").expect(t, 2, nil, []string{`질문을 입력해 주세요`})
	chat("", "--nope", "안녕").expect(t, 2, nil, []string{`nope`, `-session`})
	chat("", "-h").expect(t, 0, nil, []string{`-url`, `-json`})
	chat("", strings.Repeat("가", 30_000)).expect(t, 1, []string{`64 KiB`}, nil)
}

func TestChatAsJSON(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	d := madang(t, nil, "", "chat", "--url", "http://"+s.addr, "--json", mainQuery)
	d.expect(t, 0, nil, nil)
	if d.err != "" {
		t.Errorf("error output: %s", d.err)
	}
	var order []string
	for line := range strings.Lines(d.out) {
		var f frame
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if f.Type == "final_response" && !strings.Contains(f.Response.Answer, "제7조") {
			t.Errorf("answer %s", f.Response.Answer)
		}
		order = append(order, f.Type)
	}
	if got := strings.Join(order, " "); !regexp.MustCompile(`ack.* planning_start analysis_ready plan_ready execution_start .*todo_updated .*final_response$`).MatchString(strings.Replace(got, "planning_start ack", "ack planning_start", 1)) {
		t.Errorf("frames: %s", got)
	}
	bad := madang(t, nil, "", "chat", "--url", "http://"+s.addr, "--json", "전세 99999조원 5% 올려줘")
	bad.expect(t, 1, []string{`"type":"error".*"code":"invalid_amount"`}, nil)
}

// Without a server, and with one that does not answer, the user is told so
// in their language and can leave.
func TestChatWithoutAServer(t *testing.T) {
	t.Parallel()
	madang(t, nil, "", "chat", "--url", "http://127.0.0.1:1", "안녕").expect(t, 1, nil, []string{`서버에 연결할 수 없습니다: http://127.0.0.1:1`})
	madang(t, nil, "", "chat", "--url", "http://127.0.0.1:1", "hello").expect(t, 1, nil, []string{`can't be reached: http://127.0.0.1:1`})
	madang(t, nil, "", "chat", "--url", "ftp://nowhere", "hello").expect(t, 1, nil, []string{`ftp://nowhere is not an address`})
	s := start(t, onSQLite(t), nil)
	id := s.session(nil)
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for _, session := range []string{"", id} {
		cmd, out, complaints := command(t, nil, "", "chat", "--url", "http://"+s.addr, "--session", session, "안녕")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		await(t, "the connection", func() bool { return len(connections(t, cmd.Process.Pid)) > 0 })
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		wait(t, cmd, out, complaints).expect(t, 130, nil, nil)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("Ctrl-C took %v", took)
		}
	}
}

// connections are the sockets that a process has open.
func connections(t *testing.T, pid int) []string {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var sockets []string
	for _, e := range entries {
		if to, err := os.Readlink(dir + "/" + e.Name()); err == nil && strings.HasPrefix(to, "socket:") {
			sockets = append(sockets, to)
		}
	}
	return sockets
}

// Conversations are listed, to be gone on with by their ids.
func TestChatListsConversations(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	args := []string{"chat", "--url", "http://" + s.addr, "--user", "u1"}
	for _, query := range []string{"전세금 5% 인상 가능해?", "복비 계산해줘 매매 9억"} {
		madang(t, nil, "", append(args, query)...).expect(t, 0, nil, nil)
	}
	listed := madang(t, nil, "", append(args, "--sessions", "--json")...)
	if listed.code != 0 || strings.Count(listed.out, "\n") != 2 || !strings.Contains(listed.out, `"title":"전세금 5% 인상 가능해?"`) {
		t.Errorf("exit code %d: %s%s", listed.code, listed.out, listed.err)
	}
	madang(t, nil, "", "chat", "--url", "http://"+s.addr, "--user", "nobody", "--sessions").expect(t, 0, []string{`아직 대화가 없습니다`}, nil)
	madang(t, nil, "", "chat", "--url", "http://127.0.0.1:1", "--sessions").expect(t, 1, nil, []string{`연결할 수 없습니다`})
}

// A timeout around the program ends it, though nobody answers what it asks.
func TestChatEndsWhenItIsToldTo(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	cmd, out, complaints := command(t, nil, "", "chat", "--url", "http://"+s.addr, "--review-plan", mainQuery)
	cmd.Stderr = nil
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() && !strings.Contains(lines.Text(), "더 들어올 입력이 없습니다") {
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if d := wait(t, cmd, out, complaints); d.code == 0 {
		t.Errorf("it ended with %d:\n%s", d.code, d.out)
	}
}
