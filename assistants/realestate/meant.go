package realestate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// reckon adds the calculations that a query means to a plan that has none for
// them, and takes out looking for prices where no place was named for that.
func (d *desk) reckon(talk *Talk, request planning.Request, result *planning.Result) {
	plan := &result.Planning
	unplanned := request.Intent != "" || result.Exit && plan.AnalyzedIntent.IntentType != "unclear"
	if d.calculator == nil || unplanned || slices.ContainsFunc(plan.ExecutionSteps, writes) {
		return
	}
	today, facts := request.Today.Format(time.DateOnly), estate.EntitiesOf(plan.AnalyzedIntent.Entities)
	meant := d.calculator.Meant(cmp.Or(result.Text, request.Query), request.Query, facts, today)
	said := d.planner.Read(request.Query, request.Today)
	if len(meant) == 0 && result.Leans && result.Text != "" && sumAlone(request.Query) && len(said.Topics) == 0 {
		meant = d.calculator.Meant(result.Text, result.Text, facts, today)
	}
	if talk != nil && len(meant) > 0 {
		for _, name := range d.calculator.Costs(request.Query, talk.about(request.Query)) {
			meant = appendNew(meant, name)
		}
	}
	if len(meant) == 0 {
		return
	}
	defer func() { // steps come and go: a group that names one that is gone fails the run
		if plan.ExecutionStrategy == state.Parallel {
			plan.ParallelGroups = planning.Waves(plan.ExecutionSteps)
		}
	}()
	if !(phrases.Has(request.Query, "prices") && slices.ContainsFunc(said.Topics, pricesTopic)) {
		withoutPrices(plan)
	}
	meant = slices.DeleteFunc(meant, func(name string) bool {
		return slices.ContainsFunc(plan.ExecutionSteps, func(s state.ExecutionStep) bool { return slices.Contains(s.Actions, name) })
	})
	if len(meant) == 0 {
		return
	}
	own := func(s state.ExecutionStep) bool { return s.Team == analysis.TeamName && len(s.DependsOn) == 0 }
	if i := slices.IndexFunc(plan.ExecutionSteps, own); i >= 0 {
		plan.ExecutionSteps[i].Actions = append(meant, plan.ExecutionSteps[i].Actions...)
		return
	}
	plan.ExecutionSteps = append(plan.ExecutionSteps, d.calculation(plan, meant, request.Language))
	result.Exit, plan.PlanValidated = false, true
}

func writes(s state.ExecutionStep) bool { return s.StepType == state.StepTypeDocument }

// calculation is a step that reckons; it waits for nothing.
func (d *desk) calculation(plan *state.Planning, names []string, language string) state.ExecutionStep {
	next := 0
	for _, s := range plan.ExecutionSteps {
		if n, err := strconv.Atoi(strings.TrimPrefix(s.StepID, "step_")); err == nil {
			next = max(next, n+1)
		}
	}
	var titles []string
	for _, name := range names {
		titles = append(titles, d.calculator.Title(name, language))
	}
	title := strings.Join(titles, ", ")
	return state.ExecutionStep{
		StepID: "step_" + strconv.Itoa(next), StepType: state.StepTypeAnalysis, AgentName: "analysis_team", Team: analysis.TeamName,
		Status: state.StepPending, DependsOn: []string{}, Actions: names, Task: title, Description: title,
	}
}

// pricesTopic tells whether a topic is that of prices or homes: a word that only says what a
// sum stands for ("시세 7억인데") is none.
func pricesTopic(topic string) bool {
	return slices.Contains([]string{"price", "home_price", "price_move", "jeonse_ratio", "listing"}, topic)
}

// withoutPrices takes the steps out that look for prices and homes alone.
func withoutPrices(plan *state.Planning) {
	var gone []string
	prices := []string{search.ScopeMarket, search.ScopeProperty, analysis.MethodMarketStats}
	plan.ExecutionSteps = slices.DeleteFunc(plan.ExecutionSteps, func(s state.ExecutionStep) bool {
		alone := !slices.ContainsFunc(s.Actions, func(a string) bool { return !slices.Contains(prices, a) })
		if alone {
			gone = append(gone, s.StepID)
		}
		return alone
	})
	for i := range plan.ExecutionSteps {
		s := &plan.ExecutionSteps[i]
		s.DependsOn = slices.DeleteFunc(slices.Clone(s.DependsOn), func(id string) bool { return slices.Contains(gone, id) })
	}
}
