package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// batch is a statement over many rows at once. Rows are padded with NULLs
// up to a power of two, so that there are few texts to prepare; the
// statement skips the padding, as its first column is then NULL.
type batch struct {
	// types are the SQL types of the columns column1, column2, …
	types []string
	// text has %s where the table of the rows stands, named v.
	text string
}

// maxBatchRows keeps a statement far below the 32,766 parameters that
// SQLite allows.
const maxBatchRows = 128

// sized is the statement for a number of rows.
func (b batch) sized(rows int) string {
	var v strings.Builder
	v.WriteString("(VALUES ")
	n := 0
	for r := range rows {
		if r > 0 {
			v.WriteString(", ")
		}
		v.WriteByte('(')
		for c, typ := range b.types {
			if c > 0 {
				v.WriteString(", ")
			}
			n++
			if r == 0 { // the other rows take their types from the first
				v.WriteString("CAST($" + strconv.Itoa(n) + " AS " + typ + ")")
			} else {
				v.WriteString("$" + strconv.Itoa(n))
			}
		}
		v.WriteByte(')')
	}
	v.WriteString(") AS v")
	return fmt.Sprintf(b.text, v.String())
}

// statements are a batch's texts by the exponent of their size.
type statements [8]string // 1, 2, 4 … 128

func (b batch) statements() (all statements) {
	for i := range all {
		all[i] = b.sized(1 << i)
	}
	return all
}

// chunk takes the next rows off args, a flat list of width values a row:
// the statement for them and their arguments, padded.
func (all *statements) chunk(args []any, width int) (query string, now, rest []any) {
	rows := min(len(args)/width, maxBatchRows)
	exp := 0
	for 1<<exp < rows {
		exp++
	}
	now, rest = args[:rows*width:rows*width], args[rows*width:]
	if pad := 1<<exp - rows; pad > 0 {
		now = append(now, make([]any, pad*width)...)
	}
	return all[exp], now, rest
}

// exec runs the statement over every row.
func (all *statements) exec(ctx context.Context, tx sqlc.DBTX, args []any, width int) error {
	for len(args) > 0 {
		var query string
		var now []any
		query, now, args = all.chunk(args, width)
		if _, err := tx.ExecContext(ctx, query, now...); err != nil {
			return err
		}
	}
	return nil
}

// query is exec for a statement that returns rows.
func (all *statements) query(ctx context.Context, tx sqlc.DBTX, args []any, width int, scan func(*sql.Rows) error) error {
	for len(args) > 0 {
		var query string
		var now []any
		query, now, args = all.chunk(args, width)
		_, err := Rows(ctx, tx, func(r *sql.Rows) (struct{}, error) { return struct{}{}, scan(r) }, query, now...)
		if err != nil {
			return err
		}
	}
	return nil
}
