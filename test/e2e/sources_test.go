package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// The adviser looks outside for deals and homes where services are
// configured, says whose they are, goes on without them, and its runs can be
// played again when they are gone.
func TestSourcesOutside(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	trade, err := os.ReadFile("../../teams/search/deals/testdata/apt_trade.xml")
	if err != nil {
		t.Fatal(err)
	}
	portal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case away.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/homes":
			_, _ = w.Write([]byte(`[{"id":"h1","name":"햇살마을","sido":"서울특별시","sigungu":"마포구","kind":"아파트","deal":"sale","price":1100000000,"area":84.9}]`))
		default:
			_, _ = w.Write(trade)
		}
	}))
	defer portal.Close()
	tools := filepath.Join(t.TempDir(), "tools.yaml")
	if err := os.WriteFile(tools, []byte(`
tools:
  - name: 우리 중개망
    scope: property
    url: `+portal.URL+`/homes
    fields: {id: id, name: name, sido: sido, sigungu: sigungu, property_type: kind, deal_type: deal, price_won: price, area_m2: area}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	args, env := onSQLite(t), []string{"MADANG_DEALS_KEY=k3y", "MADANG_DEALS_URL=" + portal.URL, "MADANG_SEARCH_TOOLS=" + tools, "MADANG_DEALS_MONTHS=1"}
	s := start(t, args, env)
	c := s.fresh(s.session(nil))
	c.send(map[string]any{"type": "query", "query": "서울 마포구 아파트 매매 시세 알려줘"})
	frames := c.answer()
	end := frames[len(frames)-1]
	r := end.Response
	if r.Structured.Metadata.Sample || !strings.Contains(strings.Join(r.Structured.Metadata.Sources, " "), "국토교통부 실거래가") || !strings.Contains(r.Answer, "11억") {
		t.Errorf("sources %q, sample %v: %s", r.Structured.Metadata.Sources, r.Structured.Metadata.Sample, r.Answer)
	}

	wide := s.fresh(s.session(nil)).ask("전국 아파트 매매 시세 알려줘")
	if !strings.Contains(wide.Answer, "어느 시·군·구인지") {
		t.Errorf("no district was asked for: %s", wide.Answer)
	}

	homes := c.ask("마포구 아파트 12억 이하 매매 매물 찾아줘")
	if !strings.Contains(homes.Answer, "햇살마을") || strings.Contains(homes.Answer, "예시") {
		t.Errorf("the declared tool's homes are not shown: %s", homes.Answer)
	}

	away.Store(true)
	without := c.ask("강남구 오피스텔 매매 시세 알려줘")
	if without.Structured.Metadata.Sample || !strings.Contains(without.Answer, "처리하지 못했습니다") {
		t.Errorf("with the services away: %s", without.Answer)
	}
	if strings.Contains(s.logs(), "k3y") {
		t.Error("the key is in the log")
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	d := madang(t, env, "", append(append([]string{"replay"}, args...), end.RunID)...)
	var got playback
	if err := json.Unmarshal([]byte(d.out), &got); err != nil || !got.Equal {
		t.Errorf("replay: %v\n%s%s", err, got.summary(), d.err)
	}
}
