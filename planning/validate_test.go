package planning

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/state"
)

func steps(lines ...string) []state.ExecutionStep {
	var out []state.ExecutionStep
	for _, line := range lines {
		id, deps, _ := strings.Cut(line, "<-")
		out = append(out, state.ExecutionStep{StepID: id, Team: "search", DependsOn: strings.Fields(deps)})
	}
	return out
}

func TestValidate(t *testing.T) {
	t.Parallel()
	many := make([]string, MaxSteps+1)
	for i := range many {
		many[i] = stepID(i)
	}
	for name, c := range map[string]struct {
		plan state.Planning
		want string
	}{
		"empty":        {state.Planning{}, "no steps"},
		"twice":        {state.Planning{ExecutionSteps: steps("a", "a")}, "used twice"},
		"unknown dep":  {state.Planning{ExecutionSteps: steps("a<-b")}, "no step"},
		"itself":       {state.Planning{ExecutionSteps: steps("a<-a")}, "itself"},
		"cycle":        {state.Planning{ExecutionSteps: steps("a<-b", "b<-c", "c<-a", "d")}, "circle"},
		"too many":     {state.Planning{ExecutionSteps: steps(many...)}, "more than 25"},
		"unknown team": {state.Planning{ExecutionSteps: []state.ExecutionStep{{StepID: "a", Team: "x"}}}, `team "x"`},
		"group order":  {state.Planning{ExecutionSteps: steps("a", "b<-a"), ParallelGroups: [][]string{{"a", "b"}}}, "do not fit"},
		"group hole":   {state.Planning{ExecutionSteps: steps("a", "b"), ParallelGroups: [][]string{{"a"}}}, "do not fit"},
		"group ghost":  {state.Planning{ExecutionSteps: steps("a"), ParallelGroups: [][]string{{"a", "z"}}}, "do not fit"},
		"group twice":  {state.Planning{ExecutionSteps: steps("a"), ParallelGroups: [][]string{{"a"}, {"a"}}}, "do not fit"},
		"good":         {state.Planning{ExecutionSteps: steps("a", "b<-a"), ParallelGroups: [][]string{{"a"}, {"b"}}}, ""},
	} {
		got := strings.Join(Validate(c.plan, []string{"search"}, MaxSteps), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Waves of any graph without cycles hold every step once, after all that it
// depends on, and pass Validate.
func TestWaves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxSteps).Draw(t, "steps")
		var list []state.ExecutionStep
		for i := range n {
			s := state.ExecutionStep{StepID: stepID(i), Team: "search"}
			for j := range i {
				if rapid.Bool().Draw(t, strconv.Itoa(i)+"-"+strconv.Itoa(j)) {
					s.DependsOn = append(s.DependsOn, stepID(j))
				}
			}
			list = append(list, s)
		}
		plan := state.Planning{ExecutionSteps: list, ParallelGroups: Waves(list)}
		if errs := Validate(plan, []string{"search"}, MaxSteps); len(errs) > 0 {
			t.Fatalf("%v of %+v", errs, plan.ParallelGroups)
		}
	})
}
