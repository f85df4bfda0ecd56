package webtool_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search/webtool"
)

// TestMain looks for goroutines left behind; the index has its own from the
// start.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

const declared = `
tools:
  - name: 우리 중개망
    scope: property
    url: URL/v1/homes?fixed=1
    per_second: 1000
    query:
      region: "{{.Sigungu}}"
      kind: "{{.ComplexType}}"
      max_deposit: "{{.DepositMax}}"
    headers:
      Authorization: "Bearer ${LISTINGS_KEY}"
    items: data.homes
    fields:
      id: id
      name: title
      sido: address.sido
      sigungu: address.sigungu
      property_type: {path: kind, map: {APT: 아파트}}
      deal_type: {path: deal, map: {전세: jeonse, 월세: monthly_rent}}
      deposit_won: {path: money.0, times: 10000}
      monthly_won: {path: money.1, times: 10000}
      area_m2: area
      floor: floor
    page: {param: page, first: 1, max: 3}
`

func environment(name string) (string, bool) {
	if name == "LISTINGS_KEY" {
		return "s3cret", true
	}
	return "", false
}

// tool is the declared tool at an address.
func tool(t *testing.T, text, address string) webtool.Tool {
	t.Helper()
	tools, err := webtool.Load(strings.NewReader(strings.ReplaceAll(text, "URL", address)), environment)
	if err != nil {
		t.Fatal(err)
	}
	return tools[0]
}

func serve(t *testing.T, answer func(q url.Values) (status int, body string)) (s *httptest.Server, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("Authorization") != "Bearer s3cret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		status, body := answer(r.URL.Query())
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s, asked
}

const homes = `{"data":{"homes":[
 {"id":7,"title":"햇살\u202e마을\u0007 <b>1</b>","address":{"sido":"서울특별시","sigungu":"마포구"},"kind":"APT","deal":"전세","money":["65,000",0],"area":84.9,"floor":-1},
 {"id":"8","title":"달빛","address":{"sido":"서울특별시","sigungu":"강남구"},"kind":"APT","deal":"전세","money":[70000,0],"area":59},
 {"id":"9","title":"별빛","address":{"sido":"서울특별시","sigungu":"마포구"},"kind":"HOTEL","deal":"전세","money":[70000,0],"area":59},
 {"id":"10","title":"구름","address":{"sido":"서울특별시","sigungu":"마포구"},"kind":"APT","deal":"전세","money":[-5,0],"area":59},
 {"id":"11","title":"바람","address":{"sido":"서울특별시","sigungu":"마포구"},"kind":"APT","deal":"전세","money":{"a":1},"area":"넓음"},
 "nothing", null, 3]}}`

func filter() knowledge.PropertyFilter {
	return knowledge.PropertyFilter{
		Places: []knowledge.Place{{Sigungu: "마포구"}}, ComplexTypes: []string{"apartment"},
		DealTypes: []string{knowledge.DealJeonse}, DepositWon: knowledge.Range[int64]{Max: 700_000_000},
	}
}

func TestResultsAreMadeByDeclaration(t *testing.T) {
	t.Parallel()
	var first url.Values
	s, asked := serve(t, func(q url.Values) (int, string) {
		if q.Get("page") != "1" {
			return 200, `{"data":{"homes":[]}}`
		}
		first = q
		return 200, homes
	})
	found, err := webtool.New(tool(t, declared, s.URL), webtool.Config{HTTP: s.Client()}).Listings(t.Context(), filter())
	if err != nil {
		t.Fatal(err)
	}
	// Another district's, unknown kinds and what is no home are left out.
	want := []knowledge.Listing{{
		ID: "7", Name: "햇살마을 <b>1</b>", Sido: "서울특별시", Sigungu: "마포구", PropertyType: "아파트",
		DealType: knowledge.DealJeonse, DepositWon: 650_000_000, AreaM2: 84.9, Floor: -1,
	}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
	if want := (url.Values{"fixed": {"1"}, "region": {"마포구"}, "kind": {"아파트"}, "max_deposit": {"700000000"}, "page": {"1"}}); !cmp.Equal(first, want) {
		t.Errorf("asked %v", first)
	}
	if asked.Load() != 2 {
		t.Errorf("%d requests", asked.Load())
	}
}

func TestAnAnswerIsKeptForAWhile(t *testing.T) {
	t.Parallel()
	for ttl, requests := range map[time.Duration]int64{time.Hour: 1, time.Nanosecond: 3} {
		s, asked := serve(t, func(url.Values) (int, string) { return 200, `{"data":{"homes":[]}}` })
		declaration := tool(t, declared, s.URL)
		declaration.TTL = ttl
		source := webtool.New(declaration, webtool.Config{HTTP: s.Client(), Cache: cache.NewLRU[[]byte](10, 1000)})
		for range 3 {
			if _, err := source.Listings(t.Context(), filter()); err != nil {
				t.Fatal(err)
			}
		}
		if asked.Load() != requests {
			t.Errorf("kept for %v: %d requests", ttl, asked.Load())
		}
	}
}

func TestWhatAServiceMayDoWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"refusal":   {404, "", remote.ErrRefused},
		"away":      {503, "", remote.ErrUnavailable},
		"no JSON":   {200, "<html>", remote.ErrAnswer},
		"half JSON": {200, `{"data":{"homes":[{`, remote.ErrAnswer},
		"no list":   {200, `{"data":{"homes":{"a":1}}}`, remote.ErrAnswer},
		"elsewhere": {200, `{"homes":[]}`, remote.ErrAnswer},
		"too long":  {200, `"` + strings.Repeat("가", 4<<20) + `"`, remote.ErrAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := serve(t, func(url.Values) (int, string) { return c.status, c.body })
			found, err := webtool.New(tool(t, declared, s.URL), webtool.Config{HTTP: s.Client()}).Listings(t.Context(), filter())
			if !errors.Is(err, c.want) || len(found) > 0 {
				t.Errorf("%v, %v", found, err)
			}
		})
	}
}

func TestDeclarationsThatCantWork(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]string{
		"scope: property=>scope: law":                               `scope "law"`,
		"url: URL/v1/homes?fixed=1=>url: file:///etc/passwd":        "url has to be",
		"${LISTINGS_KEY}=>${NO_SUCH}":                               "the environment has no NO_SUCH",
		"${LISTINGS_KEY}=>${LISTINGS":                               "${ without }",
		"{{.Sigungu}}=>{{.Nothing}}":                                "query region",
		"{{.Sigungu}}=>{{":                                          "query region",
		"      id: id\n=>":                                          `field "id" is needed`,
		"      floor: floor=>      colour: x":                       `field "colour"`,
		"page: {param: page, first: 1, max: 3}=>page: {max: 1}":     "page needs",
		"page: {param: page, first: 1, max: 3}=>page: {pages: 1}":   "pages",
		"per_second: 1000=>per_second: -1":                          "line 3: tool 1 (우리 중개망): timeout 0s and per_second -1",
		"per_second: 1000=>timeout: -1s":                            "line 3: tool 1 (우리 중개망): timeout -1s",
		"name: 우리 중개망=>name: \"\"":                                  "a name",
		"property_type: {path: kind,=>property_type: {where: kind,": "where",
	} {
		from, to, _ := strings.Cut(change, "=>")
		text := strings.Replace(declared, from, to, 1)
		if text == declared {
			t.Fatalf("%q changes nothing", change)
		}
		if _, err := webtool.Load(strings.NewReader(strings.ReplaceAll(text, "URL", "https://x.example")), environment); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", change, err)
		}
	}
	if _, err := webtool.Load(strings.NewReader(declared+strings.TrimPrefix(declared, "\ntools:\n")), environment); err == nil {
		t.Error("two tools of one scope were taken")
	}
}
