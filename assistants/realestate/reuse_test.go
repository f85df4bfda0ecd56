package realestate

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/search"
)

// lawyer is a search team that counts its work.
func lawyer(count *atomic.Int64) work {
	return func(ctx context.Context, b *atStep) (result, error) {
		count.Add(1)
		found, err := fine(ctx, b)
		found.Update = func(s *State) {
			s.SearchTeamState = &search.TeamState{TeamName: search.TeamName, SearchScope: b.Actions, SharedContext: shared(b), Status: search.StatusSearching}
		}
		return found, err
	}
}

func reusedSteps(s State) []string {
	var teams []string
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.ReusedFrom != "" {
			teams = append(teams, step.Team)
		}
	}
	return teams
}

const riseQuery = "전세 3억인데 5% 인상 가능해?"

func TestOnlyWhatAnswersIsUsedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		next   string
		reused []string
		change func(*desk) // before the second question
	}{
		"other figures":       {"그럼 6%면?", []string{"search"}, nil},
		"the same with 7 %":   {"전세 3억인데 7% 인상 가능해?", []string{"search"}, nil},
		"the same once more":  {riseQuery, nil, nil},
		"another topic":       {"강남구 아파트 매매 시세 알려줘", nil, nil},
		"more than the law":   {"임대인이 수리를 안 해주는데 어떻게 해?", nil, nil},
		"an irrelevant aside": {"오늘 점심 뭐 먹지?", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var count atomic.Int64
			y := open(t, map[string]work{"search": lawyer(&count)}, nil)
			id := y.session(t, "")
			first, _ := y.ask(t, id, riseQuery)
			before := count.Load()
			_, events := y.ask(t, id, c.next)
			s := y.state(t, id)
			if diff := cmp.Diff(c.reused, reusedSteps(s)); diff != "" {
				t.Errorf("used again (-want +got):\n%s", diff)
			}
			i := slices.IndexFunc(events, func(e state.Event) bool { return e.Type == state.EventDataReuse })
			if (i >= 0) != (c.reused != nil) || (count.Load() > before) == (c.reused != nil) && name != "an irrelevant aside" {
				t.Errorf("event %d, %d searches", i, count.Load()-before)
			}
			if s.Earlier != nil || c.reused == nil && s.SearchTeamState != nil && s.SearchTeamState.SharedContext.UserQuery == riseQuery && c.next != riseQuery {
				t.Error("what is of no use was kept")
			}
			if i < 0 {
				return
			}
			var body state.DataReuse
			if err := json.Unmarshal(events[i].Payload, &body); err != nil || body.FromRun != first.RunID || events[i-1].Type != state.EventPlanReady {
				t.Errorf("%s behind %s", events[i].Payload, events[i-1].Type)
			}
			if len(s.AggregatedResults.Missing) != 0 || s.TeamResults["search"].Status != supervisor.TeamSuccess {
				t.Errorf("%+v", s.AggregatedResults)
			}
			// The one after it may use it too, and names where it is from.
			y.ask(t, id, "그럼 4%면?")
			if s := y.state(t, id); len(reusedSteps(s)) != 1 || s.PlanningState.ExecutionSteps[0].ReusedFrom != first.RunID {
				t.Errorf("%+v", s.PlanningState.ExecutionSteps)
			}
		})
	}
}

// A result that the user takes out of the plan is out of the answer, and is
// shown as skipped by the user.
func TestReusedStepCanBeTakenOut(t *testing.T) {
	t.Parallel()
	var count atomic.Int64
	y := open(t, map[string]work{"search": lawyer(&count)}, nil)
	id := y.session(t, "")
	y.ask(t, id, riseQuery)
	p, err := y.Position(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = y.Submit(t.Context(), engine.Query{SessionID: id, Text: "그럼 6%면?", Language: "ko", ReviewPlan: true})
	if err != nil {
		t.Fatal(err)
	}
	q := y.question(t, id, 0)
	s := y.state(t, id)
	if !strings.Contains(string(q.Data.Data), `"reused_from"`) {
		t.Errorf("the question hides what is used again: %s", q.Data.Data)
	}
	if len(reusedSteps(s)) != 1 {
		t.Fatalf("%+v", s.PlanningState.ExecutionSteps)
	}
	analysis := s.PlanningState.ExecutionSteps[1].StepID
	if err := y.Reply(t.Context(), id, q.ID, state.ActionModify, json.RawMessage(`{"modified_todos":[{"step_id":"`+analysis+`"}]}`)); err != nil {
		t.Fatal(err)
	}
	y.follow(t, id, p.LastSeq, nil)
	s = y.state(t, id)
	if step := s.PlanningState.ExecutionSteps[0]; step.Status != state.StepSkipped || step.ReusedFrom != "" || step.Result != nil || s.SearchTeamState != nil || len(s.AggregatedResults.Missing) != 1 {
		t.Errorf("%+v missing %q", step, s.AggregatedResults.Missing)
	}
}

// What was found some time ago is looked up again.
func TestOldResultsAreNotUsedAgain(t *testing.T) {
	t.Parallel()
	var count atomic.Int64
	days := make(chan time.Time, 2)
	days <- time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	days <- time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	y := open(t, map[string]work{"search": lawyer(&count)}, func(c *desk) {
		c.TodayFunc = func() time.Time { return <-days }
	})
	id := y.session(t, "")
	y.ask(t, id, riseQuery)
	y.ask(t, id, "그럼 6%면?")
	if s := y.state(t, id); reusedSteps(s) != nil || count.Load() != 2 {
		t.Errorf("yesterday's results are used: %v", reusedSteps(s))
	}
}
