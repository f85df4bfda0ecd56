package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/assistants/company/sample/sampletest"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/store/postgres"
)

func figuresOf(t *testing.T, change func(*configs.Settings)) (*semantic.Layer, configs.Settings) {
	t.Helper()
	settings := configs.Default()
	settings.DataDir = t.TempDir()
	change(&settings)
	l, err := newFigures(settings, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l, settings
}

// sold is what a person is told of all sales.
func sold(t *testing.T, f *semantic.Layer, who string) (float64, error) {
	t.Helper()
	p, err := sample.People().Person(t.Context(), sample.Company, who)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Run(t.Context(), semantic.Request{Language: "en", Metrics: []semantic.MetricRef{{Name: "sales_count"}}}, p)
	if err != nil {
		return 0, err
	}
	return *r.Rows[0][0].Number, nil
}

// A folder that can't be written to keeps nobody from starting; what is asked
// of numbers is told as an error.
func TestFiguresThatAreAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "company"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, _ := figuresOf(t, func(s *configs.Settings) { s.DataDir = dir })
	if _, err := sold(t, f, "E021"); err == nil {
		t.Error("figures of nowhere")
	}
	r := semantic.Request{Language: "en", Metrics: []semantic.MetricRef{{Name: "sales_count"}}}
	if got := f.Summary(r); got != "number of sales" || f.Covers(access.Person{CompanyID: sample.Company, Role: access.Manager}, "ko").Until != "" {
		t.Errorf("%s is told of what is away", got)
	}
	away, settings := figuresOf(t, func(s *configs.Settings) { s.Company.DatabaseURL = "postgres://nobody@127.0.0.1:1/none" })
	if err := figuresFit(t.Context(), away, settings.Company); err != nil {
		t.Errorf("a database that is away: %v", err)
	}
}

// A start that nobody asks for figures makes no sample, and who leaves while it is made
// does not leave the others without figures.
func TestTheSampleIsMadeWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	f, settings := figuresOf(t, func(*configs.Settings) {})
	if err := figuresFit(t.Context(), f, settings.Company); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(settings.DataDir, "company")); !os.IsNotExist(err) {
		t.Errorf("a start makes the sample (%v)", err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := f.Connect(gone); err == nil {
		t.Error("made for nobody")
	}
	if n, err := sold(t, f, "E021"); err != nil || n == 0 {
		t.Errorf("%v sold (%v)", n, err)
	}
}

// A catalogue that is wrong ends the start.
func TestACatalogueThatDoesNotFit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"name: [":       "catalogue.yaml", // no YAML
		"colour: red\n": "colour",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "catalogue.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		settings := configs.Default()
		settings.Company.Catalogue = dir
		if _, err := newFigures(settings, slog.Default()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The settings lead to a SQLite file and to Postgres, where the role's own lock
// and read-only transactions hold beside the catalogue's policies.
func TestFiguresOfTheSettings(t *testing.T) {
	t.Parallel()
	path, err := sample.Ensure(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	address := sampletest.Postgres(t)
	for name, change := range map[string]func(*configs.Settings){
		"the sample": func(*configs.Settings) {},
		"a file":     func(s *configs.Settings) { s.Company.DatabaseURL = "file:" + path },
		"Postgres":   func(s *configs.Settings) { s.Company.DatabaseURL = address },
	} {
		f, _ := figuresOf(t, change)
		all, err := sold(t, f, "E024")
		if err != nil || all != 4307 {
			t.Errorf("%s: %v, %v", name, all, err)
		}
		if own, err := sold(t, f, "E001"); err != nil || own == 0 || own >= all {
			t.Errorf("%s: sales staff are told of %v of %v, %v", name, own, all, err)
		}
	}
	db, err := postgres.OpenReader(address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE x (y int)"); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("Postgres is written to: %v", err)
	}
}
