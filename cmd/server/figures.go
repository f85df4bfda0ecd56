package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/store/postgres"
)

// figuresRest is how long a database that could not be opened is left alone.
const figuresRest = 5 * time.Second

// companyFigures are the company assistant's numbers, opened when they are first
// asked for: commands that ask for none need no database of them, and one that
// is away keeps nobody from starting.
type companyFigures struct {
	company configs.Company
	dir     string // of the sample
	log     *slog.Logger

	mu     sync.Mutex // guards what follows
	layer  *semantic.Layer
	db     *sql.DB // Postgres
	err    error
	failed time.Time
}

// open is the layer; its error is that of the last try for a while.
func (f *companyFigures) open(ctx context.Context) (*semantic.Layer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.layer != nil || f.err != nil && time.Since(f.failed) < figuresRest {
		return f.layer, f.err
	}
	l, err := f.connect(ctx)
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return nil, err // who asked has gone, and the next one asks for nothing wrong
	}
	if f.layer, f.err = l, err; err != nil {
		f.failed = time.Now()
		f.log.Warn("the company's figures can't be read", "error", f.err)
	}
	return f.layer, f.err
}

func (f *companyFigures) connect(ctx context.Context) (l *semantic.Layer, err error) {
	cfg := semantic.Config{Company: sample.Company, Catalogue: f.catalogue()}
	switch path, isFile := strings.CutPrefix(f.company.DatabaseURL, "file:"); {
	case isFile:
		cfg.Path = path
	case f.company.DatabaseURL != "":
		if f.db == nil {
			if f.db, err = postgres.OpenReader(f.company.DatabaseURL); err != nil {
				return nil, err
			}
		}
		cfg.DB = f.db
	default:
		if cfg.Path, err = sample.Ensure(ctx, f.dir); err != nil {
			return nil, err
		}
	}
	return semantic.Open(ctx, cfg)
}

// catalogue says what the database means.
func (f *companyFigures) catalogue() fs.FS {
	if f.company.Catalogue == "" {
		return sample.Catalogue()
	}
	return os.DirFS(f.company.Catalogue)
}

func (h *house) newFigures(settings configs.Settings, log *slog.Logger) *companyFigures {
	return &companyFigures{company: settings.Company, dir: filepath.Join(settings.DataDir, "company"), log: log}
}

// close gives back what was opened; nil is fine.
func (f *companyFigures) close() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	if f.layer != nil {
		errs = append(errs, f.layer.Close())
	}
	if f.db != nil {
		errs = append(errs, f.db.Close())
	}
	return errors.Join(errs...)
}

// asked asks the layer, once it is open.
func asked[T any](ctx context.Context, f *companyFigures, what func(*semantic.Layer) (T, error)) (answer T, err error) {
	l, err := f.open(ctx)
	if err != nil {
		return answer, err
	}
	return what(l)
}

// Read is the layer's.
func (f *companyFigures) Read(ctx context.Context, q semantic.Question) (semantic.Reading, error) {
	return asked(ctx, f, func(l *semantic.Layer) (semantic.Reading, error) { return l.Read(ctx, q) })
}

// Check is the layer's.
func (f *companyFigures) Check(ctx context.Context, r semantic.Request, p access.Person) (semantic.Reading, error) {
	return asked(ctx, f, func(l *semantic.Layer) (semantic.Reading, error) { return l.Check(ctx, r, p) })
}

// Run is the layer's.
func (f *companyFigures) Run(ctx context.Context, r semantic.Request, p access.Person) (semantic.Result, error) {
	return asked(ctx, f, func(l *semantic.Layer) (semantic.Result, error) { return l.Run(ctx, r, p) })
}

// Spell is the layer's, without one the text as it is.
func (f *companyFigures) Spell(ctx context.Context, p access.Person, text string) (string, error) {
	l, err := f.open(ctx)
	if err != nil {
		return text, err
	}
	return l.Spell(ctx, p, text)
}

// Things is the layer's.
func (f *companyFigures) Things(ctx context.Context, q semantic.Question, limit int) (seen []semantic.Thing, hidden []string, err error) {
	l, err := f.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	return l.Things(ctx, q, limit)
}

// Summary is the layer's, without one the names of the metrics.
func (f *companyFigures) Summary(r semantic.Request) string {
	l, err := f.open(context.Background())
	if err == nil {
		return l.Summary(r)
	}
	var names []string
	for _, m := range r.Metrics {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

// Covers is the layer's, without one nothing.
func (f *companyFigures) Covers(p access.Person, language string) semantic.Coverage {
	l, err := f.open(context.Background())
	if err != nil {
		return semantic.Coverage{}
	}
	return l.Covers(p, language)
}

// ready refuses a start whose catalogue is wrong; a database that is away is
// waited for. The sample is built in, and made when it is first asked for.
func (f *companyFigures) ready(ctx context.Context) error {
	if f == nil || f.company.Catalogue == "" && f.company.DatabaseURL == "" {
		return nil
	}
	if _, err := f.open(ctx); errors.Is(err, semantic.ErrCatalogue) {
		return fmt.Errorf("company assistant: %w", err)
	}
	return nil
}
