package semantic

import (
	"strings"
	"testing"
)

// The question within a question is answered first, and what came of it is told.
func TestAQuestionWithinAQuestion(t *testing.T) {
	t.Parallel()
	l := open(t)
	first := func(sql string) string { return plainly(t, l, sql)[0][0].Text }
	for question, want := range map[string]struct{ name, filter string }{
		"가장 안 팔린 제품은 어느 지역에서 팔렸어": {
			first("SELECT p.prod_name FROM sales s JOIN products p ON p.prod_id = s.prod_id GROUP BY 1 ORDER BY SUM(s.sales_amount) LIMIT 1"), "product"},
		"가장 많이 팔린 제품의 평균 판매 단가": {
			first("SELECT p.prod_name FROM sales s JOIN products p ON p.prod_id = s.prod_id GROUP BY 1 ORDER BY SUM(s.sales_amount) DESC LIMIT 1"), "product"},
		"매출 1위 제품의 지역별 매출": {
			first("SELECT p.prod_name FROM sales s JOIN products p ON p.prod_id = s.prod_id GROUP BY 1 ORDER BY SUM(s.sales_amount) DESC LIMIT 1"), "product"},
		"지난달 매출이 가장 높은 지역의 담당자별 방문 건수": {
			first("SELECT r.region_name FROM sales s JOIN customers c ON c.cust_id = s.cust_id JOIN regions r ON r.region_code = c.region_code WHERE s.sale_date BETWEEN '2026-10-01' AND '2026-10-31' GROUP BY 1 ORDER BY SUM(s.sales_amount) DESC LIMIT 1"), "customer_region"},
		"방문 꼴찌 직원의 매출은?": {
			first("SELECT e.emp_name FROM employees e JOIN visits v ON v.emp_id = e.emp_id GROUP BY 1 ORDER BY COUNT(*), e.emp_id LIMIT 1"), "employee"},
	} {
		reading, got := answer(t, l, "E021", "ko", question)
		r := reading.Request
		if r == nil || len(r.Filters) != 1 || r.Filters[0].Dimension != want.filter || len(r.Filters[0].Values) != 1 || r.Limit == 1 {
			t.Errorf("%s: %+v", question, r)
			continue
		}
		if told := strings.Join(got.Assumptions, "\n"); !strings.Contains(told, want.name) {
			t.Errorf("%s: %s is not told in %s", question, want.name, told)
		}
	}
	reading, _ := answer(t, l, "E021", "ko", "작년 대비 가장 많이 성장한 제품은 어느 지역에서 늘었어")
	if r := reading.Request; r == nil || r.CompareTo == nil || len(r.Filters) != 1 || r.Filters[0].Dimension != "product" {
		t.Errorf("%+v", reading.Request)
	}
	// What is ranked itself is no question within another.
	for _, question := range []string{"매출이 가장 높은 제품은?", "매출 1위 거래처가 어디야", "가장 많이 방문한 직원이 누구야"} {
		if reading, _ := answer(t, l, "E021", "ko", question); reading.Request == nil || reading.Request.Limit != 1 || len(reading.Request.Filters) > 0 {
			t.Errorf("%s: %+v", question, reading.Request)
		}
	}
	// Behind figures of a month it is of that month.
	reading, _ = answer(t, l, "E021", "ko", "지난달 제품별 매출 보여줘", "가장 안 팔린 제품은 어느 지역에서 팔렸어?")
	if r := reading.Request; r == nil || r.Period.From != "2026-10-01" || len(r.Filters) != 1 || r.Filters[0].Dimension != "product" {
		t.Errorf("%+v", reading.Request)
	}
}

// A question within a question is not ranked, compared or broken down as the one
// before it was.
func TestAQuestionWithinAQuestionIsItsOwn(t *testing.T) {
	t.Parallel()
	l := open(t)
	reading, got := talk(t, l, "9월 대비 10월 매출 증가율 높은 지역 3곳", "10월에 가장 안 팔린 제품은 어느 지역에서 팔렸어?")
	if r := reading.Request; r == nil || r.CompareTo != nil || r.Limit > 0 || len(r.Groups) != 1 || !strings.Contains(flat(got), "인천|987165원") {
		t.Errorf("%+v\n%s", reading.Request, flat(got))
	}
	// What fell most of what fell is compared as that was.
	reading, got = talk(t, l, "9월 대비 10월 매출이 제일 많이 줄어든 팀", "그 팀에서 제일 많이 줄어든 사람이 누구고 어떤 제품이 줄었어?")
	if r := reading.Request; r == nil || r.CompareTo == nil || len(r.Filters) == 0 || r.Filters[len(r.Filters)-1].Dimension != "employee" || len(r.Groups) != 1 || r.Groups[0] != "product" {
		t.Errorf("%+v\n%s", reading.Request, flat(got))
	}
	// What is best and worst of time points at no row that was shown.
	reading, _ = talk(t, l, "10월에 가장 안 팔린 제품은 어느 지역에서 팔렸어?", "지난 6개월 중에 매출이 가장 좋았던 달과 나빴던 달")
	if r := reading.Request; r == nil || r.Grain != Month || len(r.Groups) > 1 {
		t.Errorf("%+v", r)
	}
	for _, a := range reading.Request.Assumptions {
		if a.Key == "referent" {
			t.Errorf("%+v", a)
		}
	}
}

// Growth is ranked by the growth, not by what grew.
func TestGrowthIsRankedByItself(t *testing.T) {
	t.Parallel()
	l := open(t)
	for question, want := range map[string]Order{
		"9월 대비 10월 매출 증가율 높은 지역 3곳":  {By: "rate", Desc: true},
		"9월 대비 10월 매출 증가율이 가장 낮은 지역": {By: "rate"},
		"9월보다 10월 매출 감소율 높은 제품 3개":   {By: "rate"},
		"9월 대비 10월 매출 증가폭이 큰 거래처 5곳": {By: "change", Desc: true},
		"9월 대비 10월 매출이 많이 떨어진 제품 3개": {By: "change"},
	} {
		reading, got := answer(t, l, "E021", "ko", question)
		if reading.Request == nil || reading.Request.Order != want {
			t.Errorf("%s: %+v", question, reading.Request)
			continue
		}
		role := map[string]string{"rate": "change", "change": "difference"}[want.By]
		at := -1
		for i, c := range got.Columns {
			if c.Role == role {
				at = i
			}
		}
		for i := range got.Rows[1:] {
			if a, b := *got.Rows[i][at].Number, *got.Rows[i+1][at].Number; a < b == want.Desc && a != b {
				t.Errorf("%s: %v before %v", question, a, b)
			}
		}
	}
}

// The last months by months are whole ones, but for the one that goes on.
func TestTheLastMonthsBeginWithAMonth(t *testing.T) {
	t.Parallel()
	l := open(t)
	reading, got := answer(t, l, "E021", "ko", "최근 6개월 월별 매출")
	if r := reading.Request; r == nil || r.Period.From != "2026-06-01" || len(got.Rows) != 6 {
		t.Errorf("%+v with %d rows", reading.Request, len(got.Rows))
	}
}
