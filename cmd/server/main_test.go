package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/korean"
)

// runs carries out one command.
func runs(ctx context.Context, env []string, args ...string) (code int, out, complaints string) {
	var o, e bytes.Buffer
	code = run(ctx, args, console{in: strings.NewReader(""), out: &o, err: &e, env: env})
	return code, o.String(), e.String()
}

func TestCommands(t *testing.T) {
	t.Parallel()
	dir, questions := filepath.Join(t.TempDir(), "data"), t.TempDir()
	rules := t.TempDir()
	if err := os.WriteFile(filepath.Join(rules, "own.yaml"), []byte("as_of: \"2026-11-21\"\nrules:\n  - id: OWN-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(questions, "own.yaml"), []byte("category: own\nquestions:\n  - id: own-01\n    difficulty: 200\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args       []string
		code       int
		out, wrong string
	}{
		{[]string{"version"}, exitOK, "madang ", ""},
		{[]string{"config"}, exitOK, "addr:", ""},
		{[]string{"schema"}, exitOK, `"asyncapi": "3.0.0"`, ""},
		{[]string{"help"}, exitOK, "server migrate", ""},
		{[]string{"-h"}, exitOK, "--addr", ""},
		{[]string{"migrate", "-h"}, exitOK, "--data-dir", ""},
		{[]string{"chat", "-h"}, exitOK, "", "-session"},
		{[]string{"dance"}, exitUsage, "", `unknown command "dance"`},
		{[]string{"migrate", "x"}, exitUsage, "", `unexpected argument "x"`},
		{[]string{"--addr", "x", "--log-level", "loud"}, exitUsage, "", "--log-level"},
		{[]string{"chat", "-h"}, exitOK, "", "종료 코드: 0"},
		{[]string{"chat", "--language", "fr", "x"}, exitUsage, "", "ko 또는 en입니다: “fr”"},
		{[]string{"chat", "--colour"}, exitUsage, "", "colour"},
		{[]string{"chat", " "}, exitUsage, "", "질문을 입력해 주세요"},
		{[]string{"chat", "--url", "http://127.0.0.1:1", "x"}, exitFailed, "", "The server can't be reached"},
		{[]string{"migrate", "--data-dir", dir}, exitOK, "SQLite: ", ""},
		{[]string{"migrate", "--data-dir", dir}, exitOK, ": 0 migrations", ""},
		{[]string{"--addr", "192.0.2.1:1", "--auth-mode", "none", "--data-dir", dir}, exitFailed, "", "error: listen"},
		{[]string{"--addr", "192.0.2.1:1", "--auth-mode", "none", "--data-dir", dir}, exitFailed, "", "auth.mode is none"},
		{[]string{"--addr", "192.0.2.1:1", "--data-dir", dir}, exitFailed, "", "set auth.mode to oidc or jwt"},
		{[]string{"--addr", ":0", "--data-dir", dir}, exitFailed, "", "MADANG_AUTH_MODE=none"},
		{[]string{"--ops-addr", "0.0.0.0:0", "--data-dir", dir}, exitFailed, "", "ops_addr 0.0.0.0:0"},
		{[]string{"--auth-mode", "jwt"}, exitUsage, "", "auth.jwt_secret"},
		{[]string{"--auth-issuer", "https://id.example.com"}, exitUsage, "", "nobody would be asked"},
		{[]string{"--packs-dir", filepath.Join(dir, "none"), "--data-dir", dir}, exitFailed, "", "error: "},
		{[]string{"--company-rules", rules, "--data-dir", dir}, exitFailed, "", "compliance: own.yaml: rule \"OWN-1\""},
		{[]string{"--interview-packs", questions, "--data-dir", dir}, exitFailed, "", "own.yaml:4: questions[0].difficulty: 200"},
	} {
		code, out, complaints := runs(t.Context(), nil, c.args...)
		if code != c.code || !strings.Contains(strings.ToLower(out), strings.ToLower(c.out)) || !strings.Contains(complaints, c.wrong) {
			t.Errorf("%q: code %d, want %d\n%s\n%s", c.args, code, c.code, out, complaints)
		}
	}
}

func TestChatSpeaksTheLanguageOfTheSystem(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]string{
		"LANG=en_US.UTF-8": "Exit codes: 0", "LC_ALL=en_GB": "Exit codes: 0", "LANG=ko_KR.UTF-8": "종료 코드: 0", "LANG=C.UTF-8": "종료 코드: 0",
	} {
		if _, _, got := runs(t.Context(), []string{env}, "chat", "-h"); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", env, got)
		}
	}
	_, _, got := runs(t.Context(), []string{"LANG=en_US", "LC_ALL=ko_KR.UTF-8"}, "chat", "--url", "http://127.0.0.1:1", "--sessions")
	if !strings.Contains(got, "서버에 연결할 수 없습니다") {
		t.Error(got)
	}
}

// A server serves until it is told to stop, and then ends well.
func TestServeUntilTold(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"--addr", "127.0.0.1:0", "--log-format", "json", "--data-dir", t.TempDir()},
			console{in: strings.NewReader(""), out: io.Discard, err: w})
		w.Close()
	}()
	var address string
	log := make([]byte, 0, 64<<10)
	for buf := make([]byte, 4096); address == ""; {
		n, err := r.Read(buf)
		if err != nil {
			t.Fatalf("%v in %s", err, log)
		}
		log = append(log, buf[:n]...)
		if _, rest, found := strings.Cut(string(log), `"addr":"`); found {
			address, _, _ = strings.Cut(rest, `"`)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, r) }()
	res, err := http.Get("http://" + address + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	stop()
	select {
	case got := <-code:
		if got != exitOK || res.StatusCode != http.StatusOK {
			t.Errorf("ready %d, exit code %d", res.StatusCode, got)
		}
	case <-time.After(2 * time.Minute): // a full machine takes long to end what was started
		t.Fatal("it did not stop")
	}
}

// Dates are reckoned in Korea, whatever the machine's zone.
func TestToday(t *testing.T) {
	t.Parallel()
	settings := configs.Default()
	settings.Today = "2026-11-21"
	if got := today(settings)(); got.Format(time.RFC3339) != "2026-11-21T00:00:00+09:00" {
		t.Errorf("fixed: %v", got)
	}
	settings.Today = ""
	if got := today(settings)(); time.Since(got) > time.Minute || got.Location() != korean.Zone {
		t.Errorf("real: %v", got)
	}
}
