package planning

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Check lists what is wrong with a model's reading of a query: what the
// configuration does not know, and what the query does not say. Sums, rates,
// places and days are those that the readers of this package find.
func (p *Planner) Check(req Request, r Reading) []string {
	k := checkReading{p: p, req: req, whole: p.read(req.Query)}
	k.intent(r)
	if p.kindOf(r.Intent) == KindWork { // the parts of any other are not read
		for i, part := range r.Parts {
			k.part(i, part)
		}
	}
	return k.errs
}

type checkReading struct {
	p     *Planner
	req   Request
	whole *reading
	errs  []string
}

// maxWrong bounds what is told to the model at once.
const maxWrong = 8

func (k *checkReading) add(format string, args ...any) {
	if len(k.errs) < maxWrong {
		k.errs = append(k.errs, fmt.Sprintf(format, args...))
	}
}

// kindOf is the kind of an intent, "" when it is unknown.
func (p *Planner) kindOf(intent string) string {
	if k, known := p.intents[intent]; known {
		return p.cfg.Intents[k].Kind
	}
	return ""
}

func (k *checkReading) intent(r Reading) {
	kind := k.p.kindOf(r.Intent)
	if kind == "" {
		k.add("intent %q is unknown", r.Intent)
		return
	}
	if !(r.Confidence >= 0 && r.Confidence <= 1) || math.IsNaN(r.Confidence) {
		k.add("confidence %v is not within 0-1", r.Confidence)
	}
	if r.IsIrrelevant != (kind == KindIrrelevant) {
		k.add("is_irrelevant is %t, but the intent is %q", r.IsIrrelevant, r.Intent)
	}
	switch {
	case len(r.Parts) > maxReadParts:
		k.add("%d parts are more than %d", len(r.Parts), maxReadParts)
	case len(r.Parts) == 1 && kind == KindWork && r.Intent != k.p.comprehensive() && r.Parts[0].Intent != r.Intent:
		k.add("the only part has the intent %q, the query %q", r.Parts[0].Intent, r.Intent)
	}
}

func (k *checkReading) part(i int, part ReadPart) {
	where := fmt.Sprintf("part %d", i+1)
	kind := k.p.kindOf(part.Intent)
	switch {
	case kind == "":
		k.add("%s: intent %q is unknown", where, part.Intent)
		return
	case kind != KindWork || part.Intent == k.p.comprehensive():
		k.add("%s: intent %q is not one kind of work", where, part.Intent)
	}
	if said := squash(part.Text); said == "" || !strings.Contains(squash(k.req.Query), said) && !strings.Contains(squash(shown(k.whole)), said) {
		k.add("%s: its text is not in the query; copy the query's own words", where)
	}
	if len(part.Actions) > maxReadActions {
		k.add("%s: %d actions are more than %d", where, len(part.Actions), maxReadActions)
	}
	serving := k.p.serving(part.Intent)
	for _, a := range part.Actions {
		if !slices.Contains(serving, a) {
			k.add("%s: action %q is none of %s (%s)", where, a, part.Intent, strings.Join(serving, ", "))
		}
	}
}
