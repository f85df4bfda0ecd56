package planning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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
	// Previous is the intent of the turn before, for queries that go on with
	// it ("그럼 4%면?"); nil is none.
	Previous *state.AnalyzedIntent
	// Intent, when set, is what the query is known to want: it goes on with
	// work that the caller has under way. Only its facts are read.
	Intent string
}

// Result is a plan and what the caller should know besides.
type Result struct {
	Planning state.Planning
	// Problems are sums, rates or days in the query that can't be so.
	Problems []Problem
	// Exit tells that there is nothing to plan: answer with Guidance.
	Exit bool
	// FollowUp tells that the query goes on with Request.Previous.
	FollowUp bool
}

// EarlyExit tells whether an intent ends with guidance instead of a plan:
// irrelevant, or unclear with a confidence below 0.3 (protocol, section 1).
// The confidence of an unclear query is how sure it is that something can be
// done with it.
func EarlyExit(intent state.AnalyzedIntent) bool {
	return intent.IntentType == KindIrrelevant ||
		intent.IntentType == KindUnclear && intent.Confidence < earlyExit
}

// earlyExit is the protocol's constant.
const earlyExit = 0.3

// Plan reads a query and draws up its plan. Errors: ErrEmptyQuery,
// ErrTooLong, and the context's.
func (p *Planner) Plan(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if strings.TrimSpace(req.Query) == "" {
		return Result{}, ErrEmptyQuery
	}
	if len(req.Query) > MaxQuery {
		return Result{}, fmt.Errorf("%w: %d bytes, %d allowed", ErrTooLong, len(req.Query), MaxQuery)
	}
	if req.Today.IsZero() {
		req.Today = time.Now().UTC()
	}
	if req.Language == "" {
		req.Language = DetectLanguage(req.Query)
	}
	u := p.understand(req.Query)
	found, problems := p.entities(u.reading, req.Today)
	problems = append(problems, p.injections(u.reading)...)
	res := Result{Problems: problems}
	if _, known := p.intents[req.Intent]; known {
		u.intent, u.parts, u.confidence = req.Intent, nil, givenConfidence
	} else {
		u, found, res.FollowUp = p.followUp(u, found, req.Previous)
	}
	res.Planning = p.draw(req, u, found)
	res.Exit = p.exits(u)
	if res.Exit {
		res.Planning.ExecutionSteps = []state.ExecutionStep{}
		res.Planning.ParallelGroups = nil
		res.Planning.EstimatedTotalTime = 0
		return res, nil
	}
	res.Planning.ValidationErrors = Validate(res.Planning, p.Teams())
	res.Planning.PlanValidated = len(res.Planning.ValidationErrors) == 0
	return res, ctx.Err()
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

// shortQuery is how many words a query that goes on with the previous one
// has at most.
const shortQuery = 8

// followUp lets a short query without an intent of its own go on with the
// previous one: its intent is kept, and facts it does not name are taken
// over ("4%만 올리면요?" after "전세 3억에 살아요").
func (p *Planner) followUp(u understanding, found state.Entities, prev *state.AnalyzedIntent) (understanding, state.Entities, bool) {
	if prev == nil || prev.IntentType == "" {
		return u, found, false
	}
	k, known := p.intents[prev.IntentType]
	if !known || p.cfg.Intents[k].Kind == KindIrrelevant || u.reading.signs["foreign"] || u.reading.signs["injection"] || len(u.reading.tokens) > 2*shortQuery {
		return u, found, false
	}
	kind := p.cfg.Intents[p.intents[u.intent]].Kind
	named := factCount(found) > 0 || u.reading.signs["strong"] || u.reading.signs["weak"] || u.reading.signs["topic"]
	pointing := utf8.RuneCountInString(u.reading.norm) > 0 && pointsBack(u.reading.norm)
	continues := kind != KindWork && (named || pointing) ||
		u.confidence < p.cfg.Thresholds.FollowUp && len(u.reading.tokens) <= shortQuery && (pointing || factCount(found) > 0)
	switch {
	case continues && p.cfg.Intents[k].Kind == KindWork:
		u.intent, u.parts = prev.IntentType, nil
		u.confidence = max(0.5, min(prev.Confidence, 0.8))
		u.reading.signs["follow_up"] = true
	case kind == KindWork && len(u.reading.tokens) <= shortQuery && (pointing || prev.IntentType == u.intent || p.cfg.Intents[k].Kind == KindUnclear):
		// An intent of its own, but about the same case.
	default:
		return u, found, false
	}
	return u, merge(found, prev.Entities), true
}

// pointsBack tells whether a query begins by pointing at what was said.
func pointsBack(s string) bool {
	for _, w := range []string{"그럼", "그러면", "그래서", "그건", "그거", "그게", "그 ", "근데", "그런데", "만약", "아 ", "아니", "거기", "then", "what if", "and ", "what about", "how about", "그렇다면", "이 경우"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

func factCount(e state.Entities) int {
	return len(e.Amounts) + len(e.Percentages) + len(e.Areas) + len(e.Periods) + len(e.Dates) + len(e.Regions) + len(e.Attributes) + len(e.ContractTypes) + len(e.PropertyTypes)
}

// merge takes over what the query does not name itself; the offsets of what
// is taken over are cleared, since they point into another text.
func merge(now, before state.Entities) state.Entities {
	for _, a := range before.Amounts {
		if _, ok := now.Amount(a.Role); !ok && a.Role != "" && !(a.Role == state.AmountDeposit && hasDeposit(now)) {
			a.Start, a.End = 0, 0
			now.Amounts = append(now.Amounts, a)
		}
	}
	for _, a := range before.Attributes {
		if _, ok := now.Attr(a.Name); !ok {
			now.Attributes = append(now.Attributes, a)
		}
	}
	if len(now.Regions) == 0 {
		now.Regions = slices.Clone(before.Regions)
	}
	if len(now.Areas) == 0 {
		now.Areas = slices.Clone(before.Areas)
	}
	if len(now.Dates) == 0 {
		now.Dates = slices.Clone(before.Dates)
	}
	if len(now.ContractTypes) == 0 {
		now.ContractTypes = slices.Clone(before.ContractTypes)
	}
	if len(now.PropertyTypes) == 0 {
		now.PropertyTypes = slices.Clone(before.PropertyTypes)
	}
	return now
}

func hasDeposit(e state.Entities) bool {
	_, ok := e.Amount(state.AmountDeposit, state.AmountCurrentDeposit)
	return ok
}
