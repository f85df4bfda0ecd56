package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/goccy/go-yaml"
)

// trip is a conversation with the travel planner.
type trip struct {
	Name  string     `yaml:"name"`
	Turns []tripTurn `yaml:"turns"`
}

// tripTurn is a message and what the answer has to be like.
type tripTurn struct {
	Ask         string            `yaml:"ask"`
	Repeat      int               `yaml:"repeat"`
	Kind        string            `yaml:"kind"`
	Intent      string            `yaml:"intent"`
	Has         []string          `yaml:"has"`
	Lacks       []string          `yaml:"lacks"`
	Asked       string            `yaml:"asked"`
	Slots       map[string]string `yaml:"slots"`
	Skipped     []string          `yaml:"skipped"`
	Recommended string            `yaml:"recommended"`
	Total       int64             `yaml:"total"`
	Days        int               `yaml:"days"`
	English     bool              `yaml:"english"`
}

// tripData is what an answer of the planner carries for rich clients.
type tripData struct {
	slots map[string]json.RawMessage
	plans struct {
		Plans []struct {
			Type  string `json:"type"`
			Costs struct {
				Total int64 `json:"total"`
			} `json:"costs"`
		} `json:"plans"`
		Recommendation *struct {
			Type string `json:"type"`
		} `json:"recommendation"`
	}
	itinerary struct {
		Days []struct {
			Date string `json:"date"`
		} `json:"days"`
	}
}

func trips(t *testing.T) []trip {
	t.Helper()
	raw, err := os.ReadFile("testdata/travel.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []trip
	if err := yaml.UnmarshalWithOptions(raw, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return list
}

// The planner holds its conversations on each database, by rules and with a
// model.
func TestTravelDialogs(t *testing.T) {
	t.Parallel()
	list := trips(t)
	if len(list) < 25 {
		t.Fatalf("only %d dialogs", len(list))
	}
	held(t, 3, func(t *testing.T, s *server) {
		for _, d := range list {
			t.Run(d.Name, func(t *testing.T) {
				t.Parallel()
				own := s.in(t)
				c := own.dial(own.session(map[string]any{"assistant": "travel"}), "")
				for _, turn := range d.Turns {
					turn.hold(t, c)
				}
			})
		}
	})
}

// hold sends the message and looks at what comes back.
func (d tripTurn) hold(t *testing.T, c *socket) response {
	t.Helper()
	c.send(map[string]any{"type": "query", "query": strings.Repeat(d.Ask, max(d.Repeat, 1))})
	frames := c.answer()
	r := frames[len(frames)-1].Response
	text := r.Answer + r.Message
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%q: "+format+"\n%s", append(append([]any{d.Ask}, args...), text)...)
	}
	kind := d.Kind
	if kind == "" {
		kind = "guidance"
	}
	if r.Type != kind {
		fail("kind %s, want %s", r.Type, kind)
	}
	if intent := r.Structured.Metadata.Intent; d.Intent != "" && intent != d.Intent {
		fail("intent %q, want %s", intent, d.Intent)
	}
	for _, want := range d.Has {
		if !strings.Contains(text, want) {
			fail("no %q", want)
		}
	}
	for _, no := range d.Lacks {
		if strings.Contains(text, no) {
			fail("%q should not be there", no)
		}
	}
	if d.English && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		fail("Korean in an English answer")
	}
	d.checkFrames(t, frames)
	d.checkData(t, r)
	return r
}

// checkFrames holds every run to the base contract.
func (d tripTurn) checkFrames(t *testing.T, frames []frame) {
	t.Helper()
	var shape []string
	skipped := map[string]bool{}
	for _, f := range frames {
		if slices.Contains([]string{"session_updated", "connected", "ack", "step_progress"}, f.Type) {
			continue
		}
		if len(shape) == 0 || shape[len(shape)-1] != f.Type {
			shape = append(shape, f.Type)
		}
		for _, s := range f.Steps {
			skipped[s.Team] = s.Status == "skipped"
		}
	}
	want := "planning_start final_response"
	// A trip that is shown again is an answer without steps.
	if d.Kind == "answer" && d.Intent != "show" || d.Kind == "document" {
		want = "planning_start plan_ready execution_start todo_updated final_response"
	}
	if got := strings.Join(shape, " "); got != want {
		t.Errorf("%q: frames %s, want %s", d.Ask, got, want)
	}
	teams := map[string]string{"flight_expert": "flight", "hotel_expert": "hotel", "itinerary_planner": "itinerary", "budget_manager": "budget"}
	for agent, team := range teams {
		if d.Skipped != nil && skipped[team] != slices.Contains(d.Skipped, agent) {
			t.Errorf("%q: %s skipped: %v", d.Ask, agent, skipped[team])
		}
	}
}

func (d tripTurn) checkData(t *testing.T, r response) {
	t.Helper()
	data := dataOf(t, r)
	for name, want := range d.Slots {
		if got := strings.Trim(string(data.slots[name]), `"`); got != want {
			t.Errorf("%q: %s is %s, want %s", d.Ask, name, got, want)
		}
	}
	if asked := strings.Trim(string(data.slots["asked"]), `"`); d.Asked != "" && asked != strings.Trim(d.Asked, "-") {
		t.Errorf("%q: asks for %q, want %s", d.Ask, asked, d.Asked)
	}
	if d.Kind != "answer" {
		return
	}
	if !r.Structured.Metadata.Sample || len(data.plans.Plans) != 3 {
		t.Errorf("%q: sample %v, %d plans", d.Ask, r.Structured.Metadata.Sample, len(data.plans.Plans))
	}
	recommended := "none"
	if data.plans.Recommendation != nil {
		recommended = data.plans.Recommendation.Type
	}
	if d.Recommended != "" && recommended != d.Recommended {
		t.Errorf("%q: recommends %s, want %s", d.Ask, recommended, d.Recommended)
	}
	if d.Total > 0 && data.plans.Plans[0].Costs.Total != d.Total {
		t.Errorf("%q: %d won, want %d", d.Ask, data.plans.Plans[0].Costs.Total, d.Total)
	}
	if d.Days > 0 && len(data.itinerary.Days) != d.Days {
		t.Errorf("%q: %d days, want %d", d.Ask, len(data.itinerary.Days), d.Days)
	}
}

func dataOf(t *testing.T, r response) tripData {
	t.Helper()
	var d tripData
	for key, into := range map[string]any{"slots": &d.slots, "plans": &d.plans, "itinerary": &d.itinerary} {
		if r.Data[key] == nil {
			continue
		}
		var part struct {
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(r.Data[key], &part); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(part.Data, into); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	return d
}

// A trip told over many turns survives a kill -9 between each two of them.
func TestATripSurvivesKillsBetweenItsTurns(t *testing.T) {
	t.Parallel()
	turns := []tripTurn{
		{Ask: "오사카 가고 싶어요", Asked: "duration"},
		{Ask: "3박 4일", Asked: "budget", Slots: map[string]string{"destination": "osaka", "duration": "3"}},
		{Ask: "1인당 100만원", Asked: "num_people"},
		{Ask: "친구랑 둘이", Asked: "travel_style", Slots: map[string]string{"budget": "2000000"}},
		{Ask: "비자 필요해?", Asked: "travel_style", Has: []string{"여권"}},
		{Ask: "맛집", Kind: "answer", Recommended: "standard", Total: 1_190_000},
		{Ask: "아니 5일로", Kind: "answer", Days: 5, Skipped: []string{}},
		{Ask: "예산 300만원", Kind: "answer", Skipped: []string{"flight_expert", "hotel_expert", "itinerary_planner"}},
		{Ask: "PDF로 저장해줘", Kind: "document"},
	}
	for name, env := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, vars := env(t)
			s := start(t, args, vars)
			id := s.session(map[string]any{"assistant": "travel"})
			var r response
			for _, turn := range turns {
				r = turn.hold(t, s.fresh(id))
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
		file := "../assistants/travel/gds/testdata/page2.json"
		switch {
		case strings.HasSuffix(r.URL.Path, "/oauth2/token"):
			file = "../assistants/travel/gds/testdata/token.json"
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
	s := start(t, onSQLite(t), []string{
		"MADANG_TRAVEL_FLIGHTS_URL=" + service.URL, "MADANG_TRAVEL_FLIGHTS_KEY=key-of-ops", "MADANG_TRAVEL_FLIGHTS_SECRET=hush-hush",
	})
	c := s.dial(s.session(map[string]any{"assistant": "travel"}), "")
	tripTurn{
		Ask: "오사카 3박 둘이 300만원 맛집 12월 19일 출발", Kind: "answer",
		Has: []string{"항공료는 조회한 값", "65만 5,000원", "항공편: KOREAN AIR, 가는 편 12/19 09:05 → 12/19 10:55", "직항"}, Lacks: []string{"항공·숙박·지출 금액은 설명용"},
	}.hold(t, c)
	down.Store(true)
	r := tripTurn{
		Ask: "12월 26일 출발로 바꿔줘", Kind: "answer",
		Has: []string{"항공권 검색 실패", "항공료는 합계에 들어 있지 않습니다", "1일차"}, Lacks: []string{"SYSTEM ERROR", service.URL},
	}.hold(t, c)
	if len(r.Structured.Metadata.Missing) != 1 {
		t.Errorf("missing %q", r.Structured.Metadata.Missing)
	}
	down.Store(false)
	tripTurn{Ask: "다시 검색해줘", Kind: "answer", Lacks: []string{"항공권 검색 실패"}, Skipped: []string{"hotel_expert"}}.hold(t, c)
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
		file := "../assistants/travel/gds/testdata/page2.json"
		if strings.HasSuffix(r.URL.Path, "/oauth2/token") {
			file = "../assistants/travel/gds/testdata/token.json"
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
	args := onSQLite(t)
	s := start(t, args, vars)
	id := s.session(map[string]any{"assistant": "travel"})
	c := s.dial(id, "", "madang.v1")
	c.send(map[string]any{"type": "query", "query": "오사카 3박 둘이 300만원 맛집 12월 19일 출발"})
	select {
	case <-searching:
	case <-time.After(30 * time.Second):
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
