package company

import (
	"slices"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

// PlanningState is what is to be done, and what instead where that fails.
type PlanningState struct {
	AnalyzedQuery AnalyzedQuery `json:"analyzed_query"`

	ExecutionPlan []PlanStep `json:"execution_plan"`

	TaskDependencies map[string][]string `json:"task_dependencies"`
	DependencyGraph  DependencyGraph     `json:"dependency_graph"`

	ResourceRequirements ResourceRequirements `json:"resource_requirements"`

	EstimatedSteps int `json:"estimated_steps"`
	// PriorityOrder is the order in which tasks begin where not all can at once.
	PriorityOrder         []string   `json:"priority_order"`
	ParallelOpportunities [][]string `json:"parallel_opportunities"`

	FallbackPlans       []FallbackPlan     `json:"fallback_plans"`
	ContingencyTriggers map[string]Trigger `json:"contingency_triggers"`
}

// AnalyzedQuery is the analysis in short, as planning was given it.
type AnalyzedQuery struct {
	Query        string   `json:"query"`
	Intents      []string `json:"intents"`
	Capabilities []string `json:"capabilities"`
	Complexity   float64  `json:"complexity"`
}

// PlanStep is what is done at one time: its tasks' agents work side by side
// where Parallel says so.
type PlanStep struct {
	StepID       string   `json:"step_id"`
	Agents       []string `json:"agents"`
	Parallel     bool     `json:"parallel"`
	Timeout      int      `json:"timeout"`     // seconds for each task
	RetryCount   int      `json:"retry_count"` // further attempts after the first
	Dependencies []string `json:"dependencies"`
	// Checkpoint is true of every step: each task's end is a commit, before what
	// follows begins.
	Checkpoint bool   `json:"checkpoint"`
	Tasks      []Task `json:"tasks"`
}

// Task is one agent's part of a step; the step that clients are shown has its
// id.
type Task struct {
	ID     string `json:"task_id"`
	Agent  string `json:"agent"`
	Intent Intent `json:"intent"`
	// Question is the part of the message that it answers.
	Question string `json:"question"`
	// Told are the messages before it that told of the same case.
	Told []string `json:"told,omitempty"`
	// Title is what clients read.
	Title string `json:"title"`
	// Fallback is the plan that brought it, "" the first one.
	Fallback string `json:"fallback,omitempty"`
	// Document is the kind of document it is about.
	Document string `json:"document,omitempty"`
	// Request is what is asked of the numbers. Kept takes it from what an
	// earlier turn has found, Sources are where to look things up.
	Request *semantic.Request `json:"request,omitempty"`
	Kept    bool              `json:"kept,omitempty"`
	Sources []string          `json:"sources,omitempty"`
}

// DependencyGraph is the plan as nodes and edges (from what has to be done
// first).
type DependencyGraph struct {
	Nodes []string    `json:"nodes"`
	Edges [][2]string `json:"edges"`
}

// ResourceRequirements are what the plan takes at once.
type ResourceRequirements struct {
	CPUCores      int            `json:"cpu_cores"`
	MemoryMB      int            `json:"memory_mb"`
	APICalls      map[string]int `json:"api_calls"`
	DBConnections int            `json:"db_connections"`
}

// Trigger is what a fallback waits for.
type Trigger string

// The triggers.
const (
	TriggerSourceDown Trigger = "source_unavailable"
	TriggerTimeout    Trigger = "timeout"
	TriggerEmpty      Trigger = "nothing_found"
	// What a check of a document comes to.
	TriggerChecked   Trigger = "compliance_passed"
	TriggerViolation Trigger = "compliance_failed"
	TriggerUnclear   Trigger = "compliance_unclear"
	// TriggerDependency is of a task whose own input failed: it is done again
	// behind the fallback of that.
	TriggerDependency Trigger = "input_missing"
)

// FallbackPlan is what is done instead when a task ends as Trigger says.
type FallbackPlan struct {
	ID      string  `json:"plan_id"`
	For     string  `json:"for"` // the task
	Trigger Trigger `json:"trigger"`
	Task    Task    `json:"task"`
}

// tasks are all tasks of the plan.
func (p *PlanningState) tasks() []Task {
	var all []Task
	for _, step := range p.ExecutionPlan {
		all = append(all, step.Tasks...)
	}
	return all
}

// task is one of them by its id, with the step that it belongs to.
func (p *PlanningState) task(id string) (Task, PlanStep) {
	for _, step := range p.ExecutionPlan {
		if i := slices.IndexFunc(step.Tasks, func(t Task) bool { return t.ID == id }); i >= 0 {
			return step.Tasks[i], step
		}
	}
	return Task{}, PlanStep{}
}

// groups are the waves of tasks, as clients see them.
func (p *PlanningState) groups() [][]string {
	var waves [][]string
	for _, step := range p.ExecutionPlan {
		var ids []string
		for _, t := range step.Tasks {
			ids = append(ids, t.ID)
		}
		waves = append(waves, ids)
	}
	return waves
}

// seconds is about how long the plan takes.
func (p *PlanningState) seconds() float64 { return 0.3 * float64(len(p.ExecutionPlan)) }
