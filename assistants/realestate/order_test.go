package realestate

import (
	"encoding/json"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
)

// What steps of analysis found is the same whichever ended first: of those that
// reckon the same the later one of the plan counts, and none of an earlier run.
func TestAnalysisIsJoinedInTheOrderOfThePlan(t *testing.T) {
	t.Parallel()
	h, err := openHouse()
	if err != nil {
		t.Fatal(err)
	}
	plan := &state.Planning{ExecutionSteps: []state.ExecutionStep{
		{StepID: "reused", Team: analysis.TeamName, Status: state.StepSkipped},
		{StepID: "a", Team: analysis.TeamName, Question: "전세 3억 5% 인상", Actions: []string{"rent_increase"}},
		{StepID: "b", Team: analysis.TeamName, Question: "3억 매매 복비", Actions: []string{"brokerage_fee"}},
		{StepID: "c", Team: analysis.TeamName, Question: "전세 4억 3% 인상", Actions: []string{"rent_increase"}},
	}}
	var first string
	for _, ended := range [][]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}} {
		old := &analysis.TeamState{Metrics: map[string]float64{"rent_increase.rise_pct": 99, "old": 1}, AnalysisProgress: map[string]string{}, Findings: []analysis.Finding{{Headline: "old"}}}
		s := &State{AnalysisTeamState: old, State: supervisor.State{Language: "ko", Today: "2026-03-02", PlanningState: plan}}
		for _, i := range ended {
			found, err := h.teams[analysis.TeamName](t.Context(), &supervisor.Step[State]{
				ExecutionStep: plan.ExecutionSteps[i], State: s, Run: engine.RunInfo{RunID: "run", Now: testDay}, Progress: func(int, string) {},
			})
			if err != nil {
				t.Fatal(err)
			}
			found.Update(s)
			s.AnalysisSteps[plan.ExecutionSteps[i].StepID].Metrics["rent_increase.rise_pct"] = float64(i)
		}
		s.joinAnalysis()
		got := s.AnalysisTeamState
		if got.Metrics["rent_increase.rise_pct"] != 3 || got.Metrics["old"] != 1 || got.Findings[0].Headline != "old" || s.AnalysisSteps != nil {
			t.Errorf("%v: %v, %+v", ended, got.Metrics, got.Findings)
		}
		got.AnalysisTime, got.StartTime, got.EndTime = 0, nil, nil
		raw, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(raw)
		}
		if string(raw) != first {
			t.Errorf("%v: %s\nwant %s", ended, raw, first)
		}
		if len(old.Findings) != 1 || old.Metrics["rent_increase.rise_pct"] != 99 {
			t.Error("the state of the earlier run was changed")
		}
	}
}
