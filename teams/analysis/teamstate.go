package analysis

import (
	"time"

	"github.com/madang-dev/madang/state"
)

// TypeComprehensive is the kind of an analysis by calculations of several kinds.
const TypeComprehensive = "comprehensive"

// TeamName is the name of this team in plans.
const TeamName = "analysis"

// TeamState is what the team was asked and found (the real-estate design's
// AnalysisTeamState, section 4).
type TeamState struct {
	TeamName      string             `json:"team_name"`
	Status        state.SharedStatus `json:"status"`
	SharedContext state.Shared       `json:"shared_context"`

	// AnalysisType is that of its calculations, or TypeComprehensive.
	AnalysisType string    `json:"analysis_type"`
	InputData    InputData `json:"input_data"`

	RawAnalysis       RawAnalysis        `json:"raw_analysis"`
	Metrics           map[string]float64 `json:"metrics"` // "rent_increase.max_deposit" → won, "…_pct" → percent
	Insights          []string           `json:"insights"`
	Findings          []Finding          `json:"findings,omitempty"` // the conclusions in their parts, at most MaxFindings
	Report            Report             `json:"report"`
	VisualizationData *Visualization     `json:"visualization_data,omitempty"`
	Recommendations   []string           `json:"recommendations"`
	// ConfidenceScore is 0-1; see confidence.
	ConfidenceScore float64 `json:"confidence_score"`

	// AnalysisProgress is how each method ended, a Progress constant.
	AnalysisProgress map[string]string `json:"analysis_progress"`

	StartTime    *time.Time `json:"start_time,omitempty"`
	EndTime      *time.Time `json:"end_time,omitempty"`
	AnalysisTime float64    `json:"analysis_time,omitempty"` // seconds
	Error        string     `json:"error,omitempty"`         // the design's: a step that failed has no state
}

// How a method ended.
const (
	ProgressCompleted = "completed"
	ProgressMissing   = "missing_input"
	ProgressRefused   = "invalid_input"
	ProgressUnknown   = "unknown_method"
)

// InputData is what was understood of the question and what was not.
type InputData struct {
	Question string       `json:"question"`
	Methods  []string     `json:"methods"`
	Assumed  []Assumption `json:"assumed,omitempty"`
	Missing  []Missing    `json:"missing,omitempty"`
	// Unused are the sums that were said and not reckoned with, as written.
	Unused []string `json:"unused,omitempty"`
	// Taken are the names of the inputs that calculations were carried out with.
	Taken []string `json:"taken,omitempty"`
}

// Assumption is what was taken for granted.
type Assumption struct {
	Method string `json:"method"`
	Text   string `json:"text"`
}

// Missing is an input without which a method could not be carried out in
// full, with the question to ask.
type Missing struct {
	Method   string `json:"method"`
	Name     string `json:"name"`
	Question string `json:"question"`
	// About are the names and roles of what an answer would tell.
	About []string `json:"about,omitempty"`
}

// RawAnalysis holds results that are more than sums, which are metrics.
type RawAnalysis struct {
	Loans  []EligibilityResult `json:"loans,omitempty"`
	Market *MarketResult       `json:"market_stats,omitempty"`
}

// Report is the findings as parts of an answer.
type Report struct {
	Sections []state.Section `json:"sections"`
	Sources  []string        `json:"sources"`
}

// Visualization is what a client can draw.
type Visualization struct {
	Charts []Chart `json:"charts"`
}

// Chart is one drawing: Values of every series stand beside Labels.
type Chart struct {
	Kind   string   `json:"kind"` // bar | line
	Title  string   `json:"title"`
	Labels []string `json:"labels"`
	Series []Series `json:"series"`
	// Own are the places of the labels whose sum the user has told.
	Own []int `json:"own,omitempty"`
}

// Series is one row of numbers of a chart.
type Series struct {
	Name   string    `json:"name"`
	Unit   string    `json:"unit"` // won | won_per_m2 | percent | count
	Values []float64 `json:"values"`
}
