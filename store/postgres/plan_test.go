package postgres_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/postgres"
)

// Of tables that have grown, a group's statements find their rows by index.
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
	for _, table := range []string{"sessions", "heads", "runs"} {
		fill(t, conn, table)
	}
	// The plan for any arguments, as it is kept for a statement that is asked
	// often.
	if _, err := conn.Exec(ctx, "SET plan_cache_mode = force_generic_plan"); err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`Seq Scan on (heads|runs|sessions)`)
	for name, text := range map[string]string{"advance": postgres.AdvanceSQL, "arrive": postgres.ArriveSQL} {
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
		if found := table.FindString(strings.Join(plan, "\n")); found != "" {
			t.Errorf("%s: %s\n%s", name, found, strings.Join(plan, "\n"))
		}
	}
}

// fill gives a table rows of which every text is another.
func fill(t *testing.T, conn *pgx.Conn, table string) {
	t.Helper()
	const columns = `SELECT string_agg(quote_ident(column_name), ',' ORDER BY ordinal_position),
		string_agg(CASE data_type WHEN 'text' THEN $q$'r' || i$q$ ELSE '0' END, ',' ORDER BY ordinal_position)
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`
	var names, values string
	if err := conn.QueryRow(t.Context(), columns, table).Scan(&names, &values); err != nil {
		t.Fatal(err)
	}
	insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM generate_series(1, 5000) i", table, names, values)
	for _, statement := range []string{insert, "ANALYZE " + table} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
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
