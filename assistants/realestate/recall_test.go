package realestate_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/supervisor"
)

// adviser is the whole assistant at work for one user, over a real database.
type adviser struct {
	*engine.Engine
	t      *testing.T
	store  *store.Store
	graph  engine.Assistant
	memory *memory.Memory
	ended  []string // runs
}

func onBoth(t *testing.T, f func(t *testing.T, a *adviser)) {
	t.Helper()
	for name, cfg := range map[string]func(t *testing.T) store.Config{
		"sqlite":   func(t *testing.T) store.Config { return store.Config{DataDir: storetest.SQLite(t)} },
		"postgres": func(t *testing.T) store.Config { return store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := open(t, cfg(t))
			f(t, a)
			a.replay()
		})
	}
}

// builtIn is what every adviser of these tests reads and none changes: to read the
// packs and index them takes longer than most tests do.
var builtIn = sync.OnceValues(func() (cfg realestate.Config, err error) {
	if cfg.Ground, err = realestate.Prepare(""); err != nil {
		return cfg, err
	}
	cfg.Shelf, err = realestate.NewShelf(context.Background(), "", knowledge.ShelfConfig{})
	return cfg, err
})

func open(t *testing.T, at store.Config) *adviser {
	t.Helper()
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	a := &adviser{t: t, store: s, memory: memory.New(memory.Config{Store: s})}
	cfg.Memory, cfg.TodayFunc = a.memory, func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }
	if a.graph, err = realestate.New(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if a.Engine, err = engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{a.graph}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	return a
}

func (a *adviser) session() string {
	a.t.Helper()
	s, err := a.store.CreateSession(a.t.Context(), store.Server(), state.Session{Assistant: realestate.Name, UserID: "user-1"})
	if err != nil {
		a.t.Fatal(err)
	}
	return s.ID
}

// ask submits a query and gives its events, up to the end or a question.
func (a *adviser) ask(session, text string) []state.Event {
	a.t.Helper()
	p, err := a.Position(a.t.Context(), session)
	if err != nil {
		a.t.Fatal(err)
	}
	if _, err := a.Submit(a.t.Context(), engine.Query{SessionID: session, Text: text, Language: "ko"}); err != nil {
		a.t.Fatal(err)
	}
	return a.follow(session, p.LastSeq)
}

func (a *adviser) follow(session string, after int64) (events []state.Event) {
	a.t.Helper()
	stream := a.Watch(session, after)
	defer stream.Close()
	ctx, cancel := context.WithTimeout(a.t.Context(), 30*time.Second)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			a.t.Fatalf("after %d events: %v", len(events), err)
		}
		if d.Ephemeral {
			continue
		}
		events = append(events, *d.Event)
		switch {
		case d.Event.Type == state.EventWorkflowInterrupted:
			return events
		case state.TerminalEvent(d.Event.Type):
			a.ended = append(a.ended, d.Event.RunID)
			return events
		}
	}
}

func (a *adviser) state(session string) (s realestate.State) {
	a.t.Helper()
	c, err := a.store.LatestCheckpoint(a.t.Context(), store.Server(), session)
	if err != nil {
		a.t.Fatal(err)
	}
	if err := json.Unmarshal(c.State, &s); err != nil {
		a.t.Fatal(err)
	}
	return s
}

// replay plays every run again: nothing that memory does may differ.
func (a *adviser) replay() {
	a.t.Helper()
	for _, id := range a.ended {
		report, err := engine.Replay(a.t.Context(), engine.ReplayConfig{
			Store: a.store, Assistants: []engine.Assistant{a.graph}, Patience: 30 * time.Second,
		}, id)
		if err != nil || !report.Equal {
			a.t.Errorf("replay of %s: %v %+v", id, err, report.Differences)
		}
	}
}

func final(events []state.Event) string { return string(events[len(events)-1].Payload) }

func TestAnEarlierHomeIsUnderstoodInAnotherSession(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "마포구 아파트 전세 8억인데 전세사기 위험 있어?")
		id := a.session()
		events := a.ask(id, "아까 그 집은?")
		s := a.state(id)
		if s.Reference == nil || s.Reference.Chosen == nil || s.Reference.Chosen.Label != "마포구 아파트 전세 8억원" {
			t.Fatalf("reference %+v, ended with %s", s.Reference, final(events))
		}
		if s.PlanningState.AnalyzedIntent.IntentType != "risk_analysis" {
			t.Errorf("intent %s", s.PlanningState.AnalyzedIntent.IntentType)
		}
		if got := final(events); !strings.Contains(got, "이야기로 이해했습니다") || !strings.Contains(got, `"understood":"마포구 아파트 전세 8억원 전세사기 위험?"`) {
			t.Errorf("the answer does not say what was understood: %s", got)
		}
		// And in the same conversation it goes on.
		a.ask(id, "그 집 근저당이 1억이면?")
		if s := a.state(id); s.Reference == nil || s.Reference.Chosen == nil || s.Reference.Chosen.Region != "서울특별시 마포구" {
			t.Errorf("reference %+v", s.Reference)
		}
	})
}

func TestOneOfAListIsUnderstood(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		id := a.session()
		a.ask(id, "서울 아파트 전세 매물 찾아줘")
		shown := a.state(id).Mentions
		if len(shown) < 2 || shown[0].Kind != estate.MentionListing {
			t.Fatalf("mentions %+v", shown)
		}
		a.ask(id, "두 번째 매물 위험해?")
		if s := a.state(id); s.Reference == nil || s.Reference.Chosen == nil || s.Reference.Chosen.Label != shown[1].Label {
			t.Errorf("reference %+v, want %s", s.Reference, shown[1].Label)
		}
		// In another conversation the one that was spoken of last is meant.
		other := a.session()
		a.ask(other, "아까 그 매물 중개보수는 얼마야?")
		if s := a.state(other); s.Reference == nil || s.Reference.Chosen == nil || s.Reference.Chosen.Label != shown[1].Label {
			t.Errorf("reference %+v, want %s", s.Reference, shown[1].Label)
		}
	})
}

func TestTheUserIsAskedWhichOne(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		id := a.session()
		a.ask(id, "서울 아파트 전세 매물 찾아줘")
		shown := a.state(id).Mentions
		events := a.ask(id, "그 집 위험해?")
		last := events[len(events)-1]
		var q state.Interrupt
		if err := json.Unmarshal(last.Payload, &q); err != nil || last.Type != state.EventWorkflowInterrupted || len(q.Data.Options) < 2 {
			t.Fatalf("%s %s", last.Type, last.Payload)
		}
		if _, err := a.Submit(t.Context(), engine.Query{SessionID: id, Text: "두 번째 거", Language: "ko"}); err != nil {
			t.Fatal(err)
		}
		events = a.follow(id, last.Seq)
		s := a.state(id)
		if s.Reference.Chosen == nil || s.Reference.Chosen.Label != shown[1].Label || !strings.Contains(final(events), `"type":"answer"`) {
			t.Errorf("%+v %s", s.Reference, final(events))
		}
	})
}

func TestAQuestionInsteadOfAChoiceIsAnswered(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		id := a.session()
		a.ask(id, "서울 아파트 전세 매물 찾아줘")
		events := a.ask(id, "그 집 위험해?")
		if _, err := a.Submit(t.Context(), engine.Query{SessionID: id, Text: "전세금 5% 인상 가능해?", Language: "ko"}); err != nil {
			t.Fatal(err)
		}
		if got := final(a.follow(id, events[len(events)-1].Seq)); !strings.Contains(got, "주택임대차보호법 제7조") {
			t.Errorf("%.600s", got)
		}
	})
}

func TestEarlierResultsAreUsedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		id := a.session()
		first := a.ask(id, "전세 3억인데 5% 인상 가능해?")
		before := a.state(id)
		second := a.ask(id, "그럼 6%면?")
		s := a.state(id)
		if !slices.ContainsFunc(second, func(e state.Event) bool {
			return e.Type == state.EventDataReuse && string(e.Payload) == `{"teams":["search"],"from_run":"`+first[0].RunID+`"}`
		}) {
			t.Errorf("no data_reuse: %+v", s.PlanningState.ExecutionSteps)
		}
		for _, step := range s.PlanningState.ExecutionSteps {
			switch step.Team {
			case "search":
				if step.Status != state.StepSkipped || step.ReusedFrom != first[0].RunID || step.Result == nil || !strings.HasPrefix(step.Result.Summary, "앞서 찾은") {
					t.Errorf("search step %+v", step)
				}
			case "analysis": // the figures are new
				if step.Status != state.StepCompleted || step.ReusedFrom != "" {
					t.Errorf("analysis step %+v", step)
				}
			}
		}
		if len(s.AggregatedResults.Missing) != 0 || len(s.AggregatedResults.Sources) == 0 || s.TeamResults["search"].Status != supervisor.TeamSuccess || len(s.SearchTeamState.LegalResults) == 0 {
			t.Errorf("%+v %+v", s.AggregatedResults, s.TeamResults)
		}
		if s.AnalysisTeamState.Metrics["rent_increase.rise_pct"] == 0 || s.AnalysisTeamState.Insights[0] == before.AnalysisTeamState.Insights[0] {
			t.Errorf("the old reckoning: %q", s.AnalysisTeamState.Insights)
		}
		// Who asks the very same again wants it done again, and another topic
		// has nothing to use.
		a.ask(id, "그럼 6%면?")
		again := a.state(id)
		a.ask(id, "강남구 아파트 매매 시세 알려줘")
		for _, step := range append(again.PlanningState.ExecutionSteps, a.state(id).PlanningState.ExecutionSteps...) {
			if step.ReusedFrom != "" {
				t.Errorf("another question's result: %+v", step)
			}
		}
	})
}

func TestPreferencesStandInAndAreNamed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "마포구에서 아파트 전세 알아보고 있어요")
		id := a.session()
		events := a.ask(id, "요즘 아파트 시세 어때?")
		s := a.state(id)
		if len(s.Assumed) != 1 || s.Assumed[0].Key != memory.Region || !strings.Contains(final(events), "기억해 둔 선호 지역(서울특별시 마포구)") || !strings.Contains(final(events), `"assumed":[`) {
			t.Errorf("assumed %+v in %s", s.Assumed, final(events))
		}
		if slices.ContainsFunc(s.PlanningState.AnalyzedIntent.Ambiguities, func(q string) bool { return strings.Contains(q, "어느 지역") }) {
			t.Error("asked for what is known")
		}
		// What was assumed was not said, so it is not learned again.
		p, err := a.store.Preferences(t.Context(), store.Server(), "user-1")
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range p {
			if x.Key == memory.Region && (x.Count != 1 || x.Evidence != "마포구에서 아파트 전세 알아보고 있어요") {
				t.Errorf("learned %+v", x)
			}
		}
		a.ask(id, "내 선호 지역 잊어줘")
		other := a.session()
		a.ask(other, "요즘 아파트 시세 어때?")
		if s := a.state(other); len(s.Assumed) != 0 {
			t.Errorf("forgotten, and assumed: %+v", s.Assumed)
		}
	})
}

func TestForgettingEverything(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "마포구에서 집을 찾고 있어요. 마포구 아파트 전세 8억인데 위험해?")
		id := a.session()
		if got := final(a.ask(id, "나에 대해 뭘 기억하고 있어?")); !strings.Contains(got, "서울특별시 마포구") || !strings.Contains(got, "아파트 전세 8억인데 위험해?") {
			t.Errorf("told %s", got)
		}
		known := func() int {
			l, err := a.memory.Load(t.Context(), "user-1", "")
			if err != nil {
				t.Fatal(err)
			}
			return len(l.Memories) + len(l.Preferences)
		}
		if known() == 0 {
			t.Fatal("there is nothing to forget")
		}
		for _, c := range []struct {
			action, says string
			left         bool
		}{{state.ActionReject, "그대로 둡니다", true}, {state.ActionApprove, "지웠습니다", false}} {
			events := a.ask(id, "기억한 내용 지워줘")
			asked := events[len(events)-1]
			var q state.Interrupt
			if err := json.Unmarshal(asked.Payload, &q); err != nil || q.Type != state.InterruptApproval || q.DefaultAction != state.ActionReject {
				t.Fatalf("%s %s", asked.Type, asked.Payload)
			}
			if err := a.Reply(t.Context(), id, q.ID, c.action, nil); err != nil {
				t.Fatal(err)
			}
			if got := final(a.follow(id, asked.Seq)); !strings.Contains(got, c.says) {
				t.Errorf("%s: %s", c.action, got)
			}
			if (known() > 0) != c.left {
				t.Errorf("after %s %d things are known", c.action, known())
			}
		}
	})
}

// What is the user's own is reckoned with, what no key takes is told in his words,
// and what he asks of himself and nobody knows is said not to be known.
func TestWhatWasStatedIsUsedAndTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "전세대출 1억6천 받은거 금리 4.2%로 나가요")
		a.ask(a.session(), "자전거 보관소 있는 단지 위주로요")
		for question, want := range map[string]string{
			"제 대출 한달 이자 얼마씩이죠?":   "56만원",
			"그동안 말씀드린 제 조건 알려주세요": "자전거 보관소",
			"내 이름 알아?":            "이름에 대해 기억하고 있는 것이 없습니다",
		} {
			if got := final(a.ask(a.session(), question)); !strings.Contains(got, want) {
				t.Errorf("%s: %s", question, got)
			}
		}
	})
}

// What no fact holds is told in the user's words, later words beside a fact that they
// change; what is forgotten is told in nobody's words, and a case that somebody tells is
// answered as one.
func TestWhatIsNoFactIsTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, a *adviser) {
		a.ask(a.session(), "첼로 연습을 매일 해서 방음이 걱정이에요")
		a.ask(a.session(), "햄스터 키워요")
		a.ask(a.session(), "저희 예산은 5억 안쪽이요")
		a.ask(a.session(), "돈이 덜 모여서 4억 3천으로 줄였어요")
		a.ask(a.session(), "햄스터 얘기는 잊어 주세요")
		for _, c := range []struct{ ask, want, not string }{
			{"제 취미가 뭐라고 했죠?", "첼로 연습을 매일 해서", "5억"},
			{"저희 예산 얼마로 알고 있어요?", "4억 3,000만원까지", "첼로"},
			{"제 차 얘기 기억해요?", "첼로 연습을 매일 해서", "햄스터"},
			{"저에 대해 아는 거 다 말해 주세요", "첼로 연습을 매일 해서", "햄스터"},
			{"버팀목으로 2억 빌리고 금리 3.2%라는데 이자만 내면 한 달에 얼마죠", "", "첼로"},
		} {
			if got := final(a.ask(a.session(), c.ask)); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
				t.Errorf("%s: %.600s", c.ask, got)
			}
		}
	})
}

// The same question is answered alike however often it is asked, and one that
// says everything itself whatever was asked before it.
func TestATalkAnswersAsAFreshOne(t *testing.T) {
	t.Parallel()
	a := open(t, store.Config{DataDir: storetest.SQLite(t)})
	session := a.session()
	for _, c := range []struct{ query, want string }{
		{"9억 아파트 살 때 복비", "450만원"},
		{"9억 아파트 살 때 복비", "450만원"},
		{"집주인이 보증금을 안 돌려줘요 어떡하죠", "내용증명"},
		{"9억 아파트 살 때 복비", "450만원"},
	} {
		core := told(t, a.ask(session, c.query)).StructuredData.Sections[0].Content
		if !strings.Contains(core[0], c.want) {
			t.Errorf("%s: %q", c.query, core)
		}
		if strings.Contains(c.want, "만원") && len(a.state(session).Talk.Told) != 1 {
			t.Errorf("%s: told %q", c.query, a.state(session).Talk.Told)
		}
	}
}

// A run whose steps for prices are not needed failed: its groups still named them.
func TestAHomeWithoutAPlaceIsReckonedWith(t *testing.T) {
	t.Parallel()
	a := open(t, store.Config{DataDir: storetest.SQLite(t)})
	core := told(t, a.ask(a.session(), "매매가 9억 아파트 복비")).StructuredData.Sections[0].Content
	if !strings.Contains(core[0], "450만원") {
		t.Errorf("%q", core)
	}
}

// An order for a letter is none for a shorter answer, and what is told over one that was
// made neither changes nor repeats it.
func TestALetterInATalk(t *testing.T) {
	t.Parallel()
	a := open(t, store.Config{DataDir: storetest.SQLite(t)})
	session := a.session()
	a.ask(session, "윗집에서 물이 새서 안방 천장이 다 젖었어요. 저는 세입자고요")
	a.ask(session, "그럼 집주인한테 보낼 문자 짧게 하나만 써주세요. 싸우자는 느낌 말고요")
	if draft := a.state(session).Draft; draft == nil || draft.Forms["letter"].Text("kind") != "repair_request" {
		t.Errorf("draft %+v", draft)
	}
	session = a.session()
	a.ask(session, "전세 3억인데 4%만 올려 달라고 집주인한테 문자 써줘")
	core := told(t, a.ask(session, "집주인이 6% 올려달래요")).StructuredData.Sections[0].Content
	if rate := a.state(session).Draft.Forms["letter"].Int("rate_ppm"); rate != 40_000 || strings.Contains(strings.Join(core, " "), "3억 1,200만원") {
		t.Errorf("rate %d, answer %q", rate, core)
	}
	a.ask(session, "집 보러 오는 사람도 많고 저는 정말 힘들어요")
	if core := told(t, a.ask(session, "그 내용도 넣어줘")).StructuredData.Sections[0].Content; !strings.Contains(strings.Join(core, " "), "정말 힘들어요") {
		t.Errorf("%q", core)
	}
}

// What a talk was about is what a letter is for, though its order does not say it; a
// follow-up that only names a document orders none.
func TestALetterBehindAnAnswer(t *testing.T) {
	t.Parallel()
	a := open(t, store.Config{DataDir: storetest.SQLite(t)})
	session := a.session()
	a.ask(session, "전세 계약 끝났는데 집주인이 보증금을 안 줘요. 어떻게 해야 돼요?")
	a.ask(session, "내용증명 초안 써줘")
	draft := a.state(session).Draft
	if draft == nil || draft.Forms["letter"].Text("kind") != "deposit_return" || draft.Forms["letter"].Text("form") != "certified" {
		t.Errorf("draft %+v", draft)
	}
	session = a.session()
	a.ask(session, "갱신요구권은 언제까지 써야 하나요?")
	a.ask(session, "그럼 내용증명 보내면 되나요?")
	if draft := a.state(session).Draft; draft != nil {
		t.Errorf("a question has ordered %+v", draft)
	}
}
