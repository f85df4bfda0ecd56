package deals_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
	"github.com/madang-dev/madang/teams/search/deals"
)

// TestMain looks for goroutines left behind; the index has its own from the
// start.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

// key is a service key as the portal shows it; it needs encoding.
const key = "aB+c/d=="

var table = []deals.District{
	{"11440", "서울특별시", "마포구"}, {"11680", "서울특별시", "강남구"},
	{"41111", "경기도", "수원시 장안구"}, {"41113", "경기도", "수원시 권선구"},
}

// portal is the public data portal: it answers with what the function names.
type portal struct {
	*httptest.Server
	mu    sync.Mutex
	asked []*url.URL
}

func serve(t *testing.T, answer func(r *http.Request) (status int, file string)) *portal {
	t.Helper()
	p := &portal{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.asked = append(p.asked, r.URL)
		p.mu.Unlock()
		status, file := answer(r)
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if file == "" {
			err = nil
		}
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *portal) requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.asked)
}

func source(t *testing.T, p *portal, change func(*deals.Config)) *deals.Source {
	t.Helper()
	cfg := deals.Config{
		BaseURL: p.URL, Key: key, Districts: table, Months: 1,
		Remote: remote.Config{PerSecond: 1000, Pause: time.Millisecond, MaxPause: 2 * time.Millisecond, HTTP: p.Client()},
		Clock:  func() time.Time { return time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC) },
	}
	if change != nil {
		change(&cfg)
	}
	s, err := deals.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func in(sigungu string, deals ...string) knowledge.PropertyFilter {
	return knowledge.PropertyFilter{
		Places: []knowledge.Place{{Sigungu: sigungu}}, ComplexTypes: []string{"apartment"}, DealTypes: deals,
	}
}

func always(status int, file string) func(*http.Request) (int, string) {
	return func(*http.Request) (int, string) { return status, file }
}

func TestSalesInXML(t *testing.T) {
	t.Parallel()
	p := serve(t, always(200, "apt_trade.xml"))
	rows, err := source(t, p, nil).Market(t.Context(), in("마포구", knowledge.DealSale))
	if err != nil {
		t.Fatal(err)
	}
	// Called off, doubled and unreadable deals are left out.
	want := []knowledge.MarketRow{
		{Sido: "서울특별시", Sigungu: "마포구", Dong: "시험동", LawdCode: "11440", Complex: "시험마을1단지", ComplexType: "아파트",
			DealType: knowledge.DealSale, AreaM2: 84.96, Floor: 12, BuildYear: 2004, PriceWon: 1_120_000_000, ContractYM: "2026-11"},
		{Sido: "서울특별시", Sigungu: "마포구", Dong: "견본동", LawdCode: "11440", Complex: "시험마을2단지", ComplexType: "아파트",
			DealType: knowledge.DealSale, AreaM2: 59.82, Floor: -1, BuildYear: 2011, PriceWon: 985_000_000, ContractYM: "2026-11"},
	}
	if diff := cmp.Diff(want, rows, cmpopts.IgnoreFields(knowledge.MarketRow{}, "ID")); diff != "" {
		t.Error(diff)
	}
	asked := p.asked[0]
	q := asked.Query()
	if q.Get("serviceKey") != key || q.Get("LAWD_CD") != "11440" || q.Get("DEAL_YMD") != "202611" || q.Get("pageNo") != "1" ||
		!strings.HasSuffix(asked.Path, "/getRTMSDataSvcAptTradeDev") || p.requests() != 1 {
		t.Errorf("asked %d times, first %s", p.requests(), asked)
	}
}

func TestNothingReported(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"none.xml"} {
		p := serve(t, always(200, file))
		rows, err := source(t, p, nil).Market(t.Context(), in("마포구", knowledge.DealSale))
		if err != nil || len(rows) != 0 {
			t.Errorf("%s: %v, %v", file, rows, err)
		}
	}
}

func TestEveryMonthTypeAndDistrictIsAsked(t *testing.T) {
	t.Parallel()
	p := serve(t, always(200, "none.xml"))
	s := source(t, p, func(c *deals.Config) { c.Months = 2 })
	f := knowledge.PropertyFilter{Places: []knowledge.Place{{Sido: "경기도", Sigungu: "수원시"}}}
	if _, err := s.Market(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, u := range p.asked {
		seen[u.Path+u.Query().Get("LAWD_CD")+u.Query().Get("DEAL_YMD")] = true
	}
	if len(seen) != 2*2*6 || p.requests() != len(seen) {
		t.Errorf("%d requests, %d different", p.requests(), len(seen))
	}
}

func TestFurtherPages(t *testing.T) {
	t.Parallel()
	p := serve(t, func(r *http.Request) (int, string) {
		if r.URL.Query().Get("pageNo") == "3" {
			return 200, "none.xml"
		}
		return 200, "page.xml"
	})
	rows, err := source(t, p, nil).Market(t.Context(), in("마포구", knowledge.DealSale))
	if err != nil || len(rows) != 1 || p.requests() != 3 {
		t.Errorf("%d rows of %d requests, %v", len(rows), p.requests(), err)
	}
}

func TestAPlaceIsNeeded(t *testing.T) {
	t.Parallel()
	p := serve(t, always(200, "none.xml"))
	s := source(t, p, func(c *deals.Config) {
		for i := range 4 { // with two of its own more than are asked about at once
			c.Districts = append(slices.Clip(c.Districts), deals.District{Code: fmt.Sprint(41115 + i), Sido: "경기도", Sigungu: fmt.Sprintf("수원시 %d구", i)})
		}
	})
	for _, f := range []knowledge.PropertyFilter{{}, {Places: []knowledge.Place{{}}}, in("수원시"), in("없는구")} {
		if _, err := s.Market(t.Context(), f); !errors.Is(err, search.ErrTooWide) {
			t.Errorf("%+v: %v", f.Places, err)
		}
	}
	if p.requests() != 0 {
		t.Errorf("%d requests", p.requests())
	}
}

func TestWhatTheServiceRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		file   string
		want   error
	}{
		"unknown key": {200, "refused.xml", remote.ErrUnauthorized},
		"used up":     {200, "limit.xml", deals.ErrLimit},
		"forbidden":   {403, "", remote.ErrUnauthorized},
		"moved":       {302, "", remote.ErrRefused},
		"away":        {502, "", remote.ErrUnavailable},
		"empty":       {200, "", remote.ErrAnswer},
		"half XML":    {200, "half.xml", remote.ErrAnswer},
		"a web page":  {200, "page.html", remote.ErrAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, always(c.status, c.file))
			rows, err := source(t, p, nil).Market(t.Context(), in("마포구", knowledge.DealSale))
			if !errors.Is(err, c.want) || len(rows) > 0 {
				t.Errorf("%v, %v", rows, err)
			}
			if err != nil && (strings.Contains(err.Error(), key) || strings.Contains(err.Error(), url.QueryEscape(key))) {
				t.Errorf("the error tells the key: %v", err)
			}
		})
	}
}

func TestAPartThatFailsIsTold(t *testing.T) {
	t.Parallel()
	p := serve(t, func(r *http.Request) (int, string) {
		if r.URL.Query().Get("DEAL_YMD") == "202610" {
			return 500, ""
		}
		return 200, "apt_trade.xml"
	})
	rows, err := source(t, p, func(c *deals.Config) { c.Months = 2 }).Market(t.Context(), in("마포구", knowledge.DealSale))
	var missing *search.Incomplete
	if !errors.As(err, &missing) || len(rows) != 2 || fmt.Sprint(missing.Missing) != "[마포구 아파트 2026-10]" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestAMonthIsAskedForOnce(t *testing.T) {
	t.Parallel()
	p := serve(t, always(200, "apt_trade.xml"))
	s := source(t, p, func(c *deals.Config) { c.Cache = cache.NewLRU[[]knowledge.MarketRow](10, 1000) })
	var first []knowledge.MarketRow
	for range 3 {
		rows, err := s.Market(t.Context(), in("마포구", knowledge.DealSale))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = rows
		}
		if diff := cmp.Diff(first, rows); diff != "" {
			t.Error(diff)
		}
	}
	if p.requests() != 1 {
		t.Errorf("%d requests", p.requests())
	}
}

func TestAKeyThatIsEncodedAlready(t *testing.T) {
	t.Parallel()
	p := serve(t, always(200, "none.xml"))
	s := source(t, p, func(c *deals.Config) { c.Key = url.QueryEscape(key) })
	if _, err := s.Market(t.Context(), in("마포구", knowledge.DealSale)); err != nil || p.asked[0].Query().Get("serviceKey") != key {
		t.Errorf("%q, %v", p.asked[0].RawQuery, err)
	}
}

func TestDistricts(t *testing.T) {
	t.Parallel()
	got, err := deals.ReadDistricts(strings.NewReader("# 2026\nlawd_cd,sido,sigungu\n11440,서울특별시,마포구\n"))
	if err != nil || len(got) != 1 || got[0].Sigungu != "마포구" {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"code,sido,sigungu\n":                          "header",
		"lawd_cd,sido,sigungu\n1144,서울,마포구\n":          "line 2",
		"lawd_cd,sido,sigungu\n11440,a,b\n11440,a,c\n": "line 3",
		"lawd_cd,sido,sigungu\n11440,,마포구\n":           "line 2",
		"lawd_cd,sido,sigungu\n11440,서울특별시,마포구,더\n":    "line 2",
		"": "header",
	} {
		if _, err := deals.ReadDistricts(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWhatIsNoSource(t *testing.T) {
	t.Parallel()
	for _, cfg := range []deals.Config{{}, {Key: "k"}, {Key: "k", Districts: table, BaseURL: "ftp://x"}, {Districts: table}} {
		if _, err := deals.New(cfg); err == nil {
			t.Errorf("%+v was taken", cfg)
		}
	}
}
