package semantic

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/sample"
)

// Another database is served by writing its catalogue: no word of it is in
// the code or in the phrases.
func TestAForeignDatabaseIsServedByItsCatalogue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "music.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/chinook/chinook.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(script)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	l := connected(t, Config{PathFunc: at(path), Company: sample.Company, Catalogue: os.DirFS("testdata/chinook"), Limit: time.Minute})
	for _, q := range []struct{ language, text, sql string }{
		{"en", "revenue by genre", `SELECT g."Name", SUM(l."UnitPrice"*l."Quantity") r FROM "InvoiceLine" l, "Track" t, "Genre" g WHERE t."TrackId"=l."TrackId" AND g."GenreId"=t."GenreId" GROUP BY 1 ORDER BY r DESC`},
		{"en", "top 2 artists by copies sold in 2026", `SELECT a."Name", SUM(l."Quantity") r FROM "InvoiceLine" l JOIN "Invoice" i USING ("InvoiceId") JOIN "Track" t USING ("TrackId") JOIN "Album" b USING ("AlbumId") JOIN "Artist" a USING ("ArtistId") WHERE i."InvoiceDate">='2026-01-01' GROUP BY 1 ORDER BY r DESC LIMIT 2`},
		{"en", "amount billed in Germany last month", `SELECT SUM("Total") FROM "Invoice" WHERE "BillingCountry"='Germany' AND "InvoiceDate" LIKE '2026-10%'`},
		{"en", "customers without any invoices this year", `SELECT "LastName" FROM "Customer" c WHERE NOT EXISTS (SELECT 1 FROM "Invoice" i WHERE i."CustomerId"=c."CustomerId" AND "InvoiceDate">='2026-01-01')`},
		{"ko", "10월 마지막 날까지 나라별 청구액 2026년", ""},
		{"ko", "올해 나라별 청구액", `SELECT "BillingCountry", SUM("Total") r FROM "Invoice" WHERE "InvoiceDate">='2026-01-01' GROUP BY 1 ORDER BY r DESC`},
		{"ko", "올해 월별 청구액", `SELECT substr("InvoiceDate",1,7), SUM("Total") FROM "Invoice" WHERE "InvoiceDate">='2026-01-01' GROUP BY 1 ORDER BY 1`},
		{"ko", "상담원별 매출", `SELECT e."LastName", SUM(l."UnitPrice"*l."Quantity") r FROM "InvoiceLine" l JOIN "Invoice" i USING ("InvoiceId") JOIN "Customer" c USING ("CustomerId") JOIN "Employee" e ON e."EmployeeId"=c."SupportRepId" GROUP BY 1 ORDER BY r DESC`},
		{"ko", "가장 매출이 높은 앨범", `SELECT b."Title", SUM(l."UnitPrice"*l."Quantity") r FROM "InvoiceLine" l JOIN "Track" t USING ("TrackId") JOIN "Album" b USING ("AlbumId") GROUP BY 1 ORDER BY r DESC LIMIT 1`},
		{"ko", "앨범이 가장 많은 음악가", `SELECT a."Name", COUNT(*) n FROM "Album" JOIN "Artist" a USING ("ArtistId") GROUP BY 1 ORDER BY n DESC LIMIT 1`},
		{"ko", "Jazz 매출 비중", `SELECT 'Jazz', 100.0*SUM(CASE WHEN t."GenreId"=2 THEN l."UnitPrice"*l."Quantity" END)/SUM(l."UnitPrice"*l."Quantity") FROM "InvoiceLine" l JOIN "Track" t USING ("TrackId")`},
		{"ko", "지난달 서울 매출", ""},
		// One invoice has tracks of many genres: its total would count in each.
		{"en", "amount billed by genre", ""},
	} {
		reading, result := answer(t, l, "E024", q.language, q.text)
		if q.sql == "" {
			if reading.Refusal == nil {
				t.Errorf("%s: %+v", q.text, reading)
			}
			continue
		}
		if reading.Request == nil {
			t.Errorf("%s: not read: %+v", q.text, reading)
			continue
		}
		asked{Question: q.text, A: q.sql, B: q.sql}.check(t, l, result)
	}
}
