package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A trip told over many turns survives a kill -9 between each two of them.
func TestATripSurvivesKillsBetweenItsTurns(t *testing.T) {
	t.Parallel()
	turns := turnsOf(t, `
- {say: 오사카 가고 싶어요, asked: duration}
- {say: 1인당 100만원, asked: duration}
- {say: 비자 필요해?, asked: duration, has: [여권]}
- {say: 3박 4일, kind: answer, slots: {destination: osaka, duration: 3, budget: 2000000}}
- {say: 친구랑 둘이, slots: {budget: 2000000}}
- {say: 맛집, kind: answer, recommended: standard, total: 1190000}
- {say: 아니 5일로, kind: answer, days: 5, skipped: []}
- {say: 예산 300만원, kind: answer, skipped: [flight, hotel, itinerary]}
- {say: PDF로 저장해줘, kind: document}
`)
	k := talks(t)["travel"]
	for name, env := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, vars := env(t)
			args = append(args, "--assistants", "travel")
			s := start(t, args, vars)
			id := s.session(map[string]any{"assistant": "travel"})
			var r response
			for _, turn := range turns {
				r = k.speaker(s, id, "?last_seq=999999999").hold(turn)
				s.kill()
				s = start(t, args, vars)
			}
			var messages []struct {
				Role string `json:"role"`
			}
			if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages); code != 200 || len(messages) != 2*len(turns) {
				t.Errorf("%d: %d messages for %d turns", code, len(messages), len(turns))
			}
			s.checkDownloads(r)
		})
	}
}

// checkDownloads fetches a document in every format that it is offered in.
func (s *server) checkDownloads(r response) {
	s.t.Helper()
	want := map[string]string{"markdown": "# 오사카 4박 5일", "docx": "PK", "pdf": "%PDF-", "ics": "BEGIN:VCALENDAR\r\n"}
	if len(r.Document.Downloads) != len(want) {
		s.t.Errorf("downloads %v", r.Document.Downloads)
	}
	for format, begins := range want {
		var file []byte
		if code := s.call("GET", r.Document.Downloads[format], nil, &file); code != 200 || !strings.HasPrefix(string(file), begins) {
			s.t.Errorf("%s: %d %.60q", format, code, file)
		}
	}
	var entry struct {
		Downloads map[string]string `json:"downloads"`
	}
	if code := s.call("GET", "/api/v1/documents/"+r.Document.ID, nil, &entry); code != 200 || entry.Downloads["ics"] == "" {
		s.t.Errorf("%d %v", code, entry.Downloads)
	}
}

// Fares come from the service that is configured; when it fails, the plan
// goes on and says so.
func TestFlightsFromAService(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := "../../assistants/travel/gds/testdata/page2.json"
		switch {
		case strings.HasSuffix(r.URL.Path, "/oauth2/token"):
			file = "../../assistants/travel/gds/testdata/token.json"
		case down.Load():
			http.Error(w, `{"errors":[{"status":500,"code":141,"title":"SYSTEM ERROR HAS OCCURRED"}]}`, http.StatusInternalServerError)
			return
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(raw)
	}))
	defer service.Close()
	s := start(t, append(onSQLite(t), "--assistants", "travel"), []string{
		"MADANG_TRAVEL_FLIGHTS_URL=" + service.URL, "MADANG_TRAVEL_FLIGHTS_KEY=key-of-ops", "MADANG_TRAVEL_FLIGHTS_SECRET=hush-hush",
	})
	c := talks(t)["travel"].speaker(s, s.session(map[string]any{"assistant": "travel"}), "")
	turns := turnsOf(t, `
- say: 오사카 3박 둘이 300만원 맛집 12월 19일 출발
  kind: answer
  has: [항공료는 조회한 값, "65만 5,000원", "항공편: KOREAN AIR, 가는 편 12/19 09:05 → 12/19 10:55", 직항]
  lacks: [항공·숙박·지출 금액은 설명용]
- {say: 12월 26일 출발로 바꿔줘, kind: answer, has: [항공권 검색 실패, 항공료는 합계에 들어 있지 않습니다, 1일차], lacks: [SYSTEM ERROR]}
- {say: 다시 검색해줘, kind: answer, lacks: [항공권 검색 실패], skipped: [hotel]}
`)
	c.hold(turns[0])
	down.Store(true)
	if r := c.hold(turns[1]); len(r.Structured.Metadata.Missing) != 1 || strings.Contains(r.Answer, service.URL) {
		t.Errorf("missing %q", r.Structured.Metadata.Missing)
	}
	down.Store(false)
	c.hold(turns[2])
	for _, secret := range []string{"hush-hush", "t0ken", "key-of-ops"} {
		if strings.Contains(s.logs(), secret) {
			t.Errorf("%s is in the log", secret)
		}
	}
	if !strings.Contains(s.logs(), "141 SYSTEM ERROR") {
		t.Error(fmt.Sprint("the log does not say why the search failed: ", s.logs()))
	}
}

// A server that is killed while a search is under way takes the run up again:
// one plan card, one answer, nothing asked twice.
func TestATripSurvivesAKillDuringItsSearch(t *testing.T) {
	t.Parallel()
	searching, release := make(chan struct{}, 8), make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := "../../assistants/travel/gds/testdata/page2.json"
		if strings.HasSuffix(r.URL.Path, "/oauth2/token") {
			file = "../../assistants/travel/gds/testdata/token.json"
		} else {
			searching <- struct{}{}
			select {
			case <-release:
			case <-r.Context().Done():
				return
			}
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(raw)
	}))
	defer service.Close()
	vars := []string{"MADANG_TRAVEL_FLIGHTS_URL=" + service.URL, "MADANG_TRAVEL_FLIGHTS_KEY=k", "MADANG_TRAVEL_FLIGHTS_SECRET=s"}
	args := append(onSQLite(t), "--assistants", "travel")
	s := start(t, args, vars)
	id := s.session(map[string]any{"assistant": "travel"})
	c := s.dial(id, "", "madang.v1")
	c.send(map[string]any{"type": "query", "query": "오사카 3박 둘이 300만원 맛집 12월 19일 출발"})
	select {
	case <-searching:
	case <-time.After(patience):
		t.Fatal("no search")
	}
	s.kill()
	close(release)
	s = start(t, args, vars)
	frames := s.dial(id, "?last_seq=0", "madang.v1").answer()
	count := map[string]int{}
	for _, f := range frames {
		count[f.Type]++
	}
	last := frames[len(frames)-1]
	if last.Type != "final_response" || !strings.Contains(last.Response.Answer, "항공료는 조회한 값") {
		t.Errorf("%s\n%s", last.Type, last.Response.Answer)
	}
	if count["execution_start"] != 1 || count["plan_ready"] != 1 || count["planning_start"] != 1 {
		t.Errorf("%v", count)
	}
	var messages []struct{ Role string }
	if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages); code != 200 || len(messages) != 2 {
		t.Errorf("%d: %d messages", code, len(messages))
	}
}
