package company

import (
	"context"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// InformationRetrievalAgentState is a search: the design's search_queries,
// search_sources, search_results, relevance_scores, filtered_results, sources
// and citations are those of what was found.
type InformationRetrievalAgentState struct {
	retrieval.Found
}

// maxHits bounds what a search brings.
const maxHits = 5

// retrieve is the information retrieval agent.
func (d *desk) retrieve(ctx context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	s := step.State
	if told := d.rules.About(task.Question, s.Language, s.day()); len(told) > 0 && !phrases.HasAny(task.Question, "wish.search", "wish.web") {
		return foundIn(step, toldBy(task.Question, told)), nil
	}
	found, err := engine.Do(ctx, step.Turn, "search", func(ctx context.Context) (retrieval.Found, error) {
		return d.search.Search(ctx, retrieval.Query{
			Text: task.Question, Person: s.Person, Sources: task.Sources, Language: s.Language, Day: s.day(), Limit: maxHits,
		})
	})
	switch {
	case err != nil:
		return result{}, fmt.Errorf("search: %w", err)
	case len(found.FilteredResults) == 0 && len(found.Hidden) == 0 && found.Failed[retrieval.Web] == "":
		return result{}, teams.Permanent(errNothingFound)
	}
	return foundIn(step, found), nil
}

// toldBy is what the rules say of a question about them.
func toldBy(question string, told []compliance.Told) retrieval.Found {
	found := retrieval.Found{SearchQueries: []string{question}, SearchSources: []string{retrieval.InternalDB}, RelevanceScores: map[string]float64{}}
	for _, r := range told[:min(len(told), maxHits)] {
		found.FilteredResults = append(found.FilteredResults, retrieval.Hit{
			ID: r.Rule, Source: retrieval.InternalDB, Kind: "rule", Title: r.Title, Snippet: r.Text, Citation: r.Article, Score: r.Score,
		})
		found.RelevanceScores[r.Rule] = r.Score
		found.Citations = append(found.Citations, r.Article)
	}
	return found
}

// foundIn is a search with hits as the step's result.
func foundIn(step *step, found retrieval.Found) result {
	hits := found.FilteredResults
	shown := state.StepResult{Summary: texts.Say(step.Run.Language, "shown.found", "n", len(hits)), TotalResults: len(hits), Sources: found.Citations}
	sure := 0.0
	if len(hits) > 0 {
		sure = min(hits[0].Score, 1)
	}
	return done(step, shown, sure, func(a *AgentState) {
		a.Retrieval = &InformationRetrievalAgentState{found}
		for _, source := range found.SearchSources {
			a.ResourceUsage.APICalls[source]++
		}
	})
}

// checkedBefore tells that the last answer was of rules for what was told.
func (s *GlobalSessionState) checkedBefore() bool {
	n := len(s.ConversationHistory)
	return n > 0 && slices.Equal(s.ConversationHistory[n-1].Intents, []string{string(IntentCompliance)})
}

// searchedBefore tells that the last answer was of texts that were found or
// kept: what follows may ask what they say.
func (s *GlobalSessionState) searchedBefore() bool {
	n := len(s.ConversationHistory)
	return n > 0 && slices.ContainsFunc(s.ConversationHistory[n-1].Intents, func(intent string) bool {
		return intent == string(IntentRetrieval) || intent == string(IntentStorage)
	})
}
