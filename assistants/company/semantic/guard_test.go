package semantic

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/internal/korean"
)

func TestTheDatabaseIsOnlyRead(t *testing.T) {
	t.Parallel()
	l := open(t)
	conn, err := l.db.conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, q := range []string{"DELETE FROM sales", "CREATE TABLE x (a)", "ATTACH DATABASE ':memory:' AS other", "PRAGMA user_version = 9"} {
		if _, err := conn.ExecContext(t.Context(), q); err == nil {
			t.Errorf("%s is done", q)
		}
	}
	only := 0
	if err := conn.QueryRowContext(t.Context(), "PRAGMA query_only").Scan(&only); err != nil || only != 1 {
		t.Errorf("the connection may write where its file may be: %d, %v", only, err)
	}
	for _, q := range []string{"DELETE FROM sales", "SELECT 1; SELECT 2", "SELECT 1 -- x", "SELECT /* x */ 1", " SELECT 1", "PRAGMA x", ""} {
		if _, _, err := l.db.query(t.Context(), access.Person{}, q, nil); !errors.Is(err, ErrRefused) {
			t.Errorf("%q: %v", q, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, _, err = l.db.query(ctx, access.Person{}, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n", nil)
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("a statement without end: %v", err)
	}
}

func TestWhatIsSaidNeverBecomesSQL(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, text := range []string{"' OR 1=1 -- 서울 매출", "SELECT * FROM employees; DROP TABLE sales;--", "서울'); DELETE FROM sales; -- 매출", `지난달 "sales" 매출`} {
		reading, err := l.Read(t.Context(), Question{Text: text, Language: "ko", Person: person(t, "E024"), Today: today})
		if err != nil {
			t.Fatal(err)
		}
		if reading.Request != nil {
			if result, err := l.Run(t.Context(), *reading.Request, person(t, "E024")); err != nil || strings.Contains(result.SQL, "DELETE") || strings.Contains(result.SQL, "OR 1") {
				t.Errorf("%s: %s, %v", text, result.SQL, err)
			}
		}
	}
	// A model may choose names, and values, which are bound.
	r := Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Filters: []Filter{{Dimension: "customer_region", Op: In, Values: []string{"x') OR ('1'='1"}}}}
	result, err := l.Run(t.Context(), r, person(t, "E024"))
	if err != nil || *result.Rows[0][0].Number != 0 || strings.Contains(result.SQL, "'1'") {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestRequestsOfOthersAreChecked(t *testing.T) {
	t.Parallel()
	l := open(t)
	sales := []MetricRef{{Name: "sales_amount"}}
	for name, r := range map[string]Request{
		"invalid: metric":    {Metrics: []MetricRef{{Name: "margin"}}},
		"invalid: dimension": {Metrics: sales, Groups: []string{"x; DROP"}},
		"invalid: op":        {Metrics: sales, Filters: []Filter{{Dimension: "grade", Op: "like", Values: []string{"A"}}}},
		"invalid: grain":     {Metrics: sales, Grain: "decade"},
		"invalid: day":       {Metrics: sales, Period: Period{From: "2026-13-01"}},
		"invalid: order":     {Metrics: sales, Order: Order{By: "1; DROP"}},
		"invalid: nothing":   {},
		"no_path: target":    {Metrics: []MetricRef{{Name: "target_amount"}}, Groups: []string{"product"}},
		"no_path: both":      {Metrics: []MetricRef{{Name: "sales_amount", Per: "visit_count"}}, Groups: []string{"product"}},
		"no_path: by result": {Metrics: []MetricRef{{Name: "success_rate"}}, Groups: []string{"result"}},
		"no_path: things":    {Metrics: []MetricRef{{Name: "customer_count"}}, Grain: Month},
		"no_path: of itself": {Rows: "customers", Exists: []Exists{{Dataset: "customers", Of: "customers"}}},
		"no_path: no way":    {Rows: "products", Exists: []Exists{{Dataset: "customers", Of: "products"}}},
		"no_path: no things": {Rows: "sales", Exists: []Exists{{Dataset: "visits", Of: "sales"}}},
		"grain: week":        {Metrics: []MetricRef{{Name: "achievement"}}, Period: Period{From: "2026-11-09", To: "2026-11-15"}},
		"grain: compare":     {Metrics: sales, Grain: Month, Period: Period{From: "2026-01-01", To: "2026-03-31"}, CompareTo: &Period{From: "2025-10-01", To: "2025-12-31"}},
	} {
		r.Language = "en"
		reading, err := l.Check(t.Context(), r, person(t, "E024"))
		want, _, _ := strings.Cut(name, ":")
		if err != nil || reading.Refusal == nil || reading.Refusal.Reason != want || reading.Refusal.Text == "" {
			t.Errorf("%s: %+v, %v", name, reading, err)
		}
		if _, err := l.Run(t.Context(), r, person(t, "E024")); !errors.Is(err, ErrRefused) {
			t.Errorf("%s is run: %v", name, err)
		}
	}
}

func TestResultsAreCachedForThoseWhoSeeTheSame(t *testing.T) {
	t.Parallel()
	path, err := sample.Ensure(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	l := connected(t, Config{PathFunc: at(path), Company: sample.Company, Catalogue: sample.Catalogue(), Now: func() time.Time { return now }, Limit: time.Minute})
	r := Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}}
	run := func(id string) Result {
		result, err := l.Run(t.Context(), r, person(t, id))
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	first := run("E021")
	now = now.Add(90 * time.Second)
	if again := run("E021"); first.Queries != 5 || again.Queries != 1 {
		t.Errorf("%d and %d statements", first.Queries, again.Queries) // the version; explained and run, the newest day too
	}
	if again := run("E021"); first.Cached || !again.Cached || again.AgeSeconds != 90 || flat(again) != flat(first) {
		t.Errorf("%+v", again)
	}
	if other := run("E001"); other.Cached || flat(other) == flat(first) {
		t.Errorf("who sees one region gets %+v", other)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "UPDATE sales SET sales_amount = sales_amount + 1 WHERE sale_id = 'S000001'"); err != nil {
		t.Fatal(err)
	}
	if changed := run("E021"); changed.Cached || *changed.Rows[0][0].Number != *first.Rows[0][0].Number+1 {
		t.Errorf("changed data: %+v", changed)
	}
	now = now.Add(maxAge + time.Second)
	if old := run("E021"); old.Cached {
		t.Error("an old result is given")
	}
}

func TestBadCataloguesAreRefused(t *testing.T) {
	t.Parallel()
	data, err := fs.ReadFile(sample.Catalogue(), "catalogue.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for change, want := range map[[2]string]string{
		{"field: sales_amount\n    unit: won", "field: sales amount\n    unit: won"}:              "no name of a table or column",
		{"aggregate: avg", "aggregate: mode"}:                                                     "aggregate \"mode\"",
		{"to: products.prod_id", "to: products.category"}:                                         "counted more than once",
		{"{from: sales.emp_id, to: employees.emp_id}", "{from: sales.emp_id, to: people.emp_id}"}: "dataset.column",
		{"expr: amount * 1.0 / people", "expr: (SELECT 1) -- x"}:                                  "write columns, numbers",
		{"rows:\n      sales: [", "rows:\n      salse: ["}:                                        "no dataset \"salse\"",
		{"hire_date: {hidden: true}", "hire_day: {hidden: true}"}:                                 "no dimension or metric \"hire_day\"",
		{"[customer_owner, employee], person: id", "[owner, employee], person: id"}:               "no dimension \"owner\"",
		{"person: region, or: &own", "person: country, or: &own"}:                                 "id, region or dept",
		{"dimensions: [customer_owner, employee], person: id}", "dimensions: [customer_owner, employee], person: id, or: {dimensions: [employee], person: id}}"}: "no or: of its own",
		{"ratio: {of: closed_count", "ratio: {of: closed_cuont"}:         "closed_cuont",
		{"primary_key: [sale_id]", "primary_key: [sale_id, prod_id]"}:    "primary_key of 2 columns",
		{"kind: flag", "kind: bool"}:                                     "text, number, flag or date",
		{"title: {ko: 판매량, en: quantity sold}", "title: {ko: 판매량}"}:      "lacks en",
		{"choices: [quantity, sales_amount]", "choices: [quantities]"}:   "no metric \"quantities\"",
		{"grain: month, from: \"2024-12-01\"", "grain: month, fresh: 3"}: "how many days may pass",
		{"default_period: last_month", "default_time: last_month"}:       "default_time",
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("%q is not in the catalogue", change[0])
		}
		_, err := load(fstest.MapFS{"catalogue.yaml": {Data: []byte(strings.Replace(text, change[0], change[1], 1))}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "semantic: catalogue.yaml:") || strings.HasPrefix(err.Error(), "semantic: catalogue.yaml:0") {
			t.Errorf("%q: %v, want %q", change[1], err, want)
		}
	}
	path, err := sample.Ensure(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	missing := strings.Replace(text, "field: specialty", "field: speciality", 1)
	l, err := New(Config{PathFunc: at(path), Catalogue: fstest.MapFS{"catalogue.yaml": {Data: []byte(missing)}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Connect(t.Context()); !errors.Is(err, ErrCatalogue) || !strings.Contains(err.Error(), "dimension specialty") {
		t.Errorf("a column that the database lacks: %v", err)
	}
}

// Words that name nothing are passed over, whatever they are; those that could
// name a condition never are: the number would be that of another question.
func TestOnlyWordsThatCouldBeConditionsAreMissed(t *testing.T) {
	t.Parallel()
	l := open(t)
	read := func(text string) Reading {
		language := "en"
		if strings.ContainsFunc(text, korean.IsHangul) {
			language = "ko"
		}
		reading, _ := answer(t, l, "E024", language, text)
		return reading
	}
	for _, text := range []string{
		"오케이 대구 작년 매출이나 까보자", "챗봇아 대구 작년 매출 읊어봐", "대구 작년 매출 혹시 뽑을 수 있을까", "기억이 가물가물한데 대구 작년 매출은?",
		"내일 보고가 있거든 대구 작년 매출", "팀장님이 갑자기 물어보셔서 그런데 대구 작년 매출", "팀장님이 대구 작년 매출 달라고 하시는데", "재무팀에 낼 건데 대구 작년 매출", "오늘 오후 회의 전에 대구 작년 매출 좀", "임원 보고용으로 대구 작년 매출", "대구 작년 매출이요. 입사한지 얼마 안돼서요", "제가 신입이라 그런데 대구 작년 매출은요?",
		"for tomorrow's board meeting, Daegu sales last year", "my boss wants to know Daegu sales last year", "hey buddy, mind pulling last year's sales in Daegu real quick?", "sorry to bug you again, sales in Daegu last year",
	} {
		r := read(text).Request
		if r == nil || len(r.Metrics) != 1 || r.Metrics[0].Name != "sales_amount" || r.Period.Key != "last_year" || len(r.Filters) != 1 || r.Filters[0].Values[0] != "TAE" || len(r.Groups) > 0 {
			t.Errorf("%s: %+v", text, r)
		}
	}
	for _, text := range []string{
		"재구매한 거래처 작년 매출", "온라인으로 들어온 작년 매출", "자주 방문한 거래처 작년 매출", "현금으로 결제한 작년 매출", "할부로 산 거래처 작년 매출",
		"연체된 거래처 작년 매출", "세금 뺀 작년 매출", "수출 매출 작년", "마케팅팀 매출 작년", "환자에게 판매한 작년 매출", "미수금 알려줘. 작년 매출은?", "재고가 없는데 작년 매출은", "점심에 작년 매출", "sales before last year", "export sales last year", "sales paid in cash last year", "loyal customers last year sales", "unpaid sales last year",
	} {
		if r := read(text); r.Refusal == nil {
			t.Errorf("%s: %+v", text, r.Request)
		}
	}
}

// A rule that shows nothing besides keeps one's own rows elsewhere back too.
func TestOwnRowsAreSeenWhereTheRuleSays(t *testing.T) {
	t.Parallel()
	data, err := fs.ReadFile(sample.Catalogue(), "catalogue.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const own = "customers: [{dimensions: [customer_region], person: region, or: *own}]"
	if !strings.Contains(string(data), own) {
		t.Fatal("the rule is not in the catalogue")
	}
	strict := strings.Replace(string(data), own, "customers: [{dimensions: [customer_region], person: region}]", 1)
	path, err := sample.Ensure(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := connected(t, Config{PathFunc: at(path), Company: sample.Company, Catalogue: fstest.MapFS{"catalogue.yaml": {Data: []byte(strict)}}, Limit: time.Minute})
	for _, c := range []struct {
		l          *Layer
		text, want string
	}{
		{open(t), "내 거래처 목록", "직원02 거래처 목록\nC0040|고객기관040|종합병원|인천"},
		{l, "내 거래처 목록", "hidden: 직원02의 거래처는"},
		{l, "직원20 거래처 수", "2곳"},
	} {
		if got := held(t, c.l, "E002", "ko", c.text); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// Who sees a region and what is one's own elsewhere sees no more than that, and no figure of it
// goes by another's name: a region's is the region's, a colleague's is none of a part.
func TestARegionAndOnesOwn(t *testing.T) {
	t.Parallel()
	l := open(t)
	cell := func(sql string) string {
		return strings.ReplaceAll(Format(plainly(t, l, sql)[0][0], "won_cell", "ko"), ",", "")
	}
	const sold = "SELECT SUM(s.sales_amount) FROM sales s JOIN customers c ON c.cust_id = s.cust_id WHERE s.sale_date LIKE '2026-10%' AND "
	own := cell(sold + "c.cust_id = 'C0040'")
	for text, want := range map[string]string{
		"고객기관040 10월 매출": own,                                                               // one's own customer of Incheon
		"10월 전체 매출":      cell(sold + "(c.region_code = 'GGI' OR c.owner_emp_id = 'E002')"), // both, which is said
		"10월 경기 매출":      cell(sold + "c.region_code = 'GGI'"),
		"10월 우리 지역 매출":   cell(sold + "c.region_code = 'GGI'"),
		"10월 내 매출":       cell(sold + "s.emp_id = 'E002'"),
		"10월 인천 매출":      "hidden: 인천",
		"10월 지역별 매출":     "hidden: ",
		"고객기관021 10월 매출": "hidden: 고객기관021",
		"직원09 10월 매출":    "hidden: 직원09",
		"올해 방문 없는 내 거래처": "2026년 직원02 방문 없는 거래처 목록",
		"10월 경기 제외 매출":   "hidden: ", // all that is seen of it is one's own
	} {
		if got := held(t, l, "E002", "ko", text); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]bool{"10월 전체 매출": true, "10월 경기 매출": false, "10월 내 매출": false} {
		_, got := answer(t, l, "E002", "ko", text)
		if notes := strings.Join(got.Notes, " "); strings.Contains(notes, "본인 담당") != want {
			t.Errorf("%s: %s", text, notes)
		}
	}
}

// Side by side people's figures are cut alike: one's own whole beside the parts of colleagues
// would rank first who is not.
func TestColleaguesAreCutAlike(t *testing.T) {
	t.Parallel()
	l := open(t)
	rows := func(r Request, who, cut string) string {
		if r = r.clone(); cut != "" {
			r.Filters = append(r.Filters, Filter{Dimension: cut, Op: In, Values: []string{"GGI"}})
		}
		result, err := l.Run(t.Context(), r, person(t, who))
		if err != nil || len(result.Rows) == 0 {
			t.Fatalf("%v by %v for %s: %v, %v", r.Metrics, r.Groups, who, result.Rows, err)
		}
		text, err := json.Marshal(result.Rows)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	hospitals := []Filter{{Dimension: "customer_type", Op: In, Values: []string{"종합병원"}}}
	for _, c := range []struct {
		metric, cut string
		groups      []string
		filters     []Filter
	}{
		{"customer_count", "customer_region", []string{"employee"}, nil},
		{"customer_count", "customer_region", []string{"department"}, nil},
		{"sales_amount", "employee_region", []string{"employee"}, nil},
		{"sales_amount", "customer_region", []string{"employee", "customer_type"}, nil},
		{"sales_amount", "customer_region", []string{"employee"}, hospitals},
		{"visit_count", "customer_region", []string{"employee"}, hospitals},
	} {
		r := Request{Metrics: []MetricRef{{Name: c.metric}}, Groups: c.groups, Filters: c.filters, Language: "ko"}
		if got, want := rows(r, "E002", ""), rows(r, "E024", c.cut); got != want {
			t.Errorf("%s by %v: %s, want %s", c.metric, c.groups, got, want)
		}
	}
}
