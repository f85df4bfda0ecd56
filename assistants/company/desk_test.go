package company

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/teams"
)

// oracle is a layer that knows a few words, and breaks when it is told to.
type oracle struct {
	down  atomic.Bool
	slow  atomic.Bool
	calls atomic.Int64
	age   atomic.Int64 // of what is found, in seconds
}

var errDown = errors.New("no such file")

func (o *oracle) Read(_ context.Context, q semantic.Question) (semantic.Reading, error) {
	metric := func(name string) *semantic.Request {
		r := &semantic.Request{Language: q.Language, Metrics: []semantic.MetricRef{{Name: name}}}
		if strings.Contains(q.Text, "거래처") {
			r.Groups, r.Limit = []string{"customer"}, 5
		}
		return r
	}
	entity := []semantic.Entity{{Type: "metric", Value: "x"}}
	switch {
	case strings.Contains(q.Text, "입사일"):
		return semantic.Reading{Hidden: &semantic.Hidden{What: []string{"입사일"}, Text: "입사일은 볼 권한이 없습니다."}}, nil
	case strings.Contains(q.Text, "성적"):
		return semantic.Reading{Ambiguity: &semantic.Ambiguity{Key: "metric", Text: "무엇으로 볼까요?", Default: -1, Choices: []semantic.Choice{{Text: "매출", Request: metric("sales")}, {Text: "달성률", Request: metric("rate")}}}}, nil
	case strings.Contains(q.Text, "방문"):
		return semantic.Reading{Request: metric("visits"), Entities: entity, Covered: 1}, nil
	case strings.Contains(q.Text, "매출"):
		return semantic.Reading{Request: metric("sales"), Entities: entity, Covered: 1}, nil
	}
	return semantic.Reading{Refusal: &semantic.Refusal{Reason: "unrelated", Text: "그 자료는 없습니다."}}, nil
}

func (o *oracle) Spell(_ context.Context, _ access.Person, text string) (string, error) {
	return text, nil
}

func (o *oracle) Check(_ context.Context, r semantic.Request, _ access.Person) (semantic.Reading, error) {
	return semantic.Reading{Request: &r}, nil
}
func (o *oracle) Summary(r semantic.Request) string { return r.Metrics[0].Name }
func (o *oracle) Covers(access.Person, string) semantic.Coverage {
	return semantic.Coverage{Metrics: []semantic.Named{{Name: "sales", Title: "매출"}}}
}

func (o *oracle) Things(_ context.Context, q semantic.Question, _ int) (seen []semantic.Thing, hidden []string, err error) {
	if strings.Contains(q.Text, "한빛의원") {
		return nil, []string{"한빛의원"}, nil
	}
	return nil, nil, nil
}

func (o *oracle) Run(_ context.Context, r semantic.Request, _ access.Person) (semantic.Result, error) {
	o.calls.Add(1)
	switch {
	case o.down.Load():
		return semantic.Result{}, errDown
	case o.slow.Load() && len(r.Groups) > 0:
		return semantic.Result{}, semantic.ErrTimeout
	}
	n := 1234.0
	return semantic.Result{
		About: semantic.About{
			Title: r.Metrics[0].Name, Columns: []semantic.Column{{Name: "m", Title: "M", Kind: "number", Unit: "won", Role: "metric"}},
			Period: semantic.PeriodText{Text: "2026년 10월"}, Sources: []string{"sales"}, DataDay: "2026-11-21",
		},
		Queries: 5, Rows: [][]semantic.Cell{{{Number: &n}}}, AgeSeconds: o.age.Load(),
	}, nil
}

// office is an engine with the assistant and one conversation.
type office struct {
	*engine.Engine
	t      *testing.T
	store  *store.Store
	layer  *oracle
	config Config
	id     string
	stream *engine.Stream
}

type directory struct{}

func (directory) Person(_ context.Context, company, id string) (access.Person, error) {
	if !strings.HasPrefix(id, "E0") {
		return access.Person{}, access.ErrUnknown
	}
	return access.Person{ID: id, Name: id, CompanyID: company, Role: access.Manager}, nil
}
func (directory) People(context.Context, string) ([]access.Person, error) { return nil, nil }

func open(t *testing.T) *office {
	t.Helper()
	return openWith(t, func(*Config) {})
}

// openWith is open with other parts.
func openWith(t *testing.T, change func(*Config)) *office {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t), Keyset: storetest.Keyset(t)})
	if err != nil {
		t.Fatal(err)
	}
	o := &office{t: t, store: s, layer: &oracle{}}
	o.config = Config{
		Numbers: o.layer, People: directory{}, Company: "demo", Person: "E021", Store: s, Scheduler: teams.Scheduler{RetryDelay: time.Millisecond},
		TodayFunc: func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) },
	}
	change(&o.config)
	a, err := New(o.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.MigrateTables(t.Context(), Name, a.Tables); err != nil {
		t.Fatal(err)
	}
	if o.Engine, err = engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{a}, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- o.Run(ctx) }()
	t.Cleanup(func() {
		o.stream.Close()
		stop()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	o.session(state.Session{})
	return o
}

func (o *office) session(session state.Session) {
	o.t.Helper()
	session.Assistant, session.Title = Name, state.DefaultTitle
	made, err := o.store.CreateSession(o.t.Context(), store.Server(), session)
	if err != nil {
		o.t.Fatal(err)
	}
	o.id, o.stream = made.ID, o.Watch(made.ID, 0)
}

// heardEvents are what a run told, and its end.
type heardEvents struct {
	runID    string
	types    []string
	response state.Response
	question state.Interrupt
	updated  []state.PlanUpdated
	planned  state.PlanReady
}

func (o *office) ask(text string) heardEvents {
	o.t.Helper()
	return o.askIn("ko", text)
}

func (o *office) askIn(language, text string) heardEvents {
	o.t.Helper()
	ack, err := o.Submit(o.t.Context(), engine.Query{SessionID: o.id, Text: text, Language: language})
	if err != nil {
		o.t.Fatal(err)
	}
	h := o.follow()
	h.runID = ack.RunID
	return h
}

func (o *office) follow() (h heardEvents) {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), time.Minute)
	defer cancel()
	for {
		d, err := o.stream.Next(ctx)
		if err != nil {
			o.t.Fatal(err)
		}
		if d.Ephemeral {
			continue
		}
		h.types = append(h.types, d.Event.Type)
		var into any
		switch d.Event.Type {
		case state.EventFinalResponse:
			into = &struct{ Response *state.Response }{&h.response}
		case state.EventWorkflowInterrupted:
			into = &h.question
		case state.EventPlanReady:
			into = &h.planned
		case state.EventPlanUpdated:
			h.updated = append(h.updated, state.PlanUpdated{})
			into = &h.updated[len(h.updated)-1]
		}
		if into != nil {
			if err := json.Unmarshal(d.Event.Payload, into); err != nil {
				o.t.Fatalf("%s: %v", d.Event.Payload, err)
			}
		}
		if state.TerminalEvent(d.Event.Type) || d.Event.Type == state.EventWorkflowInterrupted {
			return h
		}
	}
}

// text is what the user reads.
func (h heardEvents) text() string { return h.response.Answer + h.response.Message }

// replayed holds a run against its record.
func (o *office) replayed(runID string) {
	o.t.Helper()
	a, err := New(o.config)
	if err != nil {
		o.t.Fatal(err)
	}
	report, err := engine.Replay(o.t.Context(), engine.ReplayConfig{Store: o.store, Assistants: []engine.Assistant{a}}, runID)
	if err != nil || !report.Equal {
		o.t.Errorf("replayed as %+v: %v", report, err)
	}
}

func TestTwoQuestionsAreWorkedAtSideBySide(t *testing.T) {
	t.Parallel()
	o := open(t)
	h := o.ask("매출 상위 거래처랑 방문 건수 보여줘")
	if len(h.planned.ExecutionSteps) != 2 || len(h.planned.ParallelGroups) != 1 || len(h.planned.ParallelGroups[0]) != 2 {
		t.Fatalf("planned %+v", h.planned)
	}
	if h.response.Type != state.ResponseAnswer || !strings.Contains(h.text(), "sales") || !strings.Contains(h.text(), "visits") || h.response.Data["data"].Status != "success" {
		t.Errorf("%s\n%s", h.text(), h.response.Data)
	}
	if all := strings.Join(h.types, " "); !strings.Contains(all, "planning_start analysis_ready plan_ready execution_start") {
		t.Error(all)
	}
	o.replayed(h.runID)
}

func TestWhatIsUnclearIsAskedAndRests(t *testing.T) {
	t.Parallel()
	o := open(t)
	h := o.ask("성적 알려줘")
	if h.question.Type != state.InterruptClarification || len(h.question.Data.Options) != 2 || !h.question.TakesText {
		t.Fatalf("%+v", h.question)
	}
	if err := o.Reply(t.Context(), o.id, h.question.ID, state.ActionAnswer, json.RawMessage(`{"text":"달성률"}`)); err != nil {
		t.Fatal(err)
	}
	if h2 := o.follow(); !strings.Contains(h2.text(), "rate") {
		t.Errorf("%s", h2.text())
	}
	o.replayed(h.runID)
}

func TestHiddenAndUncoveredAreSaid(t *testing.T) {
	t.Parallel()
	o := open(t)
	for ask, want := range map[string]string{"입사일 알려줘": "권한이 없습니다", "날씨 어때": "그 안에 없습니다", "안녕하세요": "안녕하세요"} {
		if h := o.ask(ask); h.response.Type != state.ResponseGuidance || !strings.Contains(h.text(), want) || len(h.planned.ExecutionSteps) > 0 {
			t.Errorf("%s: %s %s", ask, h.response.Type, h.text())
		}
	}
}

func TestFallbacks(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.ask("매출 거래처 보여줘")
	o.layer.down.Store(true)
	before := o.layer.calls.Load()
	h := o.ask("매출 거래처 보여줘")
	if len(h.updated) != 1 || h.updated[0].Changes[0].Change != "added" || !strings.Contains(h.text(), "앞서 찾은 결과") {
		t.Fatalf("source down: %+v\n%s", h.updated, h.text())
	}
	if n := o.layer.calls.Load() - before; n != 3 {
		t.Errorf("the source was asked %d times", n)
	}
	var codes []string
	for _, w := range o.state().Warnings {
		codes = append(codes, w.Code)
	}
	if !slices.Equal(codes, []string{warnReplaced, warnKept}) {
		t.Errorf("warned of %v", codes)
	}
	if n := o.state().DBQueriesExecuted; n != 5+3 {
		t.Errorf("%d statements were counted, of one answer and of three attempts that failed", n)
	}
	o.replayed(h.runID)
	if h := o.ask("방문 보여줘"); h.response.Type != state.ResponseGuidance || !strings.Contains(h.text(), "불러올 수 없습니다") {
		t.Errorf("nothing kept: %s", h.text())
	}
	o.layer.down.Store(false)
	o.layer.slow.Store(true)
	h = o.ask("방문 거래처 보여줘")
	if len(h.updated) != 1 || !strings.Contains(h.text(), "합계만 조회했습니다") {
		t.Errorf("too slow: %+v\n%s", h.updated, h.text())
	}
}

// A report that waits for figures of its own is made of what stands in for them,
// never of another question's; that they are not new is said.
func TestAReportIsOfItsOwnFigures(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.layer.age.Store(150)
	if h := o.ask("매출 거래처 보여줘"); !strings.Contains(h.text(), "3분 전에 조회한 값") || !strings.Contains(h.text(), "2026-11-21까지의 자료") {
		t.Errorf("%s", h.text())
	}
	o.ask("방문 보여줘")
	o.layer.down.Store(true)
	h := o.ask("매출 거래처 보고서로 만들어줘")
	if s := o.state(); s.Paper == nil || s.Paper.Title != "sales 보고서" || strings.Contains(s.Paper.Markdown, "visits") || s.ProgressPercentage != 100 || len(h.updated) != 2 {
		t.Errorf("%d re-plans, %v %%: %+v", len(h.updated), s.ProgressPercentage, s.Paper)
	}
	o.replayed(h.runID)
	if h := o.ask("방문 거래처 보고서로 만들어줘"); h.response.Type != state.ResponseGuidance || strings.Contains(h.text(), "보고서 1판을") {
		t.Errorf("a report of nothing: %s", h.text())
	}
}

// A run that has changed its plan as often as it may asks for no further plan.
func TestReplansAreBounded(t *testing.T) {
	t.Parallel()
	for attempts, want := range map[int]bool{0: true, 2: true, 3: false} {
		s := ready(Task{Agent: DataAnalysisAgent})
		s.PlanningState.FallbackPlans = []FallbackPlan{{ID: "f", For: "step_1_1", Trigger: TriggerTimeout, Task: Task{Agent: DataAnalysisAgent}}}
		s.merge(agentOf("step_1_1", TriggerTimeout))
		s.ExecutionManagerState.ReplanAttempts = attempts
		if s.settle(); s.ExecutionManagerState.NeedReplan != want {
			t.Errorf("behind %d re-plans another: %v", attempts, !want)
		}
	}
}

func TestAnotherPersonStartsAnew(t *testing.T) {
	t.Parallel()
	s := ready(Task{Agent: DataAnalysisAgent})
	s.meet(access.Person{ID: "E021", CompanyID: "demo"})
	s.merge(agentOf("step_1_1", ""))
	s.LastRequests = []*semantic.Request{{}}
	s.meet(access.Person{ID: "E021", CompanyID: "demo"})
	if len(s.AgentStates) != 1 {
		t.Error("the same person lost what was found")
	}
	s.meet(access.Person{ID: "E001", CompanyID: "demo"})
	if len(s.AgentStates) != 0 || len(s.LastRequests) != 0 || s.Person.ID != "E001" {
		t.Error("another person is shown what was found")
	}
}

func TestAPlainMessageAnswersAQuestion(t *testing.T) {
	t.Parallel()
	o := open(t)
	h := o.ask("성적 알려줘")
	if h.question.Type != state.InterruptClarification {
		t.Fatalf("%+v", h.question)
	}
	if h := o.ask("아니 방문 건수로"); !strings.Contains(h.text(), "visits") {
		t.Errorf("%s", h.text())
	}
	o.replayed(h.runID)
}

func TestARunLeavesAChainOfRows(t *testing.T) {
	t.Parallel()
	o := open(t)
	h := o.ask("매출 보여줘")
	var actions []string
	err := o.store.View(t.Context(), "audit", func(ctx context.Context, tx store.Tx) error {
		rows, err := audit.Rows(ctx, tx, "demo", 0, 100)
		for _, r := range rows {
			actions = append(actions, r.Action)
		}
		return err
	})
	if got := strings.Join(actions, " "); err != nil || got != "query.analyzed plan.made query.answered" {
		t.Errorf("%q: %v", got, err)
	}
	o.replayed(h.runID)
}

// A document that rules alone can't judge waits for who sees to them.
func TestWhatIsUnclearGoesToAPerson(t *testing.T) {
	t.Parallel()
	s := ready(Task{Agent: ComplianceValidationAgent})
	s.Paper = &Paper{Title: "T", Version: 1, Status: StatusReview, Outcome: &compliance.Outcome{Unclear: []compliance.Violation{{Rule: "ANT-007", Title: "x"}}}}
	if got := s.Paper.mayBeHanded(); got != handedReview {
		t.Fatal(got)
	}
	q := s.review()
	if q.For != "compliance" || q.TakesText || !strings.Contains(q.Message, "ANT-007") {
		t.Errorf("%+v", q)
	}
}

// The officer is asked with the answer: the user goes on meanwhile, and what the
// officer says of one version counts for no other.
func TestTheOfficersWordBeginsARun(t *testing.T) {
	t.Parallel()
	const form = "방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사 면담, 목적 제품설명, 설명제품 예시가디온정, 식음료 1인 8만원, 제공물품 없음, 반응 긍정적, 다음조치 자료 전달, 이상사례 없음"
	for _, c := range []struct{ name, meanwhile, action, want string }{
		{"approved", "매출 보여줘", state.ActionApprove, "제출했습니다"},
		{"rejected", "매출 보여줘", state.ActionReject, "승인하지 않아"},
		{"changed", "반응을 부정적으로 바꿔줘", state.ActionApprove, "바뀌어"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.ask(form)
			asked := o.ask("제출해줘")
			if !strings.Contains(asked.text(), "준법 담당에게 확인을 요청") {
				t.Fatal(asked.text(), asked.types)
			}
			if h := o.ask(c.meanwhile); h.response.Type == "" {
				t.Fatal("the session waits", h.types)
			}
			if again := o.ask("제출해줘"); c.meanwhile == "매출 보여줘" && !strings.Contains(again.text(), "준법 담당에게 확인을 요청") {
				t.Error(again.text())
			}
			waits, err := o.store.Waiting(t.Context(), store.Server(), store.WaitingFilter{Role: "compliance", SessionID: o.id})
			i := slices.IndexFunc(waits, func(r store.WaitingRun) bool { return r.ID == asked.runID })
			if err != nil || i < 0 || c.meanwhile == "매출 보여줘" && len(waits) != 1 {
				t.Fatalf("%+v %v", waits, err)
			}
			done, err := o.Answer(t.Context(), engine.Answer{InterruptID: waits[i].Interrupt.ID, ReplyID: "r1", Role: "compliance", Actor: "E023", Action: c.action})
			if err != nil {
				t.Fatal(err)
			}
			if h := o.follow(); !strings.Contains(h.text(), c.want) {
				t.Error(h.text())
			}
			o.replayed(asked.runID)
			o.replayed(done.RunID)
		})
	}
}

// A follow-up behind what may not be seen changes what was asked.
func TestAHiddenQuestionIsRemembered(t *testing.T) {
	t.Parallel()
	s, request := ready(), &semantic.Request{Metrics: []semantic.MetricRef{{Name: "sales"}}}
	for _, reason := range []string{"rows", "field"} { // a field stays hidden whatever else is asked of it
		for _, asked := range []*semantic.Request{{Metrics: request.Metrics}, request} {
			s.Heard = &heard{Parts: []part{{Reading: &semantic.Reading{Hidden: &semantic.Hidden{Reason: reason, Asked: asked}}}}}
			s.remember()
		}
		if kept := len(s.LastRequests) == 1 && s.LastRequests[0] == request; kept != (reason == "rows") {
			t.Error(reason, s.LastRequests)
		}
		s.LastRequests = nil
	}
}

// A question what would be if the document said something else is checked with
// that, and the document stays as it is.
func TestAnotherNumberIsSupposed(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.ask("방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사 면담, 목적 제품설명, 설명제품 예시가디온정, 식음료 1인 15만원 세금 제외, 제공물품 없음, 반응 긍정적, 다음조치 자료 전달, 이상사례 없음")
	for _, asked := range []struct {
		text   string
		broken bool
	}{{"식음료를 1인 8만원으로 낮추면?", false}, {"식음료를 1인 12만원으로 낮추면 되나요?", true}, {"제출해줘", true}} {
		h := o.ask(asked.text)
		if strings.Contains(h.text(), "[PRE-001]") != asked.broken {
			t.Errorf("%s: %s", asked.text, h.text())
		}
		o.replayed(h.runID)
	}
}

// What figures rest on is told again when it is asked, and is no question to the data.
func TestWhatFiguresRestOn(t *testing.T) {
	t.Parallel()
	o := open(t)
	if h := o.ask("매출 알려줘"); h.response.Type == "" {
		t.Fatal("no answer")
	}
	for _, asked := range []string{"근데 이 금액 부가세 들어간거야?", "이 숫자 어디서 나온 거야?", "오늘까지 다 들어간거 맞아?"} {
		h := o.ask(asked)
		if !strings.Contains(h.text(), "출처:") || !strings.Contains(h.text(), "기간:") || len(h.planned.ExecutionSteps) > 0 {
			t.Errorf("%s: %s", asked, h.text())
		}
		o.replayed(h.runID)
	}
}
