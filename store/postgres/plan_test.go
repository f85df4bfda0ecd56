package postgres_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/postgres"
)

// The plans are made on empty tables and kept, so they must find their rows
// by index from the first one on.
func TestGroupStatementsUseIndexes(t *testing.T) {
	t.Parallel()
	ctx, url := t.Context(), testdb.Postgres(t)
	s, err := store.Open(ctx, store.Config{DatabaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.PgConn().Exec(ctx, postgres.Settings).ReadAll(); err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`Seq Scan|Bitmap|Hash|Merge|Index Scan using \w+ on \w+( \w+)?  \(cost[^\n]*\n\s+(Filter|->)`)
	for name, text := range postgres.Statements() {
		if strings.HasPrefix(text, "COPY") {
			continue
		}
		if _, err := conn.Prepare(ctx, name, text); err != nil {
			t.Fatal(err)
		}
		args := strings.TrimSuffix(strings.Repeat("NULL,", distinct(text)), ",")
		rows, err := conn.Query(ctx, "EXPLAIN EXECUTE "+name+"("+args+")", pgx.QueryExecModeSimpleProtocol)
		if err != nil {
			t.Fatal(name, err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if found := whole.FindString(strings.Join(plan, "\n")); found != "" {
			t.Errorf("%s: %s\n%s", name, found, strings.Join(plan, "\n"))
		}
	}
}

// distinct counts a statement's parameters.
func distinct(text string) int {
	seen := map[string]bool{}
	for _, p := range regexp.MustCompile(`\$\d+`).FindAllString(text, -1) {
		seen[p] = true
	}
	return len(seen)
}
