package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/clause"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// search hands a step to the search team.
func (q *squad) search(ctx context.Context, b supervisor.Brief, progress func(int, string)) (supervisor.Report, error) {
	request := search.Request{
		Shared: b.Shared, Intent: b.Intent, Question: b.Step.Question, Instead: b.Step.Query, Scope: b.Step.Actions,
	}
	found, err := q.look(ctx, b, request, progress)
	if err != nil {
		return supervisor.Report{}, err
	}
	return supervisor.Report{
		Result: found.Summary(b.Shared.Language),
		Update: func(s *supervisor.State) { s.SearchTeamState = joined(s.SearchTeamState, found) },
		Reword: b.Step.Query == "" && found.TotalResults == 0 && found.ByWords(),
	}, nil
}

// look searches. Where another search could find something else (a source
// outside, knowledge that is changed while the server runs), what was found is
// recorded, so that a replay of the run hears the same.
func (q *squad) look(ctx context.Context, b supervisor.Brief, request search.Request, progress func(int, string)) (*search.TeamState, error) {
	partial := q.library.Partial() // before the search: it may end meanwhile
	changing := partial || q.outside || q.library.Counts().Passages > 0
	if replay, recorded := b.Scope.Recorded(); replay {
		changing = recorded
	}
	if !changing {
		request.Clock = b.Clock
		return q.find(ctx, request, partial, progress)
	}
	return engine.Recall(ctx, b.Scope, func(ctx context.Context) (*search.TeamState, error) {
		return q.find(ctx, request, partial, progress)
	})
}

// find searches, and notes when what is ingested was not among it.
func (q *squad) find(ctx context.Context, request search.Request, partial bool, progress func(int, string)) (*search.TeamState, error) {
	found, err := q.searcher.Execute(ctx, request, progress)
	if err == nil && partial && slices.Contains(found.SearchScope, search.ScopeLegal) {
		found.AggregatedResults.Loading = true
	}
	return found, err
}

// analyse hands a step to the analysis team, with what search has found.
func (q *squad) analyse(ctx context.Context, b supervisor.Brief, progress func(int, string)) (supervisor.Report, error) {
	request := analysis.Request{Clock: b.Clock, Shared: b.Shared, Intent: b.Intent, Question: b.Step.Question, Methods: b.Step.Actions}
	if found := b.Known.Search; found != nil {
		rows, err := q.marketRows(ctx, b, found)
		if err != nil {
			return supervisor.Report{}, err
		}
		request.Market = rows
		request.Sources = found.SourcesUsed
	}
	done, err := q.analyst.Execute(ctx, request, progress)
	if err != nil {
		return supervisor.Report{}, err
	}
	return supervisor.Report{
		Result: done.Summary(b.Shared.Language),
		Update: func(s *supervisor.State) { s.AnalysisTeamState = joined(s.AnalysisTeamState, done) },
	}, nil
}

// marketRows are the deals to reckon with. The search state keeps only the
// best few; statistics want all that its filter finds.
func (q *squad) marketRows(ctx context.Context, b supervisor.Brief, found *search.TeamState) ([]knowledge.MarketRow, error) {
	if len(found.RealEstateResults) == search.MaxMarket && !slices.ContainsFunc(found.AggregatedResults.Widened, func(w search.Widening) bool { return w.Scope == search.ScopeMarket }) {
		filter := found.Filters.Property
		filter.Limit = 0
		outside := q.market != nil
		if replay, recorded := b.Scope.Recorded(); replay {
			outside = recorded
		}
		if !outside {
			return q.library.Market(filter), nil
		}
		return engine.Recall(ctx, b.Scope, func(ctx context.Context) ([]knowledge.MarketRow, error) {
			rows, err := q.market.Market(ctx, filter)
			if part := (*search.Incomplete)(nil); errors.As(err, &part) {
				return rows, nil // search has told what is missing
			}
			return rows, err
		})
	}
	rows := make([]knowledge.MarketRow, len(found.RealEstateResults))
	for i, r := range found.RealEstateResults {
		rows[i] = r.Row
	}
	return rows, nil
}

// write hands a step to the document team; a document that it makes is
// stored with the step's end.
func (q *squad) write(ctx context.Context, b supervisor.Brief, progress func(int, string)) (supervisor.Report, error) {
	actions := b.Step.Actions
	if b.Known.Draft != nil && document.Continues(b.Known.Draft, b.Shared.UserQuery) {
		actions = nil // the draft goes on as what it is
	}
	made, err := q.writer.Execute(ctx, document.Request{
		Clock: b.Clock, Shared: b.Shared, Intent: b.Intent, Question: b.Step.Question,
		Actions: actions, Draft: b.Known.Draft,
	}, progress)
	if err != nil {
		return supervisor.Report{}, err
	}
	report := supervisor.Report{Result: made.Summary(b.Shared.Language)}
	var link *state.DocumentLink
	if made.DocumentContent != nil {
		file, err := stored(made, b)
		if err != nil {
			return supervisor.Report{}, err
		}
		report.Documents, link = []state.Document{file}, linkTo(file)
	}
	report.Update = func(s *supervisor.State) {
		s.DocumentTeamState = joined(s.DocumentTeamState, made)
		s.Draft = made.Draft
		if made.Cancelled {
			s.Draft = nil
		}
		if link != nil {
			s.DocumentLink = link
		}
	}
	return report, nil
}

// stored is the document as it is kept.
func stored(made *document.TeamState, b supervisor.Brief) (state.Document, error) {
	metadata, err := json.Marshal(made.DocumentContent.Metadata)
	if err != nil {
		return state.Document{}, err
	}
	return state.Document{
		// The same step makes the same document, however often it is done.
		ID: uuid.NewSHA1(uuid.NameSpaceOID, []byte(b.RunID+"/"+b.Step.StepID)).String(), SessionID: b.Shared.SessionID, UserID: b.Shared.UserID,
		RunID: b.RunID, Type: made.DocumentType, Title: made.Title(),
		Markdown: made.FinalDocument, Metadata: metadata,
	}, nil
}

func linkTo(d state.Document) *state.DocumentLink {
	path := "/api/v1/documents/" + d.ID + "/download?format="
	return &state.DocumentLink{ID: d.ID, Title: d.Title, Downloads: map[string]string{
		"markdown": path + "md", "docx": path + "docx", "pdf": path + "pdf",
	}}
}

// review lends the document team the eyes for risky clauses.
func review(clauses *clause.Catalog) func(text, kind, language string) []document.Risk {
	return func(text, kind, language string) []document.Risk {
		var risks []document.Risk
		for _, f := range clauses.Find(text, clause.Kind(kind), language) {
			risks = append(risks, document.Risk{
				ID: f.ID, Title: f.Title, Severity: string(f.Severity), Excerpt: f.Excerpt,
				Start: f.Start, End: f.End, Why: f.Why, Law: f.Law, Recommendation: f.Recommendation,
			})
		}
		return risks
	}
}

// merger is a team's state that can take in another's.
type merger[T any] interface {
	*T
	Merge(*T)
}

// joined is what a team has after one more of its steps. The state so far is
// not changed: other steps may be reading it.
func joined[T any, P merger[T]](so P, more P) P {
	if so == nil {
		return more
	}
	// A copy that shares nothing: Merge fills maps and lists in place.
	raw, err := json.Marshal(so)
	if err != nil {
		return more
	}
	copied := P(new(T))
	if err := json.Unmarshal(raw, copied); err != nil {
		return more
	}
	copied.Merge(more)
	return copied
}
