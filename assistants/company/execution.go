package company

import "github.com/madang-dev/madang/state"

// ExecutionStatus is how far an execution is.
type ExecutionStatus string

// The statuses of an execution.
const (
	ExecutionInitializing ExecutionStatus = "initializing"
	ExecutionRunning      ExecutionStatus = "running"
	ExecutionPaused       ExecutionStatus = "paused" // rests for a person
	ExecutionCompleted    ExecutionStatus = "completed"
	ExecutionFailed       ExecutionStatus = "failed"
)

// ExecutionManagerState is the carrying out of a plan.
type ExecutionManagerState struct {
	CurrentPlan CurrentPlan `json:"current_plan"`
	ActiveStep  string      `json:"active_step"`

	ExecutionStatus   ExecutionStatus `json:"execution_status"`
	ExecutionProgress float64         `json:"execution_progress"` // 0-1

	CompletedTasks []TaskResult  `json:"completed_tasks"`
	PendingTasks   []PendingTask `json:"pending_tasks"`
	FailedTasks    []TaskFailure `json:"failed_tasks"`

	QualityScores     map[string]float64 `json:"quality_scores"` // by task, 0-1
	ValidationResults map[string]string  `json:"validation_results"`

	NeedReplan     bool    `json:"need_replan"`
	ReplanReason   *string `json:"replan_reason"`
	ReplanAttempts int     `json:"replan_attempts"`

	FinalResults      *FinalResults `json:"final_results"`
	AggregationMethod *string       `json:"aggregation_method"`
}

// CurrentPlan is which plan is carried out.
type CurrentPlan struct {
	PlanID  string   `json:"plan_id"`
	Version int      `json:"version"` // from 1; each re-plan adds one
	Steps   []string `json:"steps"`
}

// TaskResult is a task that was done.
type TaskResult struct {
	TaskID        string           `json:"task_id"`
	Agent         string           `json:"agent"`
	Result        state.StepResult `json:"result"`
	ExecutionTime float64          `json:"execution_time"` // seconds
	QualityScore  float64          `json:"quality_score"`
}

// PendingTask is a task that is not done yet.
type PendingTask struct {
	TaskID string `json:"task_id"`
	Agent  string `json:"agent"`
}

// TaskFailure is a task that failed.
type TaskFailure struct {
	TaskID string `json:"task_id"`
	Agent  string `json:"agent"`
	Error  string `json:"error"`
	// Type is the kind of error, which triggers go by.
	Type Trigger `json:"error_type"`
	// Replaced tells that a fallback was planned for it.
	Replaced bool `json:"replaced"`
}

// FinalResults are what the answer is made of, by task in the plan's order.
type FinalResults struct {
	Tasks   []string `json:"tasks"`
	Missing []string `json:"missing"`
}

// The ways of putting results together.
const (
	AggregateSingle     = "single"
	AggregateSideBySide = "side_by_side" // each answers a question of its own
	AggregateChain      = "chain"        // the last is made of those before
)
