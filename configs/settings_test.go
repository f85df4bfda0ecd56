package configs

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// files is a readFile over a map.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, fmt.Errorf("open %s: %w", name, fs.ErrNotExist)
	}
	return []byte(text), nil
}

func TestLoadWithoutSourcesIsDefault(t *testing.T) {
	t.Parallel()
	got, rest, err := Load(nil, nil, nil, files{}.read)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" || len(rest) != 0 {
		t.Errorf("rest %v, diff (-want +got):\n%s", rest, diff)
	}
}

func TestExampleLoadsToDefaultsAndNamesEverySetting(t *testing.T) {
	t.Parallel()
	got, _, err := Load(nil, nil, nil, files{DefaultFile: Example()}.read)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Errorf("diff (-default +example):\n%s", diff)
	}
	l := &loading{settings: Default(), source: map[string]string{}}
	l.applyYAML("x", []byte(Example()))
	for _, f := range l.settings.fields() {
		if l.source[f.path] == "" {
			t.Errorf("the example does not set %s", f.path)
		}
		if f.doc() == "" || f.env() == "" {
			t.Errorf("%s lacks a doc or env tag", f.path)
		}
	}
}

func TestExampleFileIsCurrent(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("madang.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Example(), string(text)); diff != "" {
		t.Errorf("configs/madang.yaml differs from Example() (-want +got):\n%s", diff)
	}
}

func TestSourcesOverruleInOrder(t *testing.T) {
	t.Parallel()
	yaml := "addr: ':1'\nlog_level: debug\ndata_dir: from-file\nlimits:\n  burst: 5\n  run_deadline: 90s\nallowed_origins: [https://a.example]\n"
	env := []string{"MADANG_ADDR=:2", "MADANG_LOG_LEVEL=warn", "MADANG_BURST=6", "MADANG_TODAY=", "MADANG_PROBE=true", "REDIS_URL=redis://cache:6379/1"}
	args := []string{"--addr", ":3", "-today=2026-03-02", "chat", "--", "--addr", "kept"}
	got, rest, err := Load(nil, args, env, files{DefaultFile: yaml}.read)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Addr, want.LogLevel, want.DataDir = ":3", "warn", "from-file"
	want.Today, want.RedisURL, want.Probe = "2026-03-02", "redis://cache:6379/1", true
	want.AllowedOrigins = []string{"https://a.example"}
	want.Limits.Burst, want.Limits.RunDeadline = 6, 90*time.Second
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("diff (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"chat", "--addr", "kept"}, rest); diff != "" {
		t.Errorf("rest: %s", diff)
	}
	if got.Level() != slog.LevelWarn {
		t.Errorf("level %v", got.Level())
	}
	seoul := time.FixedZone("KST", 9*3600)
	if d, ok := got.TodayDate(seoul); !ok || !d.Equal(time.Date(2026, 3, 2, 0, 0, 0, 0, seoul)) {
		t.Errorf("today %v %v", d, ok)
	}
}

func TestWhichFileIsRead(t *testing.T) {
	t.Parallel()
	all := files{"a.yaml": "addr: ':1'", "b.yaml": "addr: ':2'", DefaultFile: "addr: ':3'"}
	for _, c := range []struct {
		args, env []string
		want      string
	}{
		{[]string{"--config", "a.yaml"}, []string{"MADANG_CONFIG=b.yaml"}, ":1"},
		{nil, []string{"MADANG_CONFIG=b.yaml"}, ":2"},
		{nil, nil, ":3"},
	} {
		got, _, err := Load(nil, c.args, c.env, all.read)
		if err != nil || got.Addr != c.want {
			t.Errorf("%v %v: addr %q, %v; want %q", c.args, c.env, got.Addr, err, c.want)
		}
	}
	_, _, err := Load(nil, []string{"--config", "none.yaml"}, nil, all.read)
	if err == nil || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("a named file that is missing: %v", err)
	}
	denied := func(string) ([]byte, error) { return nil, fs.ErrPermission }
	if _, _, err := Load(nil, nil, nil, denied); !strings.Contains(fmt.Sprint(err), "permission") {
		t.Errorf("an unreadable default file must not be ignored: %v", err)
	}
}

func TestEveryMistakeIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	yaml := strings.Join([]string{
		"adr: ':1'",           // 1 unknown
		"log_format: pretty",  // 2 not one of
		"shutdown_timeout: 5", // 3 no unit
		"limits:",             // 4
		"  burst: many",       // 5 not a number
		"  bursts: 3",         // 6 unknown
		"  max_queued_runs: 0",
		"data_dir: ",
		"log_format: json", // 9 twice
		"db_max_conns: 1.5",
		"database_url: 'mysql://u:hunter2@h/db'",
		"probe: 'true'",
	}, "\n")
	env := []string{"MADANG_COMMANDS_PER_SECOND=fast", "MADANG_STEP_TIMEOUT=10m", "MADANG_ALLOWED_ORIGINS=http://ok.example, ok.example/path"}
	args := []string{"--today", "2026-02-30", "--no-such", "--addr=nowhere"}
	_, _, err := Load(nil, args, env, files{DefaultFile: yaml}.read)
	want := []string{
		"flags: flag provided but not defined: -no-such",
		"madang.yaml:1:1: adr: unknown setting; \"server config\" prints all that there are",
		"madang.yaml:3:19: shutdown_timeout: must be a duration with its unit, such as 30s or 2m",
		"madang.yaml:5:10: limits.burst: must be a whole number",
		"madang.yaml:6:3: limits.bursts: unknown setting; \"server config\" prints all that there are",
		"madang.yaml:8:10: data_dir: has no value; write \"\" for an empty one or leave the line out",
		"madang.yaml:9:1: log_format: set twice",
		"madang.yaml:10:15: db_max_conns: must be a whole number",
		"madang.yaml:12:8: probe: must be true or false",
		"MADANG_COMMANDS_PER_SECOND: limits.commands_per_second: \"fast\" is not a number",
		"--addr: addr: must be host:port or :port with a port from 0 to 65535, is \"nowhere\"",
		"madang.yaml:11:15: database_url: must be a URL that starts with postgres:// or postgresql://",
		"--today: today: must be a date, YYYY-MM-DD, is \"2026-02-30\"",
		"MADANG_ALLOWED_ORIGINS: allowed_origins[1]: must be scheme://host[:port] without a path, or *, is \"ok.example/path\"",
		"MADANG_STEP_TIMEOUT: limits.step_timeout: must not be greater than limits.run_deadline, is \"10m0s\"",
		"madang.yaml:7:20: limits.max_queued_runs: must be at least 1, is \"0\"",
	}
	if diff := cmp.Diff(want, strings.Split(fmt.Sprint(err), "\n")); diff != "" {
		t.Errorf("diff (-want +got):\n%s", diff)
	}
	var one *Error
	if !errors.As(err, &one) {
		t.Errorf("the errors are not of type *Error: %T", err)
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Error("an error repeats a password")
	}
}

func TestBrokenYAML(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"addr: [", "\tx", "- a\n- b", "just text", "addr: ':1'\n---\naddr: ':2'", "limits: 5", "addr: *gone", "database_url: \"postgres://u:hunter2@h"} {
		_, _, err := Load(nil, nil, nil, files{DefaultFile: text}.read)
		if err == nil || !strings.HasPrefix(err.Error(), "madang.yaml") {
			t.Errorf("%q: %v", text, err)
		}
		if strings.Contains(fmt.Sprint(err), "hunter2") {
			t.Errorf("%q: the error repeats a password: %v", text, err)
		}
	}
	for _, text := range []string{"", "# only a comment\n", "limits:\n"} {
		got, _, err := Load(nil, nil, nil, files{DefaultFile: text}.read)
		if diff := cmp.Diff(Default(), got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	}
}

func TestPasswordsAreHidden(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"postgres://madang:hunter2@db:5432/madang",
		"postgres://madang@db/madang?password=hunter2&sslmode=disable",
		"://hunter2", "host=db password=hunter2",
	} {
		s := Default()
		s.DatabaseURL, s.RedisURL = secret, "redis://:hunter2@r:6379"
		var log strings.Builder
		slog.New(slog.NewJSONHandler(&log, nil)).Info("settings", "settings", s)
		for _, text := range []string{s.String(), fmt.Sprintf("%v %+v %#v", s, s, s), log.String()} {
			if strings.Contains(text, "hunter2") {
				t.Errorf("%q shows in %s", secret, text)
			}
		}
		other := s
		other.DatabaseURL += "2"
		if changed := s.Changed(); len(changed) != 2 || strings.Contains(fmt.Sprint(changed), "hunter2") || s.Digest(nil) == other.Digest(nil) || s.Digest(nil) == s.Digest([]byte("k")) {
			t.Errorf("changed %v, digest %s", changed, s.Digest(nil))
		}
		if !json.Valid([]byte(log.String())) || !strings.Contains(s.String(), "addr=localhost:8000") {
			t.Errorf("log %s\nstring %s", log.String(), s)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	if _, _, err := Load(nil, []string{"--help"}, nil, files{}.read); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("--help: %v", err)
	}
	s := Default()
	for _, f := range s.fields() {
		if !strings.Contains(Usage(), f.env()) || !strings.Contains(Usage(), f.doc()) {
			t.Errorf("usage lacks %s", f.path)
		}
	}
}

// A caller's flags stand anywhere among the settings', and go before one of the
// same name.
func TestOwnFlags(t *testing.T) {
	t.Parallel()
	own := flag.NewFlagSet("own", flag.ContinueOnError)
	name, model := own.String("name", "", ""), own.Bool("model", false, "")
	got, rest, err := Load(own, []string{"make", "--name", "n", "it", "--model", "--data-dir", "d", "now"}, nil, files{}.read)
	if err != nil || *name != "n" || !*model || got.DataDir != "d" || got.Model.Name != "" || strings.Join(rest, " ") != "make it now" {
		t.Errorf("%q, %v, %q, rest %q, %v", *name, *model, got.DataDir, rest, err)
	}
}

// A switch needs no value, and takes one.
func TestSwitches(t *testing.T) {
	t.Parallel()
	for want, args := range map[bool][]string{true: {"--probe", "chat"}, false: {"--probe=false", "chat"}} {
		got, rest, err := Load(nil, args, []string{"MADANG_PROBE=false"}, files{}.read)
		if err != nil || got.Probe != want || len(rest) != 1 {
			t.Errorf("%q: probe %v, rest %q, %v", args, got.Probe, rest, err)
		}
	}
	if _, _, err := Load(nil, []string{"--probe=maybe"}, nil, files{}.read); !strings.Contains(fmt.Sprint(err), `probe: "maybe" is not true or false`) {
		t.Errorf("--probe=maybe: %v", err)
	}
	if !strings.Contains(Usage(), "--probe\n") {
		t.Error("the usage asks for a switch's value")
	}
}

func FuzzYAML(f *testing.F) {
	f.Add(Example())
	f.Add("limits: {burst: 3}")
	f.Add("addr: &a ':1'\ndata_dir: *a")
	f.Add("? [a]\n: b")
	f.Fuzz(func(t *testing.T, text string) {
		s, _, err := Load(nil, nil, nil, files{DefaultFile: text}.read)
		if err == nil && (s.Addr == "" || s.Limits.Burst < 1) {
			t.Errorf("accepted unusable settings: %v", s)
		}
	})
}

func TestRuleFilesAreEmbedded(t *testing.T) {
	t.Parallel()
	got, err := fs.Glob(FS, "planning/*.yaml")
	if err != nil || !slices.Contains(got, "planning/realestate.yaml") {
		t.Errorf("embedded %v, %v", got, err)
	}
}
