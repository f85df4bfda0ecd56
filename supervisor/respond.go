package supervisor

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/document"
)

// maxHighlights bounds what is put together of all teams' findings.
const maxHighlights = 20

// aggregateResults is T6.
func (sv *supervisor) aggregateResults(_ context.Context, t *turn) (outcome, error) {
	return outcome{Next: "generate_response", Last: []change{{
		Label: "T6 aggregate", Phase: PhaseAggregation,
		Updates: []func(*State){func(s *State) {
			s.CurrentPhase = PhaseAggregation
			s.AggregatedResults = aggregate(s)
		}},
	}}}, nil
}

// aggregate puts the steps' results together: sources once each in the
// order of the steps, and what is missing.
func aggregate(s *State) *Aggregated {
	a := &Aggregated{Sources: []string{}, Highlights: []string{}, Missing: []string{}}
	done := 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Result == nil {
			a.Missing = append(a.Missing, missingText(step, s.Language))
			continue
		}
		done++
		a.TotalResults += step.Result.TotalResults
		for _, source := range step.Result.Sources {
			if !slices.Contains(a.Sources, source) {
				a.Sources = append(a.Sources, source)
			}
		}
		a.Highlights = append(a.Highlights, step.Result.Highlights...)
	}
	if len(a.Highlights) > maxHighlights {
		a.Highlights = a.Highlights[:maxHighlights]
	}
	// The answer can be no surer than the reading of the question and the
	// share of the plan that was carried out.
	a.Confidence = s.PlanningState.IntentConfidence
	if n := len(s.PlanningState.ExecutionSteps); n > 0 {
		a.Confidence *= float64(done) / float64(n)
	}
	return a
}

// generateResponse is T7 and T8.
func (sv *supervisor) generateResponse(ctx context.Context, t *turn) (outcome, error) {
	var response state.Response
	var first, keep bool
	var turnOf State
	var writer Writer
	asks := sv.asks(t)
	t.View(func(s *State) {
		if s.AggregatedResults == nil {
			response = sv.cfg.GuideFunc(s)
		} else {
			response = sv.cfg.ComposeFunc(s)
			if asks && sv.cfg.WriterFunc != nil {
				writer = sv.cfg.WriterFunc(s, response)
			}
		}
		first, keep = s.Turn == 1, s.AggregatedResults != nil
		turnOf = State{Query: s.Query, PlanningState: s.PlanningState, Mentions: mentionsOf(s, t.Info().RunID)}
	})
	var use *state.ModelUse
	if writer != nil {
		var err error
		if response, use, err = sv.write(ctx, t, writer, response); err != nil {
			return outcome{}, err
		}
	}
	end := t.Now()
	respond := change{
		Label: "T7 respond", Phase: PhaseResponse,
		Updates: []func(*State){func(s *State) {
			finish(s, &response, end)
			noteUse(s, use)
			mentioned(s, turnOf.Mentions)
		}},
	}
	stored := change{Label: "T8 store", Phase: PhaseResponse, Response: &response}
	if first && untitled(ctx, t) {
		stored.Title = title(turnOf.Query)
		stored.Events = []engine.Event{{Type: state.EventSessionUpdated, Body: state.SessionUpdated{Title: stored.Title, UpdatedAt: end}}}
	}
	if keep {
		sv.remember(&stored, t.Info(), &turnOf, &response, end)
	}
	return outcome{Next: engine.End, Last: []change{respond, stored}}, nil
}

func finish(s *State, response *state.Response, end time.Time) {
	s.CurrentPhase, s.Status = PhaseResponse, StatusCompleted
	s.FinalResponse, s.EndTime = response, &end
	if s.StartTime != nil {
		s.TotalExecutionTime = max(end.Sub(*s.StartTime).Seconds(), 0)
	}
}

// remember adds what the user may want to be known next time.
func (sv *supervisor) remember(tr *change, info engine.RunInfo, s *State, response *state.Response, now time.Time) {
	if sv.cfg.Memory == nil || info.UserID == "" {
		return
	}
	intent := s.PlanningState.AnalyzedIntent
	text := response.Answer
	if text == "" {
		text = response.Message
	}
	m, ok := sv.cfg.Memory.Remember(state.Memory{
		ConversationID: info.SessionID, RunID: info.RunID, UserID: info.UserID,
		Query: info.Query, Response: text, Intent: intent.IntentType, Timestamp: now,
		Mentions: s.Mentions, AskedAt: info.Now,
	})
	if !ok {
		return
	}
	tr.Memories = []state.Memory{m}
	tr.Preferences = sv.cfg.Memory.Learn(memory.Said{
		UserID: info.UserID, RunID: info.RunID, Query: info.Query, Language: info.Language,
		Entities: intent.Entities, At: info.Now,
	})
	tr.AfterFunc = func(ctx context.Context) { sv.cfg.Memory.Invalidate(ctx, info.UserID) }
}

// untitled tells whether nobody has named the session yet.
func untitled(ctx context.Context, t *turn) bool {
	session, err := t.Session(ctx)
	return err == nil && session.Title == state.DefaultTitle
}

// maxTitle bounds a session's title, in characters.
const maxTitle = 30

// title is the start of a session's first question.
func title(query string) string {
	query = strings.Join(strings.Fields(query), " ")
	if utf8.RuneCountInString(query) <= maxTitle {
		return query
	}
	runes := []rune(query)
	return strings.TrimSpace(string(runes[:maxTitle])) + "…"
}

// draftIntent is the intent under which a pending draft goes on.
func draftIntent(draft *document.Draft) string {
	if draft.Type == document.TypeReview {
		return "contract_review"
	}
	return "contract_creation"
}
