package company

import (
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/state"
)

// QueryAnalyzerState is what a message was found to want.
type QueryAnalyzerState struct {
	RawQuery       string      `json:"raw_query"`
	QueryTimestamp string      `json:"query_timestamp"`
	UserContext    UserContext `json:"user_context"`

	ParsedIntents        []ParsedIntent      `json:"parsed_intents"`
	RequiredCapabilities []string            `json:"required_capabilities"`
	ComplexityScore      float64             `json:"complexity_score"` // 0-1
	SuggestedAgents      []string            `json:"suggested_agents"`
	ContextRequirements  ContextRequirements `json:"context_requirements"`

	ExtractedEntities []semantic.Entity `json:"extracted_entities"`

	Ambiguities         []Ambiguity `json:"ambiguities"`
	ClarificationNeeded bool        `json:"clarification_needed"`

	FeasibilityCheck Feasibility `json:"feasibility_check"`
}

// UserContext is who asks, as far as planning goes by it.
type UserContext struct {
	CompanyID string `json:"company_id"`
	PersonID  string `json:"person_id" redact:"true"`
	Role      string `json:"role"`
	Region    string `json:"region"`
	Dept      string `json:"dept"`
	Language  string `json:"language"`
}

// Intent is one thing that a message can want.
type Intent string

// The intents.
const (
	IntentAnalysis   Intent = "analysis"   // numbers
	IntentRetrieval  Intent = "retrieval"  // what is written somewhere
	IntentDocument   Intent = "document"   // a form, or a report of numbers
	IntentCompliance Intent = "compliance" // may this be done
	IntentStorage    Intent = "storage"    // keep it
)

// ParsedIntent is one of a message's wishes.
type ParsedIntent struct {
	Intent     Intent  `json:"intent"`
	Confidence float64 `json:"confidence"` // 0-1
	// Text is the part of the message that it was read from.
	Text string `json:"text"`
	// Told are the messages before it that told of the same case.
	Told []string `json:"told,omitempty"`
	// Document is the kind of document that is wanted, "" none.
	Document string `json:"document,omitempty"`
	// Of a question of numbers: what is asked of the catalogue, or why it
	// can't be answered.
	Request *semantic.Request `json:"request,omitempty"`
	Refusal *semantic.Refusal `json:"refusal,omitempty"`
	Hidden  *semantic.Hidden  `json:"hidden,omitempty"`
}

// The capabilities that a message may need.
const (
	CapabilityQuery      = "sql_query"
	CapabilityCharts     = "data_visualization"
	CapabilitySearch     = "information_search"
	CapabilityDocument   = "document_generation"
	CapabilityCompliance = "compliance_check"
	CapabilityStorage    = "data_storage"
)

// ContextRequirements are what the work has to be given.
type ContextRequirements struct {
	NeedAuth  bool   `json:"need_auth"`
	DataScope string `json:"data_scope"` // company | department | region | own
	// NeedHistory tells that the message goes on from what was said before.
	NeedHistory bool `json:"need_history"`
}

// Ambiguity is what can be read in several ways; Options are the readings.
type Ambiguity struct {
	Key     string   `json:"key"`
	Text    string   `json:"text"`
	Options []Option `json:"options"`
	// Default is the option that is taken where nobody answers, -1 none.
	Default int `json:"default"`
	// Requests are what the options come to, Partial what is clear so far.
	Requests []*semantic.Request `json:"requests"`
	Partial  *semantic.Request   `json:"partial,omitempty"`
}

// Option is one reading.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Feasibility is whether it can be done at all.
type Feasibility struct {
	DataAvailable     bool `json:"data_available"`
	PermissionGranted bool `json:"permission_granted"`
	// EstimatedTime is the plan's in seconds, 0 while there is none.
	EstimatedTime  int    `json:"estimated_time"`
	ResourceStatus string `json:"resource_status"` // available | limited | unavailable
	// Hidden names what there is and the person may not see.
	Hidden []string `json:"hidden"`
}

// shown is the reading as clients see it.
func (a *QueryAnalyzerState) shown() state.AnalyzedIntent {
	intent := state.AnalyzedIntent{Keywords: []string{}, DecidedBy: state.AnsweredByRules}
	for i, p := range a.ParsedIntents {
		if i == 0 {
			intent.IntentType, intent.Confidence = string(p.Intent), p.Confidence
		}
		intent.Parts = append(intent.Parts, state.QueryPart{Text: p.Text, IntentType: string(p.Intent), Confidence: p.Confidence})
	}
	for _, e := range a.ExtractedEntities {
		intent.Keywords = append(intent.Keywords, e.Value)
	}
	for _, m := range a.Ambiguities {
		intent.Ambiguities = append(intent.Ambiguities, m.Text)
	}
	return intent
}

// intents are the names of what the message wants.
func (a *QueryAnalyzerState) intents() []string {
	names := []string{}
	for _, p := range a.ParsedIntents {
		names = append(names, string(p.Intent))
	}
	return names
}
