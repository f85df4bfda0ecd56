package planning

import (
	"context"
	"fmt"
	"github.com/madang-dev/madang/internal/estate"
	"slices"
	"strings"
)

// Who drew a plan.
const (
	ByRules = "rules"
	ByModel = "model"
)

// maxModelConfidence is what a plan by a model is believed at most: models
// are mostly sure of themselves.
const maxModelConfidence = 0.9

// PlanWith draws the plan of a query as a model has read it, by the same
// actions and steps as Plan does; numbers, places and days are those that
// the readers find. Its error is ErrReading for a reading that Check refuses or
// that makes no plan, else as Plan's.
func (p *Planner) PlanWith(ctx context.Context, req Request, r Reading) (Result, error) {
	if err := readable(ctx, &req); err != nil {
		return Result{}, err
	}
	if errs := p.Check(req, r); len(errs) > 0 {
		return Result{}, fmt.Errorf("%w: %s", ErrReading, strings.Join(errs, "; "))
	}
	u := p.understood(req, r)
	found, problems := p.entities(u.reading, req.Today)
	res := Result{Problems: append(problems, p.injections(u.reading)...)}
	if res.FollowUp = r.FollowUp && req.Topic != ""; res.FollowUp {
		u, found = p.goOn(&res, u, found, req)
	}
	p.finish(&res, req, u, found)
	plan := &res.Planning
	plan.PlannedBy, plan.AnalyzedIntent.DecidedBy = ByModel, ByModel
	if !res.Exit && !plan.PlanValidated {
		return Result{}, fmt.Errorf("%w: %s", ErrReading, strings.Join(plan.ValidationErrors, "; "))
	}
	return res, ctx.Err()
}

// understood is a checked reading as the rules would have settled it.
func (p *Planner) understood(req Request, r Reading) understanding {
	u := understanding{intent: r.Intent, confidence: min(r.Confidence, maxModelConfidence), reading: p.read(req.Query), read: true}
	switch {
	case p.kindOf(r.Intent) == KindUnclear:
		u.confidence = p.usable(u.reading)
		return u
	case p.kindOf(r.Intent) == KindIrrelevant || len(r.Parts) == 0:
		return u
	case len(r.Parts) == 1:
		u.intent, u.chosen = r.Parts[0].Intent, r.Parts[0].Actions
		return u
	case p.comprehensive() == "":
		return u
	}
	quotes := u.reading.quotes
	for _, read := range r.Parts {
		text := strings.Join(strings.Fields(read.Text), " ")
		for len(quotes) > 0 && strings.Contains(text, elision) {
			raw, _, _ := u.reading.span(quotes[0].Start, quotes[0].End)
			text, quotes = strings.Replace(text, elision, raw, 1), quotes[1:]
		}
		u.parts = append(u.parts, part{text: text, intent: read.Intent, confidence: u.confidence, reading: p.read(text), chosen: read.Actions})
	}
	u.intent = u.parts[0].intent
	if distinct(u.parts) > 1 {
		u.intent = p.comprehensive()
	}
	return u
}

// unsure tells whether a model could read a query better than the rules: they
// are not sure of its intent, cut it into several questions, or found a sum
// without knowing what it stands for. Facts that are missing are no reason,
// since a model may not invent them; nor is an attempt to steer the system
// heard by a model.
func (p *Planner) unsure(u understanding, found estate.Entities) bool {
	ask := p.cfg.Thresholds.AskModel
	if ask == 0 || u.reading.signs["injection"] {
		return false
	}
	return u.confidence < ask || p.intents[u.intent] == p.unclear || len(u.parts) > 1 ||
		slices.ContainsFunc(found.Amounts, func(a estate.Amount) bool { return a.Role == "" })
}
