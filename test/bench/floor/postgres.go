package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// One table for all kinds, so that a commit is one COPY: its own
// transaction, one round trip, no statement to plan.
const postgresTable = `CREATE TABLE IF NOT EXISTS history (
	session_id text NOT NULL, kind smallint NOT NULL, n bigint NOT NULL,
	run bigint NOT NULL, created_at bigint NOT NULL, payload bytea NOT NULL,
	PRIMARY KEY (session_id, kind, n))`

// writers is how many transactions are under way at once: while one waits
// for the disk, the other is filled.
const writers = 2

type postgres struct{ in chan *copying }

// copying is one commit on its way, its rows in COPY's binary form.
type copying struct {
	rows []byte
	done chan error
}

func openPostgres(url string) (history, error) {
	ctx := context.Background()
	p := &postgres{in: make(chan *copying, most)}
	for i := range writers {
		conn, err := pgconn.Connect(ctx, url)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			if err := conn.Exec(ctx, postgresTable).Close(); err != nil {
				return nil, fmt.Errorf("make table: %w", err)
			}
		}
		go p.write(ctx, conn)
	}
	return p, nil
}

func (p *postgres) commit(rows []row) error {
	c := &copying{done: make(chan error, 1)}
	for i := range rows {
		c.rows = rows[i].appendBinary(c.rows)
	}
	p.in <- c
	return <-c.done
}

// write gathers who has come while the last transaction was under way; it
// never waits for more.
func (p *postgres) write(ctx context.Context, conn *pgconn.PgConn) {
	var (
		buf   []byte
		group []*copying
	)
	for first := range p.in {
		group = append(group[:0], first)
		for more := true; more && len(group) < most; {
			select {
			case c := <-p.in:
				group = append(group, c)
			default:
				more = false
			}
		}
		buf = append(buf[:0], copyHead...)
		for _, c := range group {
			buf = append(buf, c.rows...)
		}
		buf = append(buf, copyTail...)
		_, err := conn.CopyFrom(ctx, bytes.NewReader(buf), "COPY history FROM STDIN (FORMAT binary)")
		for _, c := range group {
			c.done <- err
		}
	}
}

const (
	copyHead = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	copyTail = "\xff\xff"
)

func (r *row) appendBinary(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, 6)
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.session)))
	b = append(b, r.session...)
	b = binary.BigEndian.AppendUint32(b, 2)
	b = binary.BigEndian.AppendUint16(b, uint16(r.kind))
	for _, n := range [...]int64{r.n, r.run, r.at} {
		b = binary.BigEndian.AppendUint32(b, 8)
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.payload)))
	return append(b, r.payload...)
}
