package state

import (
	"encoding/json"
	"fmt"
)

// Strategy says how the steps of a plan run.
type Strategy string

// The strategies of a plan.
const (
	Sequential Strategy = "sequential"
	Parallel   Strategy = "parallel"
)

// Planning is what the planner found out and decided (the real-estate
// design's PlanningState).
type Planning struct {
	RawQuery         string         `json:"raw_query"`
	AnalyzedIntent   AnalyzedIntent `json:"analyzed_intent"`
	IntentConfidence float64        `json:"intent_confidence"` // 0-1

	AvailableAgents []string `json:"available_agents"`
	AvailableTeams  []string `json:"available_teams"`

	ExecutionSteps    []ExecutionStep `json:"execution_steps"`
	ExecutionStrategy Strategy        `json:"execution_strategy"`
	// ParallelGroups are the waves of steps that may run side by side.
	ParallelGroups [][]string `json:"parallel_groups,omitempty"`

	PlanValidated      bool     `json:"plan_validated"`
	ValidationErrors   []string `json:"validation_errors"`
	EstimatedTotalTime float64  `json:"estimated_total_time"` // seconds

	// PlannedBy is "rules" or "model"; Model and Prompt (name@version) name
	// what a plan of a model was made with.
	PlannedBy string `json:"planned_by,omitempty"`
	Model     string `json:"model,omitempty"`
	Prompt    string `json:"prompt,omitempty"`
}

// AnalyzedIntent is the reading of a query.
type AnalyzedIntent struct {
	IntentType string   `json:"intent_type"` // snake_case key
	Confidence float64  `json:"confidence"`
	Keywords   []string `json:"keywords"`
	// Entities are the facts named in the query, in the words of the
	// assistant's field: it alone knows their type.
	Entities json.RawMessage `json:"entities"`
	// Parts are the questions of a compound query, each with its intent;
	// empty for a query that asks one thing.
	Parts []QueryPart `json:"parts,omitempty"`
	// Ambiguities are what the planner could not tell, as questions to ask.
	Ambiguities []string `json:"ambiguities,omitempty"`
	// AskedAbout names, for each of them, the facts that its answer would tell.
	AskedAbout [][]string `json:"asked_about,omitempty"`
	// DecidedBy is "rules" or "model".
	DecidedBy string `json:"decided_by"`
}

// QueryPart is one question of a compound query.
type QueryPart struct {
	Text       string  `json:"text"`
	IntentType string  `json:"intent_type"`
	Confidence float64 `json:"confidence"`
}

// Step is the step with that id, nil when there is none.
func (p *Planning) Step(id string) *ExecutionStep {
	for i := range p.ExecutionSteps {
		if p.ExecutionSteps[i].StepID == id {
			return &p.ExecutionSteps[i]
		}
	}
	return nil
}

// Validate lists every rule that the planning state breaks.
func (p *Planning) Validate() []string {
	var errs []string
	if p.RawQuery == "" {
		errs = append(errs, "raw_query is empty")
	}
	if p.IntentConfidence < 0 || p.IntentConfidence > 1 {
		errs = append(errs, fmt.Sprintf("intent_confidence %v is not within 0-1", p.IntentConfidence))
	}
	if p.AnalyzedIntent.IntentType == "" {
		errs = append(errs, "analyzed_intent.intent_type is empty")
	}
	if p.ExecutionStrategy != Sequential && p.ExecutionStrategy != Parallel {
		errs = append(errs, fmt.Sprintf("execution_strategy %q is not sequential or parallel", p.ExecutionStrategy))
	}
	if p.EstimatedTotalTime < 0 {
		errs = append(errs, "estimated_total_time is negative")
	}
	seen := map[string]bool{}
	for i := range p.ExecutionSteps {
		id := p.ExecutionSteps[i].StepID
		if seen[id] {
			errs = append(errs, fmt.Sprintf("step_id %q is used twice", id))
		}
		seen[id] = true
		errs = append(errs, p.ExecutionSteps[i].Validate()...)
	}
	for _, group := range p.ParallelGroups {
		for _, id := range group {
			if !seen[id] {
				errs = append(errs, fmt.Sprintf("parallel_groups names %q, which is no step", id))
			}
		}
	}
	return errs
}
