package realestate

import (
	"encoding/json"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// teamsUsed are the teams that were asked, in the order of the plan.
func teamsUsed(s *State) []string {
	teams := []string{}
	for _, step := range s.PlanningState.ExecutionSteps {
		teams = appendNew(teams, step.Team)
	}
	return teams
}

// teamData is each team's contribution: its result in short and what a
// client can lay out or draw.
func teamData(s *State) map[string]state.TeamData {
	data := map[string]state.TeamData{}
	for _, team := range teamsUsed(s) {
		result := s.TeamResults[team]
		entry := state.TeamData{Status: result.Status, Error: result.Error, Data: json.RawMessage("null")}
		if view := teamView(s, team); view != nil {
			// The views hold nothing that can't be encoded.
			if raw, err := json.Marshal(view); err == nil {
				entry.Data = raw
			}
		}
		data[team] = entry
	}
	return data
}

// searchView, analysisView and documentView are what data shows of a team.
type searchView struct {
	LegalResults          []search.LegalResult   `json:"legal_results"`
	RealEstateResults     []search.MarketResult  `json:"real_estate_results"`
	LoanResults           []search.LoanResult    `json:"loan_results"`
	PropertySearchResults []search.ListingResult `json:"property_search_results"`
	TotalResults          int                    `json:"total_results"`
	SourcesUsed           []string               `json:"sources_used"`
	SampleData            bool                   `json:"sample_data"`
}

type analysisView struct {
	AnalysisType      string                  `json:"analysis_type"`
	Metrics           map[string]float64      `json:"metrics"`
	Insights          []string                `json:"insights"`
	RawAnalysis       analysis.RawAnalysis    `json:"raw_analysis"`
	VisualizationData *analysis.Visualization `json:"visualization_data,omitempty"`
	Missing           []analysis.Missing      `json:"missing,omitempty"`
	ConfidenceScore   float64                 `json:"confidence_score"`
}

type documentView struct {
	DocumentType string                 `json:"document_type"`
	Title        string                 `json:"title,omitempty"`
	ReviewResult *document.ReviewResult `json:"review_result,omitempty"`
	Missing      []document.Missing     `json:"missing,omitempty"`
	Questions    []document.Missing     `json:"questions,omitempty"`
	Problems     []document.Problem     `json:"problems,omitempty"`
	Fields       []forms.Entry          `json:"fields,omitempty"`
	Document     *state.DocumentLink    `json:"document,omitempty"`
}

// teamView is a team's part of data; nil when it brought nothing.
func teamView(s *State, team string) any {
	switch {
	case team == search.TeamName && s.SearchTeamState != nil:
		t := s.SearchTeamState
		return searchView{
			LegalResults: t.LegalResults, RealEstateResults: t.RealEstateResults,
			LoanResults: t.LoanResults, PropertySearchResults: t.PropertySearchResults,
			TotalResults: t.TotalResults, SourcesUsed: t.SourcesUsed, SampleData: t.AggregatedResults.SampleData,
		}
	case team == analysis.TeamName && s.AnalysisTeamState != nil:
		t := s.AnalysisTeamState
		return analysisView{
			AnalysisType: t.AnalysisType, Metrics: t.Metrics, Insights: t.Insights, RawAnalysis: t.RawAnalysis,
			VisualizationData: t.VisualizationData, Missing: t.InputData.Missing, ConfidenceScore: t.ConfidenceScore,
		}
	case team == document.TeamName && s.DocumentTeamState != nil:
		t := s.DocumentTeamState
		return documentView{
			DocumentType: t.DocumentType, Title: t.Title(), ReviewResult: t.ReviewResult,
			Missing: t.Missing, Questions: t.Questions, Problems: t.Problems, Fields: t.Fields, Document: s.DocumentLink,
		}
	}
	return nil
}
