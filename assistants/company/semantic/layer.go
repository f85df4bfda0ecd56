package semantic

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/morph"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

func say(language, key string, args ...any) string { return texts.Say(language, key, args...) }

// Config is what a layer reads.
type Config struct {
	// PathFunc gives a SQLite file when the database is first asked for. Without it, DB
	// is a Postgres database whose role may only read; the layer closes it.
	PathFunc func(context.Context) (string, error)
	DB       *sql.DB
	// Company is whose data it is: people of another see none of it.
	Company string
	// Catalogue holds catalogue.yaml.
	Catalogue fs.FS
	// Now is the clock of the cache; nil is the system's.
	Now func() time.Time
	// Limit is how long a statement may take: 3 s where it is 0.
	Limit time.Duration
	// Logger is told of a database that is away; nil is the default one.
	Logger *slog.Logger
}

// Layer answers questions about one database by one catalogue. It is safe for
// concurrent use.
type Layer struct {
	cfg   Config
	c     *catalogue
	cache *cache.LRU[cached]
	known atomic.Pointer[known]
	words morph.Analyser

	mu     sync.Mutex // guards what follows; db stays as it is once Connect has set it
	db     *database
	err    error
	failed time.Time
}

// known is what questions may name: it is read again when the data changed.
type known struct {
	version string
	names   *names
	lex     *lexicon
}

// New reads the catalogue. The database is opened when it is first asked for, so that one
// that is away keeps nobody from starting; its error is ErrCatalogue.
func New(cfg Config) (*Layer, error) {
	c, err := load(cfg.Catalogue)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalogue, err)
	}
	l := &Layer{cfg: cfg, c: c, cache: cache.NewLRU[cached](maxCached, maxCached)}
	if l.cfg.Now == nil {
		l.cfg.Now = time.Now
	}
	l.cfg.Logger = cmp.Or(l.cfg.Logger, slog.Default())
	l.known.Store(&known{names: &names{}})
	return l, nil
}

// rest is how long a database that could not be opened is left alone.
const rest = 5 * time.Second

// Connect opens the database where it is not open yet, and checks that every column of the
// catalogue is there; else its error is ErrCatalogue. Whatever asks the database connects
// first. The error of a try is told for a while without another one.
func (l *Layer) Connect(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.db != nil || l.err != nil && time.Since(l.failed) < rest {
		return l.err
	}
	err := l.connect(ctx)
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return err // who asked has gone, and the next one asks for nothing wrong
	}
	if l.err = err; err != nil {
		l.failed = time.Now()
		l.cfg.Logger.Warn("the company's figures can't be read", "error", err)
	}
	return err
}

func (l *Layer) connect(ctx context.Context) error {
	db := &database{pool: l.cfg.DB, dialect: dialect{postgres: true}}
	if l.cfg.PathFunc != nil {
		path, err := l.cfg.PathFunc(ctx)
		if err != nil {
			return err
		}
		if db, err = openSQLite(ctx, path); err != nil {
			return err
		}
	}
	db.limit = cmp.Or(l.cfg.Limit, 3*time.Second)
	l.db = db
	err := l.checkColumns(ctx)
	if err == nil {
		err = l.readKnown(ctx)
	}
	if err != nil {
		l.db = nil
		_ = db.closeFile()
	}
	return err
}

// refresh reads the names of the data where it has changed since.
func (l *Layer) refresh(ctx context.Context) error {
	if err := l.Connect(ctx); err != nil {
		return err
	}
	return l.readKnown(ctx)
}

// readKnown is refresh on an open database. Two readers at once may both read; they read
// the same.
func (l *Layer) readKnown(ctx context.Context) error {
	version, err := l.db.version(ctx)
	if err != nil {
		return l.db.translate(ctx, err)
	}
	if l.known.Load().version == version && l.known.Load().lex != nil {
		return nil
	}
	n, err := l.readNames(ctx)
	if err != nil {
		return err
	}
	l.known.Store(&known{version, n, newLexicon(l.c, n)})
	return nil
}

// checkColumns compiles every dataset once, so that a column that the
// catalogue has and the database lacks is found at the start.
func (l *Layer) checkColumns(ctx context.Context) error {
	for _, m := range l.c.Metrics {
		if err := l.explain(ctx, Request{Language: words.Base, Metrics: []MetricRef{{Name: m.Name}}}); err != nil {
			return l.misfit(ctx, err, "metric", m.Name)
		}
	}
	for _, d := range l.c.Dimensions {
		if err := l.explain(ctx, Request{Language: words.Base, Rows: d.Dataset, Fields: []string{d.Name}}); err != nil {
			return l.misfit(ctx, err, "dimension", d.Name)
		}
	}
	return nil
}

// misfit is a name of the catalogue that the database refuses, where it is there
// to be asked.
func (l *Layer) misfit(ctx context.Context, err error, kind, name string) error {
	err = fmt.Errorf("%s: %s %s: %w", catalogueOf, kind, name, err)
	if l.db.pool.PingContext(ctx) != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCatalogue, err)
}

func (l *Layer) explain(ctx context.Context, r Request) error {
	k, err := compile(l.c, l.db.dialect, r, nil)
	if err != nil {
		return err
	}
	tx, err := l.db.pool.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	_, err = read(ctx, tx, l.db.dialect.explain(k.sql), k.args)
	return err
}

// Close closes the database.
func (l *Layer) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.cfg.DB != nil:
		return l.cfg.DB.Close()
	case l.db != nil:
		return l.db.closeFile()
	}
	return nil
}
