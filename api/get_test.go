package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// No GET changes anything: a page of anybody can have a browser send one.
func TestNoGETChangesAnything(t *testing.T) {
	t.Parallel()
	f := guarded(t)
	before := f.stored()
	if !strings.Contains(before, known) {
		t.Fatalf("nothing is stored: %s", before)
	}
	for _, r := range f.door.routes {
		if r.method != http.MethodGet {
			continue
		}
		for name, id := range callers() {
			if _, err := policy.Decide(id, r.action); err == nil {
				f.call(r.method, pathTo(r, real()), "", f.by(name)...)
			}
		}
		if after := f.stored(); after != before {
			t.Fatalf("GET %s changed rows:\n%s\nwere\n%s", r.path, after, before)
		}
	}
}

// stored are all rows, but for who read what.
func (f *fixture) stored() string {
	f.t.Helper()
	var all strings.Builder
	f.must(f.store.View(context.WithoutCancel(f.t.Context()), "all rows", func(ctx context.Context, tx store.Tx) error {
		tables, err := each(ctx, tx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'audit%' ORDER BY name")
		for _, table := range tables {
			if err != nil {
				break
			}
			var found []string
			found, err = each(ctx, tx, "SELECT * FROM "+strings.Trim(table, "[]"))
			fmt.Fprintln(&all, table, found)
		}
		return err
	}))
	return all.String()
}

// each is every row that a statement finds, as text.
func each(ctx context.Context, tx store.Tx, query string) (list []string, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, into := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, fmt.Sprint(values))
	}
	return list, rows.Err()
}
