package semantic

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
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
	// Path is a SQLite file. Without one, DB is a Postgres database whose
	// role may only read; the caller closes it.
	Path string
	DB   *sql.DB
	// Company is whose data it is: people of another see none of it.
	Company string
	// Catalogue holds catalogue.yaml.
	Catalogue fs.FS
	// Now is the clock of the cache; nil is the system's.
	Now func() time.Time
	// Limit is how long a statement may take: 3 s where it is 0.
	Limit time.Duration
}

// Layer answers questions about one database by one catalogue. It is safe for
// concurrent use.
type Layer struct {
	c       *catalogue
	company string
	db      *database
	cache   *cache.LRU[cached]
	now     func() time.Time
	known   atomic.Pointer[known]
	words   morph.Analyser
}

// known is what questions may name: it is read again when the data changed.
type known struct {
	version string
	names   *names
	lex     *lexicon
}

// Open reads the catalogue and the names that questions may use from the
// database, and checks that every column of the catalogue is there.
func Open(ctx context.Context, cfg Config) (*Layer, error) {
	c, err := load(cfg.Catalogue)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalogue, err)
	}
	l := &Layer{c: c, company: cfg.Company, now: cfg.Now, db: &database{pool: cfg.DB, dialect: dialect{postgres: true}}}
	if l.now == nil {
		l.now = time.Now
	}
	l.cache = cache.NewLRU[cached](maxCached, maxCached)
	if cfg.Path != "" {
		if l.db, err = openSQLite(ctx, cfg.Path); err != nil {
			return nil, err
		}
	} else if cfg.DB == nil {
		return nil, fmt.Errorf("semantic: no database: set Path or DB")
	}
	l.db.limit = cmp.Or(cfg.Limit, 3*time.Second)
	if err = l.checkColumns(ctx); err == nil {
		err = l.refresh(ctx)
	}
	if err != nil {
		_ = l.Close()
		return nil, err
	}
	return l, nil
}

// refresh reads the names of the data where it has changed since. Two readers
// at once may both do so; they read the same.
func (l *Layer) refresh(ctx context.Context) error {
	version, err := l.db.version(ctx)
	if err != nil {
		return l.db.translate(ctx, err)
	}
	if k := l.known.Load(); k != nil && k.version == version {
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

// Close closes the file that Open opened; a database that was handed in is its owner's.
func (l *Layer) Close() error {
	if l.db.watch == nil {
		return nil
	}
	return errors.Join(l.db.watch.Close(), l.db.pool.Close())
}
