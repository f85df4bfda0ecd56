package realestate

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
	"github.com/madang-dev/madang/teams/tools"
)

// inWords is what the tools take that read a question.
type inWords struct {
	Question string `json:"question" jsonschema:"minLength=2,maxLength=2000,description=one whole question or text; Korean finds most"`
}

// tools are what a model may have the teams do: each calculation by its inputs,
// and the actions of the planner's configuration that read a question.
func (q *teamSet) tools(p *planning.Planner, w *author) tools.Set {
	set := q.analyst.Tools()
	english := p.Describe("en").Actions
	for i, own := range p.Describe("ko").Actions {
		work := q.work(own)
		if work == nil {
			continue
		}
		tool := tools.New(own.Team+"_"+own.Key, english[i].Description, func(ctx context.Context, by tools.Caller, in inWords) (tools.Found, error) {
			s, err := questionState(ctx, p, by, in.Question)
			if err == nil {
				err = work(ctx, by, s)
			}
			if err != nil {
				return tools.Found{}, err
			}
			return w.told(s), nil
		})
		tool.TitleFunc = func(language string) string {
			if isKorean(language) {
				return own.Description
			}
			return english[i].Description
		}
		set = append(set, tool)
	}
	return set
}

// work has a team carry an action out and put what it found into a state; nil
// is an action that a calculation's tool does, or that makes a document.
func (q *teamSet) work(action planning.ActionLine) func(ctx context.Context, by tools.Caller, s *State) error {
	switch {
	case action.Team == search.TeamName:
		return func(ctx context.Context, by tools.Caller, s *State) (err error) {
			s.SearchTeamState, err = q.searched(ctx, by, s, action.Key)
			return err
		}
	case action.Key == analysis.MethodMarketStats:
		return q.statistics
	case action.Key == document.ActionReview:
		return func(ctx context.Context, by tools.Caller, s *State) (err error) {
			s.DocumentTeamState, err = q.writer.Execute(ctx, document.Request{
				Shared: sharedBy(by, s), Intent: s.PlanningState.AnalyzedIntent, Actions: []string{action.Key},
			}, by.ProgressFunc)
			return err
		}
	}
	return nil
}

// questionState is a state in which only a question is known.
func questionState(ctx context.Context, p *planning.Planner, by tools.Caller, question string) (*State, error) {
	request := planning.Request{Query: question, Language: by.Language}
	request.Today, _ = seoulDay(by.Today)
	result, err := p.Plan(ctx, request)
	s := &State{}
	s.Query, s.Language, s.Today, s.PlanningState = question, by.Language, by.Today, &result.Planning
	return s, err
}

func sharedBy(by tools.Caller, s *State) state.Shared {
	return state.Shared{UserQuery: s.Query, SessionID: by.SessionID, UserID: by.UserID, Language: by.Language, Status: state.SharedProcessing, Today: by.Today}
}

func (q *teamSet) searched(ctx context.Context, by tools.Caller, s *State, scope string) (*search.TeamState, error) {
	return q.searcher.Execute(ctx, search.Request{Shared: sharedBy(by, s), Intent: s.PlanningState.AnalyzedIntent, Scope: []string{scope}}, by.ProgressFunc)
}

// statistics are those of the deals that a search finds.
func (q *teamSet) statistics(ctx context.Context, by tools.Caller, s *State) (err error) {
	if s.SearchTeamState, err = q.searched(ctx, by, s, search.ScopeMarket); err != nil {
		return err
	}
	filter := s.SearchTeamState.Filters.Property
	filter.Limit = 0
	rows, err := q.deals(ctx, filter)
	if err != nil {
		return err
	}
	s.AnalysisTeamState, err = q.analyst.Execute(ctx, analysis.Request{
		Shared: sharedBy(by, s), Intent: s.PlanningState.AnalyzedIntent, Methods: []string{analysis.MethodMarketStats},
		Market: rows, Sources: s.SearchTeamState.SourcesUsed,
	}, by.ProgressFunc)
	return err
}

// told is what a state's teams found, as a tool's: the facts that an answer
// could state.
func (w *author) told(s *State) tools.Found {
	var found tools.Found
	var lines []string
	for _, f := range w.answer(s).facts().All() {
		if f.Kind == evidence.KindAssumption || f.Text == "" {
			continue
		}
		found.Facts = append(found.Facts, state.Source{
			Kind: f.Kind, Title: f.Title, Source: f.Source, Law: f.Law, Article: f.Article, AsOf: f.AsOf, Status: f.Status, Text: f.Text, URL: f.URL,
		})
		lines = append(lines, f.Title+": "+f.Text)
	}
	found.Text = strings.Join(lines, "\n")
	return found
}
