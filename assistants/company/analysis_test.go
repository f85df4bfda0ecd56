package company

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/store"
)

// state is the session's as it is stored.
func (o *office) state() (s GlobalSessionState) {
	o.t.Helper()
	point, err := o.store.LatestCheckpoint(o.t.Context(), store.Server(), o.id)
	if err != nil {
		o.t.Fatal(err)
	}
	if err := json.Unmarshal(point.State, &s); err != nil {
		o.t.Fatal(err)
	}
	return s
}

// What a message was found to want, and whether that can be done, stands in the
// state with its values.
func TestWhatIsWantedIsWrittenDown(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	h := o.ask("지난달 서울 매출 상위 거래처랑 방문 대비 매출 보여줘")
	a := o.state().QueryAnalyzerState
	if len(a.ParsedIntents) != 2 || a.ParsedIntents[0].Intent != IntentAnalysis || a.ParsedIntents[0].Confidence <= 0.5 || a.ParsedIntents[0].Confidence > 1 {
		t.Errorf("intents %+v", a.ParsedIntents)
	}
	if !slices.Equal(a.RequiredCapabilities, []string{CapabilityQuery, CapabilityCharts}) || !slices.Equal(a.SuggestedAgents, []string{DataAnalysisAgent}) {
		t.Errorf("needs %v of %v", a.RequiredCapabilities, a.SuggestedAgents)
	}
	for _, want := range []semantic.Entity{
		{Type: "period", Value: "지난달", Normalized: "2026-10-01~2026-10-31"}, {Type: "location", Value: "서울", Normalized: "서울", Code: "SEL", Column: "region_code"},
		{Type: "metric", Value: "매출", Normalized: "sales_amount", Column: "sales_amount"},
	} {
		if !slices.Contains(a.ExtractedEntities, want) {
			t.Errorf("no %+v in %+v", want, a.ExtractedEntities)
		}
	}
	if f := a.FeasibilityCheck; !f.DataAvailable || !f.PermissionGranted || f.ResourceStatus != "available" || f.EstimatedTime != int(math.Ceil(h.planned.EstimatedTotalTime)) || f.EstimatedTime == 0 {
		t.Errorf("can be done: %+v, the client is told %v s", f, h.planned.EstimatedTotalTime)
	}
	for _, step := range h.planned.ExecutionSteps {
		if step.TimeoutMS != 10000 || step.MaxAttempts != 3 {
			t.Errorf("%s has %d ms and %d attempts", step.StepID, step.TimeoutMS, step.MaxAttempts)
		}
	}
	two := a.ComplexityScore
	o.ask("지난달 서울 매출")
	if one := o.state().QueryAnalyzerState.ComplexityScore; one <= 0 || one >= two {
		t.Errorf("one question is as complex as two: %v, %v", one, two)
	}
	o.ask("직원05 입사일이 언제야")
	if f := o.state().QueryAnalyzerState.FeasibilityCheck; f.PermissionGranted || !slices.Equal(f.Hidden, []string{"입사일"}) {
		t.Errorf("may be seen: %+v", f)
	}
	// There is no data for what is not covered and for a time before it; there is
	// where the question is what may not be asked.
	for text, there := range map[string]bool{"지난달 영업이익": false, "2023년 서울 매출": false, "매출 데이터 다 삭제해줘": true} {
		h := o.ask(text)
		if f := o.state().QueryAnalyzerState.FeasibilityCheck; f.DataAvailable != there || f.EstimatedTime != 0 || !f.PermissionGranted {
			t.Errorf("%s can be done: %+v, %s", text, f, h.text())
		}
	}
}

// A source that can't be asked leaves what needs none.
func TestWhatASourceThatIsDownLeaves(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][]part{
		"unavailable": {{Intent: IntentAnalysis}}, "limited": {{Intent: IntentAnalysis}, {Intent: IntentRetrieval}},
	} {
		f := ready().analyzed(heard{Down: true, Parts: parts}, time.Time{}).FeasibilityCheck
		if f.DataAvailable || f.ResourceStatus != want {
			t.Errorf("%+v, want %s", f, want)
		}
	}
}

// Where not all can work at once, who may take longest begins first, and of equal
// ones the first of the message; steps have the limits of the plan's.
func TestTasksBeginInTheOrderOfThePlan(t *testing.T) {
	t.Parallel()
	s := ready()
	s.PlanningState = &PlanningState{}
	s.PlanningState.addStep([]Task{{Agent: InformationRetrievalAgent}, {Agent: DataAnalysisAgent}, {Agent: DataAnalysisAgent}})
	s.PlanningState.addStep([]Task{{Agent: InformationRetrievalAgent, Sources: []string{retrieval.Web}}})
	s.PlanningState.ExecutionPlan[1].Timeout, s.PlanningState.ExecutionPlan[1].RetryCount = 7, 4
	s.PlanningState.reckon()
	want := []string{"step_1_2", "step_1_3", "step_1_1", "step_2_1"}
	var got []string
	for _, step := range s.stepsOf(s.PlanningState.tasks()) {
		got = append(got, step.StepID)
		if _, in := s.PlanningState.task(step.StepID); step.TimeoutMS != int64(in.Timeout)*1000 || step.MaxAttempts != in.RetryCount+1 {
			t.Errorf("%+v in %+v", step, in)
		}
	}
	if !slices.Equal(s.PlanningState.PriorityOrder, want) || !slices.Equal(got, want) {
		t.Errorf("in the order %v, %v", s.PlanningState.PriorityOrder, got)
	}
	if calls := s.PlanningState.ResourceRequirements.APICalls; calls[retrieval.Web] != 1 || calls[retrieval.InternalDB] != 1 {
		t.Errorf("calls %v", calls)
	}
	o := real(t, func(c *Config) { c.Scheduler.MaxParallel = 1 })
	h := o.ask("지난달 서울 매출 상위 거래처랑 방문 대비 매출 보여줘")
	got = nil
	for _, step := range h.planned.ExecutionSteps {
		got = append(got, step.StepID)
	}
	steps := o.state().ExecutionSteps
	if order := o.state().PlanningState.PriorityOrder; !slices.Equal(got, order) || value(steps[0].CompletedAt) > value(steps[1].StartedAt) {
		t.Errorf("one at a time: %v, %v and then %v, %v", got, order, value(steps[0].CompletedAt), value(steps[1].StartedAt))
	}
}

// The plan says what waits for what, what goes on side by side, and what stands by
// for a failure.
func TestWhatIsPlannedIsWrittenDown(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	o.ask("지난달 서울 매출 상위 거래처랑 방문 대비 매출 보여줘")
	p, both := o.state().PlanningState, []string{"step_1_1", "step_1_2"}
	if !slices.Equal(p.PriorityOrder, both) || len(p.ParallelOpportunities) != 1 || !slices.Equal(p.ParallelOpportunities[0], both) || p.EstimatedSteps != 1 || p.ResourceRequirements.DBConnections != 2 {
		t.Errorf("side by side: %+v", p)
	}
	if p.ContingencyTriggers["step_1_1_timeout"] != TriggerTimeout || len(p.FallbackPlans) != 1 || p.FallbackPlans[0].For != "step_1_1" {
		t.Errorf("stands by: %+v", p.FallbackPlans)
	}
	o.ask("이걸로 보고서 초안 써줘")
	p = o.state().PlanningState
	graph := DependencyGraph{Nodes: []string{"step_1_1", "step_2_1", "step_3_1"}, Edges: [][2]string{{"step_1_1", "step_2_1"}, {"step_2_1", "step_3_1"}}}
	if diff := cmp.Diff(graph, p.DependencyGraph); diff != "" || !slices.Equal(p.TaskDependencies["step_3_1"], []string{"step_2_1"}) || !p.ExecutionPlan[2].Checkpoint {
		t.Errorf("one behind the other: %s", diff)
	}
}

// Who asks why one region has changed is shown where in it, not the region again.
func TestWhyOneHasChanged(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	o.ask("지난달 지역별 매출")
	o.ask("부산만 작년이랑 비교하면?")
	if text := o.ask("왜 줄었어?").text(); !strings.Contains(text, "부산 매출, 거래처별") || !strings.Contains(text, "고객기관") {
		t.Error(text)
	}
}

// What two times are compared by is in the verdict, and what was nothing is no
// equal of it.
func TestAComparisonIsInTheVerdict(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for _, turn := range []struct{ say, has, lacks string }{
		{"지난달 부산 매출 상위 거래처", "고객기관109 645만 5,870원,", "견준"},
		{"작년이랑 비교해줘", "고객기관109 645만 5,870원(+463.1%)", "같습니다"},
		{"지난달 서울 거래처별 매출 작년이랑 비교해줘", "고객기관066 725만 3,740원(+117.4%)", "(–)"},
		{"고객기관066 담당자 누구야", "고객기관066의 담당자는 직원14입니다.", "모두 1건"},
		{"직원05 10월 부산 방문 대비 매출 작년이랑 비교해줘", "조건에 맞는 자료가 없습니다", "같습니다"},
	} {
		if text := o.ask(turn.say).text(); !strings.Contains(text, turn.has) || strings.Contains(text, turn.lacks) {
			t.Errorf("%s: %s", turn.say, text)
		}
	}
}

// Data that has had no new row for longer than its catalogue allows is told as late.
func TestLateDataIsTold(t *testing.T) {
	t.Parallel()
	for day, late := range map[string]bool{"2026-12-05": false, "2026-12-06": true} {
		o := real(t, func(cfg *Config) {
			cfg.TodayFunc = func() time.Time {
				at, _ := time.Parse(time.DateOnly, day)
				return at
			}
		})
		if h := o.ask("11월 서울 매출"); strings.Contains(h.text(), "자료가 늦습니다: 2026-12-05까지") != late || !strings.Contains(h.text(), "2026-11-21까지의 자료") {
			t.Errorf("on %s: %s", day, h.text())
		}
		warned := slices.ContainsFunc(o.state().Warnings, func(p Problem) bool { return p.Code == warnLate && p.Agent == DataAnalysisAgent })
		if warned != late {
			t.Errorf("on %s: warned of %+v", day, o.state().Warnings)
		}
	}
}

// Whether a figure passes a number is answered first, then with the figure.
func TestAThresholdIsAnsweredWithYesOrNo(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for text, want := range map[string]string{
		"10월 매출 1억 넘었나요?":      "네, 1억원을 넘습니다. 2026년 10월 매출은 1억 8,011만 1,705원입니다.",
		"지난달 경비 500만원 넘었어?":    "아니요, 500만원을 넘지 않습니다. 2026년 10월 지출 금액은 62만 8,000원입니다.",
		"상반기 매출이 10억 이상이야?":    "네, 10억원 이상입니다. 2026년 상반기 매출은",
		"지난달 방문 100건 이하인가요?":   "네, 100건 이하입니다.",
		"10월 서울 매출 3천만원 미만이야?": "아니요, 3,000만원 이상입니다.",
	} {
		if h := o.ask(text); !strings.HasPrefix(h.text(), want) {
			t.Errorf("%s: %s", text, h.text())
		}
	}
}

// What goes on from two questions and makes the same of both is told once.
func TestWhatTwoQuestionsBecomeIsToldOnce(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	o.ask("10월 제품별 매출 그리고 10월 지역별 매출")
	if h := o.ask("담당자별로 다시"); strings.Count(h.text(), "| 담당자 | 매출 |") != 1 {
		t.Errorf("%s", h.text())
	}
}
