package filing

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/migrations"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

var now = time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)

// database is a SQLite file with the assistant's tables.
func database(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "company.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	steps, err := migrations.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		raw, err := migrations.FS.ReadFile(step.Name())
		if err != nil {
			t.Fatal(err)
		}
		up, _, _ := strings.Cut(string(raw), "-- +goose Down")
		if _, err := db.Exec(up); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// box seals by writing whose row it is before a text, which it takes away again from
// that row alone.
type box struct{}

func (box) SealOwn(_ context.Context, _ store.Tx, _ string, list ...store.OwnText) error {
	for _, own := range list {
		if own.Data != nil {
			*own.Data = append([]byte(mark(own)), *own.Data...)
		} else if *own.Text != "" {
			*own.Text = mark(own) + *own.Text
		}
	}
	return nil
}

func (box) OpenOwn(_ context.Context, _ store.Tx, list ...store.OwnText) error {
	for _, own := range list {
		plain, ok := strings.CutPrefix(*own.Text, mark(own))
		if !ok && *own.Text != "" {
			return fmt.Errorf("%s is not of %s", *own.Text, mark(own))
		}
		*own.Text = plain
	}
	return nil
}

func mark(own store.OwnText) string { return own.Table + "/" + own.Column + "/" + own.Row + ":" }

func write(t testing.TB, db *sql.DB, effects ...store.Effect) error {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, effect := range effects {
		if err := effect(t.Context(), tx); err != nil {
			_ = tx.Rollback()
			return err
		}
	}
	return tx.Commit()
}

func count(t testing.TB, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

var visit = map[string]any{
	"visit_date": "2026-11-20", "customer": "한빛의원", "contact_role": "doctor", "meal": int64(30000), "adverse_event": false, "memo": "no column of it",
}

const note = "다음 분기에는 순환기 제품을 중심으로 방문 계획을 세우고, 학회 일정을 먼저 확인하기로 했다. 담당자는 매주 결과를 정리한다."

func TestDecide(t *testing.T) {
	t.Parallel()
	schemas := Shipped()
	for want, item := range map[string]Item{
		Structured:              {Key: "a", CompanyID: "demo", Kind: "visit_report", Rows: []map[string]any{visit}},
		Vector:                  {Key: "a", CompanyID: "demo", Kind: "note", Text: note},
		Unstructured:            {Key: "a", CompanyID: "demo", Kind: "poem", Rows: []map[string]any{{"line": "x"}}},
		Hybrid:                  {Key: "a", CompanyID: "demo", Kind: "visit_report", Rows: []map[string]any{visit}, Text: note},
		"no_schema":             {Key: "a", CompanyID: "demo", Kind: "poem", Rows: []map[string]any{{"line": "x"}}},
		"empty":                 {Key: "a", CompanyID: "demo", Kind: "note", Text: "  "},
		"no_company":            {Key: "a", Kind: "note", Text: note},
		"too_large":             {Key: "a", CompanyID: "demo", Kind: "note", Text: strings.Repeat("a", maxText+1)},
		"row_incomplete":        {Key: "a", CompanyID: "demo", Kind: "visit_report", Rows: []map[string]any{{"customer": "x"}}},
		"row_incomplete (type)": {Key: "a", CompanyID: "demo", Kind: "visit_report", Rows: []map[string]any{{"customer": "x", "visit_date": "soon"}}},
	} {
		d := schemas.Decide(item)
		reason, _, _ := strings.Cut(want, " ")
		if d.StorageDecision != want && !slices.Contains(d.Reasons, reason) {
			t.Errorf("want %s: %+v", want, d)
		}
		if failed := slices.Contains([]string{"empty", "no_company", "too_large", "row_incomplete"}, reason); (d.StorageStatus == Failed) != failed {
			t.Errorf("%s is %s", want, d.StorageStatus)
		}
		if d.Reasoning("ko") == "" || d.Reasoning("ko") == d.Reasoning("en") {
			t.Errorf("%s has no reasoning: %q", want, d.Reasoning("ko"))
		}
	}
	d := schemas.Decide(Item{Key: "a", CompanyID: "demo", Kind: "customer_info", Rows: []map[string]any{{"거래처명": "한빛의원", "지역": "서울"}}})
	if d.SchemaMapping.TargetTable != "company_customer_info" || d.SchemaMapping.FieldMappings["거래처명"] != "customer_name" || d.SchemaMapping.FieldMappings["지역"] != "region" {
		t.Errorf("mapping: %+v", d.SchemaMapping)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	schemas, db := Shipped(), database(t)
	item := Item{Key: "k1", CompanyID: "demo", OwnerID: "E001", Kind: "visit_report", Title: "방문", Rows: []map[string]any{visit}, Text: note}
	raw, err := json.Marshal(schemas.Decide(item))
	var d Decision
	if err != nil || json.Unmarshal(raw, &d) != nil { // as a state keeps it
		t.Fatal(err)
	}
	for range 2 { // filed once, however often the commit is tried
		if err := write(t, db, schemas.Write(box{}, item, d, now)); err != nil {
			t.Fatal(err)
		}
	}
	other := item
	other.CompanyID = "else"
	if err := write(t, db, schemas.Write(box{}, other, d, now)); err != nil {
		t.Fatal(err)
	}
	var day, customer string
	var meal, adverse int64
	if err := db.QueryRow(`SELECT visit_date, customer, meal_won, adverse_event FROM company_visits WHERE company_id = 'demo'`).Scan(&day, &customer, &meal, &adverse); err != nil || day != "2026-11-20" || customer != "한빛의원" || meal != 30000 || adverse != 0 {
		t.Errorf("the row: %v %s %s %d %d", err, day, customer, meal, adverse)
	}
	poem := Item{Key: "k3", CompanyID: "demo", OwnerID: "E001", Kind: "poem", Title: "시", Rows: []map[string]any{{"line": "x"}}}
	if err := write(t, db, schemas.Write(box{}, poem, schemas.Decide(poem), now)); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{"company_visits": 1, "company_chunks": 1, "company_files": 1, "company_filings": 2} {
		if n := count(t, db, `SELECT count(*) FROM `+table+` WHERE company_id = 'demo'`); n != want {
			t.Errorf("%s has %d rows of the company", table, n)
		}
	}
	if done := Completed(item, d); done.StorageStatus != Done || done.StoredLocation != "company_visits/k1" {
		t.Errorf("completed: %+v", done)
	}
	bad := schemas.Decide(Item{CompanyID: "demo", Key: "k2"})
	if err := write(t, db, schemas.Write(box{}, Item{CompanyID: "demo", Key: "k2"}, bad, now)); !errors.Is(err, ErrDecision) || Completed(item, bad).StorageStatus != Failed {
		t.Errorf("a failed decision is written: %v", err)
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	db := database(t)
	rules := compliance.Shipped()
	out := rules.Check(compliance.Target{Type: "visit_report", Text: "원장님과 점심 3만원", Day: now}, "ko")
	values := forms.Values{}
	values.Set("customer", "한빛의원")
	doc := Document{ID: "d1", CompanyID: "demo", OwnerID: "E001", SessionID: "s", Type: "visit_report", Title: "방문보고서", Status: "draft", Version: 1, Markdown: "# 1", Values: values}
	second := doc
	second.Version, second.Markdown, second.Status, second.Outcome = 2, "# 2", "checked", &out
	foreign := doc
	foreign.CompanyID, foreign.OwnerID = "else", "X"
	if err := write(t, db, SaveDocument(box{}, doc, now), SaveDocument(box{}, second, now.Add(time.Minute)), SaveDocument(box{}, foreign, now)); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	versions, err := Versions(ctx, db, box{}, "demo", "d1")
	if err != nil || len(versions) != 2 || versions[1].Markdown != "# 1" {
		t.Fatalf("versions: %v %+v", err, versions)
	}
	if got := versions[0]; got.Version != 2 || got.Markdown != "# 2" || !reflect.DeepEqual(*got.Outcome, out) || got.Values.Text("customer") != "한빛의원" {
		t.Errorf("the newest version: %v %+v", err, got)
	}
	if list, err := Documents(ctx, db, box{}, "demo", 10); err != nil || len(list) != 1 {
		t.Errorf("documents: %v %d", err, len(list))
	}
	if _, err := Versions(ctx, db, box{}, "nobody", "d1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("another company's document: %v", err)
	}
	applied := map[string]int{}
	for _, r := range out.ValidationResults {
		applied[r.Rule] = r.Version
	}
	checks, err := Checks(ctx, db, "demo")
	if err != nil || len(checks) != 1 || !reflect.DeepEqual(checks[0].Rules, applied) || checks[0].Type != "visit_report" {
		t.Errorf("checks: %v %+v", err, checks)
	}
	if err := write(t, db, SaveDocument(box{}, Document{ID: "d"}, now)); !errors.Is(err, ErrCompany) {
		t.Errorf("no company: %v", err)
	}
	for _, table := range UserTables() {
		where := cmp.Or(table.Where, table.User+" = $1")
		if _, err := db.Exec("DELETE FROM "+table.Name+" WHERE "+where, "E001"); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(t, db, `SELECT count(*) FROM company_document_versions`); n != 1 {
		t.Errorf("%d versions are left, the other company has one", n)
	}
}

// TestMigrations: both databases take the tables, and every table is one
// company's row by row.
func TestMigrations(t *testing.T) {
	t.Parallel()
	all, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for name, config := range map[string]store.Config{"SQLite": {DataDir: storetest.SQLite(t)}, "Postgres": {DatabaseURL: storetest.Postgres(t)}} {
		s, err := store.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		if n, err := s.MigrateTables(t.Context(), "company", migrations.FS); err != nil || n != len(all) {
			t.Errorf("%s: %d migrations: %v", name, n, err)
		}
	}
	raw, err := migrations.FS.ReadFile("00001_company.sql")
	if err != nil {
		t.Fatal(err)
	}
	tables := strings.Split(string(raw), "CREATE TABLE ")[1:]
	for _, table := range tables {
		if !strings.Contains(strings.SplitN(table, ");", 2)[0], "company_id") || !strings.Contains(table, "PRIMARY KEY (company_id, ") {
			t.Errorf("a table without its company: %.60s", table)
		}
	}
	for _, table := range Shipped().Tables {
		if !slices.ContainsFunc(tables, func(made string) bool {
			return strings.HasPrefix(made, table.Table+" ") && !slices.ContainsFunc(table.Columns, func(c column) bool { return !strings.Contains(made, c.Name+" ") })
		}) {
			t.Errorf("the schema of %s names columns that its table has not", table.Table)
		}
		for _, c := range table.Columns {
			if !slices.Contains([]string{"day", "won", "count", "flag", "text"}, c.Rule) {
				t.Errorf("%s.%s is made by %q, which is no rule", table.Table, c.Name, c.Rule)
			}
		}
	}
}
