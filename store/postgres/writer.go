package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrStale is returned by WriteGroup when a head does not stand where its
// writer believed, or is another's; nothing was written.
var ErrStale = errors.New("postgres: a head stands elsewhere")

// writerSettings make every statement of a group find its rows by index,
// from the first plan on.
const writerSettings = `SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_mergejoin = off;
SET enable_hashjoin = off;
SET jit = off;
` + idleSetting

// newWriters is the pool of connections that only write groups.
func newWriters(ctx context.Context, cfg *pgxpool.Config, n int32) (*pgxpool.Pool, error) {
	cfg = cfg.Copy()
	cfg.MaxConns = n
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.PgConn().Exec(ctx, writerSettings).ReadAll()
		return err
	}
	return pgxpool.NewWithConfig(ctx, cfg)
}

// prepared marks a connection that knows the statements.
const prepared = "madang_prepared"

// WriteGroup writes a group in one round trip and one transaction. sent
// tells that an error came when it may have happened or not.
func (db *DB) WriteGroup(ctx context.Context, g *Group) (sent bool, err error) {
	conn, err := db.writers.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	pg := conn.Conn().PgConn()
	if pg.CustomData()[prepared] == nil {
		for name, text := range statements() {
			if _, err := pg.Prepare(ctx, name, text, nil); err != nil {
				return false, err
			}
		}
		pg.CustomData()[prepared] = true
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	return g.exec(ctx, pg)
}

// exec sends the group and reads the answers. A deadline on the connection
// bounds it: watching the context would cost a goroutine's wake-up.
func (g *Group) exec(ctx context.Context, pg *pgconn.PgConn) (sent bool, err error) {
	if err := g.encode(); err != nil {
		return false, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := pg.Conn().SetDeadline(deadline); err != nil {
			return false, err
		}
		defer func() { _ = pg.Conn().SetDeadline(time.Time{}) }()
	}
	if _, err := pg.Conn().Write(g.out); err != nil {
		lose(pg)
		return true, err
	}
	return g.receive(pg)
}

// receive reads the answers up to the end of the transaction.
func (g *Group) receive(pg *pgconn.PgConn) (sent bool, err error) {
	var refused *pgconn.PgError
	for {
		message, err := pg.ReceiveMessage(context.Background())
		if err != nil {
			lose(pg)
			return true, err
		}
		switch m := message.(type) {
		case *pgproto3.DataRow:
			g.take(m.Values)
		case *pgproto3.ErrorResponse:
			if refused == nil {
				refused = pgconn.ErrorResponseToPgError(m)
			}
		case *pgproto3.ReadyForQuery:
			switch {
			case refused == nil:
				return true, nil
			case refused.Code == "22012":
				return false, ErrStale
			}
			return false, refused // so it is undone
		}
	}
}

// lose gives up a connection that is in the middle of something.
func lose(pg *pgconn.PgConn) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // without a farewell
	_ = pg.Close(ctx)
}
