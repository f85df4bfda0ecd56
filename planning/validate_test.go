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

func TestInvalidPlans(t *testing.T) {
	t.Parallel()
	many := make([]string, MaxSteps+1)
	for i := range many {
		many[i] = stepID(i)
	}
	for name, c := range map[string]struct {
		plan state.Planning
		want string
	}{
		"empty":    {state.Planning{}, "no steps"},
		"itself":   {state.Planning{ExecutionSteps: steps("a<-a")}, "circle"},
		"cycle":    {state.Planning{ExecutionSteps: steps("a<-b", "b<-c", "c<-a", "d")}, "circle"},
		"too many": {state.Planning{ExecutionSteps: steps(many...)}, "more than 25"},
		"good":     {state.Planning{ExecutionSteps: steps("a", "b<-a")}, ""},
	} {
		got := strings.Join(invalid(c.plan, MaxSteps), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Waves of any graph without cycles hold every step once, after all that it
// depends on.
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
		at := map[string]int{}
		for i, wave := range Waves(list) {
			for _, id := range wave {
				at[id] = i + 1
			}
		}
		for _, s := range list {
			for _, dep := range s.DependsOn {
				if at[dep] == 0 || at[dep] >= at[s.StepID] {
					t.Fatalf("%s of wave %d is behind %s of wave %d", dep, at[dep], s.StepID, at[s.StepID])
				}
			}
		}
		if len(at) != n {
			t.Fatalf("%d steps of %d", len(at), n)
		}
	})
}
