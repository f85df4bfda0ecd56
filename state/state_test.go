package state

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func text(s string) *string { return &s }

func validStep() ExecutionStep {
	return ExecutionStep{
		StepID: "step_0", StepType: StepTypeSearch, AgentName: "search_team", Team: "search",
		Task: "법률 정보 검색", Status: StepPending,
	}
}

func TestAStepListsAllItsErrors(t *testing.T) {
	t.Parallel()
	if errs := validStep().Validate(); len(errs) != 0 {
		t.Errorf("a valid step: %q", errs)
	}
	bad := ExecutionStep{StepID: "step_1", StepType: "dance", Status: "napping", ProgressPercentage: 101, Attempt: -1}
	want := []string{
		`step_1: step_type "dance" is not one of planning, search, document, analysis`,
		"step_1: team is empty", "step_1: agent_name is empty", "step_1: task is empty",
		`step_1: status "napping" is unknown`,
		"step_1: progress_percentage 101 is not within 0-100",
		"step_1: attempt and execution_time_ms can't be negative",
	}
	if diff := cmp.Diff(want, bad.Validate()); diff != "" {
		t.Error(diff)
	}
}

func TestAStepsStatusNeedsItsFields(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*ExecutionStep)
		want   int
	}{
		"in progress without a start":   {func(s *ExecutionStep) { s.Status = StepInProgress }, 1},
		"in progress":                   {func(s *ExecutionStep) { s.Status, s.StartedAt = StepInProgress, text("t") }, 0},
		"completed without end and 100": {func(s *ExecutionStep) { s.Status = StepCompleted }, 2},
		"completed": {func(s *ExecutionStep) {
			s.Status, s.CompletedAt, s.ProgressPercentage = StepCompleted, text("t"), 100
		}, 0},
		"failed without error": {func(s *ExecutionStep) { s.Status, s.Error = StepFailed, text("") }, 1},
		"failed":               {func(s *ExecutionStep) { s.Status, s.Error = StepFailed, text("no") }, 0},
		"skipped":              {func(s *ExecutionStep) { s.Status = StepSkipped }, 0},
	} {
		s := validStep()
		c.change(&s)
		if errs := s.Validate(); len(errs) != c.want {
			t.Errorf("%s: %q", name, errs)
		}
	}
}

func TestAPlanListsAllItsErrors(t *testing.T) {
	t.Parallel()
	p := Planning{
		IntentConfidence: 1.5, EstimatedTotalTime: -1, ExecutionStrategy: "zigzag",
		ExecutionSteps: []ExecutionStep{validStep(), validStep()},
		ParallelGroups: [][]string{{"step_0", "step_9"}},
	}
	errs := p.Validate()
	for _, want := range []string{
		"raw_query", "intent_confidence", "intent_type", "execution_strategy",
		"estimated_total_time", "used twice", `"step_9"`,
	} {
		found := false
		for _, e := range errs {
			found = found || strings.Contains(e, want)
		}
		if !found {
			t.Errorf("nothing about %s in %q", want, errs)
		}
	}
	if len(errs) != 7 {
		t.Errorf("%d errors: %q", len(errs), errs)
	}
}

func TestSharedListsAllItsErrors(t *testing.T) {
	t.Parallel()
	good := Shared{UserQuery: "q", SessionID: "s", Timestamp: "t", Language: "ko", Status: SharedPending}
	if errs := good.Validate(); len(errs) != 0 {
		t.Errorf("%q", errs)
	}
	if errs := (Shared{Status: "odd"}).Validate(); len(errs) != 5 {
		t.Errorf("%q", errs)
	}
	good.Status = SharedError
	if errs := good.Validate(); len(errs) != 1 {
		t.Errorf("an error without its message: %q", errs)
	}
}

// The wire names are those of the design, section 4.
func TestWireNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"ExecutionStepState": {ExecutionStep{}, "step_id step_type agent_name team task description status progress_percentage started_at completed_at result error"},
		"PlanningState": {Planning{ParallelGroups: [][]string{{"a"}}},
			"raw_query analyzed_intent intent_confidence available_agents available_teams execution_steps execution_strategy parallel_groups plan_validated validation_errors estimated_total_time"},
		"analyzed_intent":       {AnalyzedIntent{}, "intent_type confidence keywords entities"},
		"SharedState":           {Shared{UserID: "1", ErrorMessage: "e"}, "user_query session_id user_id timestamp language status error_message"},
		"StateTransitionLog":    {TransitionLog{}, "timestamp from_status to_status field_changed old_value new_value"},
		"StateValidationResult": {ValidationResult{}, "is_valid errors"},
		"loaded_memories":       {Memory{}, "conversation_id query response timestamp"},
	} {
		raw, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			t.Fatal(err)
		}
		for field := range strings.FieldsSeq(c.want) {
			if _, ok := fields[field]; !ok {
				t.Errorf("%s has no %s: %s", name, field, raw)
			}
		}
	}
}

func TestSectionContentIsAStringOrAList(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]SectionContent{
		`"한 줄"`:           {"한 줄"},
		`["하나","둘"]`:      {"하나", "둘"},
		`["a","b","c<>"]`: {"a", "b", "c<>"},
	} {
		var c SectionContent
		if err := json.Unmarshal([]byte(raw), &c); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, c); diff != "" {
			t.Error(diff)
		}
		back, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var again SectionContent
		if err := json.Unmarshal(back, &again); err != nil || !cmp.Equal(want, again) {
			t.Errorf("%s came back as %s, %v", raw, back, err)
		}
	}
	var c SectionContent
	if err := json.Unmarshal([]byte(`5`), &c); err == nil {
		t.Error("a number was taken")
	}
}

func TestStatusesThatEnd(t *testing.T) {
	t.Parallel()
	for status, want := range map[RunStatus]bool{
		RunQueued: false, RunRunning: false, RunWaiting: false,
		RunCompleted: true, RunFailed: true, RunCancelled: true,
	} {
		if status.Terminal() != want {
			t.Errorf("%s: %v", status, status.Terminal())
		}
	}
	for event, want := range map[string]bool{
		EventFinalResponse: true, EventError: true, EventRunCancelled: true, EventTodoUpdated: false, EventPlanReady: false,
	} {
		if TerminalEvent(event) != want {
			t.Errorf("%s: %v", event, TerminalEvent(event))
		}
	}
}

func TestOnlyTheStandardLibrary(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(out)); len(got) != 1 {
		t.Errorf("depends on %q", got)
	}
}
