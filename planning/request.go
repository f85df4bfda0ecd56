package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/madang-dev/madang/internal/estate"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

// What Plan refuses.
var (
	ErrEmptyQuery = errors.New("planning: query is empty")
	ErrTooLong    = errors.New("planning: query is too long")
)

// MaxQuery is the longest query that is read, in bytes.
const MaxQuery = 64 << 10

// Request is a query to plan for.
type Request struct {
	Query string
	// Language of the descriptions; empty is the language of the query.
	Language string
	// Today resolves "다음 달"; the zero time is the present day in UTC.
	Today time.Time
	// Known are facts that hold where the query and Topic name none, such
	// as the user's preferences.
	Known estate.Entities
	// Intent, when set, is what the query is known to want: it goes on with
	// work that the caller has under way. Only its facts are read.
	Intent string
	// Action is, with Intent, the one action that goes on, such as that of a
	// pending draft; "" or an unknown key leaves the choice to the query.
	Action string
	// Found is what the library has for the Questions of the query.
	Found []Found
	// Gap tells that it asks for a law that the library does not hold: a
	// question for it all the same, which says so.
	Gap bool
	// Topic is the question before, for a query that may go on with it, Before
	// are those before it, the newest first: their facts still hold.
	Topic  string
	Before []string
	// Of is what Topic itself went on with, as far as it says by itself too
	// little of what it is about; "" is a topic that says everything.
	Of string
	// GoesOn tells that the query goes on with Topic by what it does in the talk, whatever
	// it names: it tells more of that or puts it right.
	GoesOn bool
	// TopicIntent is the intent that the topic had, "" is to be read in it.
	TopicIntent string
	// Still is the intent of the question that the query only tells more of; "" is open.
	Still string
	// With is a question of the talk whose facts the query is read with, "" is none.
	With string
	// Told tells that the query is a question with what was told of it since: it
	// shows no clauses of a contract, though it may read like one.
	Told bool
	// Talk are the questions of the conversation so far, the newest last, and
	// Profile what is known of the user: what a model reads the query in the
	// light of.
	Talk, Profile []string
	// MaxSteps is the most steps that the plan may have; 0 is MaxSteps. Of a
	// query with more questions the first ones are planned for.
	MaxSteps int
}

// Result is a plan and what the caller should know besides.
type Result struct {
	Planning state.Planning
	// Problems are sums, rates or days in the query that can't be so.
	Problems []Problem
	// Exit tells that there is nothing to plan: answer with Guidance. It is
	// so for an irrelevant query and for an unclear one below the threshold
	// early_exit (protocol, section 1: 0.3); the confidence of an unclear
	// query is how sure it is that something can be done with it.
	Exit bool
	// FollowUp tells that the query goes on with Request.Topic.
	FollowUp bool
	// Leans tells that it says only together with the topic what it is about.
	Leans bool
	// Text is, for a query that goes on with the topic and names no fact of its own,
	// topic and query in one: the plan's facts stand in it. "" is the query. What a
	// query asks that does not lean stands in the steps' questions.
	Text string
	// Search is what the library is asked where that is more than the query; "" is that.
	Search string
	// Unsure tells that a language model, where there is one, may read the
	// query better than the rules did (thresholds.ask_model).
	Unsure bool
}

// Plan reads a query and draws up its plan. Errors: ErrEmptyQuery,
// ErrTooLong, and the context's.
func (p *Planner) Plan(ctx context.Context, req Request) (Result, error) {
	if err := readable(ctx, &req); err != nil {
		return Result{}, err
	}
	if req.Told {
		plain := *p
		plain.clauses = nil
		p = &plain
	}
	u := p.understand(req)
	found, problems := p.entities(u.reading, req.Today)
	problems = append(problems, p.injections(u.reading)...)
	res := Result{Problems: problems}
	if _, known := p.intents[req.Intent]; known {
		u.intent, u.parts, u.confidence, u.only = req.Intent, nil, givenConfidence, req.Action
	} else {
		unsure := p.unsure(u, found)
		if res.FollowUp = p.goesOnWith(u, req); res.FollowUp {
			u, found = p.goOn(&res, u, found, req)
		}
		res.Unsure = unsure && !res.FollowUp
	}
	if _, known := p.intents[req.Still]; known {
		u.intent, u.parts = req.Still, nil
	}
	if req.With != "" {
		res.Text = Join(req.With, req.Query)
		found, _ = p.entities(p.read(res.Text), req.Today)
	}
	p.finish(&res, req, u, found)
	return res, ctx.Err()
}

// readable refuses what can't be planned for and fills what the request
// leaves open.
func readable(ctx context.Context, req *Request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if strings.TrimSpace(req.Query) == "" {
		return ErrEmptyQuery
	}
	if len(req.Query) > MaxQuery {
		return fmt.Errorf("%w: %d bytes, %d allowed", ErrTooLong, len(req.Query), MaxQuery)
	}
	if req.Today.IsZero() {
		req.Today = time.Now().UTC()
	}
	if req.Language == "" {
		req.Language = DetectLanguage(req.Query)
	}
	return nil
}

// finish draws the plan of what was understood, or none for an early exit.
func (p *Planner) finish(res *Result, req Request, u understanding, found estate.Entities) {
	found = Merge(found, req.Known)
	limit := cmp.Or(req.MaxSteps, MaxSteps)
	u, left := p.within(limit, req, u, found)
	if left != "" {
		res.Problems = append(res.Problems, Problem{Field: "query", Text: left, Code: TooManyQuestions})
	}
	res.Planning = p.draw(req, u, found)
	for i := range res.Planning.ExecutionSteps {
		if s := &res.Planning.ExecutionSteps[i]; s.StepType == state.StepTypeSearch {
			s.Question = cmp.Or(s.Question, res.Search)
		}
	}
	if res.Text != "" && !res.Leans {
		ask(res.Planning.ExecutionSteps, req.Query)
	}
	res.Exit = p.exits(u)
	if res.Exit {
		res.Planning.ExecutionSteps = []state.ExecutionStep{}
		res.Planning.ParallelGroups = nil
		res.Planning.EstimatedTotalTime = 0
		return
	}
	res.Planning.ValidationErrors = invalid(res.Planning, limit)
	res.Planning.PlanValidated = len(res.Planning.ValidationErrors) == 0
}

// ask has steps answer a question that is less than the text that they read.
func ask(steps []state.ExecutionStep, question string) {
	for i := range steps {
		steps[i].Question = cmp.Or(steps[i].Question, question)
	}
}

// givenConfidence is that of an intent that the caller gave: nearly certain,
// but the user may have turned to something else.
const givenConfidence = 0.9

func (p *Planner) exits(u understanding) bool {
	switch p.cfg.Intents[p.intents[u.intent]].Kind {
	case KindIrrelevant:
		return true
	case KindUnclear:
		return u.confidence < p.cfg.Thresholds.EarlyExit
	}
	return false
}

// injections reports words that try to steer the system, so that the caller
// can say that they are not followed.
func (p *Planner) injections(r *reading) []Problem {
	for _, h := range r.hits {
		for _, c := range h.term.concepts {
			if p.cfg.Concepts[c].Class == ClassInjection {
				raw, _, _ := r.span(h.start, h.end)
				return []Problem{{Field: "query", Text: raw, Code: Injection}}
			}
		}
	}
	return nil
}
