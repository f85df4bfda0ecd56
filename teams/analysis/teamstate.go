package analysis

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/state"
)

// The kinds of an analysis (the design's analysis_type).
const (
	TypeMarket        = "market"
	TypeRisk          = "risk"
	TypeLegal         = "legal"
	TypeFinance       = "finance"
	TypeComprehensive = "comprehensive"
)

// TeamName is the name of this team in plans.
const TeamName = "analysis"

// TeamState is what the team was asked and found (the real-estate design's
// AnalysisTeamState, section 4).
type TeamState struct {
	TeamName      string             `json:"team_name"`
	Status        state.SharedStatus `json:"status"`
	SharedContext state.Shared       `json:"shared_context"`

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

	// AnalysisProgress is the Progress constant of each method.
	AnalysisProgress map[string]string `json:"analysis_progress"`

	StartTime    *time.Time `json:"start_time,omitempty"`
	EndTime      *time.Time `json:"end_time,omitempty"`
	AnalysisTime float64    `json:"analysis_time,omitempty"` // seconds
	Error        string     `json:"error,omitempty"`
}

// The progress of a method.
const (
	ProgressPending   = "pending"
	ProgressRunning   = "in_progress"
	ProgressCompleted = "completed"
	ProgressMissing   = "missing_input"
	ProgressRefused   = "invalid_input"
	ProgressUnknown   = "unknown_method"
	ProgressCancelled = "cancelled"
)

// InputData is what was understood of the question and what was not.
type InputData struct {
	Question   string       `json:"question"`
	Methods    []string     `json:"methods"`
	Understood []Fact       `json:"understood,omitempty"`
	Assumed    []Assumption `json:"assumed,omitempty"`
	Missing    []Missing    `json:"missing,omitempty"`
	// Unused are the sums that were said and not reckoned with, as written.
	Unused     []string `json:"unused,omitempty"`
	MarketRows int      `json:"market_rows,omitempty"`
}

// Fact is an input that was read from the question.
type Fact struct {
	Method string `json:"method"`
	Name   string `json:"name"`
	Value  string `json:"value"`
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
}

// RawAnalysis holds the calculators' results; nil is not done.
type RawAnalysis struct {
	RentIncrease        *RentIncreaseResult        `json:"rent_increase,omitempty"`
	RenewalWindow       *RenewalWindowResult       `json:"renewal_window,omitempty"`
	RentReport          *RentReportResult          `json:"rent_report,omitempty"`
	RefusalDamage       *RefusalDamageResult       `json:"refusal_damage,omitempty"`
	ConversionCap       *ConversionCapResult       `json:"conversion_cap,omitempty"`
	Conversion          *ConversionResult          `json:"conversion,omitempty"`
	EffectiveConversion *EffectiveConversionResult `json:"effective_conversion,omitempty"`
	ShopLease           *ShopLeaseResult           `json:"shop_lease,omitempty"`
	LTV                 *LTVResult                 `json:"ltv,omitempty"`
	IncomeLimit         *IncomeLimitResult         `json:"income_limit,omitempty"`
	DSR                 *DSRResult                 `json:"dsr,omitempty"`
	Loans               []EligibilityResult        `json:"loans,omitempty"`
	Repayment           *RepaymentResult           `json:"repayment,omitempty"`
	Brokerage           *BrokerageResult           `json:"brokerage_fee,omitempty"`
	AcquisitionTax      *AcquisitionTaxResult      `json:"acquisition_tax,omitempty"`
	CapitalGains        *CapitalGainsResult        `json:"capital_gains,omitempty"`
	HoldingTax          *HoldingTaxResult          `json:"holding_tax,omitempty"`
	RentCredit          *RentCreditResult          `json:"rent_credit,omitempty"`
	Guarantee           *GuaranteeResult           `json:"guarantee,omitempty"`
	GuaranteeFee        *FeeResult                 `json:"guarantee_fee,omitempty"`
	Market              *MarketResult              `json:"market_stats,omitempty"`
	JeonseRisk          *JeonseRiskResult          `json:"jeonse_risk,omitempty"`
	ContractRisk        *ContractRiskResult        `json:"contract_risk,omitempty"`
}

// Report is the findings as parts of an answer.
type Report struct {
	Title    string          `json:"title"`
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
}

// Series is one row of numbers of a chart.
type Series struct {
	Name   string    `json:"name"`
	Unit   string    `json:"unit"` // won | won_per_m2 | percent | count
	Values []float64 `json:"values"`
}

// Validate lists what is wrong with the state.
func (s *TeamState) Validate() []string {
	var errs []string
	that := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Sprintf(format, args...))
		}
	}
	that(s.TeamName == TeamName, "team_name %q is not %s", s.TeamName, TeamName)
	that(slices.Contains([]state.SharedStatus{state.SharedPending, state.SharedProcessing, state.SharedCompleted, state.SharedError}, s.Status), "status %q is unknown", s.Status)
	for _, e := range s.SharedContext.Validate() {
		that(false, "shared_context: %s", e)
	}
	that(slices.Contains([]string{TypeMarket, TypeRisk, TypeLegal, TypeFinance, TypeComprehensive}, s.AnalysisType), "analysis_type %q is unknown", s.AnalysisType)
	that(s.ConfidenceScore >= 0 && s.ConfidenceScore <= 1, "confidence_score %v is not within 0-1", s.ConfidenceScore)
	for _, m := range s.InputData.Methods {
		p := s.AnalysisProgress[m]
		that(p != "", "analysis_progress lacks %s", m)
		that(s.Status != state.SharedCompleted || p != ProgressPending && p != ProgressRunning, "completed while %s is %s", m, p)
	}
	that(s.Status != state.SharedCompleted || s.StartTime != nil && s.EndTime != nil, "completed without start_time and end_time")
	that(len(s.Findings) <= MaxFindings, "findings: %d, at most %d", len(s.Findings), MaxFindings)
	for i, f := range s.Findings {
		that(f.Method != "" && f.Headline != "", "findings %d lacks its method or headline", i+1)
	}
	return errs
}

// Stored is the state as it is read again: without the messages of results, which
// the findings have written. A run holds what a restart would find.
func (s *TeamState) Stored() (*TeamState, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("analysis: store state: %w", err)
	}
	stored := new(TeamState)
	if err := json.Unmarshal(data, stored); err != nil {
		return nil, fmt.Errorf("analysis: read state: %w", err)
	}
	return stored, nil
}
