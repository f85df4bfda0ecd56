package semantic

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

// today is the day that the sample's figures were written for.
const today = "2026-11-21"

func TestTextsAndPhrases(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "grain", "unit", "filter", "hidden", "ask", "refuse", "assumed", "column", "choice")
	dialogtest.Check(t, phrases, ".", "period.", "op", "stop", "numeral", "counter", "piece", "compare", "ahead", "since", "filler", "again", "point")
}

func open(t testing.TB) *Layer {
	t.Helper()
	path, err := sample.Ensure(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return connected(t, Config{PathFunc: at(path), Company: sample.Company, Catalogue: sample.Catalogue(), Limit: time.Minute})
}

// at is a database file.
func at(path string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return path, nil }
}

// connected is a layer on its open database.
func connected(t testing.TB, cfg Config) *Layer {
	t.Helper()
	l, err := New(cfg)
	if err == nil {
		err = l.Connect(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// What goes on from a question of which it is not known yet what to look at failed.
func TestARequestOfNothingYet(t *testing.T) {
	t.Parallel()
	l := open(t)
	nothing := Request{Language: "ko"}
	if got := l.Summary(nothing); got != "" {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"먹는거만", "그 기준이 정확히 어디 나와있더라", "who's buying"} {
		if _, err := l.Read(t.Context(), Question{Text: text, Language: "ko", Person: person(t, "E021"), Today: today, Previous: &nothing}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func person(t testing.TB, id string) access.Person {
	t.Helper()
	p, err := sample.People().Person(t.Context(), sample.Company, id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer reads and runs a question, each after the one before.
func answer(t testing.TB, l *Layer, id, language string, questions ...string) (Reading, Result) {
	t.Helper()
	var reading Reading
	var previous *Request
	for _, q := range questions {
		var err error
		reading, err = l.Read(t.Context(), Question{Text: q, Language: language, Person: person(t, id), Today: today, Previous: previous})
		if err != nil {
			t.Fatal(q, err)
		}
		switch {
		case reading.Request != nil:
			previous = reading.Request
		case reading.Ambiguity != nil:
			previous = reading.Ambiguity.Partial
		}
	}
	if reading.Request == nil {
		return reading, Result{}
	}
	result, err := l.Run(t.Context(), *reading.Request, person(t, id))
	if err != nil {
		t.Fatal(questions, err)
	}
	return reading, result
}

// flat are the cells of a result's rows as a reader of them would write them.
func flat(r Result) string {
	var rows []string
	for _, row := range r.Rows {
		var cells []string
		for i, c := range row {
			cells = append(cells, strings.ReplaceAll(FormatCell(c, r.Columns[i].Unit, "ko"), ",", ""))
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return strings.Join(rows, "\n")
}

// What a question gives: parts of the rows, written with their units, in their
// order; rows is their number, 0 for any.
var questions = []struct {
	text string
	want []string
	rows int
}{
	{"지난달 서울 매출은 얼마야?", []string{"33588285원"}, 1},
	{"이번 달 전체 매출과 건수는?", []string{"200618860원|191건"}, 1},
	{"작년 같은 달과 비교하면 서울 매출이 얼마나 변했어?", []string{"33588285원", "6646295원"}, 1},
	{"2026년 3분기 매출 순위 상위 5개 제품", []string{"예시헤모릭스주|137327520원", "예시뉴로멘정|100452825원", "예시리피드정|49971195원"}, 5},
	{"고객 유형별 매출 비중", []string{"약국|982990590원|23.3%", "의원|916472305원|21.7%", "병원|669011695원|15.8%"}, 5},
	{"최근 3개월 거래가 없는 거래처 목록", []string{"C0012|고객기관012", "C0027", "C0037", "C0072", "C0073"}, 7},
	{"영업1팀 이번 달 목표 달성률", []string{"129.5%|76411045원|59000000원"}, 1},
	{"지난주 방문 건수와 평균 방문 시간", []string{"21건|61.9분"}, 1},
	{"지난주에 우리 애들 방문 몇 번이나 나갔지", []string{"0건"}, 1}, // the team is the asker's
	{"요즘 고객기관066 매출", []string{"13743235원"}, 1},
	{"A등급 거래처 방문 성공률", []string{"31.3%"}, 1},
	{"서울 지역 담당자별 매출 순위 3명", []string{"직원14|117506555원", "직원09|111264405원", "직원06|93890845원"}, 3},
	{"반품이 가장 많은 제품", []string{"예시리피드정|612개"}, 1},
	{"올해 월별 매출 추이를 보여줘", []string{"2026-01|174213190원", "2026-05|183756650원", "2026-11|200618860원"}, 11},
	{"1인당 식음료비가 10만원을 넘는 지출 건", []string{"X00026", "120000원", "X00029", "110000원", "X00107"}, 18},
	{"증빙 없는 지출은 몇 건이고 합계는?", []string{"4088000원|50건"}, 1},
	{"할인율이 1% 이상인 매출만 합계", []string{"1741428255원"}, 1},
	{"올해 새로 개설한 거래처의 올해 매출", []string{"86139095원|10곳"}, 1},
	{"약국 채널을 제외한 서울 매출", []string{"589165230원"}, 1},
	{"직접 영업 매출과 도매 매출 비교", []string{"도매|2184830175원", "직접|2038918510원"}, 2},
	{"부산 지역 팀장 이름 알려줘", nil, 0},
	{"방문했지만 매출이 없는 거래처", []string{"고객기관017", "고객기관045", "고객기관064", "고객기관076", "고객기관086"}, 8},
	{"상급종합병원 상위 10곳 매출", []string{"고객기관023|63234870원", "고객기관082|57208145원", "고객기관054|45105140원"}, 10},
	{"직원별 방문 대비 매출(방문 1건당 매출)", []string{"E008|직원08|4051899원", "E012", "3971559원", "E017", "3802541원"}, 20},
	{"지난달 성사율이 가장 높은 직원", []string{"직원15|50%|4건", "직원20|50%|4건"}, 2},
	{"공공기관 거래처 중 이번 분기 매출이 있는 곳 수", []string{"9곳"}, 1},
	{"제품 P10은 현재 판매 중이야?", []string{"P10|예시알러케어정", "판매 중단"}, 1},
	{"재직 중인 영업담당 수", []string{"19명"}, 1},
	{"서울·경기 매출 합계", []string{"52083350원"}, 1},
	{"방문 시 제공한 금액이 가장 큰 방문", []string{"V000003", "C0001", "80000원"}, 1},
	{"분기별 매출 성장률", []string{"2025-Q1|505093685원|–", "2025-Q2|482605715원|-4.5%", "2025-Q4|512754365원|-2.9%", "2026-Q1|530726180원|3.5%"}, 7},
}

func TestQuestionsOfTheSampleCompany(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, q := range questions {
		reading, result := answer(t, l, "E024", "ko", q.text)
		if reading.Request == nil {
			t.Errorf("%s: not read: %+v", q.text, reading)
			continue
		}
		rest := flat(result)
		if q.rows > 0 && len(result.Rows) != q.rows {
			t.Errorf("%s: %d rows, want %d:\n%s", q.text, len(result.Rows), q.rows, rest)
		}
		for _, want := range q.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: lacks %q:\n%s", q.text, want, flat(result))
				break
			}
			rest = after
		}
		again(t, q.text, reading)
		again(t, q.text, result)
	}
}

// again fails for a value that is not the same when it is read back from JSON.
func again[T any](t *testing.T, what string, v T) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back T
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	twice, err := json.Marshal(back)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != string(twice) || !reflect.DeepEqual(v, back) {
		t.Errorf("%s: read back from JSON it is another:\n%s\n%s", what, data, twice)
	}
}

// refusedFor is why a question is refused, "" where it is not.
func refusedFor(t *testing.T, l *Layer, text, day string) string {
	t.Helper()
	r, err := l.Read(t.Context(), Question{Text: text, Language: "ko", Person: person(t, "E024"), Today: day})
	if err != nil {
		t.Fatal(err)
	}
	if r.Refusal == nil {
		return ""
	}
	return r.Refusal.Reason
}

// What a question takes to read is bounded: some rules hold each word against all
// others, so a text of too many is not read.
func TestAQuestionOfTooManyWordsIsRefused(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]string{
		strings.Repeat("매출", maxTokens+1):         "too_long",
		strings.Repeat("\"'", maxQuestion/2):      "too_long",
		strings.Repeat("아", maxQuestion/3+1):      "too_long",
		"지난달 매출" + strings.Repeat(" ", maxTokens): "",
	} {
		if got := refusedFor(t, l, text, today); got != want {
			t.Errorf("%.20q: %q, want %q", text, got, want)
		}
	}
}

// "That region" is the one that was shown, and the thing it was shown of is not
// asked about any more.
func TestWhatWasShownIsPointedAt(t *testing.T) {
	t.Parallel()
	l := open(t)
	q := Question{
		Text: "그 지역 지난달 매출은", Language: "ko", Person: person(t, "E024"), Today: today, Shown: map[string][]string{"customer_region": {"부산"}},
		Previous: &Request{Rows: "customers", Fields: []string{"customer_region"}, Filters: []Filter{{Dimension: "customer", Op: In, Values: []string{"C0036"}}}},
	}
	got, err := l.Read(t.Context(), q)
	if err != nil || got.Request == nil || len(got.Request.Filters) != 1 || got.Request.Filters[0].Values[0] != "PUS" {
		t.Fatalf("%+v %v", got.Request, err)
	}
	q.Shown, q.Previous = nil, nil
	if got, err = l.Read(t.Context(), q); err != nil || got.Ambiguity == nil || got.Ambiguity.Key != "referent" {
		t.Fatalf("%+v %v", got, err)
	}
}

// A follow-up that widens drops what it names, and a ranking does not outlive the
// question for a line.
func TestFollowUpsWidenAndTurn(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct{ want, first, then string }{
		{"180111705원", "10월 경기 매출", "전체 매출은?"},
		{"180111705원", "10월 지역별 매출", "전체 매출은?"},
		{"191416910원", "서울 A등급 상반기 매출", "등급 상관없이"},
		{"568054405원", "3분기 팀별 매출", "셋 다 합치면?"},
	} {
		if _, got := answer(t, l, "E024", "ko", c.first, c.then); flat(got) != c.want {
			t.Errorf("%s, %s: %s", c.first, c.then, flat(got))
		}
	}
	if r, _ := answer(t, l, "E024", "ko", "10월 매출 상위 거래처 5곳", "월별 매출 추이"); r.Request == nil || len(r.Request.Groups) > 0 || r.Request.Grain != Month {
		t.Errorf("%+v", r.Request)
	}
	if r, _ := answer(t, l, "E024", "ko", "상반기 대전 제품별 매출", "월별로 바꿔주세요"); r.Request == nil || len(r.Request.Groups) > 0 || r.Request.Grain != Month || len(r.Request.Filters) != 1 {
		t.Errorf("%+v", r.Request)
	}
	if r, _ := answer(t, l, "E024", "ko", "상반기 팀별 매출", "영업1팀만 월별로"); r.Request == nil || len(r.Request.Groups) > 0 {
		t.Errorf("%+v", r.Request)
	}
	// A property of a thing that is named is of its own: what may not be seen of it
	// is said behind a figure too.
	for _, c := range []struct{ id, then, want string }{
		{"E021", "직원05 입사일이 언제야", "hidden"}, {"E024", "직원05 입사일이 언제야", "2019"},
		{"E021", "그럼 직원05 입사일은?", "hidden"}, {"E024", "고객기관066 등급이 뭐야?", "C등급"},
	} {
		r, got := answer(t, l, c.id, "ko", "지난달 서울 매출 상위 거래처", c.then)
		if became := kind(r); became != c.want && (r.Request == nil || r.Request.Rows == "" || !strings.Contains(flat(got), c.want)) {
			t.Errorf("%s: %s %+v: %s", c.then, became, r.Request, flat(got))
		}
	}
	// All days of the month count, those without a visit too.
	if _, got := answer(t, l, "E024", "ko", "하루 평균 방문 건수 9월"); len(got.Statistics) == 0 || got.Statistics[0].Count != 30 {
		t.Errorf("%+v", got.Statistics)
	}
}

// Places that are named one by one stay apart though there is a word for all of
// them; the part of what a number keeps to is refused, not told as a sum.
func TestWhatIsNamedApartStaysApart(t *testing.T) {
	t.Parallel()
	l := open(t)
	if _, got := answer(t, l, "E024", "ko", "지난달 부산 매출이랑 대구 방문 건수 각각"); !strings.Contains(flat(got), "부산|27855130원|") || !strings.Contains(flat(got), "대구|29981205원|11건") {
		t.Errorf("%s", flat(got))
	}
	if _, got := answer(t, l, "E024", "ko", "지난달 영남이랑 호남 매출"); !strings.Contains(flat(got), "영남|57836335원") {
		t.Errorf("%s", flat(got))
	}
	if r, _ := answer(t, l, "E024", "ko", "할인 1% 이상으로 나간 매출이 3분기 전체 매출의 몇 %?"); kind(r) == "answer" {
		t.Errorf("%+v", r.Request)
	}
}

// Whether a figure passes a number is asked of the figure, not of its rows; what is
// counted or kept by the number is of the rows.
func TestAFigureIsHeldToANumber(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]string{
		"지난달 경비 500만원 넘었어?": "1782000원", "10월 매출 1억 넘었나요?": "180111705원", "지난달 서울 매출이 5천만원 이상인지 알려줘": "33588285원", "지난달 방문 100건 넘었나": "56건",
	} {
		if r, got := answer(t, l, "E024", "ko", text); r.Request == nil || r.Request.Against == nil || flat(got) != want {
			t.Errorf("%s: %s", text, flat(got))
		}
	}
	for _, text := range []string{"10월에 경비 10만원 넘는 거 몇 건이야", "10월 10만원 초과 지출 총액", "10월 매출 500만원 넘은 거래처 있나요", "10월 매출"} {
		if r, _ := answer(t, l, "E024", "ko", text); r.Request == nil || r.Request.Against != nil {
			t.Errorf("%s: %+v", text, r.Request)
		}
	}
	if r, _ := answer(t, l, "E024", "en", "did October sales exceed 200 million won?", "and in September?"); r.Request == nil || r.Request.Against != nil {
		t.Errorf("%+v", r.Request)
	}
}

// A time after the newest day of the data is declined as one before the first is:
// no rows are not nothing sold.
func TestATimeBehindTheDataIsDeclined(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]string{"1월 매출": "too_late", "지난주 방문 건수": "too_late", "11월 매출": "", "작년 12월 매출": "too_late"} {
		if got := refusedFor(t, l, text, "2027-02-10"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
