package semantic

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// "The best product of each region" is one of each region, not the best of all pairs.
func TestTheFirstOfEach(t *testing.T) {
	t.Parallel()
	l := open(t)
	for question, sql := range map[string]string{
		"지역별로 가장 많이 팔린 제품": `SELECT region_name, prod_id, prod_name, total FROM (
SELECT r.region_name, p.prod_id, p.prod_name, SUM(s.sales_amount) AS total, RANK() OVER (PARTITION BY r.region_code ORDER BY SUM(s.sales_amount) DESC) AS place
FROM sales s JOIN products p ON p.prod_id = s.prod_id JOIN customers c ON c.cust_id = s.cust_id JOIN regions r ON r.region_code = c.region_code GROUP BY r.region_code, p.prod_id) AS x
WHERE place = 1 ORDER BY region_name`,
		"10월에 팀별로 매출 하위 2명은 누구야": `SELECT dept, emp_id, emp_name, total FROM (
SELECT e.dept, e.emp_id, e.emp_name, SUM(s.sales_amount) AS total, RANK() OVER (PARTITION BY e.dept ORDER BY SUM(s.sales_amount)) AS place
FROM sales s JOIN employees e ON e.emp_id = s.emp_id WHERE s.sale_date BETWEEN '2026-10-01' AND '2026-10-31' GROUP BY e.emp_id) AS x
WHERE place <= 2 ORDER BY dept, place`,
		"3분기 월별로 매출이 가장 높은 담당자": `SELECT month, emp_id, emp_name, total FROM (
SELECT substr(s.sale_date, 1, 7) AS month, e.emp_id, e.emp_name, SUM(s.sales_amount) AS total, RANK() OVER (PARTITION BY substr(s.sale_date, 1, 7) ORDER BY SUM(s.sales_amount) DESC) AS place
FROM sales s JOIN employees e ON e.emp_id = s.emp_id WHERE s.sale_date BETWEEN '2026-07-01' AND '2026-09-30' GROUP BY 1, e.emp_id) AS x
WHERE place = 1 ORDER BY month`,
	} {
		reading, got := answer(t, l, "E024", "ko", question)
		if reading.Request == nil || !reading.Request.Each {
			t.Errorf("%s: %+v", question, reading.Request)
			continue
		}
		want, have := map[string]bool{}, map[string]bool{}
		for _, row := range plainly(t, l, sql) {
			want[flat(Result{About: About{Columns: got.Columns}, Rows: [][]Cell{row}})] = true
		}
		for _, row := range got.Rows {
			have[flat(Result{About: About{Columns: got.Columns}, Rows: [][]Cell{row}})] = true
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s (-want +got):\n%s", question, diff)
		}
	}
	// Two breakdowns of which none is ranked by itself are ranked as pairs.
	if reading, _ := answer(t, l, "E024", "ko", "지역별 제품별 매출 상위 5"); reading.Request == nil || reading.Request.Each || reading.Request.Limit != 5 {
		t.Errorf("%+v", reading.Request)
	}
	// Another breakdown behind it is ranked as a whole again.
	if reading, _ := answer(t, l, "E024", "ko", "지역별로 가장 많이 팔린 제품", "거래처별로"); reading.Request == nil || reading.Request.Each {
		t.Errorf("%+v", reading.Request)
	}
	bad := Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Groups: []string{"product"}, Each: true, Limit: 1, Order: Order{By: "metric"}}
	if checked, err := l.Check(t.Context(), bad, person(t, "E024")); err != nil || checked.Refusal == nil {
		t.Errorf("the first of each of nothing: %+v %v", checked, err)
	}
}

// A ranking that names no figure is by the main one, which is said; where something is done
// much it is asked, for the time and the team that it was asked of.
func TestARankingIsChosenForItsTime(t *testing.T) {
	t.Parallel()
	l := open(t)
	main, _ := answer(t, l, "E024", "ko", "10월 영업3팀 상위 거래처 5곳")
	if q := main.Request; q == nil || q.Metrics[0].Name != "sales_amount" || q.Limit != 5 || q.Period.To != "2026-10-31" || len(q.Filters) != 1 || q.Assumptions[0].Key != "metric" {
		t.Errorf("%+v", main)
	}
	r, err := l.Read(t.Context(), Question{Language: "ko", Person: person(t, "E024"), Today: today, Text: "10월 영업3팀 제일 많이 나가는 거래처 5곳"})
	if err != nil || r.Ambiguity == nil || len(r.Ambiguity.Choices) == 0 {
		t.Fatalf("%+v %v", r, err)
	}
	for _, c := range append(r.Ambiguity.Choices, Choice{Text: "partial", Request: r.Ambiguity.Partial}) {
		if p := c.Request.Period; p.From != "2026-10-01" || p.To != "2026-10-31" || len(c.Request.Filters) != 1 {
			t.Errorf("%s: %+v", c.Text, c.Request)
		}
	}
}
