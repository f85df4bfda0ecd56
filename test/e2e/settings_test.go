package e2e

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
)

func TestMigrateTwice(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			args = append([]string{"migrate"}, args...)
			madang(t, env, "", args...).expect(t, 0, []string{`(?i)^` + name + `: [1-9]\d* migrations applied, now at version [1-9]\d*\n$`}, nil)
			madang(t, env, "", args...).expect(t, 0, []string{`: 0 migrations applied, now at version [1-9]\d*\n$`}, nil)
			// The server finds nothing left to do, and serves.
			s := start(t, args[1:], env)
			if r := s.dial(s.session(nil), "").ask("안녕"); r.Type != "guidance" {
				t.Errorf("response %q", r.Type)
			}
		})
	}
}

func TestCommandsThatOnlyPrint(t *testing.T) {
	t.Parallel()
	madang(t, nil, "", "version").expect(t, 0, []string{`^madang \S+\n$`}, nil)
	madang(t, nil, "", "help").expect(t, 0, []string{`migrate`, `chat`, `--addr`, `DATABASE_URL`}, nil)
	madang(t, nil, "", "--help").expect(t, 0, []string{`--addr`}, nil)
	madang(t, nil, "", "serv").expect(t, 2, nil, []string{`unknown command "serv"`, `migrate`})
	madang(t, nil, "", "migrate", "now").expect(t, 2, nil, []string{`unexpected argument "now"`})
	// The printed file is one that the program takes.
	config := madang(t, nil, "", "config")
	config.expect(t, 0, []string{`(?m)^addr:`, `(?m)^limits:`, `(?m)^ +burst:`}, nil)
	file := filepath.Join(t.TempDir(), "madang.yaml")
	if err := os.WriteFile(file, []byte(config.out), 0o600); err != nil {
		t.Fatal(err)
	}
	madang(t, nil, "", "migrate", "--config", file, "--data-dir", t.TempDir()).expect(t, 0, []string{`migrations applied`}, nil)
}

// Every mistake is listed, with where it was made, and nothing is started.
func TestEveryMistakeIsListed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte("log_format: loud\nlimits:\n  burst: many\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := madang(t, []string{"MADANG_DB_MAX_CONNS=1", "DATABASE_URL=mysql://u:hunter2@h/db", "REDIS_URL=hunter2"}, "",
		"--addr", "nowhere", "--today", "2027-02-30", "--colour=red", "--config", file)
	d.expect(t, 2, nil, []string{
		`--addr`, `--today`, `colour`, `settings.yaml:1.*log_format`, `settings.yaml:3.*burst`,
		`MADANG_DB_MAX_CONNS`, `DATABASE_URL`, `REDIS_URL`,
	})
	if strings.Contains(d.err, "hunter2") {
		t.Errorf("a password is shown:\n%s", d.err)
	}
	if n := strings.Count(d.err, "\n"); n < 8 {
		t.Errorf("%d lines for 8 mistakes", n)
	}
	for _, args := range [][]string{{"--addr"}, {"--config", "missing.yaml"}, {"--data-dir", ""}, {"--shutdown-timeout", "5"}} {
		d := madang(t, nil, "", append(args, "extra")...)
		if d.code != 2 || d.err == "" {
			t.Errorf("%q: %d %s", args, d.code, d.err)
		}
	}
}

// A second server on the same folder would break the first one's data.
func TestASecondServerOnTheSameFolder(t *testing.T) {
	t.Parallel()
	args := onSQLite(t)
	s := start(t, args, nil)
	for _, command := range []string{"serve", "migrate"} {
		began := time.Now()
		d := madang(t, nil, "", append([]string{command, "--addr", "127.0.0.1:0"}, args...)...)
		d.expect(t, 1, nil, []string{`(?i)in use|another`, args[1]})
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s took %v", command, took)
		}
	}
	if r := s.dial(s.session(nil), "").ask(mainQuery); r.Type != "answer" {
		t.Errorf("the first one: response %q", r.Type)
	}
	// kill -9 leaves no lock behind.
	s.kill()
	start(t, args, nil)
}

func TestAddressInUse(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	madang(t, nil, "", "--addr", at, "--data-dir", t.TempDir()).expect(t, 1, nil, []string{`address already in use`, at})
	madang(t, nil, "", "--addr", "127.0.0.1:0", "--ops-addr", at, "--data-dir", t.TempDir()).expect(t, 1, nil, []string{`operators.*address already in use`})
}

// A folder that can't be written to is told as what it is.
func TestAFolderThatIsAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	madang(t, nil, "", "--addr", "127.0.0.1:0", "--data-dir", file).expect(t, 1, nil, []string{`error: .*` + file})
}

// The health routes may have an address of their own, where the chat is not.
func TestOperatorsAddress(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	s := start(t, append(onSQLite(t), "--ops-addr", at), nil)
	if code := s.call("GET", "/metrics", nil, nil); code != 404 {
		t.Errorf("metrics at the clients' address: %d", code)
	}
	ops := &server{t, &process{addr: at}}
	for path, want := range map[string]int{"/livez": 200, "/readyz": 200, "/metrics": 200} {
		if code := ops.call("GET", path, nil, nil); code != want {
			t.Errorf("%s at the operators' address: %d", path, code)
		}
	}
	if code := ops.call("GET", "/api/v1/chat/ws/x", nil, nil); code != 404 {
		t.Errorf("the socket at the operators' address: %d", code)
	}
}

// Passwords are in no output, whether the server is refused or runs.
func TestPasswordsAreNotShown(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://u:hunter2@127.0.0.1:1/db?connect_timeout=2",
		"postgres://127.0.0.1:1/db?user=u&password=hunter2&connect_timeout=2",
		testdb.Postgres(t) + "_absent&password=hunter2",
	} {
		for _, command := range []string{"serve", "migrate"} {
			d := madang(t, []string{"DATABASE_URL=" + url}, "", command, "--addr", "127.0.0.1:0")
			if d.expect(t, 1, nil, []string{`error: `}); strings.Contains(d.out+d.err, "hunter2") {
				t.Errorf("%s: the password is shown:\n%s", url, d.err)
			}
		}
	}
	// The test Postgres trusts everybody, whatever the password.
	url := strings.Replace(testdb.Postgres(t), "madang@", "madang:hunter2@", 1)
	s := start(t, []string{"--log-level", "debug"}, []string{"DATABASE_URL=" + url, "REDIS_URL=redis://:hunter2@127.0.0.1:1/0"})
	if r := s.dial(s.session(map[string]any{"user_id": "u"}), "").ask(mainQuery); r.Type != "answer" {
		t.Errorf("response %q", r.Type)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	if strings.Contains(s.logs(), "hunter2") {
		t.Errorf("the password is logged:\n%s", s.logs())
	}
	// By which settings a node worked, the audit tells as well.
	d := madang(t, []string{"DATABASE_URL=" + url}, "", "audit", "export")
	if d.expect(t, 0, []string{`"action":"server.started"`, `"log_level":"debug"`}, nil); strings.Contains(d.out, "hunter2") {
		t.Errorf("the password is audited:\n%s", d.out)
	}
}

// readiness is what /readyz says.
type readiness struct {
	Status string
	Checks []struct{ Name, Status string }
}

func (s *server) ready() string {
	s.t.Helper()
	var r readiness
	code := s.call("GET", "/readyz", nil, &r)
	return fmt.Sprint(code, " ", r.Status)
}

// Redis is a help and no need: stopped or frozen in mid-flight it costs
// little time and no answer.
func TestRedisComesAndGoes(t *testing.T) {
	t.Parallel()
	r := testdb.NewRedis(t)
	s := start(t, onSQLite(t), []string{"REDIS_URL=" + r.URL()})
	id := s.session(map[string]any{"user_id": "u"})
	c := s.dial(id, "")
	asks := func(when string, within time.Duration) {
		t.Helper()
		began := time.Now()
		if a := c.ask(mainQuery); a.Type != "answer" {
			t.Errorf("%s: response %q", when, a.Type)
		}
		if took := time.Since(began); took > within {
			t.Errorf("%s an answer took %v", when, took)
		}
	}
	if got := s.ready(); got != "200 ready" {
		t.Errorf("with Redis: %s", got)
	}
	asks("with Redis", 3*time.Second)
	asks("with a full cache", 3*time.Second)
	r.Stop()
	asks("right after Redis stopped", 3*time.Second)
	if got := s.ready(); got != "200 degraded" {
		t.Errorf("without Redis: %s", got)
	}
	if code := s.call("GET", "/livez", nil, nil); code != 200 {
		t.Errorf("livez: %d", code)
	}
	asks("without Redis", 3*time.Second)
	r.Start(t)
	await(t, "Redis", func() bool { return s.ready() == "200 ready" })
	asks("with Redis again", 3*time.Second)
	// A black hole takes connections and says nothing.
	r.Freeze(t)
	defer r.Thaw(t)
	asks("with a frozen Redis", 3*time.Second)
	began := time.Now()
	if got := s.ready(); got != "200 degraded" || time.Since(began) > 3*time.Second {
		t.Errorf("with a frozen Redis: %s after %v", got, time.Since(began))
	}
	asks("with a frozen Redis again", 3*time.Second)
	r.Thaw(t)
	await(t, "Redis", func() bool { return s.ready() == "200 ready" })
	// What is remembered was not lost on the way.
	var history struct{ Count int }
	if s.call("GET", "/api/v1/chat/memory/history?user_id=u&limit=50", nil, &history); history.Count != 7 {
		t.Errorf("%d memories of 7 answers", history.Count)
	}
}

// A server starts without the Redis it was told of.
func TestRedisAwayAtTheStart(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), []string{"REDIS_URL=redis://127.0.0.1:1/0"})
	if got := s.ready(); got != "200 degraded" {
		t.Errorf("ready: %s", got)
	}
	if r := s.dial(s.session(map[string]any{"user_id": "u"}), "").ask(mainQuery); r.Type != "answer" {
		t.Errorf("response %q", r.Type)
	}
}
