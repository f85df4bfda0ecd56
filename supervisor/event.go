package supervisor

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// PlanReady shows a plan.
func PlanReady(plan *state.Planning) engine.Event {
	return engine.Event{Type: state.EventPlanReady, Body: shown(plan)}
}

// ExecutionStart tells clients that a plan is being carried out: they add a
// card for it.
func ExecutionStart(plan *state.Planning, language string) engine.Event {
	return engine.Event{Type: state.EventExecutionStart, Body: state.ExecutionStart{
		Message: texts.Say(language, "executing"), PlanReady: shown(plan),
	}}
}

// TodoUpdated shows where a plan's steps are.
func TodoUpdated(plan *state.Planning) engine.Event {
	return engine.Event{Type: state.EventTodoUpdated, Body: state.TodoUpdated{ExecutionSteps: slices.Clone(plan.ExecutionSteps)}}
}

// PlanUpdated shows a plan that was changed while it was carried out.
func PlanUpdated(plan *state.Planning, reason string, changes ...state.PlanChange) engine.Event {
	return engine.Event{Type: state.EventPlanUpdated, Body: state.PlanUpdated{PlanReady: shown(plan), Reason: reason, Changes: changes}}
}

// AnalysisReady tells how a query was read.
func AnalysisReady(plan *state.Planning) engine.Event {
	intent := plan.AnalyzedIntent
	intents := intent.Parts
	if len(intents) == 0 {
		intents = []state.QueryPart{{Text: plan.RawQuery, IntentType: intent.IntentType, Confidence: intent.Confidence}}
	}
	return engine.Event{Type: state.EventAnalysisReady, Body: state.AnalysisReady{
		Intents: intents, Entities: intent.Entities, Ambiguities: nonNil(intent.Ambiguities),
		PlannedBy: plan.PlannedBy, Model: plan.Model,
	}}
}

func shown(plan *state.Planning) state.PlanReady {
	return state.PlanReady{
		Intent: plan.AnalyzedIntent.IntentType, Confidence: plan.IntentConfidence,
		ExecutionSteps: slices.Clone(plan.ExecutionSteps), ExecutionStrategy: plan.ExecutionStrategy,
		EstimatedTotalTime: plan.EstimatedTotalTime, Keywords: nonNil(plan.AnalyzedIntent.Keywords),
		ParallelGroups: plan.ParallelGroups,
	}
}

// Stamp is a time as steps and states show it.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
