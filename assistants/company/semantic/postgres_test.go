package semantic

import (
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/assistants/company/sample/sampletest"
)

// postgres is a layer over the sample in Postgres, which reads as its reader.
func postgres(t *testing.T) (*Layer, *sql.DB) {
	t.Helper()
	reader, err := sql.Open("pgx", sampletest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	l := connected(t, Config{DB: reader, Company: sample.Company, Catalogue: sample.Catalogue(), Limit: time.Minute})
	return l, reader
}

func TestPostgresGivesTheSame(t *testing.T) {
	t.Parallel()
	l, reader := postgres(t)
	file := open(t)
	texts := []string{"직원05 올해 성사율 몇 위야", "영남이랑 호남 10월 매출 비교", "8월에 빈혈약 안 산 종합병원"}
	for _, q := range questions {
		texts = append(texts, q.text)
	}
	for _, text := range texts {
		_, want := answer(t, file, "E024", "ko", text)
		_, got := answer(t, l, "E024", "ko", text)
		if flat(got) != flat(want) {
			t.Errorf("%s:\n%s\nwant\n%s", text, flat(got), flat(want))
		}
	}
	for _, id := range []string{"E001", "E021"} {
		for _, text := range []string{"이번 달 전체 매출과 건수는?", "지난달 목표 달성률", "올해 지출 합계", "올해 주별 방문 건수", "올해 요일별 방문 건수", "10월 매출 중앙값"} {
			_, want := answer(t, file, id, "ko", text)
			_, got := answer(t, l, id, "ko", text)
			if flat(got) != flat(want) || len(want.Rows) == 0 {
				t.Errorf("%s %s:\n%s\nwant\n%s", id, text, flat(got), flat(want))
			}
		}
	}
	// The database holds its own lock, whatever a statement says.
	for who, want := range map[access.Role]float64{access.Compliance: 4307, access.Former: 0, "": 0} {
		p := access.Person{CompanyID: sample.Company, Role: who}
		_, rows, err := l.db.query(t.Context(), p, "SELECT COUNT(*) FROM sales", nil)
		if err != nil || *rows[0][0].Number != want {
			t.Errorf("%q sees %v sales, %v", who, rows, err)
		}
	}
	// A statement is read-only and ends by the database's own clock too.
	_, bounds, err := l.db.query(t.Context(), access.Person{}, "SELECT current_setting('statement_timeout'), current_setting('transaction_read_only')", nil)
	if err != nil || bounds[0][0].Text != "1min" || bounds[0][1].Text != "on" {
		t.Errorf("%v, %v", bounds, err)
	}
	_, rows, err := l.db.query(t.Context(), access.Person{CompanyID: "other", Role: access.Compliance}, "SELECT COUNT(*) FROM sales", nil)
	if err != nil || *rows[0][0].Number != 0 {
		t.Errorf("another company sees %v, %v", rows, err)
	}
	if _, err := reader.ExecContext(t.Context(), "DELETE FROM sales"); err == nil || !strings.Contains(err.Error(), "read-only") && !strings.Contains(err.Error(), "permission") {
		t.Errorf("the reader deletes: %v", err)
	}
}

// Data that was changed is read anew, at once: Postgres counts rows late, so that
// is no version of what a result was found in.
func TestChangedDataIsReadAnewInPostgres(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(sampletest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := sql.Open("pgx", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	words := address.Query()
	words.Del("role")
	address.RawQuery = words.Encode()
	owner, err := sql.Open("pgx", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	l := connected(t, Config{DB: reader, Company: sample.Company, Catalogue: sample.Catalogue(), Limit: time.Minute})
	run := func() Result {
		got, err := l.Run(t.Context(), Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}}, person(t, "E024"))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	before := run()
	for !run().Cached { // other databases of the server are written to
	}
	for i := range 5 {
		if _, err := owner.ExecContext(t.Context(), "UPDATE sales SET sales_amount = sales_amount + 1 WHERE sale_id = 'S000001'"); err != nil {
			t.Fatal(err)
		}
		if after := run(); after.Cached || *after.Rows[0][0].Number != *before.Rows[0][0].Number+float64(i+1) {
			t.Errorf("after %d changes %v, before %v", i+1, *after.Rows[0][0].Number, *before.Rows[0][0].Number)
		}
	}
}

// Data of a company is nobody's of another, on either database, whatever they are
// there and whatever was found before for who may see it.
func TestDataOfACompanyIsNobodysOfAnother(t *testing.T) {
	t.Parallel()
	there, _ := postgres(t)
	for name, l := range map[string]*Layer{"SQLite": open(t), "Postgres": there} {
		own := person(t, "E024")
		stranger := own
		stranger.CompanyID = "other"
		request, result := answer(t, l, "E024", "ko", "지난달 서울 매출 상위 거래처")
		customer := result.Rows[0][column(result.Columns, "customer_name")].Text
		for text, hidden := range map[string]bool{"지난달 서울 매출 상위 거래처": true, customer: false, "오늘 날씨": false} {
			got, err := l.Read(t.Context(), Question{Text: text, Language: "ko", Person: stranger, Today: today})
			if err != nil || got.Request != nil || got.Ambiguity != nil || (got.Hidden != nil) != hidden {
				t.Errorf("%s: %s is read as %+v, %v", name, text, got, err)
			}
		}
		if got, err := l.Check(t.Context(), *request.Request, stranger); err != nil || got.Hidden == nil {
			t.Errorf("%s: checked %+v, %v", name, got, err)
		}
		if got, err := l.Run(t.Context(), *request.Request, stranger); !errors.Is(err, ErrRefused) || len(got.Rows) > 0 {
			t.Errorf("%s: run %+v, %v", name, got, err)
		}
		q := Question{Text: customer, Language: "ko", Person: stranger, Today: today}
		if seen, hidden, err := l.Things(t.Context(), q, 5); err != nil || len(seen)+len(hidden) > 0 {
			t.Errorf("%s: things %v %v, %v", name, seen, hidden, err)
		}
		if c := l.Covers(stranger, "ko"); len(c.Metrics)+len(c.Dimensions) > 0 {
			t.Errorf("%s: covers %+v", name, c)
		}
		q.Person = own
		if seen, _, err := l.Things(t.Context(), q, 5); err != nil || len(seen) == 0 {
			t.Errorf("%s: of its own %v, %v", name, seen, err)
		}
	}
}
