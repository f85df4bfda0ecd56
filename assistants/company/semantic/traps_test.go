package semantic

import (
	"slices"
	"testing"
)

// traps are requests over several datasets, with what the same numbers are where
// each is counted alone.
func traps(t *testing.T, r Request, alone string) {
	t.Helper()
	l := open(t)
	r.Language = "ko"
	got, err := l.Run(t.Context(), r, person(t, "E024"))
	if err != nil {
		t.Fatal(err)
	}
	asked{Question: got.Title, A: alone, B: alone}.check(t, l, got)
	if len(got.Plan) == 0 {
		t.Error("it was not explained before it ran")
	}
}

// A customer with many sales is one customer (fan-out).
func TestNoRowIsCountedOncePerRowThatItHas(t *testing.T) {
	t.Parallel()
	traps(t, Request{Metrics: []MetricRef{{Name: "customer_count"}, {Name: "sales_amount"}}, Groups: []string{"customer_region"}},
		`SELECT (SELECT COUNT(*) FROM customers c WHERE c.region_code=r.region_code) n,
		(SELECT SUM(sales_amount) FROM sales WHERE cust_id IN (SELECT cust_id FROM customers c WHERE c.region_code=r.region_code)) t FROM regions r ORDER BY n DESC, region_code`)
}

// Sales and visits of one customer do not multiply each other (chasm).
func TestTwoFactsOfOneThingDoNotMultiply(t *testing.T) {
	t.Parallel()
	traps(t, Request{Metrics: []MetricRef{{Name: "sales_amount"}, {Name: "visit_count"}, {Name: "expense_amount"}}, Groups: []string{"grade"}},
		`SELECT SUM(t), SUM(v), SUM(x) FROM (SELECT grade, (SELECT SUM(sales_amount) FROM sales s WHERE s.cust_id=c.cust_id) t, (SELECT COUNT(*) FROM visits v WHERE v.cust_id=c.cust_id) v,
		(SELECT SUM(amount) FROM expenses e WHERE e.cust_id=c.cust_id) x FROM customers c) GROUP BY grade ORDER BY 1 DESC`)
}

// A statement that the database can't plan is not run.
func TestStatementsAreExplainedBeforeTheyRun(t *testing.T) {
	t.Parallel()
	l := open(t)
	plan, rows, err := l.db.query(t.Context(), person(t, "E024"), "SELECT COUNT(*) FROM sales WHERE cust_id = $1", []any{"C0001"})
	if err != nil || len(plan) == 0 || len(rows) != 1 {
		t.Errorf("%v %v %v", plan, rows, err)
	}
	if plan, rows, err = l.db.query(t.Context(), person(t, "E024"), "SELECT nothing FROM sales", nil); err == nil || plan != nil || rows != nil {
		t.Errorf("%v %v %v", plan, rows, err)
	}
}

// What is refused keeps of whom and when it was, and not what it could not read.
func TestWhatIsRefusedKeepsOfWhomItWas(t *testing.T) {
	t.Parallel()
	l := open(t)
	q := Question{Text: "10월 서울 마진 알려줘", Language: "ko", Person: person(t, "E024"), Today: today}
	refused, err := l.Read(t.Context(), q)
	if err != nil || refused.Refusal == nil || refused.Refusal.Asked == nil {
		t.Fatalf("%+v %v", refused, err)
	}
	q.Text, q.Previous = "그럼 매출은?", refused.Refusal.Asked
	got, err := l.Read(t.Context(), q)
	if err != nil || got.Request == nil || got.Request.Period.From != "2026-10-01" || len(got.Request.Filters) != 1 || !slices.Equal(got.Request.Filters[0].Values, []string{"SEL"}) {
		t.Errorf("%+v %v", got, err)
	}
	q.Text, q.Previous = "온라인 매출 10월", nil
	if refused, err = l.Read(t.Context(), q); err != nil || refused.Refusal == nil {
		t.Fatalf("%+v %v", refused, err)
	}
	q.Text, q.Previous = "서울은?", refused.Refusal.Asked
	if got, err = l.Read(t.Context(), q); err != nil || got.Request != nil {
		t.Errorf("sales without the condition that was not read: %+v %v", got.Request, err)
	}
}
