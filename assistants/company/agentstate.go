package company

import (
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/state"
)

// The agents of the design.
const (
	DataAnalysisAgent         = "DataAnalysisAgent"
	InformationRetrievalAgent = "InformationRetrievalAgent"
	DocumentGenerationAgent   = "DocumentGenerationAgent"
	ComplianceValidationAgent = "ComplianceValidationAgent"
	StorageDecisionAgent      = "StorageDecisionAgent"
)

// BaseAgentState is what every agent's state has.
type BaseAgentState struct {
	TaskID           string           `json:"task_id"`
	AssignedTask     Task             `json:"assigned_task"`
	ExecutionContext ExecutionContext `json:"execution_context"`

	Result          *state.StepResult `json:"result"`
	ConfidenceScore float64           `json:"confidence_score"`
	ExecutionTime   float64           `json:"execution_time"` // seconds

	ErrorMessage      *string  `json:"error_message"`
	ErrorType         *Trigger `json:"error_type"`
	RecoveryAttempted bool     `json:"recovery_attempted"`

	StartTime     string        `json:"start_time"`
	EndTime       *string       `json:"end_time"`
	ResourceUsage ResourceUsage `json:"resource_usage"`
}

// ExecutionContext is for whom and in what the task is done.
type ExecutionContext struct {
	CompanyID string `json:"company_id"`
	PersonID  string `json:"person_id" redact:"true"`
	RunID     string `json:"run_id"`
	Turn      int    `json:"turn"`
	Attempt   int    `json:"attempt"`
}

// ResourceUsage is what a task took.
type ResourceUsage struct {
	Queries  int            `json:"queries"`
	Tokens   int            `json:"tokens"`
	APICalls map[string]int `json:"api_calls"`
}

// AgentState is an agent's state: what all have, and the part that is its own.
type AgentState struct {
	BaseAgentState
	Data       *DataAnalysisAgentState         `json:"data_analysis,omitempty"`
	Retrieval  *InformationRetrievalAgentState `json:"information_retrieval,omitempty"`
	Document   *DocumentGenerationAgentState   `json:"document_generation,omitempty"`
	Compliance *ComplianceValidationAgentState `json:"compliance_validation,omitempty"`
	Storage    *StorageDecisionAgentState      `json:"storage_decision,omitempty"`
}

// DataAnalysisAgentState is what a question of numbers came to.
type DataAnalysisAgentState struct {
	Request semantic.Request `json:"request"`

	GeneratedQueries    []string   `json:"generated_queries"`
	QueryExecutionPlans [][]string `json:"query_execution_plans"`

	RawData       [][]semantic.Cell    `json:"raw_data"`
	ProcessedData ProcessedData        `json:"processed_data"`
	Statistics    []semantic.Statistic `json:"statistics"`

	Visualizations []semantic.Chart `json:"visualizations"`

	CacheKey *string `json:"cache_key"`
	CacheHit bool    `json:"cache_hit"`
}

// ProcessedData is what the rows are.
type ProcessedData struct {
	semantic.About
	// Rows is how many there were, Cut that there are more which were not read, Age how old a
	// kept result was, in seconds.
	Rows int   `json:"rows"`
	Cut  bool  `json:"cut,omitempty"`
	Age  int64 `json:"age_seconds"`
}

// maxKeptRows bounds the rows that a state keeps of a result.
const maxKeptRows = 60

// short is what the agent did, and of figures what was asked: what was found by the newest
// ones is what later messages go on with, and every step encodes all of it.
func (a AgentState) short() AgentState {
	short := AgentState{BaseAgentState: a.BaseAgentState}
	short.AssignedTask.Question, short.AssignedTask.Told, short.AssignedTask.Request = "", nil, nil
	if a.Data != nil {
		data := *a.Data
		data.RawData, data.Visualizations = [][]semantic.Cell{}, []semantic.Chart{}
		short.Data = &data
	}
	return short
}
