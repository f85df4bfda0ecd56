package semantic

import (
	"math"
	"strings"
	"testing"
)

// What is drawn follows from what the columns are: time is a line, few things are
// bars up to twelve, few shares a stacked bar; the rest is a table.
func TestResultsAreDrawnByWhatTheyAre(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]string{
		"올해 월별 매출 추이": "line", "지난달 지역별 매출": "bar", "지역별 매출 비중": "bar", "고객 유형별 매출 비중": "stacked", "지역별 매출과 방문 건수": "bar", "상위 12개 거래처 매출": "bar", "상위 13개 거래처 매출": "table",
		"직원별 매출": "table", "올해 월별 지역별 매출": "table", "지난달 서울 매출은 얼마야?": "number",
	} {
		_, got := answer(t, l, "E024", "ko", text)
		if c := got.Chart; c.Kind != want || (want == "table" || want == "number") != (len(c.Series) == 0) || len(c.Series) > 0 && len(c.Categories) != len(got.Rows) {
			t.Errorf("%s: %+v, want %s of %d rows", text, c, want, len(got.Rows))
		}
	}
}

// A column is summed up as its rows say.
func TestStatisticsAreThoseOfTheRows(t *testing.T) {
	t.Parallel()
	_, got := answer(t, open(t), "E024", "ko", "2025년 분기별 매출")
	if len(got.Rows) != 4 || len(got.Statistics) != 1 {
		t.Fatalf("%s %+v", flat(got), got.Statistics)
	}
	// 505093685, 482605715, 528148780 and 512754365, reckoned apart from this code.
	s := got.Statistics[0]
	for name, pair := range map[string][2]float64{
		"sum": {*s.Sum, 2028602545}, "mean": {s.Mean, 507150636.25}, "median": {s.Median, 508924025}, "deviation": {s.Deviation, 18964950.3423}, "least": {s.Min, 482605715}, "most": {s.Max, 528148780},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-6*math.Abs(pair[1]) {
			t.Errorf("%s is %v, not %v", name, pair[0], pair[1])
		}
	}
	if s.Count != 4 {
		t.Errorf("%+v", s)
	}
}

// A result has so many rows at most, by the statement itself, and says that there
// are more.
func TestRowsAreLimited(t *testing.T) {
	t.Parallel()
	l := open(t)
	r := Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Groups: []string{"customer", "product"}}
	got, err := l.Run(t.Context(), r, person(t, "E024"))
	if err != nil || len(got.Rows) != maxRows || !got.Truncated || !strings.Contains(strings.Join(got.Notes, " "), "200행만") || got.DataDay != today || !strings.Contains(got.SQL, "LIMIT") {
		t.Errorf("%d rows, %v, %v, %v", len(got.Rows), got.Truncated, got.Notes, err)
	}
}
