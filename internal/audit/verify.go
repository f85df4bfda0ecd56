package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/store"
)

// Report tells whether a tenant's chain is whole.
type Report struct {
	Tenant string `json:"tenant"`
	Rows   int64  `json:"rows"` // that are right, from the first on
	// Head is the hash of the newest row. Kept elsewhere, it shows later that
	// the whole chain was not made anew.
	Head string `json:"head"`
	// BrokenAt is the first row that is not as it was written, and Why; 0 is none.
	BrokenAt int64  `json:"broken_at,omitempty"`
	Why      string `json:"why,omitempty"`
}

// Whole tells whether every row is as it was written.
func (r *Report) Whole() bool { return r.BrokenAt == 0 }

// pageRows is how many rows are read at a time.
const pageRows = 1000

// Tenants are those that have a chain, in order.
func Tenants(ctx context.Context, s *store.Store) (all []string, err error) {
	err = s.View(ctx, "tenants of audit rows", func(ctx context.Context, tx store.Tx) (err error) {
		all, err = store.Rows(ctx, tx, store.One[string], `SELECT tenant FROM audit_heads UNION SELECT tenant FROM audit_rows ORDER BY 1`)
		return err
	})
	return all, err
}

// Rows lists a tenant's rows behind a number, the oldest first, at most limit.
func Rows(ctx context.Context, tx store.Tx, tenant string, after int64, limit int) ([]Row, error) {
	const query = `SELECT seq, at, actor, action, subject, details, prev_hash, hash
FROM audit_rows WHERE tenant = $1 AND seq > $2 ORDER BY seq LIMIT $3`
	return store.Rows(ctx, tx, func(rows *sql.Rows) (Row, error) {
		r := Row{Tenant: tenant}
		var details string
		err := rows.Scan(&r.Seq, &r.At, &r.Actor, &r.Action, &r.Subject, &details, &r.PrevHash, &r.Hash)
		r.Details = json.RawMessage(details)
		return r, err
	}, query, tenant, after, limit)
}

// Each hands f a tenant's rows, the oldest first, however many there are, until f
// says that it is done.
func Each(ctx context.Context, s *store.Store, tenant string, f func(*Row) (done bool, err error)) error {
	for after := int64(0); ; {
		var page []Row
		err := s.View(ctx, "audit rows of "+tenant, func(ctx context.Context, tx store.Tx) (err error) {
			page, err = Rows(ctx, tx, tenant, after, pageRows)
			return err
		})
		if err != nil {
			return err
		}
		for i := range page {
			if done, err := f(&page[i]); done || err != nil {
				return err
			}
			after = page[i].Seq
		}
		if len(page) < pageRows {
			return nil
		}
	}
}

// Verify goes through a tenant's chain and stops at the first row that is not as
// it was written. Rows may be added meanwhile: the chain must reach from where it
// ended before to where it ends then.
func Verify(ctx context.Context, s *store.Store, tenant string) (Report, error) {
	out := Report{Tenant: tenant}
	before, err := head(ctx, s, tenant)
	if err != nil {
		return out, err
	}
	err = Each(ctx, s, tenant, func(row *Row) (bool, error) { return out.broken(row), nil })
	if err != nil || !out.Whole() {
		return out, err
	}
	after, err := head(ctx, s, tenant)
	if out.Rows < before.Seq || out.Rows > after.Seq || out.Rows == after.Seq && out.Head != after.Hash {
		out.BrokenAt = min(out.Rows, after.Seq) + 1
		out.Why = fmt.Sprintf("row %d is the last, and row %d is said to be", out.Rows, after.Seq)
	}
	return out, err
}

// head is the newest row as the chain's head knows it, of which Seq and Hash.
func head(ctx context.Context, s *store.Store, tenant string) (row Row, err error) {
	err = s.View(ctx, "audit head of "+tenant, func(ctx context.Context, tx store.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT seq, hash FROM audit_heads WHERE tenant = $1`, tenant).Scan(&row.Seq, &row.Hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return row, err
}

// broken takes the next row and tells whether it is not the one that was written.
func (r *Report) broken(row *Row) bool {
	sum, err := row.sum()
	details, bad := canonical(row.Details)
	switch {
	case row.Seq != r.Rows+1:
		r.Why = fmt.Sprintf("row %d follows row %d", row.Seq, r.Rows)
	case row.PrevHash != r.Head:
		r.Why = "it does not hold the hash of the row before"
	case err != nil || bad != nil || string(details) != string(row.Details) || sum != row.Hash:
		r.Why = "what it tells does not have its hash"
	default:
		r.Rows, r.Head = row.Seq, row.Hash
		return false
	}
	r.BrokenAt = r.Rows + 1
	return true
}
