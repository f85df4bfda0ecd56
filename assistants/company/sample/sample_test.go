package sample

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
)

func TestEnsureMakesTheSameDataEverywhere(t *testing.T) {
	t.Parallel()
	dir, begin := t.TempDir(), time.Now()
	path, err := Ensure(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("made in %v", time.Since(begin))
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for name, want := range map[string]int{"regions": 8, "employees": 24, "customers": 120, "products": 10, "sales": 4307, "visits": 1251, "targets": 480, "expenses": 455} {
		if got := number(t, db, "SELECT COUNT(*) FROM "+name); got != want {
			t.Errorf("%s has %d rows, want %d", name, got, want)
		}
	}
	// Figures of the reference generator, in another language.
	for query, want := range map[string]int{
		"SELECT SUM(sales_amount) FROM sales":                                     4223748685,
		"SELECT SUM(sales_amount) FROM sales WHERE sale_date LIKE '2026-11-%'":    200618860,
		"SELECT SUM(amount) FROM expenses WHERE receipt = 0":                      4088000,
		"SELECT SUM(ABS(qty)) FROM sales WHERE is_return = 1 AND prod_id = 'P03'": 612,
	} {
		if got := number(t, db, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
}

func TestEnsureKeepsWhatIsCurrent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, err := Ensure(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(path)
	if _, err := Ensure(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(path); !os.SameFile(before, after) {
		t.Error("a current file was made anew")
	}
	if err := os.WriteFile(path, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Ensure(t.Context(), dir); err != nil || !current(t.Context(), path) {
		t.Errorf("a broken file stays: %v", err)
	}
}

func number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(context.Background(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPeople(t *testing.T) {
	t.Parallel()
	people, err := People().People(t.Context(), Company)
	if err != nil || len(people) != 24 {
		t.Fatalf("%d people, %v", len(people), err)
	}
	for id, want := range map[string]access.Role{"E001": access.Sales, "E020": access.Former, DefaultPerson: access.Manager, "E024": access.Compliance} {
		if p, err := People().Person(t.Context(), Company, id); err != nil || p.Role != want {
			t.Errorf("%s is %q, want %q, %v", id, p.Role, want, err)
		}
	}
	if _, err := People().Person(t.Context(), "other", "E001"); !errors.Is(err, access.ErrUnknown) {
		t.Errorf("somebody of another company: %v", err)
	}
}
