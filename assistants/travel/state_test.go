package travel_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/store/storetest"
)

// The wire names are those of the design, sections 2.1, 2.2 and 9.1.
func TestWireNames(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(travel.MultiAgentState{})
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		t.Fatal(err)
	}
	for field := range strings.FieldsSeq(`destination duration budget num_people travel_style info_collected current_step
		flight_options hotel_options itinerary messages session_id created_at updated_at errors schema_version
		current_agent next_agent agent_history flights_searched hotels_searched itinerary_planned budget_analyzed plans_generated
		agent_results flight_analysis hotel_analysis itinerary_optimization budget_breakdown final_plans recommendation
		budget_flexibility preferred_airline accommodation_preference must_visit_places`) {
		if _, ok := fields[field]; !ok {
			t.Errorf("no %s", field)
		}
	}
	for field, want := range map[string]string{"destination": "null", "itinerary": "{}", "next_agent": `""`, "budget_flexibility": "null"} {
		if string(fields[field]) != want {
			t.Errorf("%s is %s, want %s", field, fields[field], want)
		}
	}
}

func TestNextAgentIsOneOrSeveral(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]travel.Agents{`""`: nil, `"flight_expert"`: {"flight_expert"}, `["flight_expert","hotel_expert"]`: {"flight_expert", "hotel_expert"}} {
		var got travel.Agents
		if err := json.Unmarshal([]byte(raw), &got); err != nil {
			t.Fatal(err)
		}
		back, err := json.Marshal(got)
		if diff := cmp.Diff(want, got); diff != "" || string(back) != raw || err != nil {
			t.Errorf("%s came back as %s, %v\n%s", raw, back, err, diff)
		}
	}
	var got travel.Agents
	if json.Unmarshal([]byte("5"), &got) == nil {
		t.Error("a number was taken")
	}
}

var line = rapid.Custom(func(t *rapid.T) travel.Message {
	return travel.Message{
		ID:   rapid.SampledFrom([]string{"", "r1:user", "r1:assistant", "r2:user", "r2:assistant"}).Draw(t, "id"),
		Role: rapid.SampledFrom([]string{"user", "assistant"}).Draw(t, "role"), Content: rapid.SampledFrom([]string{"오사카", "3박", "몇 박?"}).Draw(t, "content"),
	}
})

// Adding what is there already changes nothing, and a node that hands back
// old and new together doubles nothing.
func TestMessagesAreNeverDoubled(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		have := travel.AddMessages(nil, rapid.SliceOfN(line, 1, 10).Draw(t, "have"))
		fresh := travel.Message{ID: "r9:user", Role: "user", Content: "새 메시지"}
		once := travel.AddMessages(have, []travel.Message{fresh})
		if len(once) != len(have)+1 || once[len(once)-1] != fresh {
			t.Fatalf("%v", once)
		}
		if diff := cmp.Diff(once, travel.AddMessages(once, []travel.Message{fresh})); diff != "" {
			t.Fatal("added twice: " + diff)
		}
		if diff := cmp.Diff(once, travel.AddMessages(have, append(slices.Clone(have), fresh))); diff != "" {
			t.Fatal("old and new together: " + diff)
		}
		if diff := cmp.Diff(have, once[:len(have)]); diff != "" {
			t.Fatal("what was there changed: " + diff)
		}
	})
}

func TestMessagesAreCompressed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		var all []travel.Message
		for i := range n {
			all = append(all, travel.Message{Role: "user", Content: fmt.Sprint(i)})
		}
		got := travel.CompressMessages(all, 20)
		if len(got) != min(n, 20) {
			t.Fatalf("%d of %d", len(got), n)
		}
		if n > 20 && (got[0] != all[0] || got[1] != all[n-19] || got[19] != all[n-1]) {
			t.Fatalf("%v", got)
		}
		if diff := cmp.Diff(got, travel.CompressMessages(got, 20)); diff != "" {
			t.Fatal("compressing again changes it: " + diff)
		}
	})
}

func TestValidate(t *testing.T) {
	t.Parallel()
	n := func(v int) *int { return &v }
	w := func(v int64) *int64 { return &v }
	pack := sample(t)
	s := func(v string) *string { return &v }
	good := func() travel.MultiAgentState {
		return travel.MultiAgentState{State: travel.State{CurrentStep: travel.StepCollecting}}
	}
	for name, c := range map[string]struct {
		change func(*travel.MultiAgentState)
		want   string
	}{
		"nothing known":      {func(*travel.MultiAgentState) {}, ""},
		"15 nights":          {func(s *travel.MultiAgentState) { s.Duration = n(15) }, "기간은 1박~14박이어야 합니다"},
		"0 nights":           {func(s *travel.MultiAgentState) { s.Duration = n(0) }, "기간은 1박~14박이어야 합니다"},
		"14 nights":          {func(s *travel.MultiAgentState) { s.Duration = n(14) }, ""},
		"99,999 won":         {func(s *travel.MultiAgentState) { s.Budget = w(99_999) }, "예산은 10만원 이상이어야 합니다"},
		"ten million":        {func(s *travel.MultiAgentState) { s.Budget = w(10_000_000) }, ""},
		"more than that":     {func(s *travel.MultiAgentState) { s.Budget = w(10_000_001) }, "예산은 10만원 이상"},
		"nobody":             {func(s *travel.MultiAgentState) { s.NumPeople = n(0) }, "인원은"},
		"eleven":             {func(s *travel.MultiAgentState) { s.NumPeople = n(11) }, "인원은"},
		"an unknown style":   {func(s *travel.MultiAgentState) { s.TravelStyle = []string{"우주"} }, "travel_style"},
		"an unknown step":    {func(s *travel.MultiAgentState) { s.CurrentStep = "dancing" }, "current_step"},
		"complete but empty": {func(s *travel.MultiAgentState) { s.InfoCollected = true }, "info_collected"},
		"odd flexibility":    {func(st *travel.MultiAgentState) { st.BudgetFlexibility = s("maybe") }, "budget_flexibility"},
		"odd lodging":        {func(st *travel.MultiAgentState) { st.AccommodationPreference = s("tent") }, "accommodation_preference"},
		"one plan":           {func(s *travel.MultiAgentState) { s.FinalPlans = make([]travel.Plan, 1) }, "final_plans"},
	} {
		state := good()
		c.change(&state)
		errs := strings.Join(travel.Validate(pack, &state), "\n")
		if c.want == "" && errs != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: %q", name, errs)
		}
	}
}

// stored is a state as it was written then.
func stored(t *testing.T, name string) json.RawMessage {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestStatesOfVersion1AreUpgraded(t *testing.T) {
	t.Parallel()
	pack, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	upgrade := travel.Upgrades(pack)[1]
	files, err := filepath.Glob("testdata/v1_*.json")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := upgrade(stored(t, filepath.Base(file)))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var s travel.MultiAgentState
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if errs := travel.Validate(pack, &s); len(errs) > 0 {
			t.Errorf("%s: %q", file, errs)
		}
		if s.SchemaVersion != "2.0" || s.BudgetFlexibility == nil || *s.BudgetFlexibility != "flexible" || s.SessionID != "session-v1" || s.AgentResults == nil {
			t.Errorf("%s: %+v", file, s)
		}
	}
}

func TestWhatAnUpgradeKeeps(t *testing.T) {
	t.Parallel()
	pack, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	up := func(name string) travel.MultiAgentState {
		raw, err := travel.Upgrades(pack)[1](stored(t, name))
		if err != nil {
			t.Fatal(err)
		}
		var s travel.MultiAgentState
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := up("v1_searched.json")
	if *s.Destination != "osaka" || *s.Duration != 3 || !s.InfoCollected || s.FlightsSearched || len(s.FlightOptions)+len(s.HotelOptions) != 0 || s.PlansGenerated {
		t.Errorf("%+v", s)
	}
	if s := up("v1_done.json"); !s.InfoCollected || s.ItineraryPlanned || len(s.Errors) != 1 {
		t.Errorf("%+v", s)
	}
	if s := up("v1_collecting.json"); *s.Destination != "osaka" || !s.InfoCollected || s.Budget != nil || len(s.Messages) != 4 || s.FlightsSearched {
		t.Errorf("%+v", s)
	}
	s = up("v1_unchecked.json")
	if s.Destination != nil || s.Duration != nil || s.Budget != nil || s.NumPeople != nil || len(s.TravelStyle) != 0 || s.InfoCollected || s.FlightsSearched || s.CurrentStep != travel.StepCollecting {
		t.Errorf("what does not hold was kept: %+v", s)
	}
	for _, bad := range []string{"null", "5", `{"travel_style":7}`, `{"duration":"long"}`} {
		if _, err := travel.Upgrades(pack)[1](json.RawMessage(bad)); err == nil {
			t.Errorf("%s was upgraded", bad)
		}
	}
}

// old is an assistant that stores a state as it was written then.
func old(version int, was json.RawMessage) *engine.Graph[map[string]any] {
	same := func(raw json.RawMessage) (json.RawMessage, error) { return raw, nil }
	return &engine.Graph[map[string]any]{
		Assistant: travel.Name, SchemaVersion: version, Upgrades: map[int]func(json.RawMessage) (json.RawMessage, error){1: same},
		Begin: func(s *map[string]any, info engine.RunInfo) {
			if *s == nil {
				if err := json.Unmarshal(was, s); err != nil {
					panic(err)
				}
				(*s)["session_id"] = info.SessionID
			}
		},
		Start: "only", Nodes: engine.Nodes[map[string]any]{"only": {Enter: oldNode, Next: engine.To(engine.End)}},
	}
}

// A session that version 1 left goes on under version 2, on a real store.
func TestASessionOfVersion1GoesOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ say, want string }{
		"v1_initial.json":    {"오사카", "몇 박 며칠"},
		"v1_collecting.json": {"예산은 150만원이고 둘이서 맛집 여행", "추천은 알뜰 플랜"},
		"v1_searched.json":   {"계속해줘", "추천은 알뜰 플랜"},
		"v1_done.json":       {"아니 5일로", "오사카 4박 5일"},
		"v1_unchecked.json":  {"안녕하세요", "어디로 여행"},
		"v1_cleaned.json":    {"쇼핑도 추가해줘", "오사카 3박 4일"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := storetest.SQLite(t)
			before := run(t, dir, old(1, stored(t, name)), planning.ReadLanguage)
			id := before.session(t)
			before.ask(t, id, "옛 버전")
			before.stop()
			y := open(t, dir, nil)
			r := y.say(t, id, c.say)
			if text := r.Answer + r.Message; !strings.Contains(text, c.want) {
				t.Errorf("no %q in\n%s", c.want, text)
			}
			if s := y.state(t, id); s.SchemaVersion != "2.0" || len(travel.Validate(sample(t), &s)) > 0 {
				t.Errorf("%s %q", s.SchemaVersion, travel.Validate(sample(t), &s))
			}
		})
	}
}

// A session that was stored before texts were files goes on, in any language.
func TestASessionOfVersion2GoesOn(t *testing.T) {
	t.Parallel()
	for name, turns := range map[string][][2]string{
		"v2_planned.json": {
			{"지금까지 뭐 정했지?", "오사카, 3박 4일, 예산 200만원, 2명, 맛집, 12월 19일(토)쯤 출발"}, {"PDF로 저장해줘", "오사카 3박 4일 여행 일정"},
			{"save it as PDF", "Osaka, 3 nights and 4 days"}, {"아니 5일로", "오사카 4박 5일"},
		},
		"v2_asking.json": {{"2 million won, two of us, food", "I recommend the Budget plan"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := storetest.SQLite(t)
			before := run(t, dir, old(2, stored(t, name)), planning.ReadLanguage)
			id := before.session(t)
			before.ask(t, id, "옛 버전")
			before.stop()
			y := open(t, dir, nil)
			for _, turn := range turns {
				r := y.say(t, id, turn[0])
				text := r.Answer + r.Message
				if !strings.Contains(text, turn[1]) || strings.HasPrefix(turn[0], "save") && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
					t.Errorf("%q: no %q, or two languages, in\n%s", turn[0], turn[1], text)
				}
			}
		})
	}
}

// Every field's history can be told from the checkpoints: node, value, order
// (the design's StateInspector, section 6.2).
func TestAFieldsHistoryIsInTheCheckpoints(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, "3박", "아니 4박", "150만원", "둘이", "맛집", "오사카")
	history := map[string][]string{}
	nodes := map[string]bool{}
	for _, c := range y.checkpoints(t, id) {
		nodes[c.Node] = true
		for _, change := range c.Changes {
			history[change.FieldChanged] = append(history[change.FieldChanged], string(change.NewValue))
		}
	}
	if diff := cmp.Diff([]string{"3", "4"}, history["duration"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`"searching"`, `"planning"`, `"done"`}, history["current_step"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"true"}, history["flights_searched"]); diff != "" {
		t.Error(diff)
	}
	if got := slices.Sorted(maps.Keys(nodes)); !slices.Equal(got, []string{"execute_agents", "info_collector", "initialize"}) {
		t.Error(got)
	}
}
