package travel_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/storetest"
)

const whole = "오사카 3박 4일 200만원 둘이 맛집 관광, 2026-12-19 출발"

// source answers searches of a test.
type source struct {
	flights func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error)
	hotels  func(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error)
}

func (s source) Flights(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
	return s.flights(ctx, q)
}

func (s source) Hotels(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error) {
	return s.hotels(ctx, q)
}

func sample(t testing.TB) *catalog.Pack {
	t.Helper()
	p, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// steps are the last step array of a run, as status by agent.
func steps(t testing.TB, events []state.Event) map[string]state.StepStatus {
	t.Helper()
	got := map[string]state.StepStatus{}
	for _, e := range events {
		if e.Type != state.EventTodoUpdated && e.Type != state.EventExecutionStart {
			continue
		}
		var body state.TodoUpdated
		if err := json.Unmarshal(e.Payload, &body); err != nil {
			t.Fatal(err)
		}
		for _, s := range body.ExecutionSteps {
			got[s.AgentName] = s.Status
		}
	}
	return got
}

func eventTypes(events []state.Event) string {
	var list []string
	for _, e := range events {
		if len(list) == 0 || list[len(list)-1] != e.Type {
			list = append(list, e.Type)
		}
	}
	return strings.Join(list, " ")
}

// The experts search side by side: each waits for the other.
func TestTheExpertsWorkSideBySide(t *testing.T) {
	t.Parallel()
	p := sample(t)
	var both sync.WaitGroup
	both.Add(2)
	meet := func(ctx context.Context) error {
		both.Done()
		met := make(chan struct{})
		go func() { both.Wait(); close(met) }()
		select {
		case <-met:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s := source{
		func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
			if err := meet(ctx); err != nil {
				return nil, err
			}
			return p.Flights(ctx, q)
		},
		func(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error) {
			if err := meet(ctx); err != nil {
				return nil, err
			}
			return p.Hotels(ctx, q)
		},
	}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	events := y.ask(t, id, whole)
	if got := eventTypes(events); got != "planning_start session_updated plan_ready execution_start todo_updated final_response" &&
		got != "planning_start plan_ready execution_start todo_updated session_updated final_response" {
		t.Error(got)
	}
	stored := y.state(t, id)
	if len(stored.AgentResults) != 4 {
		t.Errorf("results of %d agents: one overwrote another's", len(stored.AgentResults))
	}
	if stored.CurrentStep != travel.StepDone || len(stored.AgentHistory) != 0 || stored.AgentHistory == nil {
		t.Errorf("%s, history %v", stored.CurrentStep, stored.AgentHistory)
	}
}

// What was searched is not searched again; what depends on a change is.
func TestWhatIsThereIsSkipped(t *testing.T) {
	t.Parallel()
	p := sample(t)
	var flights, hotels atomic.Int64
	s := source{
		func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
			flights.Add(1)
			return p.Flights(ctx, q)
		},
		func(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error) {
			hotels.Add(1)
			return p.Hotels(ctx, q)
		},
	}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	const done, skipped = state.StepCompleted, state.StepSkipped
	for _, c := range []struct {
		say                               string
		flight, hotel, days, costs, plans state.StepStatus
		flights, hotels                   int64
	}{
		{whole, done, done, done, done, done, 1, 1},
		{"예산을 300만원으로 올려줘", skipped, skipped, skipped, done, done, 1, 1},
		{"쇼핑도 추가해줘", skipped, skipped, done, done, done, 1, 1},
		{"게스트하우스로 바꿔줘", skipped, done, skipped, done, done, 1, 2},
		{"아니 5일로", done, done, done, done, done, 2, 3},
		{"12월 26일 출발로", done, skipped, done, done, done, 3, 3},
		{"다시 검색해줘", done, done, done, done, done, 4, 4},
		{"도쿄로 바꿔줘", done, done, done, done, done, 5, 5},
	} {
		events := y.ask(t, id, c.say)
		want := map[string]state.StepStatus{"flight_expert": c.flight, "hotel_expert": c.hotel, "itinerary_planner": c.days, "budget_manager": c.costs, "plan_generator": c.plans}
		if diff := cmp.Diff(want, steps(t, events)); diff != "" {
			t.Errorf("%q:\n%s", c.say, diff)
		}
		if flights.Load() != c.flights || hotels.Load() != c.hotels {
			t.Errorf("%q: %d flight searches, %d hotel searches", c.say, flights.Load(), hotels.Load())
		}
	}
}

func TestAFailedSearchDoesNotStopThePlan(t *testing.T) {
	t.Parallel()
	p := sample(t)
	var down atomic.Bool
	down.Store(true)
	s := source{flights: func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
		if down.Load() {
			return nil, errors.New("the service is down")
		}
		return p.Flights(ctx, q)
	}}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights = s })
	id := y.session(t)
	events := y.ask(t, id, whole)
	r := answer(t, events)
	if got := steps(t, events); got["flight_expert"] != state.StepFailed || got["plan_generator"] != state.StepCompleted {
		t.Error(got)
	}
	for _, want := range []string{"항공권 검색 실패", "항공료는 합계에 들어 있지 않습니다", "확인 못 함", "1일차"} {
		if !strings.Contains(r.Answer, want) {
			t.Errorf("no %q in\n%s", want, r.Answer)
		}
	}
	if len(r.StructuredData.Metadata.Missing) != 1 || strings.Contains(r.Answer, "the service is down") {
		t.Errorf("%q", r.StructuredData.Metadata.Missing)
	}
	var noted bool
	for _, c := range y.checkpoints(t, id) {
		noted = noted || strings.Contains(string(c.State), `항공권 검색 실패: flights to osaka: the service is down`)
	}
	if stored := y.state(t, id); !noted || len(stored.Errors) != 0 || stored.FlightsSearched || stored.CurrentStep != travel.StepDone {
		t.Errorf("noted %v, errors %q, searched %v, %s", noted, stored.Errors, stored.FlightsSearched, stored.CurrentStep)
	}
	// Once the service is back, only what failed is searched.
	down.Store(false)
	events = y.ask(t, id, "다시 검색해줘")
	if got := steps(t, events); got["flight_expert"] != state.StepCompleted || got["hotel_expert"] != state.StepSkipped || got["plan_generator"] != state.StepCompleted {
		t.Error(got)
	}
}

func TestASkippedStepIsLeftOut(t *testing.T) {
	t.Parallel()
	started := make(chan struct{}, 1)
	s := source{flights: func(ctx context.Context, _ catalog.FlightQuery) ([]catalog.Flight, error) {
		started <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights = s })
	id := y.session(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	watch := y.Watch(id, 0)
	defer watch.Close()
	ack, err := y.Submit(ctx, engine.Query{SessionID: id, Text: whole})
	if err != nil {
		t.Fatal(err)
	}
	<-started
	if err := y.SkipStep(ctx, id, ack.RunID, "step_0"); err != nil {
		t.Fatal(err)
	}
	for {
		d, err := watch.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if !d.Ephemeral && d.Event.Type == state.EventFinalResponse {
			if r := answer(t, []state.Event{*d.Event}); !strings.Contains(r.Answer, "항공권 찾기: 건너뛰었습니다.") {
				t.Error(r.Answer)
			}
			return
		}
	}
}

// A run that was cancelled leaves no step at work, and "계속" goes on.
func TestACancelledRunCanGoOn(t *testing.T) {
	t.Parallel()
	p := sample(t)
	started := make(chan struct{}, 1)
	var first atomic.Bool
	s := source{flights: func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
		if first.CompareAndSwap(false, true) {
			started <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return p.Flights(ctx, q)
	}}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights = s })
	id := y.session(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	watch := y.Watch(id, 0)
	defer watch.Close()
	ack, err := y.Submit(ctx, engine.Query{SessionID: id, Text: whole})
	if err != nil {
		t.Fatal(err)
	}
	<-started
	if err := y.Cancel(ctx, id, ack.RunID); err != nil {
		t.Fatal(err)
	}
	for ended := false; !ended; {
		d, err := watch.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		ended = !d.Ephemeral && d.Event.Type == state.EventRunCancelled
	}
	stored := y.state(t, id)
	for _, step := range stored.Steps {
		if !step.Status.Done() {
			t.Errorf("%s is still %s", step.AgentName, step.Status)
		}
	}
	if len(stored.Errors) != 1 || !stored.InfoCollected {
		t.Errorf("%q, collected %v", stored.Errors, stored.InfoCollected)
	}
	if r := y.say(t, id, "계속해줘"); !strings.Contains(r.Answer, "추천은 표준 플랜") {
		t.Error(r.Answer + r.Message)
	}
}

// Who told a number of people that can't be is not planned for as two, whatever else he
// tells, before he says another or goes on.
func TestANumberThatCantBeStaysOpen(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), func(*travel.Config) {})
	id := y.session(t)
	y.say(t, id, "부산 1박 2일 12명 예산 300만원")
	if r := y.say(t, id, "오후 2시~5시는 회의라 비워 주세요"); r.Answer != "" || !strings.Contains(r.Message, "1명~10명") {
		t.Error(r.Answer + r.Message)
	}
	if r := y.say(t, id, "10명"); !strings.Contains(r.Answer, "10명") {
		t.Error(r.Answer + r.Message)
	}
}

// A day of departure that has passed is not kept for ever.
func TestADayThatHasPassedIsSetAnew(t *testing.T) {
	t.Parallel()
	now := today
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.TodayFunc = func() time.Time { return now } })
	id := y.session(t)
	y.say(t, id, whole)
	now = today.AddDate(0, 2, 0)
	r := y.say(t, id, "쇼핑도 추가해줘")
	if s := y.state(t, id); *s.StartDate <= now.Format(time.DateOnly) || !strings.Contains(r.Answer, "출발일이 지나") {
		t.Errorf("%s\n%s", *s.StartDate, r.Answer)
	}
}

func TestAnUnknownPackFileIsNamed(t *testing.T) {
	t.Parallel()
	if _, err := travel.New(travel.Config{PacksDir: "testdata"}); err != nil {
		t.Errorf("a folder without destinations: %v", err)
	}
	if _, err := travel.New(travel.Config{PacksDir: "testdata/none"}); err == nil {
		t.Error("a folder that is not there was taken")
	}
	if _, err := travel.New(travel.Config{PacksDir: "testdata/badpack"}); err == nil || !strings.Contains(err.Error(), "destinations.yaml") {
		t.Errorf("a broken file: %v", err)
	}
}

// village is a destination as docs/extend.md tells.
const village = `
as_of: 2026-11-21
destinations:
  - id: matsuyama
    name: {ko: 마쓰야마, en: Matsuyama}
    aliases: [도고]
    country: JP
    airports: [MYJ]
    origin: ICN
    flight_minutes: 95
    timezone: Asia/Tokyo
    currency: JPY
    best_months: [4, 10]
    flight: {budget: 200000, standard: 300000, premium: 400000}
    hotel: {budget: 60000, standard: 120000, premium: 240000}
    daily: {budget: 50000, standard: 90000, premium: 180000}
    stay_areas: [{ko: 도고온천, en: Dogo}]
    entry: {ko: 여권이 필요합니다., en: You need a passport.}
    transport: {ko: 노면전차가 다닙니다., en: There is a tram.}
    sights:
      - {id: bath, name: {ko: 도고온천 본관, en: Dogo Bath}, area: {ko: 도고, en: Dogo}, style: 휴양, minutes: 90, lat: 33.852, lon: 132.786, indoor: true}
      - {id: castle, name: {ko: 마쓰야마성, en: Matsuyama Castle}, short: [천수각], area: {ko: 시내, en: Centre}, style: 관광, minutes: 120, hours: '09:00-17:00', lat: 33.845, lon: 132.765}
`

// A city is a file: its name is heard, asked about, planned and priced.
func TestACityIsAddedByItsFileAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "destinations.yaml"), []byte(village), 0o600); err != nil {
		t.Fatal(err)
	}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.PacksDir = dir })
	id := y.session(t)
	if r := y.say(t, id, "일본 가고 싶어요"); !strings.Contains(r.Message, "마쓰야마 여행을 계획해") {
		t.Error(r.Message)
	}
	r := y.say(t, id, "네 좋아요", "2박 3일 둘이 200만원 휴양, 마쓰야마성은 꼭 가고 싶어요")
	for _, want := range []string{"마쓰야마 2박 3일", "도고온천 본관", "마쓰야마성", "노면전차"} {
		if !strings.Contains(r.Answer, want) {
			t.Errorf("no %q in\n%s", want, r.Answer)
		}
	}
	if s := y.state(t, id); *s.Destination != "matsuyama" || s.FinalPlans[0].Costs.Total != 2*200_000+2*60_000+2*3*50_000 {
		t.Errorf("%s, %d won", *s.Destination, s.FinalPlans[0].Costs.Total)
	}
	if r := y.say(t, id, "천수각은 빼줘"); !strings.Contains(r.Message, "마쓰야마성을 뺐습니다") {
		t.Error(r.Message)
	}
	if r := y.say(t, y.session(t), "three nights in Matsuyama for two people, 2 million won, sightseeing"); !strings.Contains(r.Answer, "Matsuyama, 3 nights") {
		t.Error(r.Answer + r.Message)
	}
}

// A trip whose city has left the catalog asks where to, and keeps the rest.
func TestACityThatIsGoneIsAskedAnew(t *testing.T) {
	t.Parallel()
	packs, dir := t.TempDir(), storetest.SQLite(t)
	if err := os.WriteFile(filepath.Join(packs, "destinations.yaml"), []byte(village), 0o600); err != nil {
		t.Fatal(err)
	}
	y := open(t, dir, func(c *travel.Config) { c.PacksDir = packs })
	id := y.session(t)
	y.say(t, id, "마쓰야마 2박 3일 둘이 200만원 휴양")
	y.stop()
	y = open(t, dir, nil)
	if r := y.say(t, id, "일정 다시 보여줘"); !strings.Contains(r.Message, "어디로 여행") {
		t.Error(r.Answer + r.Message)
	}
	if r := y.say(t, id, "오사카요"); !strings.Contains(r.Answer, "오사카 2박 3일") {
		t.Error(r.Answer + r.Message)
	}
}

// No Go file names a place, an airline or a style: they are data.
func TestNoPlaceIsNamedInGo(t *testing.T) {
	t.Parallel()
	p := sample(t)
	all := []string{`"KR"`}
	for _, d := range p.Destinations {
		all = append(append(all, `"`+d.ID), d.Name["ko"], d.Name["en"])
	}
	for _, terms := range []catalog.Terms{p.Styles, p.Lodgings[:2], p.Airlines, p.Countries, p.Airports} {
		for _, term := range terms {
			all = append(append(all, `"`+term.ID+`"`), term.Words[:min(1, len(term.Words))]...)
		}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for line := range strings.Lines(string(raw)) {
			code, _, _ := strings.Cut(line, "//")
			for _, name := range all {
				if strings.Contains(code, name) {
					t.Errorf("%s names %q: %s", path, name, line)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
