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
)

func figuresOf(t *testing.T, change func(*configs.Settings)) *companyFigures {
	t.Helper()
	settings := configs.Default()
	settings.DataDir = t.TempDir()
	change(&settings)
	f := (&house{}).newFigures(settings, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() {
		if err := f.close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// sold is what a person is told of all sales.
func sold(t *testing.T, f *companyFigures, who string) (float64, error) {
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
	f := figuresOf(t, func(s *configs.Settings) { s.DataDir = dir })
	if _, err := sold(t, f, "E021"); err == nil {
		t.Error("figures of nowhere")
	}
	r := semantic.Request{Metrics: []semantic.MetricRef{{Name: "sales_count"}}}
	if f.Summary(r) != "sales_count" || len(f.Covers(access.Person{}, "ko").Metrics) > 0 {
		t.Error("covers what is away")
	}
	away := figuresOf(t, func(s *configs.Settings) { s.Company.DatabaseURL = "postgres://nobody@127.0.0.1:1/none" })
	if err := away.ready(t.Context()); err != nil {
		t.Errorf("a database that is away: %v", err)
	}
}

// A start that nobody asks for figures makes no sample, and who leaves while it is made
// does not leave the others without figures.
func TestTheSampleIsMadeWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	f := figuresOf(t, func(*configs.Settings) {})
	if err := f.ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.dir); !os.IsNotExist(err) {
		t.Errorf("a start makes the sample (%v)", err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := f.open(gone); err == nil {
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
		f := figuresOf(t, func(s *configs.Settings) { s.Company.Catalogue = dir })
		if err := f.ready(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
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
		f := figuresOf(t, change)
		all, err := sold(t, f, "E024")
		if err != nil || all != 4307 {
			t.Errorf("%s: %v, %v", name, all, err)
		}
		if own, err := sold(t, f, "E001"); err != nil || own == 0 || own >= all {
			t.Errorf("%s: sales staff are told of %v of %v, %v", name, own, all, err)
		}
		if f.db == nil {
			continue
		}
		if _, err := f.db.ExecContext(t.Context(), "CREATE TABLE x (y int)"); err == nil || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("Postgres is written to: %v", err)
		}
	}
}
