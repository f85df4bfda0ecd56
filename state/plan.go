package state

import "fmt"

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
	Entities   Entities `json:"entities"`
	// Parts are the questions of a compound query, each with its intent;
	// empty for a query that asks one thing.
	Parts []QueryPart `json:"parts,omitempty"`
	// Ambiguities are what the planner could not tell, as questions to ask.
	Ambiguities []string `json:"ambiguities,omitempty"`
	// DecidedBy is "rules" or "model".
	DecidedBy string `json:"decided_by"`
}

// QueryPart is one question of a compound query.
type QueryPart struct {
	Text       string  `json:"text"`
	IntentType string  `json:"intent_type"`
	Confidence float64 `json:"confidence"`
}

// Entities are the facts named in a query. Positions are byte offsets.
type Entities struct {
	Amounts       []Amount     `json:"amounts,omitempty"`
	Percentages   []Percentage `json:"percentages,omitempty"`
	Areas         []Area       `json:"areas,omitempty"`
	Periods       []Period     `json:"periods,omitempty"`
	Dates         []Date       `json:"dates,omitempty"`
	Regions       []Region     `json:"regions,omitempty"`
	ContractTypes []string     `json:"contract_types,omitempty"`
	PropertyTypes []string     `json:"property_types,omitempty"`
	Articles      []ArticleRef `json:"articles,omitempty"`
	Attributes    []Attribute  `json:"attributes,omitempty"`
}

// Amount is a sum of money in whole won.
type Amount struct {
	Text  string `json:"text"`
	Won   int64  `json:"won"`
	Role  string `json:"role,omitempty"` // what it stands for, in the words of the planning file; "" is unknown
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Percentage is a rate; Value 5 is five percent.
type Percentage struct {
	Text  string  `json:"text"`
	Value float64 `json:"value"`
	Role  string  `json:"role,omitempty"` // increase | interest | conversion | ltv | …
	Start int     `json:"start"`
	End   int     `json:"end"`
}

// Area is a floor area; one 평 is 400/121 ㎡.
type Area struct {
	Text  string  `json:"text"`
	M2    float64 `json:"m2"`
	Unit  string  `json:"unit"` // m2 | pyeong
	Start int     `json:"start"`
	End   int     `json:"end"`
}

// Period is a span of time; exactly what was said, in months and days.
type Period struct {
	Text   string `json:"text"`
	Months int    `json:"months"`
	Days   int    `json:"days"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

// Date is a calendar day (YYYY-MM-DD); Role says which.
type Date struct {
	Text string `json:"text"`
	ISO  string `json:"iso"`
	Role string `json:"role,omitempty"` // start | end | contract | balance | …
	// Precision is "month" when only a month was named; ISO is then its
	// first day. Empty means the day was.
	Precision string `json:"precision,omitempty"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
}

// Region is a place; Sigungu and Dong are empty where not named.
type Region struct {
	Text    string `json:"text"`
	Sido    string `json:"sido"`
	Sigungu string `json:"sigungu,omitempty"`
	Dong    string `json:"dong,omitempty"`
	// Capital tells whether the place is in the capital area (수도권).
	Capital bool `json:"capital"`
	Start   int  `json:"start"`
	End     int  `json:"end"`
}

// ArticleRef is a statute article named by the user.
type ArticleRef struct {
	Text    string `json:"text"`
	Law     string `json:"law,omitempty"`
	Article string `json:"article"` // "제7조", "제6조의3"
}

// Attribute is any other named fact of the domain, such as the number of
// houses owned, the user's age or a person's name in a contract.
type Attribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Text  string `json:"text,omitempty"`
}

// Attr is the value of the first attribute of that name.
func (e Entities) Attr(name string) (string, bool) {
	for _, a := range e.Attributes {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Amount is the first amount with one of the roles, in their order.
func (e Entities) Amount(roles ...string) (Amount, bool) {
	for _, role := range roles {
		for _, a := range e.Amounts {
			if a.Role == role {
				return a, true
			}
		}
	}
	return Amount{}, false
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
