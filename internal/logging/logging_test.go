package logging

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format        string
		terminal      bool
		json, colored bool
	}{
		{Auto, false, true, false},
		{Auto, true, false, true},
		{JSON, true, true, false},
		{Text, false, false, false},
		{Text, true, false, true},
		{"", false, true, false},
	} {
		var b strings.Builder
		New(&b, c.format, slog.LevelInfo, c.terminal).Info("run ended", "run_id", "r1")
		if got := json.Valid([]byte(b.String())); got != c.json {
			t.Errorf("%+v: JSON %v: %s", c, got, b.String())
		}
		if got := strings.Contains(b.String(), "\x1b["); got != c.colored {
			t.Errorf("%+v: colored %v: %q", c, got, b.String())
		}
		if !strings.Contains(b.String(), "run ended") || !strings.Contains(b.String(), "r1") {
			t.Errorf("%+v: %q", c, b.String())
		}
	}
}

func TestLevelCanChangeWhileRunning(t *testing.T) {
	t.Parallel()
	for _, format := range []string{JSON, Text} {
		var b strings.Builder
		var level slog.LevelVar
		log := New(&b, format, &level, false)
		log.Debug("hidden")
		level.Set(slog.LevelDebug)
		log.Debug("seen")
		if strings.Contains(b.String(), "hidden") || !strings.Contains(b.String(), "seen") {
			t.Errorf("%s: %q", format, b.String())
		}
	}
}

// A number of somebody's is in no line, wherever it stands in what is logged, in
// every format and at every level.
func TestNothingPersonalIsLogged(t *testing.T) {
	t.Parallel()
	const phone = "010-9876-5432"
	said := "전화는 " + phone
	for _, format := range []string{JSON, Text} {
		for name, write := range map[string]func(*slog.Logger){
			"message":  func(l *slog.Logger) { l.Error(said) },
			"debug":    func(l *slog.Logger) { l.Debug(said) },
			"text":     func(l *slog.Logger) { l.Info("m", "a", said) },
			"error":    func(l *slog.Logger) { l.Info("m", "error", errors.New(said)) },
			"stringer": func(l *slog.Logger) { l.Info("m", "a", &url.URL{Path: phone}) },
			"group":    func(l *slog.Logger) { l.Info("m", slog.Group("g", "a", said)) },
			"struct":   func(l *slog.Logger) { l.Info("m", "a", struct{ Said string }{said}) },
			"list":     func(l *slog.Logger) { l.Info("m", "a", []string{said}) },
			"with":     func(l *slog.Logger) { l.With("a", said).WithGroup("g").Info("m") },
		} {
			var b strings.Builder
			write(New(&b, format, slog.LevelDebug, false))
			if strings.Contains(b.String(), "9876") || b.Len() == 0 {
				t.Errorf("%s, %s: %s", format, name, b.String())
			}
		}
	}
}

func TestJSONTimesAreUTC(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	New(&b, JSON, slog.LevelInfo, false).Info("x", slog.Group("g", "time", "kept"))
	var line struct {
		Time string            `json:"time"`
		G    map[string]string `json:"g"`
	}
	if err := json.Unmarshal([]byte(b.String()), &line); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(line.Time, "Z") || line.G["time"] != "kept" {
		t.Errorf("%+v", line)
	}
}
