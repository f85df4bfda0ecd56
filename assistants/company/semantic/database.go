package semantic

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/madang-dev/madang/assistants/company/access"
)

// Errors of New, Connect and Run.
var (
	// ErrTimeout is returned for a statement that took too long.
	ErrTimeout = errors.New("semantic: the statement took too long")
	// ErrCatalogue is returned for a catalogue that is wrong, or does not fit its
	// database.
	ErrCatalogue = errors.New("semantic: the catalogue does not fit")
	// ErrRefused is returned for a request that Check refuses.
	ErrRefused = errors.New("semantic: the request is refused")
)

// database runs statements and nothing that changes anything.
type database struct {
	pool    *sql.DB
	dialect dialect
	limit   time.Duration // of a statement
	// watch is a connection that tells whether others have changed a SQLite
	// file: the answer is about what that connection has seen.
	watch *sql.Conn
}

// openSQLite opens a file for reading: the file, the connection and its
// limits each keep statements from writing or reaching another file.
func openSQLite(ctx context.Context, path string) (*database, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("semantic: %w", err)
	}
	if err := withMedian(); err != nil {
		return nil, fmt.Errorf("semantic: %w", err)
	}
	pool, err := sql.Open("sqlite", "file:"+(&url.URL{Path: abs}).EscapedPath()+"?mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(1000)&_pragma=trusted_schema(0)")
	if err != nil {
		return nil, fmt.Errorf("semantic: open %s: %w", path, err)
	}
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("semantic: open %s: %w", path, err), pool.Close())
	}
	watch, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("semantic: open %s: %w", path, err), pool.Close())
	}
	return &database{pool: pool, watch: watch}, nil
}

// closeFile closes a SQLite file; a Postgres database is opened once for all tries.
func (d *database) closeFile() error {
	if d.watch == nil {
		return nil
	}
	return errors.Join(d.watch.Close(), d.pool.Close())
}

// conn is a connection that reaches no other file.
func (d *database) conn(ctx context.Context) (*sql.Conn, error) {
	conn, err := d.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if !d.dialect.postgres {
		if _, err := driver.Limit(conn, sqlite3.SQLITE_LIMIT_ATTACHED, 0); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// begin starts a transaction that reads. Postgres is told who asks, for its
// policies, and stops a statement itself.
func (d *database) begin(ctx context.Context, conn *sql.Conn, p access.Person) (*sql.Tx, error) {
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil || !d.dialect.postgres {
		return tx, err
	}
	settings := [][2]string{
		{"statement_timeout", strconv.FormatInt(d.limit.Milliseconds(), 10)},
		{"app.company_id", p.CompanyID}, {"app.person_id", p.ID}, {"app.role", string(p.Role)}, {"app.region", p.Region}, {"app.dept", p.Dept},
	}
	for _, s := range settings {
		if _, err := tx.ExecContext(ctx, "SELECT set_config($1, $2, true)", s[0], s[1]); err != nil {
			return nil, errors.Join(err, tx.Rollback())
		}
	}
	return tx, nil
}

// guard lets one SELECT through. The compiler writes nothing else; this holds
// should it ever.
func guard(sql string) error {
	if !strings.HasPrefix(sql, "SELECT ") && !strings.HasPrefix(sql, "WITH ") || strings.ContainsAny(sql, ";\x00") ||
		strings.Contains(sql, "--") || strings.Contains(sql, "/*") {
		return fmt.Errorf("%w: not one SELECT", ErrRefused)
	}
	return nil
}

// asker asks a database for a person, and counts what it asks.
type asker struct {
	*database
	person     access.Person
	statements int
}

// query explains a statement and runs it.
func (a *asker) query(ctx context.Context, sql string, args []any) (plan []string, rows [][]Cell, err error) {
	a.statements += 2
	return a.database.query(ctx, a.person, sql, args)
}

// rows runs a statement of the layer itself, which nobody's rights cut.
func (a *asker) rows(ctx context.Context, sql string, args []any) ([][]Cell, error) {
	a.statements += 2
	_, rows, err := a.database.query(ctx, access.Person{}, sql, args)
	return rows, err
}

// seen is another one whenever a statement could find other data.
func (a *asker) seen(ctx context.Context) (string, error) {
	a.statements++
	return a.database.seen(ctx)
}

// query explains a statement and runs it, in one reading transaction.
func (d *database) query(ctx context.Context, p access.Person, sql string, args []any) (plan []string, rows [][]Cell, err error) {
	if err := guard(sql); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	conn, err := d.conn(ctx)
	if err != nil {
		return nil, nil, d.translate(ctx, err)
	}
	defer conn.Close()
	tx, err := d.begin(ctx, conn, p)
	if err != nil {
		return nil, nil, d.translate(ctx, err)
	}
	defer func() { _ = tx.Rollback() }()
	steps, err := read(ctx, tx, d.dialect.explain(sql), args)
	if err != nil {
		return nil, nil, d.translate(ctx, err)
	}
	for _, s := range steps {
		plan = append(plan, s[len(s)-1].Text)
	}
	rows, err = read(ctx, tx, sql, args)
	return plan, rows, d.translate(ctx, err)
}

func (d *database) translate(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrTimeout, err)
	}
	return fmt.Errorf("semantic: %w", err)
}

// read runs a statement and reads all its rows, which it limits itself.
func read(ctx context.Context, tx *sql.Tx, query string, args []any) ([][]Cell, error) {
	found, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		return nil, err
	}
	var rows [][]Cell
	values, into := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]Cell, len(values))
		for i, v := range values {
			row[i] = cell(v)
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}

// cell is a value of a driver.
func cell(v any) Cell {
	switch v := v.(type) {
	case nil:
		return Cell{}
	case int64:
		return number(float64(v))
	case float64:
		return number(v)
	case []byte:
		return Cell{Text: string(v)}
	case string:
		return Cell{Text: v}
	case time.Time:
		return Cell{Text: v.Format(time.DateOnly)}
	}
	return Cell{Text: fmt.Sprint(v)}
}

// seen is another one whenever a statement could find other data. In Postgres it
// is what transactions are visible, of the whole server: on one that is written to
// all the time nothing is found again, which is better than what is old.
func (d *database) seen(ctx context.Context) (string, error) {
	if d.watch != nil {
		return d.version(ctx)
	}
	var v string
	err := d.pool.QueryRowContext(ctx, "SELECT CAST(pg_current_snapshot() AS TEXT)").Scan(&v)
	return v, err
}

// version changes when the data does, in Postgres some seconds later: it counts
// rows when it has the time. What questions may name goes by it.
func (d *database) version(ctx context.Context) (string, error) {
	var v sql.NullString
	if d.watch != nil {
		err := d.watch.QueryRowContext(ctx, "SELECT CAST(data_version AS TEXT) FROM pragma_data_version").Scan(&v)
		return v.String, err
	}
	err := d.pool.QueryRowContext(ctx, "SELECT CAST(SUM(n_tup_ins + n_tup_upd + n_tup_del) AS TEXT) FROM pg_stat_user_tables").Scan(&v)
	return v.String, err
}
