package planning

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

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
	// "왜요?" and "더 자세히요" name nothing by themselves.
	pointing := dialog.PointsBack(u.reading.norm) || !named && slices.Contains([]dialog.Act{dialog.Why, dialog.More, dialog.Less, dialog.Again}, dialog.Only(u.reading.norm))
	elliptical := dialog.Elliptical(u.reading.norm)
	continues := kind != KindWork && (named || pointing) ||
		u.confidence < p.cfg.Thresholds.FollowUp && len(u.reading.tokens) <= shortQuery && (pointing || factCount(found) > 0 && !u.reading.signs["topic"])
	switch {
	case continues && p.cfg.Intents[k].Kind == KindWork:
		u.intent, u.parts = prev.IntentType, nil
		u.confidence = max(0.5, min(prev.Confidence, 0.8))
		u.reading.signs["follow_up"] = true
	case kind == KindWork && len(u.reading.tokens) <= shortQuery && (pointing || elliptical || prev.IntentType == u.intent || p.cfg.Intents[k].Kind == KindUnclear):
		// An intent of its own, but about the same case.
	default:
		return u, found, false
	}
	u.carried = p.carry(u.reading, prev)
	return u, merge(found, prev.Entities), true
}

// carry lets a query that names no topic speak of the previous one's
// ("그럼 4%면?" is still about the rise); it returns the words carried over.
func (p *Planner) carry(r *reading, prev *state.AnalyzedIntent) []string {
	if r.signs["topic"] {
		return nil
	}
	before := p.read(strings.Join(prev.Keywords, " "))
	for i, n := range before.counts {
		if c := &p.cfg.Concepts[i]; n > 0 && (c.Class == ClassTopic || c.Class == ClassNoun) {
			r.signs[c.Key] = true
		}
	}
	return p.terms(before)
}

func factCount(e state.Entities) int {
	return len(e.Amounts) + len(e.Percentages) + len(e.Areas) + len(e.Periods) + len(e.Dates) + len(e.Regions) + len(e.Attributes) + len(e.ContractTypes) + len(e.PropertyTypes)
}

// merge takes over what the query does not name itself; the offsets of what
// is taken over are cleared, since they point into another text.
func merge(now, before state.Entities) state.Entities {
	now.Amounts = sameRole(now.Amounts, before.Amounts)
	demand := len(now.Percentages) > 0 || hasDemand(now)
	for _, a := range before.Amounts {
		if demand && isDemand(a.Role) {
			continue // "그럼 4%면?" takes the place of the sum asked for
		}
		if _, ok := now.Amount(a.Role); !ok && a.Role != "" && !(a.Role == estate.Deposit && hasDeposit(now)) {
			a.Start, a.End = 0, 0
			now.Amounts = append(now.Amounts, a)
		}
	}
	if len(now.Percentages) == 0 && !demand {
		now.Percentages = slices.Clone(before.Percentages)
		for i := range now.Percentages {
			now.Percentages[i].Start, now.Percentages[i].End = 0, 0
		}
	}
	for _, a := range before.Attributes {
		if _, ok := now.Attr(a.Name); !ok {
			now.Attributes = append(now.Attributes, a)
		}
	}
	now.Regions = orBefore(now.Regions, before.Regions)
	now.Areas = orBefore(now.Areas, before.Areas)
	now.Dates = orBefore(now.Dates, before.Dates)
	now.ContractTypes = orBefore(now.ContractTypes, before.ContractTypes)
	now.PropertyTypes = orBefore(now.PropertyTypes, before.PropertyTypes)
	return now
}

// orBefore is a list, or a copy of the one before where it is empty.
func orBefore[T any](now, before []T) []T {
	if len(now) > 0 {
		return now
	}
	return slices.Clone(before)
}

func hasDeposit(e state.Entities) bool {
	_, ok := e.Amount(estate.Deposit, estate.CurrentDeposit)
	return ok
}

// isDemand tells whether a sum is what one side asks for.
func isDemand(role string) bool {
	return role == estate.ProposedDeposit || role == estate.ProposedRent || role == estate.Increase
}

func hasDemand(e state.Entities) bool {
	return slices.ContainsFunc(e.Amounts, func(a state.Amount) bool { return isDemand(a.Role) })
}

// sameRole gives a lone sum without a role the one that it takes the place
// of ("2억이면?"): what was asked for before, else the only sum spoken of.
func sameRole(now, before []state.Amount) []state.Amount {
	if len(now) != 1 || now[0].Role != "" || len(before) == 0 {
		return now
	}
	role := ""
	if len(before) == 1 {
		role = before[0].Role
	}
	for _, a := range before {
		if isDemand(a.Role) {
			role = a.Role
		}
	}
	now = slices.Clone(now)
	now[0].Role = role
	return now
}
