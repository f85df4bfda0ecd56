package realestate

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// compose writes the answer from what the teams found. Every statement of
// law or number in it comes from a team's result, with its source.
func compose(s *supervisor.State) state.Response {
	w := wordsIn(s.Language)
	a := &answer{state: s, words: w}
	if len(s.CompletedTeams) == 0 && !a.found() {
		a.core = []string{w.allFailed}
	} else {
		a.gather()
	}
	sections := a.sections()
	response := state.Response{
		Type: state.ResponseAnswer, Answer: markdown(sections),
		StructuredData: &state.StructuredData{Sections: sections, Metadata: a.metadata()},
		TeamsUsed:      teamsUsed(s), Data: teamData(s),
	}
	if d := s.DocumentTeamState; d != nil && s.DocumentLink != nil {
		response.Type, response.DocumentType, response.Document = state.ResponseDocument, d.DocumentType, s.DocumentLink
	}
	return response
}

// answer is an answer while it is put together.
type answer struct {
	state *supervisor.State
	words *words

	core, law, data, consider, recommend, note []string
	sample                                     bool
}

// found tells whether any team brought something, whole or in part.
func (a *answer) found() bool {
	return a.state.SearchTeamState != nil || a.state.AnalysisTeamState != nil || a.state.DocumentTeamState != nil
}

// gather asks each team's state for its part. The document team speaks
// first where it was at work: the user wants the document.
func (a *answer) gather() {
	a.addDocument()
	a.addAnalysis()
	a.addSearch()
	if len(a.core) == 0 {
		a.core = []string{a.words.notFound}
	}
	for _, p := range a.state.Problems {
		a.consider = append(a.consider, p.Message(a.state.Language))
	}
	for _, question := range a.state.PlanningState.AnalyzedIntent.Ambiguities {
		a.consider = appendNew(a.consider, question)
	}
	a.consider = append(a.consider, a.state.AggregatedResults.Missing...)
	if a.sample {
		a.note = append(a.note, a.words.sample)
	}
	a.note = append(a.note, a.words.disclaimer)
}

func (a *answer) sections() []state.Section {
	w := a.words
	list := []state.Section{
		{Title: w.core, Content: a.core, Icon: "target", Priority: "high", Type: "text"},
		{Title: w.law, Content: a.law, Icon: "scale", Priority: "high", Type: "text", Expandable: true},
		{Title: w.data, Content: a.data, Icon: "chart", Priority: "medium", Type: "text", Expandable: true},
		{Title: w.consider, Content: a.consider, Icon: "alert", Priority: "medium", Type: "warning"},
		{Title: w.recommend, Content: a.recommend, Icon: "lightbulb", Priority: "medium", Type: "checklist"},
		{Title: w.note, Content: a.note, Icon: "info", Priority: "low", Type: "text", Expandable: true},
	}
	return slices.DeleteFunc(list, func(s state.Section) bool { return len(s.Content) == 0 })
}

// markdown is the sections as one text.
func markdown(sections []state.Section) string {
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			b.WriteString("\n### " + s.Title + "\n\n")
		}
		for _, line := range s.Content {
			if i == 0 {
				b.WriteString(line + "\n\n")
				continue
			}
			b.WriteString("- " + strings.ReplaceAll(line, "\n", "\n  ") + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func (a *answer) metadata() state.AnswerMetadata {
	s := a.state
	return state.AnswerMetadata{
		Confidence: a.confidence(), Sources: s.AggregatedResults.Sources,
		IntentType: s.PlanningState.AnalyzedIntent.IntentType, AnsweredBy: "rules",
		Missing: s.AggregatedResults.Missing, SampleData: a.sample, Today: s.Today,
	}
}

// confidence is that of the reading and the plan's share that was done,
// lowered by how well the evidence fits: an answer without any is worth at
// most a third of it.
func (a *answer) confidence() float64 {
	evidence := 0.0
	if s := a.state.SearchTeamState; s != nil {
		if len(s.LegalResults) > 0 {
			evidence = max(evidence, s.LegalResults[0].Score)
		}
		if len(s.RealEstateResults)+len(s.LoanResults)+len(s.PropertySearchResults) > 0 {
			evidence = max(evidence, 0.6)
		}
	}
	if s := a.state.AnalysisTeamState; s != nil {
		evidence = max(evidence, s.ConfidenceScore)
	}
	if s := a.state.DocumentTeamState; s != nil && (s.FinalDocument != "" || s.ReviewResult != nil || s.Waiting()) {
		evidence = max(evidence, 0.9)
	}
	return math.Round(a.state.AggregatedResults.Confidence*(1+2*evidence)/3*100) / 100
}

// teamsUsed are the teams that were asked, in the order of the plan.
func teamsUsed(s *supervisor.State) []string {
	teams := []string{}
	for _, step := range s.PlanningState.ExecutionSteps {
		teams = appendNew(teams, step.Team)
	}
	return teams
}

// teamData is each team's contribution: its result in short and what a
// client can lay out or draw.
func teamData(s *supervisor.State) map[string]state.TeamData {
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

func appendNew(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
