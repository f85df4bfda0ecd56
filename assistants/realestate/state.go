package realestate

import (
	"time"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// State is the assistant's working state (MainSupervisorState of the
// real-estate design, section 4): the supervisor's part, the teams' own states
// and what a conversation carries on.
type State struct {
	supervisor.State

	SearchTeamState   *search.TeamState   `json:"search_team_state,omitempty"`
	DocumentTeamState *document.TeamState `json:"document_team_state,omitempty"`
	AnalysisTeamState *analysis.TeamState `json:"analysis_team_state,omitempty"`

	// AnalysisSteps are what steps of analysis found, by their ids, until the
	// answer joins them.
	AnalysisSteps map[string]*analysis.TeamState `json:"analysis_steps,omitempty"`

	LoadedMemories  []state.Memory     `json:"loaded_memories"`
	UserPreferences []state.Preference `json:"user_preferences"`
	MemoryLoadTime  *time.Time         `json:"memory_load_time,omitempty"`

	// Draft is a document whose missing parts the user is being asked for;
	// it outlives the run.
	Draft *document.Draft `json:"document_draft,omitempty"`
	// DocumentLink is where the document of this run can be had.
	DocumentLink *state.DocumentLink `json:"document_link,omitempty"`
	// Problems are what the planner found to be wrong with the query.
	Problems []planning.Problem `json:"problems,omitempty"`
	// ModelUses tell what a language model was asked for in this run.
	ModelUses []state.ModelUse `json:"model_uses,omitempty"`
	// Changing tells that what a search of this run finds is not a function of
	// the state, ModelThere that there was a model to ask.
	Changing   bool `json:"changing,omitempty"`
	ModelThere bool `json:"model_there,omitempty"`
	// Leads tells that the model leads: it may call tools before it answers.
	Leads bool `json:"leads,omitempty"`
	// Talk is what the conversation is about; nil before its first question.
	Talk *Talk `json:"talk,omitempty"`

	// Reference is what the query pointed at, Understood the query with that
	// in its place; "" is the query as it is.
	Reference  *mention.Reference `json:"reference,omitempty"`
	Understood string             `json:"understood_query,omitempty"`
	// Assumed are preferences that stand in for what the query left out.
	Assumed []state.Assumption `json:"assumed,omitempty"`
	// Mentions are what the session spoke of and can be pointed at, the
	// newest first.
	Mentions []estate.Mention `json:"mentions,omitempty"`
	// Earlier is what an earlier run's search found that may be used, from a run's
	// begin to its plan.
	Earlier *Earlier `json:"earlier,omitempty"`
	// Command is what the query asks of the user's memory.
	Command *memory.Request `json:"memory_command,omitempty"`
}

// begin carries over what a session keeps, and what its last run's search found,
// until the plan tells whether it is of use.
func begin(s, before *State) {
	s.Draft, s.Mentions = before.Draft, before.Mentions
	if before.Talk != nil {
		talk := *before.Talk
		talk.Act, talk.Changes, talk.Added, talk.Most = "", nil, "", 0 // of the run before
		s.Talk = &talk
	}
	if s.Earlier = earlierOf(before); s.Earlier != nil {
		s.SearchTeamState = before.SearchTeamState
	}
}

// bound keeps lists from growing without end.
func bound(s *State) {
	if n := len(s.ModelUses); n > state.MaxModelUses {
		s.ModelUses = s.ModelUses[n-state.MaxModelUses:]
	}
}
