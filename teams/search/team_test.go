package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

var library *knowledge.Library

func shelf() *knowledge.Library { return library }

func TestMain(m *testing.M) {
	var err error
	if library, err = knowledge.Open(context.Background(), knowledge.Config{FS: packs.FS}); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		println(err.Error())
		code = 1
	}
	os.Exit(code)
}

// clock moves on by a second with each look.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func request(query string, entities estate.Entities, scope ...string) search.Request {
	return search.Request{
		Shared: state.Shared{
			UserQuery: query, SessionID: "s", Timestamp: "2026-11-21T09:00:00Z", Language: "ko",
			Status: state.SharedPending, Today: "2026-11-21",
		},
		Intent: state.AnalyzedIntent{IntentType: "legal_consult", Entities: entities.JSON()},
		Scope:  scope, Clock: clock(),
	}
}

func execute(t *testing.T, req search.Request) *search.TeamState {
	t.Helper()
	s, err := search.New(search.Config{Library: shelf}).Execute(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if errs := s.Validate(); len(errs) > 0 {
		t.Errorf("%s: %v", req.Shared.UserQuery, errs)
	}
	return s
}

var gangnam = []estate.Region{{Text: "강남구", Sido: "서울특별시", Sigungu: "강남구", Capital: true}}

func TestLegal(t *testing.T) {
	t.Parallel()
	req := request("전세금 5% 인상 가능해?", estate.Entities{Regions: gangnam}, search.ScopeLegal)
	req.Intent.Keywords = []string{"전세금", "인상", "5%", "대출", "강남구", "안녕"}
	s := execute(t, req)
	if len(s.LegalResults) == 0 || s.LegalResults[0].Citation != "주택임대차보호법 제7조" {
		t.Fatalf("results %+v", s.LegalResults)
	}
	want := &search.Keywords{Legal: []string{"전세금", "인상", "5%"}, RealEstate: []string{"강남구"}, Loan: []string{"대출"}, General: []string{"안녕"}}
	if diff := cmp.Diff(want, s.Keywords); diff != "" {
		t.Error(diff)
	}
	if s.Status != search.StatusCompleted || s.SearchTime != 1 || s.SharedContext.Status != state.SharedCompleted {
		t.Errorf("status %s, time %v, shared %s", s.Status, s.SearchTime, s.SharedContext.Status)
	}
	if s.SourcesUsed[0] != "주택임대차보호법 제7조" || s.SearchProgress[search.ScopeLegal] != search.ProgressCompleted {
		t.Errorf("sources %v, progress %v", s.SourcesUsed, s.SearchProgress)
	}
}

func TestLegalInEnglish(t *testing.T) {
	t.Parallel()
	for question, first := range map[string]string{
		"My landlord won't return my deposit":       "HLPA-3-3",
		"he says he will live in the house himself": "HLPA-6-3-LIVE",
	} {
		req := request(question, estate.Entities{}, search.ScopeLegal)
		req.Shared.Language = "en"
		s := execute(t, req)
		articles := slices.DeleteFunc(slices.Clone(s.LegalResults), func(r search.LegalResult) bool { return r.Guide })
		if len(articles) == 0 || articles[0].ID != first {
			t.Fatalf("%s: results %+v, want %s first", question, s.LegalResults, first)
		}
		for _, r := range s.LegalResults {
			if r.GistEN == "" || r.Snippet == "" || !strings.Contains(r.GistEN, r.Snippet) {
				t.Errorf("%s: %s has snippet %q and gist %q", question, r.ID, r.Snippet, r.GistEN)
			}
		}
	}
}

func TestLegalCarriesTables(t *testing.T) {
	t.Parallel()
	s := execute(t, request("주임법 시행령 제11조", estate.Entities{}, search.ScopeLegal))
	if !s.LegalResults[0].Exact || len(s.LegalResults[0].Tables) != 2 {
		t.Errorf("first result %+v", s.LegalResults[0])
	}
}

func TestLegalSaysWhatItDoesNotHave(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Articles: []estate.ArticleRef{{Text: "민법 제9999조", Law: "민법", Article: "제9999조"}}}
	s := execute(t, request("민법 제9999조 알려줘", e, search.ScopeLegal))
	if want := (knowledge.Gap{Kind: knowledge.GapArticle, Term: "민법 제9999조"}); !slices.Contains(s.Gaps, want) {
		t.Errorf("gaps %v", s.Gaps)
	}
	s = execute(t, request("오늘 점심 뭐 먹지", estate.Entities{}, search.ScopeLegal))
	if s.TotalResults != 0 || len(s.AggregatedResults.Notes) == 0 {
		t.Errorf("found %d, notes %v", s.TotalResults, s.AggregatedResults.Notes)
	}
}

func TestArticleOfTheQueryIsFoundForAPartOfIt(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Articles: []estate.ArticleRef{{Text: "주임법 10조", Law: "주택임대차보호법", Article: "제10조"}}}
	req := request("주임법 10조 알려주고 시세도", e, search.ScopeLegal)
	req.Question = "그 조문 알려주고"
	if s := execute(t, req); len(s.LegalResults) == 0 || s.LegalResults[0].ID != "HLPA-10" {
		t.Errorf("results %+v", s.LegalResults)
	}
}

func TestMarketFilters(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Regions: gangnam, ContractTypes: []string{"jeonse"}, PropertyTypes: []string{"apartment"}}
	s := execute(t, request("강남구 아파트 전세 시세", e, search.ScopeMarket))
	if len(s.RealEstateResults) != 2 || s.AggregatedResults.Widened != nil {
		t.Fatalf("results %+v, widened %v", s.RealEstateResults, s.AggregatedResults.Widened)
	}
	for _, r := range s.RealEstateResults {
		if r.Row.Sigungu != "강남구" || r.Row.DealType != "jeonse" || !r.Sample || r.Source != "예시 시세 표본(실거래 아님)" || r.Score != 1 {
			t.Errorf("result %+v", r)
		}
	}
	if !s.AggregatedResults.SampleData {
		t.Error("sample_data is not set")
	}
}

func TestPriceBounds(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]knowledge.Range[int64]{
		"강남구 전세 5억 이하 매물": {Max: 500_000_000},
		"강남구 전세 5억 이상 매물": {Min: 500_000_000},
		"강남구 전세 5억 매물":    {Min: 400_000_000, Max: 600_000_000},
	} {
		at := strings.Index(query, "5억")
		e := estate.Entities{
			Regions: gangnam, ContractTypes: []string{"jeonse"},
			Amounts: []estate.Amount{{Text: "5억", Won: 500_000_000, Role: estate.Deposit, Start: at, End: at + len("5억")}},
		}
		s := execute(t, request(query, e, search.ScopeProperty))
		if got := s.Filters.Property.DepositWon; got != want {
			t.Errorf("%s: bound %+v, want %+v", query, got, want)
		}
		for _, r := range s.PropertySearchResults {
			if r.Score == 1 && !want.Holds(r.Listing.DepositWon) {
				t.Errorf("%s: %+v does not fit", query, r.Listing)
			}
		}
	}
}

func TestRunningLeaseIsNoWish(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Amounts: []estate.Amount{{Text: "3억", Won: 300_000_000, Role: estate.CurrentDeposit}}}
	if f := execute(t, request("지금 3억 전세", e, search.ScopeMarket)).Filters.Property; f.DepositWon != (knowledge.Range[int64]{}) {
		t.Errorf("bound %+v", f.DepositWon)
	}
}

func TestWidening(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		region estate.Region
		area   float64
		want   string // in the note
		score  float64
	}{
		"dong":     {estate.Region{Sido: "서울특별시", Sigungu: "강남구", Dong: "압구정동"}, 0, "시군구 전체", 0.85},
		"area":     {estate.Region{Sido: "서울특별시", Sigungu: "강남구"}, 200, "면적 조건 없이", 0.85},
		"city":     {estate.Region{Sido: "경기도", Sigungu: "수원시 팔달구"}, 0, "시 전체", 0.85},
		"sido":     {estate.Region{Sido: "서울특별시", Sigungu: "중랑구"}, 0, "시도 전체", 0.85},
		"two step": {estate.Region{Sido: "서울특별시", Sigungu: "중랑구", Dong: "면목동"}, 0, "시도 전체", 0.70},
	} {
		e := estate.Entities{Regions: []estate.Region{c.region}}
		if c.area > 0 {
			e.Areas = []estate.Area{{Text: "200㎡", M2: c.area}}
		}
		s := execute(t, request("시세 알려줘", e, search.ScopeMarket))
		w := s.AggregatedResults.Widened
		if len(w) != 1 || !strings.Contains(w[0].Note, c.want) || w[0].Scope != search.ScopeMarket {
			t.Errorf("%s: widened %+v, want %q", name, w, c.want)
			continue
		}
		if got := s.RealEstateResults[0].Score; got < c.score-0.001 || got > c.score+0.001 {
			t.Errorf("%s: score %v, want %v", name, got, c.score)
		}
		if !slices.Contains(s.AggregatedResults.Notes, w[0].Note) || !strings.Contains(s.Summary("ko").Summary, w[0].Note) {
			t.Errorf("%s: the user is not told", name)
		}
	}
}

func TestNothingBeyondTheSido(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Regions: []estate.Region{{Sido: "울산광역시", Sigungu: "남구"}}}
	s := execute(t, request("울산 남구 시세", e, search.ScopeMarket, search.ScopeProperty))
	if s.TotalResults != 0 || len(s.AggregatedResults.Notes) != 2 {
		t.Errorf("%d results, notes %v", s.TotalResults, s.AggregatedResults.Notes)
	}
}

func TestResultsAreBounded(t *testing.T) {
	t.Parallel()
	req := request("보증금 계약 갱신", estate.Entities{ContractTypes: []string{"jeonse", "sale", "monthly_rent"}}, search.ScopeLegal, search.ScopeMarket, search.ScopeLoan, search.ScopeProperty)
	s := execute(t, req)
	if c := s.AggregatedResults.Counts; c.Legal > 5 || c.Market != 20 || c.Loan != 5 || c.Property != 10 {
		t.Errorf("counts %+v", c)
	}
}

func TestUnknownScope(t *testing.T) {
	t.Parallel()
	_, err := search.New(search.Config{Library: shelf}).Execute(t.Context(), request("q", estate.Entities{}, "stocks"), nil)
	if fault.Of(err) != fault.InvalidArgument {
		t.Errorf("error %v", err)
	}
}

var errDown = errors.New("down")

// brokenMarket fails, panics or waits for the end of its context.
type brokenMarket struct {
	err     error
	panics  bool
	entered chan struct{}
}

func (brokenMarket) Name() string { return "broken" }

func (b brokenMarket) Market(ctx context.Context, _ knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
	if b.panics {
		panic("no market")
	}
	if b.entered != nil {
		close(b.entered)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, b.err
}

func TestFailingScopeLeavesTheOthers(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]brokenMarket{"error": {err: errDown}, "panic": {panics: true}} {
		team := search.New(search.Config{Library: shelf, Sources: search.Sources{Market: source}})
		s, err := team.Execute(t.Context(), request("전세금 5% 인상", estate.Entities{}, "legal", "market"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if errs := s.Validate(); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
		if s.Status != search.StatusPartial || len(s.LegalResults) == 0 || !slices.Equal(s.AggregatedResults.Missing, []string{"market"}) {
			t.Errorf("%s: status %s, %d articles, missing %v", name, s.Status, len(s.LegalResults), s.AggregatedResults.Missing)
		}
		if s.SearchProgress["market"] != search.ProgressFailed || !strings.Contains(s.Error, "시세") || strings.Contains(s.Error, "down") {
			t.Errorf("%s: progress %v, error %q", name, s.SearchProgress, s.Error)
		}
	}
}

func TestAllScopesFail(t *testing.T) {
	t.Parallel()
	team := search.New(search.Config{Library: shelf, Sources: search.Sources{Market: brokenMarket{err: errDown}}})
	s, err := team.Execute(t.Context(), request("시세", estate.Entities{}, "market"), nil)
	if !errors.Is(err, errDown) || s.Status != search.StatusFailed {
		t.Fatalf("error %v, state %+v", err, s)
	}
	if errs := s.Validate(); len(errs) > 0 {
		t.Error(errs)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	team := search.New(search.Config{Library: shelf, Sources: search.Sources{Market: brokenMarket{entered: entered}}})
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("user stopped it")
	go func() {
		<-entered
		cancel(stopped)
	}()
	s, err := team.Execute(ctx, request("시세", estate.Entities{}, "market", "legal"), nil)
	if !errors.Is(err, stopped) || s != nil {
		t.Errorf("state %v, error %v", s, err)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	var percents []int
	var messages []string
	_, err := search.New(search.Config{Library: shelf}).Execute(t.Context(),
		request("강남 전세 대출", estate.Entities{Regions: gangnam}, "legal", "market", "loan", "property"),
		func(percent int, message string) { // no lock: calls never overlap
			percents, messages = append(percents, percent), append(messages, message)
		})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(percents) || percents[len(percents)-1] != 100 || len(percents) != 6 {
		t.Errorf("percents %v", percents)
	}
	for _, want := range []string{"법률 검색을 마쳤습니다", "시세 검색을 마쳤습니다", "대출 검색을 마쳤습니다", "매물 검색을 마쳤습니다"} {
		if !slices.Contains(messages, want) {
			t.Errorf("messages %v lack %q", messages, want)
		}
	}
}

func TestOneTeamManySteps(t *testing.T) {
	t.Parallel()
	team := search.New(search.Config{Library: shelf})
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			s, err := team.Execute(t.Context(), request("전세금 5% 인상", estate.Entities{Regions: gangnam}, "legal", "market", "loan", "property"), nil)
			if err != nil || len(s.Validate()) > 0 {
				t.Errorf("%v %v", err, s.Validate())
			}
		})
	}
	wg.Wait()
}

func TestNewNeedsSources(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a team without sources was made")
		}
	}()
	search.New(search.Config{})
}

func TestJSONHasTheDesignsNames(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(execute(t, request("전세금 인상", estate.Entities{}, "legal")))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"team_name", "status", "shared_context", "keywords", "search_scope", "filters", "legal_results", "real_estate_results",
		"loan_results", "property_search_results", "aggregated_results", "total_results", "search_time", "sources_used",
		"search_progress", "start_time", "end_time", "execution_strategy",
	} {
		if _, ok := fields[name]; !ok {
			t.Errorf("%s is not on the wire", name)
		}
	}
	if string(fields["real_estate_results"]) != "[]" {
		t.Errorf("an empty list is %s", fields["real_estate_results"])
	}
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	req := request("How much can my landlord raise the deposit?", estate.Entities{}, "legal", "market")
	req.Shared.Language = "en"
	s := execute(t, req)
	if len(s.LegalResults) == 0 || s.LegalResults[0].Citation != "주택임대차보호법 제7조" {
		t.Errorf("results %+v", s.LegalResults)
	}
	if got := s.Summary("en").Summary; got != "Found 5 law, 20 market results." {
		t.Errorf("summary %q", got)
	}
	for _, n := range s.AggregatedResults.Notes {
		if strings.ContainsAny(n, "가나다라마바사") {
			t.Errorf("note %q is not English", n)
		}
	}
}
