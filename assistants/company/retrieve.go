package company

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/engine"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// InformationRetrievalAgentState is a search: the design's search_queries,
// search_sources, search_results, relevance_scores, filtered_results, sources
// and citations are those of what was found.
type InformationRetrievalAgentState struct {
	retrieval.Found
	// Unruled are the points that a question names and no rule speaks of, as asked.
	Unruled []string `json:"unruled,omitempty"`
}

// Bounds of what a search brings, and of the rules that a question is about.
const (
	maxHits  = 5
	maxRules = 4
)

// retrieve is the information retrieval agent.
func (d *desk) retrieve(ctx context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	s := step.State
	if told := d.explained(s, task.Question); len(told) > 0 {
		return foundIn(step, d.toldBy(s, task.Question, told)), nil
	}
	if told := d.rules().Search(task.Told, task.Question, s.Language, s.day(), maxRules); len(told) > 0 && !phrases.HasAny(task.Question, "wish.search", "wish.web") {
		return foundIn(step, d.toldBy(s, task.Question, told)), nil
	}
	look := engine.Read[GlobalSessionState, retrieval.Found]
	if d.search.Pays(task.Sources) {
		look = engine.Do[GlobalSessionState, retrieval.Found]
	}
	found, err := look(ctx, step.Turn, "search", func(ctx context.Context) (retrieval.Found, error) {
		return d.search.Search(ctx, retrieval.Query{
			Text: task.Question, Person: s.Person, Sources: task.Sources, Language: s.Language, Day: s.day(), Limit: maxHits,
		})
	})
	switch {
	case err != nil:
		return result{}, fmt.Errorf("search: %w", err)
	case len(found.FilteredResults) == 0 && len(found.Hidden) == 0 && len(found.Failed) == 0 && found.Kind != "" && found.SearchQueries[0] == "": // there is none
	case len(found.FilteredResults) == 0 && len(found.Hidden) == 0 && found.Failed[retrieval.Web] == "":
		return result{}, teams.Permanent(errNothingFound)
	}
	return foundIn(step, InformationRetrievalAgentState{Found: found}), nil
}

// explained is why something is forbidden, or what breaking it brings: of the rules
// that the question is about, else of those that the last answer was of.
func (d *desk) explained(s *GlobalSessionState, question string) []compliance.Told {
	if !phrases.HasAny(question, "rule.why", "rule.brings") {
		return nil
	}
	ids := d.rulesNamed(nil, question, s.Language, s.day())
	if len(ids) == 0 {
		ids = s.rulesBefore()
	}
	return d.rules().Explain(ids, s.Language, s.day(), phrases.Has(question, "rule.brings"))
}

// ruleNamed is how much a rule is worth at least of which a text names a topic.
const ruleNamed = 0.5

// rulesNamed are the rules of which a text, or the case that was told before it, names
// a topic, the closest one first.
func (d *desk) rulesNamed(told []string, text, language string, day time.Time) (ids []string) {
	for _, t := range d.rules().Search(told, text, language, day, maxRules) {
		if t.Score >= ruleNamed && len(ids) < 2 {
			ids = append(ids, t.Rule)
		}
	}
	return ids
}

// newestBefore is the newest of some agents of earlier runs, zero for none.
func (s *GlobalSessionState) newestBefore(some func(*AgentState) bool) (last AgentState) {
	for _, a := range s.AgentStates {
		if some(&a) && a.ExecutionContext.RunID != s.RunID && a.StartTime > last.StartTime {
			last = a
		}
	}
	return last
}

// ruledBefore is the newest answer with any content of an earlier run.
func (s *GlobalSessionState) ruledBefore() AgentState {
	return s.newestBefore(func(a *AgentState) bool { return a.Compliance != nil || a.Retrieval != nil || a.Data != nil })
}

// weighedBefore is the newest check of an earlier run, where any rule applied and the last
// answer was of rules; nil for none.
func (s *GlobalSessionState) weighedBefore() *compliance.Outcome {
	last := s.newestBefore(func(a *AgentState) bool { return a.Compliance != nil })
	if last.Compliance == nil || len(last.Compliance.Outcome.ValidationResults) == 0 || !s.checkedBefore() {
		return nil
	}
	return &last.Compliance.Outcome
}

// rulesBefore are the rules that the last answer with any content was of, broken
// ones first; none where it was of figures or of other texts.
func (s *GlobalSessionState) rulesBefore() (ids []string) {
	last := s.ruledBefore()
	switch {
	case last.Compliance != nil:
		found := last.Compliance.Outcome.Violations
		if len(found) == 0 {
			found = last.Compliance.Outcome.Unclear
		}
		for _, v := range found {
			ids = statement.Add(ids, v.Rule)
		}
	case last.Retrieval != nil:
		for _, hit := range last.Retrieval.FilteredResults {
			if hit.Kind == "rule" && len(ids) < 2 {
				ids = append(ids, strings.TrimPrefix(hit.ID, retrieval.RulePrefix))
			}
		}
	}
	return ids
}

// toldBy is what the rules say of a question about them.
func (d *desk) toldBy(s *GlobalSessionState, question string, told []compliance.Told) InformationRetrievalAgentState {
	found := retrieval.Found{SearchQueries: []string{question}, SearchSources: []string{retrieval.InternalDB}, RelevanceScores: map[string]float64{}}
	for _, r := range told[:min(len(told), maxHits)] {
		found.FilteredResults = append(found.FilteredResults, retrieval.Hit{
			ID: r.Rule, Source: retrieval.InternalDB, Kind: "rule", Title: r.Title, Snippet: r.Text, Citation: r.Article, Score: r.Score,
		})
		found.RelevanceScores[r.Rule] = r.Score
		found.Citations = append(found.Citations, r.Article)
	}
	return InformationRetrievalAgentState{Found: found, Unruled: d.rules().Lacks(question, told)}
}

// foundIn is a search with hits as the step's result.
func foundIn(step *step, found InformationRetrievalAgentState) result {
	hits := found.FilteredResults
	shown := state.StepResult{Summary: texts.Say(step.Run.Language, "shown.found", "n", len(hits)), TotalResults: len(hits), Sources: found.Citations}
	sure := 0.0
	if len(hits) > 0 {
		sure = min(hits[0].Score, 1)
	}
	return done(step, shown, sure, func(_ *GlobalSessionState, a *AgentState) {
		a.Retrieval = &found
		for _, source := range found.SearchSources {
			a.ResourceUsage.APICalls[source]++
		}
	})
}

// notedBefore tells whether the last answer was of a note that was kept.
func (s *GlobalSessionState) notedBefore() bool {
	return slices.Contains(s.before().Intents, string(IntentStorage))
}

// checkedBefore tells that the last answer was of rules for what was told.
func (s *GlobalSessionState) checkedBefore() bool {
	checked := slices.Equal(s.before().Intents, []string{string(IntentCompliance)})
	return checked || len(s.ConversationHistory) > 0 && len(s.rulesBefore()) > 0
}

// instead is the talk in the place of a refusal, "" for none: that no note is changed, how what
// was told behind one is kept as another, or that there is no document to hand in.
func (m message) instead(h heard) string {
	if m.Paper != nil {
		return ""
	}
	kept := func(e Exchange) bool { return slices.Contains(e.Intents, string(IntentStorage)) }
	switch h.refusal().Reason {
	case "write":
		if phrases.Has(m.text, "note.named") || slices.ContainsFunc(m.ConversationHistory, kept) {
			return talkNotes
		}
	case "uncovered", "unrelated", "unclear":
		switch {
		case asking(m.text):
		case phrases.Has(m.text, "paper.submit"):
			return talkNoPaper
		case m.notedBefore():
			return talkOneMore
		}
	}
	return ""
}

// Bounds of the rules that are told in full where they differ, and of the messages of
// one case that are checked together.
const (
	maxTold = 3
	maxCase = 6
)

// toldBefore is the case that the newest answer of rules was for, the oldest message
// first, else what was told last of the document under way.
func (s *GlobalSessionState) toldBefore() []string {
	if s.checkedBefore() {
		for _, said := range slices.Backward(s.ConversationHistory) { // whatever was declined since
			if len(said.Case) > 0 {
				return said.Case
			}
		}
	}
	if p := s.Paper; p != nil && p.Status != StatusSubmitted && p.Draft != nil && len(p.Draft.Said) > 0 {
		return p.Draft.Said[len(p.Draft.Said)-1:]
	}
	return nil
}

// searchedBefore tells that the last answer was of texts that were found or
// kept: what follows may ask what they say.
func (s *GlobalSessionState) searchedBefore() bool {
	return s.notedBefore() || slices.Contains(s.before().Intents, string(IntentRetrieval))
}
