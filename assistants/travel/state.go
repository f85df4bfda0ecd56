package travel

import (
	"encoding/json"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/state"
)

// Step is how far a trip is (the design's current_step).
type Step string

// The steps of a trip.
const (
	StepCollecting Step = "collecting"
	StepSearching  Step = "searching"
	StepPlanning   Step = "planning"
	StepDone       Step = "done"
)

// State is what one agent knows of a trip (the design's TravelState, section
// 2.1), with all slots of the trip.
type State struct {
	slot.Slots

	InfoCollected bool `json:"info_collected"`
	CurrentStep   Step `json:"current_step"`

	FlightOptions []catalog.Flight    `json:"flight_options"`
	HotelOptions  []catalog.Hotel     `json:"hotel_options"`
	Itinerary     itinerary.Itinerary `json:"itinerary"`

	Messages []Message `json:"messages"`

	SessionID string `json:"session_id"`
	CreatedAt string `json:"created_at"` // RFC 3339 UTC
	UpdatedAt string `json:"updated_at"`

	Errors []string `json:"errors"`
	// SchemaVersion is the design's own version of the state, beside the
	// engine's number.
	SchemaVersion string `json:"schema_version"`
}

// Message is a line of the conversation. ID keeps a line from being added
// twice; lines of older states have none.
type Message struct {
	ID      string `json:"id,omitempty"`
	Role    string `json:"role"` // user | assistant
	Content string `json:"content"`
}

// MultiAgentState is what several agents share of a trip (the design's
// MultiAgentTravelState, section 2.2): every field of State and these.
type MultiAgentState struct {
	State

	CurrentAgent string   `json:"current_agent"`
	NextAgent    Agents   `json:"next_agent"`
	AgentHistory []string `json:"agent_history"`

	FlightsSearched  bool `json:"flights_searched"`
	HotelsSearched   bool `json:"hotels_searched"`
	ItineraryPlanned bool `json:"itinerary_planned"`
	BudgetAnalyzed   bool `json:"budget_analyzed"`
	PlansGenerated   bool `json:"plans_generated"`

	AgentResults map[string]AgentResult `json:"agent_results"`

	FlightAnalysis        *Analysis         `json:"flight_analysis"`
	HotelAnalysis         *Analysis         `json:"hotel_analysis"`
	ItineraryOptimization *Optimization     `json:"itinerary_optimization"`
	BudgetBreakdown       *budget.Breakdown `json:"budget_breakdown"`
	FinalPlans            []Plan            `json:"final_plans"`
	Recommendation        *Recommendation   `json:"recommendation"`

	// What follows is not in the design.

	// BudgetPerPerson is what each may spend; the budget follows the number
	// of people.
	BudgetPerPerson *int64 `json:"budget_per_person"`
	// ChosenPlan is the plan that the user took, by its type.
	ChosenPlan *string `json:"chosen_plan"`
	// Choices are the bands of the plan's stay, flight and spending, by slot.ItemHotel
	// and others, where they are not its own.
	Choices map[string]string `json:"choices,omitempty"`
	// FreeDays (from 1) are days without visits.
	FreeDays []int `json:"free_days"`
	// DayRests are hours of single days (from 1) without visits.
	DayRests map[int]slot.Rest `json:"day_rests,omitempty"`
	// Previous is the trip as it was before its last change.
	Previous json.RawMessage `json:"previous,omitempty"`
	// LastDay is the day of the trip that was last spoken of, from 1.
	LastDay int `json:"last_day,omitempty"`
	// LastItem is what the message before was about.
	LastItem string `json:"last_item,omitempty"`
	// LastPlace is the name of the one sight that was last spoken of, in the user's language.
	LastPlace string `json:"last_place,omitempty"`
	// Offered is what the last answer offered.
	Offered *slot.Offer `json:"offered,omitempty"`
	// Asked is the slot that the user was asked for, Suggested the
	// destination that a yes would mean.
	Asked     slot.Name `json:"asked"`
	Suggested string    `json:"suggested_destination"`
	// Wanted is the place that no trip can be planned to, until one goes somewhere.
	Wanted string `json:"wanted_destination,omitempty"`

	Turn int `json:"turn"` // counts the session's runs from 1
	Run
}

// Run is what a state holds of one run alone.
type Run struct {
	RunID    string                `json:"run_id"`
	Query    string                `json:"query"`
	Language string                `json:"language"`
	Today    string                `json:"today"` // YYYY-MM-DD
	Steps    []state.ExecutionStep `json:"execution_steps"`
	Notices  []Notice              `json:"notices"`
	Intent   string                `json:"intent"`
	Topic    string                `json:"topic"`
	About    string                `json:"about"`
	Focus    slot.Focus            `json:"focus"`
	Deed     *Deed                 `json:"deed,omitempty"`
	// Earlier is what came of the wishes of the message before its last, in words.
	Earlier   []string   `json:"earlier,omitempty"`
	RunErrors []RunError `json:"run_errors"`
	// AskedBefore tells that the open question was put by the run before and that
	// this message told nothing: it is not put again.
	AskedBefore bool `json:"asked_before,omitempty"`
	// SampleFlights and SampleHotels tell that offers come from the built-in
	// sample.
	SampleFlights bool `json:"sample_flights"`
	SampleHotels  bool `json:"sample_hotels"`
	// Opened tells that clients were shown the execution of this run.
	Opened   bool                `json:"execution_opened"`
	Document *state.DocumentLink `json:"document,omitempty"`
}

// Agents are the agents that come next: one, or several side by side.
type Agents []string

// MarshalJSON writes one agent as a string and several as a list, as the
// design has it.
func (a Agents) MarshalJSON() ([]byte, error) {
	switch len(a) {
	case 0:
		return []byte(`""`), nil
	case 1:
		return json.Marshal(a[0])
	}
	return json.Marshal([]string(a))
}

// UnmarshalJSON reads a string or a list of strings.
func (a *Agents) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*a = nil
		if one != "" {
			*a = Agents{one}
		}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(a))
}

// AgentResult is what an agent found, in full (the design, section 8.1).
type AgentResult struct {
	Options        json.RawMessage `json:"options,omitempty"`
	Recommendation json.RawMessage `json:"recommendation,omitempty"`
	Reasoning      string          `json:"reasoning"`
	Tips           []string        `json:"tips"`
}

// Analysis is a search in short.
type Analysis struct {
	Count      int    `json:"count"`
	LowestWon  int64  `json:"lowest_won"`
	HighestWon int64  `json:"highest_won"`
	BestOption string `json:"best_option"` // an id
	Reasoning  string `json:"reasoning"`
	// Sample tells that the prices are illustrative.
	Sample bool `json:"sample"`
}

// Optimization is how the days were laid out.
type Optimization struct {
	Days          int      `json:"days"`
	Places        int      `json:"places"`
	TravelMinutes int      `json:"travel_minutes"`
	Areas         []string `json:"areas"`
	FreeDays      []int    `json:"free_days"`
	Unplaced      []string `json:"unplaced"`
}

// Plan is one of the plans that are offered.
type Plan struct {
	Type   string          `json:"type"` // budget | standard | premium
	Flight *catalog.Flight `json:"flight"`
	Hotel  *catalog.Hotel  `json:"hotel"`
	// Daily is the band of what is spent there, where it is not the plan's own.
	Daily string           `json:"daily,omitempty"`
	Costs budget.Breakdown `json:"costs"`
	// Excluded tells that the budget rules the plan out.
	Excluded bool `json:"excluded"`
}

// Recommendation is the plan that fits best and why.
type Recommendation struct {
	Type    string   `json:"type"`
	Reasons []string `json:"reasons"`
}

// Deed is what an act did to the trip or, as an Offer, would do. Before and
// After are what the trip costs.
type Deed struct {
	Code  string   `json:"code"` // of texts under deed
	Offer bool     `json:"offer,omitempty"`
	Band  string   `json:"band,omitempty"`
	Out   []string `json:"out,omitempty"` // places
	In    []string `json:"in,omitempty"`
	Held  []string `json:"held,omitempty"` // places that are planned already, where they stay
	Days  []int    `json:"days,omitempty"`
	// Unplaced are places that fit on no day.
	Unplaced []string `json:"unplaced,omitempty"`
	Before   int64    `json:"before,omitempty"`
	After    int64    `json:"after,omitempty"`
	OverBy   int64    `json:"over_by,omitempty"` // the budget
	// Start is the day on which the trip that a question supposes begins, where it is another.
	Start string `json:"start,omitempty"`
	Hours *Hours `json:"hours,omitempty"`
	// The trip that a question supposes.
	City   string `json:"city,omitempty"`
	Nights int    `json:"nights,omitempty"`
	People int    `json:"people,omitempty"`
	Budget int64  `json:"budget,omitempty"`
}

// Hours are when a flight goes back, or is there, and from when or until when its
// day is free, in minutes of that day.
type Hours struct {
	Home  bool `json:"home"`
	At    int  `json:"at"`
	Ready int  `json:"ready"`
	// Fits are the places that could be seen on that day.
	Fits []string `json:"fits,omitempty"`
}

// Notice is something to tell with the answer: a value that was not taken,
// an assumption.
type Notice struct {
	Code string    `json:"code"`
	Slot slot.Name `json:"slot,omitempty"`
	Text string    `json:"text,omitempty"`
	// Why a model was not heard, one of llm/ask's reasons, and for how long it
	// can't be where that is known.
	Why          string `json:"why,omitempty"`
	RetryAfterMS int64  `json:"retry_after_ms,omitempty"`
}

// RunError is what failed in this run; errors keeps it over the runs.
type RunError struct {
	Agent string `json:"agent"`
	Text  string `json:"text"` // in the user's language
}

// missing lists the required slots that are not known yet, in the order of
// asking (the design's is_complete, but for what is assumed).
func (s *State) missing() []slot.Name {
	return slices.DeleteFunc(slot.Required(), s.knows)
}

func (s *State) knows(name slot.Name) bool {
	return map[slot.Name]bool{
		slot.Destination: s.Destination != nil, slot.Duration: s.Duration != nil, slot.Budget: s.Budget != nil,
		slot.NumPeople: s.NumPeople != nil, slot.TravelStyle: len(s.TravelStyle) > 0, slot.StartDate: s.StartDate != nil,
	}[name]
}

// toldBudget is the budget that was told; 0 is none.
func (s *State) toldBudget() int64 {
	if s.assumes(slot.Budget) {
		return 0
	}
	return value(s.Budget)
}

// assumes tells whether a slot's value is one that nobody told.
func (s *State) assumes(name slot.Name) bool { return slices.Contains(s.Assumed, name) }

func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
