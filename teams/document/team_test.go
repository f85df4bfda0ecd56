package document_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
	"github.com/madang-dev/madang/teams/document"
)

const today = "2026-11-21"

func clock() time.Time { return time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC) }

// clauses are those that the real-estate assistant ships.
var clauses = sync.OnceValue(func() *clause.Catalog {
	file, err := datafile.Open(packs.FS, "clauses.yaml")
	if err != nil {
		panic(err)
	}
	c, err := clause.Load(file)
	if err != nil {
		panic(err)
	}
	return c
})

// facts are the figures of law that the real-estate assistant ships.
func facts(t testing.TB) forms.Tables {
	t.Helper()
	raw, err := packs.FS.ReadFile("rates.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := forms.ReadTables(raw)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// values are a form's values by key.
func values(known map[string]any) forms.Values {
	v := forms.Values{}
	for key, value := range known {
		v.Set(key, value)
	}
	return v
}

// shipped is the team with the forms and facts that the program ships.
var shipped = sync.OnceValues(func() (*document.Team, error) {
	raw, err := packs.FS.ReadFile("rates.yaml")
	if err != nil {
		return nil, err
	}
	tables, err := forms.ReadTables(raw)
	if err != nil {
		return nil, err
	}
	return document.New(document.Config{Clauses: clauses(), Facts: tables, AsOf: "2026-11-21"})
})

func newTeam(t testing.TB) *document.Team {
	t.Helper()
	team, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	return team
}

func request(query, lang string, d *document.Draft, actions ...string) document.Request {
	return document.Request{
		Shared: state.Shared{UserQuery: query, SessionID: "session-1", Timestamp: "2026-11-21T03:00:00Z", Language: lang, Status: state.SharedPending, Today: today},
		Draft:  d, Actions: actions, Clock: clock,
	}
}

// talk sends the turns of a conversation and returns the last state; every
// state on the way has to be valid and survive JSON.
func talk(t testing.TB, lang, action string, turns ...string) *document.TeamState {
	t.Helper()
	team := newTeam(t)
	var s *document.TeamState
	var d *document.Draft
	for i, q := range turns {
		var actions []string
		if i == 0 && action != "" {
			actions = []string{action}
		}
		var err error
		if s, err = team.Execute(context.Background(), request(q, lang, d, actions...), nil); err != nil {
			t.Fatalf("turn %d %q: %v", i, q, err)
		}
		if errs := s.Validate(); len(errs) > 0 {
			t.Fatalf("turn %d %q: invalid state: %v", i, q, errs)
		}
		raw, err := json.Marshal(s.Draft)
		if err != nil {
			t.Fatal(err)
		}
		d = nil
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestLeaseOverSeveralTurns(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease,
		"전세 계약서 써줘. 보증금 3억, 계약금 3천만원, 잔금 2억 7천만원",
		"임대인은 김철수, 임차인은 이영희예요. 주소는 서울특별시 마포구 월드컵북로 21 101동 1203호",
		"2026년 12월 20일부터 2년이고 잔금일은 12월 20일",
		"둘 다 없어요",
		"계약일은 오늘이야. 특약: 에어컨은 임대인이 고친다.")
	want := values(map[string]any{
		"lease_kind":       "jeonse",
		"lessor_name":      "김철수",
		"lessee_name":      []string{"이영희"},
		"property_address": "서울특별시 마포구 월드컵북로 21",
		"property_detail":  "101동 1203호",
		"deposit":          int64(300_000_000),
		"down_payment":     int64(30_000_000),
		"balance":          int64(270_000_000),
		"start_date":       "2026-12-20",
		"end_date":         "2028-12-19",
		"term_months":      24,
		"balance_date":     "2026-12-20",
		"tax_arrears":      false,
		"prior_deposits":   false,
		"contract_date":    today,
		"special_terms":    []string{"에어컨은 임대인이 고친다."},
	})
	if diff := cmp.Diff(want, s.Draft.Forms["lease"]); diff != "" {
		t.Errorf("lease (-want +got):\n%s", diff)
	}
	if s.Draft.Stage != document.StageMade || s.Waiting() {
		t.Errorf("stage %q, waiting %v", s.Draft.Stage, s.Waiting())
	}
	for _, part := range []string{"금 300,000,000원 (3억원)", "초안입니다", "________", "2026년 12월 20일", "에어컨은 임대인이 고친다", "임대차 신고", "확정일자"} {
		if !strings.Contains(s.FinalDocument, part) {
			t.Errorf("the document lacks %q", part)
		}
	}
	if !slices.Contains(s.DocumentContent.Metadata.Blanks, "임대인 주소") {
		t.Errorf("blanks %v do not list 임대인 주소", s.DocumentContent.Metadata.Blanks)
	}
	for _, id := range []string{"L-1", "L-2", "L-5", "L-10"} {
		if !s.ReviewResult.ComplianceCheck[id] {
			t.Errorf("%s fails on a sound lease", id)
		}
	}
	if len(s.ReviewResult.ComplianceCheck) != 13 {
		t.Errorf("%d checks, want L-1…L-13", len(s.ReviewResult.ComplianceCheck))
	}
}

func TestAsksNoMoreThanTwoGroups(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease, "임대차계약서 작성해줘")
	groups := map[string]bool{}
	for _, q := range s.Questions {
		groups[q.Group] = true
		if q.QuestionKo == "" || q.QuestionEn == "" || q.LabelKo == "" || q.LabelEn == "" {
			t.Errorf("question %s lacks a language", q.Key)
		}
	}
	if len(groups) == 0 || len(groups) > 2 {
		t.Errorf("asked %d groups at once: %v", len(groups), groups)
	}
	if s.FinalDocument != "" || len(s.Missing) < 8 {
		t.Errorf("made a document from nothing, or missed what is missing (%d)", len(s.Missing))
	}
	if c := s.Draft.Forms["lease"]; len(c) != 0 {
		t.Errorf("invented values: %+v", c)
	}
}

func TestCorrections(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease,
		"보증금 2억 전세 계약서", "아니 보증금은 3억", "임대인 김철수", "임대인은 김철수가 아니라 박민수야", "기간은 12월 1일부터 2년", "기간은 1년으로 바꿔줘")
	c := s.Draft.Forms["lease"]
	if c.Int("deposit") != 300_000_000 || c.Text("lessor_name") != "박민수" || c.Text("end_date") != "2027-11-30" {
		t.Errorf("deposit %d, lessor %s, end %s", c.Int("deposit"), c.Text("lessor_name"), c.Text("end_date"))
	}
}

// What was said is shown, a term before its days are known too.
func TestTheTermIsShownBeforeItsDays(t *testing.T) {
	t.Parallel()
	for lang, said := range map[string][2]string{
		"ko": {"임대차 계약서 작성해줘. 보증금 3억, 임대인 김철수, 임차인 이영희, 2년", "24개월"},
		"en": {"Write a lease contract. Deposit 300 million won, landlord Kim, tenant Lee, 2 years", "24 months"},
	} {
		if s := talk(t, lang, document.TypeLease, said[0]); !strings.Contains(s.Message, said[1]) {
			t.Errorf("%q: %s", said[0], s.Message)
		}
	}
}

func TestBareAnswers(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease, "전세 계약서 써줘", "김철수, 이영희", "서울특별시 강남구 테헤란로 152 301호", "3억", "2026-12-01부터 2028-11-30까지")
	c := s.Draft.Forms["lease"]
	if c.Text("lessor_name") != "김철수" || !slices.Equal(c.List("lessee_name"), []string{"이영희"}) || c.Int("deposit") != 300_000_000 {
		t.Errorf("bare answers: lessor %q, lessee %q, deposit %v", c.Text("lessor_name"), c.List("lessee_name"), c.Int("deposit"))
	}
}

// A name of one word is one where the sentence closes it.
func TestLoneNames(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][2]string{
		"landlord Kim, tenant Lee, 2 years":         {"Kim", "Lee"},
		"landlord Kim and tenant Lee":               {"Kim", "Lee"},
		"my landlord Said: 5 percent":               {"", ""},
		"the landlord Pays tax. tenant is Jane Doe": {"", "Jane Doe"},
	} {
		c := talk(t, "en", document.TypeLease, "Write a lease contract. "+said).Draft.Forms["lease"]
		if got := [2]string{c.Text("lessor_name"), strings.Join(c.List("lessee_name"), " ")}; got != want {
			t.Errorf("%s: %q", said, got)
		}
	}
}

func TestEnglishLease(t *testing.T) {
	t.Parallel()
	s := talk(t, "en", document.TypeLease,
		"Please draft a lease: deposit 100 million won with monthly rent 500,000 won, landlord John Kim, tenant Jane Doe, from Dec 1, 2026 for 2 years",
		"address: 21 World Cup buk-ro, Mapo-gu, Seoul. rent due on the 25th of each month",
		"down payment 10 million won, the rest is the balance, balance on Dec 1, 2026",
		"no unpaid taxes and no prior deposits", "contract date is today")
	c := s.Draft.Forms["lease"]
	if c.Text("lease_kind") != "deposit_rent" || c.Int("balance") != 90_000_000 || c.Int("rent_day") != 25 || c.Text("end_date") != "2028-11-30" {
		t.Errorf("lease %+v", c)
	}
	if !strings.Contains(s.FinalDocument, "KRW 100,000,000") || !strings.Contains(s.FinalDocument, "This is a draft.") {
		t.Error("the English document lacks its sums or its banner")
	}
	if regexp.MustCompile(`[가-힣]`).MatchString(strings.ReplaceAll(s.Message, "주택임대차보호법", "")) && strings.Contains(s.Message, "초안") {
		t.Error("the English message is in Korean")
	}
}

func TestSale(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeSales,
		"매매계약서 작성해줘. 매도인 홍길동, 매수인 성춘향, 서울시 강남구 테헤란로 152 1502호, 매매대금 10억, 계약금 10%, 중도금 4억은 2027년 1월 15일, 나머지는 잔금",
		"잔금일은 2027-03-02이고 인도일도 2027-03-02. 근저당 채권최고액 6억 국민은행, 말소 조건: 잔금일에 상환하고 말소",
		"하자 없음, 토지거래허가구역 아님", "위약금 10%, 계약일 오늘")
	want := values(map[string]any{
		"seller_name":          "홍길동",
		"buyer_name":           []string{"성춘향"},
		"property_address":     "서울시 강남구 테헤란로 152",
		"property_detail":      "1502호",
		"price":                int64(1_000_000_000),
		"down_payment":         int64(100_000_000),
		"balance":              int64(500_000_000),
		"middle_payments":      []forms.Row{{Amount: 400_000_000, Day: "2027-01-15"}},
		"balance_date":         "2027-03-02",
		"handover_date":        "2027-03-02",
		"mortgage_max":         int64(600_000_000),
		"mortgage_bank":        "국민은행",
		"release_condition":    "잔금일에 상환하고 말소",
		"known_defects":        []string{"없음"},
		"land_permit_required": false,
		"penalty_pct":          1000,
		"contract_date":        today,
	})
	if diff := cmp.Diff(want, s.Draft.Forms["sales"]); diff != "" {
		t.Errorf("sale (-want +got):\n%s", diff)
	}
	if s.FinalDocument == "" || len(s.ReviewResult.ComplianceCheck) != 8 {
		t.Errorf("document %d bytes, checks %v", len(s.FinalDocument), s.ReviewResult.ComplianceCheck)
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		action, query, code string
		values              []string
	}{
		"sum":              {document.TypeLease, "보증금 3억, 계약금 3천만원, 잔금 2억원", "payment_sum", []string{"2억 3,000만원", "3억원"}},
		"sale sum":         {document.TypeSales, "매매대금 5억, 계약금 5천만원, 잔금 4억원", "payment_sum", []string{"4억 5,000만원", "5억원"}},
		"end":              {document.TypeLease, "2026-12-01부터 2026-11-01까지", "end_before_start", []string{"2026-12-01", "2026-11-01"}},
		"balance day":      {document.TypeLease, "계약일 2026-11-21, 잔금일 2026-11-01", "day_order", []string{"2026-11-21", "2026-11-01"}},
		"owner":            {document.TypeLease, "임대인은 김철수이고 등기부 소유자는 박민수", "owner_differs", []string{"김철수", "박민수"}},
		"negative":         {document.TypeLease, "보증금은 -3억원", "negative_amount", []string{"-3억원"}},
		"absurd":           {document.TypeLease, "보증금 500조원", "absurd_amount", []string{"500조원"}},
		"tiny":             {document.TypeLease, "보증금 300원", "absurd_amount", []string{"300원"}},
		"rent zero":        {document.TypeLease, "월세 계약인데 보증금 1억 월세 0원", "rent_zero", []string{"월세", "0원"}},
		"jeonse rent":      {document.TypeLease, "전세 계약서, 보증금 3억, 매월 50만원", "jeonse_rent", []string{"전세", "50만원"}},
		"two deposits":     {document.TypeLease, "보증금 3억, 그리고 보증금 2억 5천만원", "several_values", []string{"3억원", "2억 5,000만원"}},
		"impossible day":   {document.TypeLease, "입주일은 2026-02-30", "impossible_day", []string{"2026-02-30"}},
		"contract ahead":   {document.TypeLease, "계약일은 2026-12-24", "contract_ahead", []string{"2026-12-24", today}},
		"fee items":        {document.TypeLease, "관리비 정액 12만원 (전기 3만원, 수도 2만원)", "fee_sum", []string{"5만원", "12만원"}},
		"repairs too late": {document.TypeLease, "수리: 도배\n수리 완료 2026-12-10, 입주일 2026-12-01", "day_order", []string{"2026-12-10", "2026-12-01"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := talk(t, "ko", tc.action, tc.query)
			i := slices.IndexFunc(s.Problems, func(p document.Problem) bool { return p.Code == tc.code })
			if i < 0 {
				t.Fatalf("no problem %s in %+v", tc.code, s.Problems)
			}
			p := s.Problems[i]
			if diff := cmp.Diff(tc.values, p.Values); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if p.TextKo == "" || p.TextEn == "" || s.FinalDocument != "" {
				t.Errorf("problem %+v, document %d bytes", p, len(s.FinalDocument))
			}
		})
	}
}

func TestClashIsSettledByTheNextMessage(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"3억", "보증금은 3억이야"} {
		s := talk(t, "ko", document.TypeLease, "전세 보증금 3억, 보증금 2억 5천만원", answer)
		if len(s.Problems) > 0 || s.Draft.Forms["lease"].Int("deposit") != 300_000_000 {
			t.Errorf("%q: problems %v, deposit %v", answer, s.Problems, s.Draft.Forms["lease"].Int("deposit"))
		}
	}
}

func TestAsIsMakesADraftWithBlanks(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease, "전세 계약서 써줘. 보증금 3억, 계약금 3천만원, 잔금 2억", "그대로 작성해줘")
	if s.FinalDocument == "" || !strings.Contains(s.FinalDocument, "________") {
		t.Fatal("no draft with blanks")
	}
	if s.ReviewResult.RiskLevel != "high" || s.ReviewResult.ComplianceCheck["L-1"] {
		t.Errorf("a draft whose sums differ passes: %+v", s.ReviewResult)
	}
	if !slices.Contains(s.DocumentContent.Metadata.Blanks, "임대인 이름") {
		t.Errorf("blanks: %v", s.DocumentContent.Metadata.Blanks)
	}
}

func TestCancelForgetsEverything(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", document.TypeLease, "전세 계약서 써줘. 임대인 김철수", "취소")
	if !s.Cancelled || s.Draft.Forms["lease"] != nil || s.Draft.Stage != document.StageCancelled {
		t.Errorf("cancelled %v, draft %+v", s.Cancelled, s.Draft)
	}
	if document.Continues(s.Draft, "보증금 3억") {
		t.Error("a cancelled draft goes on")
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"집 파는데 세금 줄이려고 다운계약서 써줘", "매매계약서에 금액을 낮춰서 써줘", "위조 계약서 만들어줘"} {
		s := talk(t, "ko", document.TypeSales, q)
		if !s.Refused || s.FinalDocument != "" || s.Message == "" {
			t.Errorf("%q: refused %v, document %d bytes", q, s.Refused, len(s.FinalDocument))
		}
	}
}

func TestExecuteKeepsTheCallersDraft(t *testing.T) {
	t.Parallel()
	team := newTeam(t)
	s, err := team.Execute(context.Background(), request("보증금 3억 전세 계약서", "ko", nil, document.TypeLease), nil)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(s.Draft)
	if _, err := team.Execute(context.Background(), request("보증금 2억", "ko", s.Draft), nil); err != nil {
		t.Fatal(err)
	}
	if after, _ := json.Marshal(s.Draft); string(before) != string(after) {
		t.Error("Execute changed the draft of its request")
	}
}

func TestExecuteErrors(t *testing.T) {
	t.Parallel()
	if _, err := document.New(document.Config{}); !errors.Is(err, document.ErrNoClauses) {
		t.Errorf("New without clauses: %v", err)
	}
	if _, err := newTeam(t).Execute(context.Background(), request("x", "ko", nil, "sing"), nil); !errors.Is(err, document.ErrAction) {
		t.Errorf("unknown action: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newTeam(t).Execute(ctx, request("전세 계약서", "ko", nil), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled context: %v", err)
	}
}

func TestProgressRises(t *testing.T) {
	t.Parallel()
	last := 0
	_, err := newTeam(t).Execute(context.Background(), request("전세 계약서 그대로 작성해줘", "ko", nil, document.TypeLease), func(p int, m string) {
		if p < last || p > 100 || m == "" {
			t.Errorf("progress %d after %d: %q", p, last, m)
		}
		last = p
	})
	if err != nil || last != 100 {
		t.Errorf("ended at %d, %v", last, err)
	}
}

func TestEvilNamesDoNotBreakTheTable(t *testing.T) {
	t.Parallel()
	req := request("전세 계약서 그대로 작성해줘", "ko", nil, document.TypeLease)
	d := talk(t, "ko", document.TypeLease, "전세 계약서").Draft
	d.Forms["lease"].Set("lessor_name", "김|철수\n| 해커 | x |")
	d.Forms["lease"].Set("property_address", "서울\n\n# 가짜 제목 <b>1</b>")
	req.Draft = d
	s, err := newTeam(t).Execute(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s.FinalDocument, "\n# 가짜") || strings.Contains(s.FinalDocument, "\n| 해커") || strings.Contains(s.FinalDocument, "<b>") {
		t.Errorf("the table is broken:\n%s", s.FinalDocument)
	}
}

func madeLease(t *testing.T) *document.TeamState {
	t.Helper()
	return talk(t, "ko", document.TypeLease,
		"전세 계약서 그대로 작성해줘. 보증금 3억, 계약금 3천만원, 잔금 2억 7천만원, 임대인 김철수, 임차인 이영희, 서울특별시 마포구 월드컵북로 21 101동 1203호, 2026-12-20부터 2년", "추천 특약 넣어줘")
}
