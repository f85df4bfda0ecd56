package planning

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
)

// goOn reads a query as one that goes on with the question before it.
func (p *Planner) goOn(res *Result, u understanding, found estate.Entities, req Request) (understanding, estate.Entities) {
	res.Leans = u.reading.signs["follow_up"] || req.GoesOn && u.reading.found.Chance < Answers || !p.namesMatter(u.reading) && u.reading.found.Chance < Sure
	switch {
	case req.Told: // the topic stands in the query
		if req.Of != "" && p.apart(req.Of, found, req) {
			res.Text = Join(req.Of, req.Query)
		}
	case bare(found):
		res.Text = Join(req.Topic, req.Query)
		if facts, _ := p.entities(p.read(req.Topic), req.Today); req.Of != "" && p.apart(req.Of, facts, req) {
			res.Text = Join(req.Of, res.Text)
		}
	case res.Leans: // the facts stand in the query, and what it is about before it
		res.Search = req.Topic + " " + req.Query
	}
	if kind := p.carriedOn(req, u.reading); kind != "" && !res.Leans {
		res.Search = kind + " " + req.Query
	}
	return p.follow(u, found, req, res.Text)
}

// carriedOn is the word of a kind of property under laws of its own that the topic names
// last, where the query names no kind: what holds for a home does not for a shop.
func (p *Planner) carriedOn(req Request, r *reading) (word string) {
	of := func(r *reading, is func(c *Concept) bool) (text string) {
		for _, h := range r.hits {
			if !h.waved && slices.ContainsFunc(h.term.concepts, func(i int32) bool { return is(&p.cfg.Concepts[i]) }) {
				text, _, _ = r.span(h.start, h.end)
			}
		}
		return text
	}
	if of(r, func(c *Concept) bool { return c.PropertyType != "" }) != "" {
		return ""
	}
	return of(p.read(req.topic()), func(c *Concept) bool { return c.OwnLaw })
}

// namesMatter tells whether a text says what it is about: a word of the law that is said
// of any matter, such as a lawsuit or damages, does not.
func (p *Planner) namesMatter(r *reading) bool {
	for i, n := range r.counts {
		if c := &p.cfg.Concepts[i]; n > 0 && c.Class == ClassTopic && (c.Domain != "none" || p.intents[c.Intent] != p.library) {
			return true
		}
	}
	return false
}

// apart tells whether no fact of a text stands for the same as one of those found, so
// that both can be read as one text.
func (p *Planner) apart(text string, found estate.Entities, req Request) bool {
	before, _ := p.entities(p.read(text), req.Today)
	return !slices.ContainsFunc(before.Amounts, func(a estate.Amount) bool {
		_, again := found.Amount(a.Role)
		return again
	}) && !slices.ContainsFunc(before.Attributes, func(a estate.Attribute) bool {
		_, again := found.Attr(a.Name)
		return again
	}) && !both(before.Percentages, found.Percentages) && !both(before.Dates, found.Dates) && !both(before.Periods, found.Periods) &&
		!both(before.Areas, found.Areas) && !both(before.Regions, found.Regions) &&
		!both(before.ContractTypes, found.ContractTypes) && !both(before.PropertyTypes, found.PropertyTypes)
}

// both tells whether neither of two lists is empty.
func both[T any](a, b []T) bool { return len(a) > 0 && len(b) > 0 }

// follow gives a query that goes on with the question before it what it leaves out: the
// facts of that, its topics where it names none and the library does not answer it alone,
// and its intent where it has none of its own. The facts of a text stand where they are in
// it, so that the words beside a sum still tell what it is of. What one side asked for is
// of that question, and no fact of one about something else.
func (p *Planner) follow(u understanding, found estate.Entities, req Request, text string) (understanding, estate.Entities) {
	r, before := u.reading, p.read(req.topic())
	named := p.namesMatter(r)
	alone := !r.signs["follow_up"] && (r.found.Chance >= Sure || named && r.found.Chance >= Answers)
	r.signs["follow_up"] = true
	if p.kindOf(u.intent) != KindWork {
		u.intent, u.parts, u.confidence = p.intentOf(before), nil, guessed
		if p.kindOf(req.TopicIntent) == KindWork {
			u.intent = req.TopicIntent
		}
	}
	if !named && !alone {
		for i, n := range before.counts {
			if c := &p.cfg.Concepts[i]; n > 0 && (c.Class == ClassTopic || c.Class == ClassNoun) {
				r.signs[c.Key] = true
			}
		}
		u.carried = p.terms(before)
	}
	if text != "" {
		found, _ = p.entities(p.read(text), req.Today)
	}
	for _, asked := range append([]string{req.Topic}, req.Before...) {
		facts, _ := p.entities(p.read(asked), req.Today)
		found = Merge(found, facts)
	}
	own, _ := p.entities(r, req.Today)
	if _, asks := own.Amount(demands...); !asks && (alone || p.otherTopics(r, before)) {
		found.Amounts = slices.DeleteFunc(found.Amounts, func(a estate.Amount) bool { return slices.Contains(demands, a.Role) })
	}
	return u, found
}

// bare tells whether a query names no fact that is reckoned or looked for with.
func bare(e estate.Entities) bool {
	return len(e.Amounts)+len(e.Percentages)+len(e.Areas)+len(e.Periods)+len(e.Dates)+len(e.Attributes)+
		len(e.Regions)+len(e.ContractTypes)+len(e.PropertyTypes) == 0
}

// goesOnWith tells whether a query is about its topic: it has no intent of its
// own or that of its topic, points back or leaves the rest to what was said.
func (p *Planner) goesOnWith(u understanding, req Request) bool {
	switch kind := p.kindOf(u.intent); {
	case req.Topic == "" || kind == KindIrrelevant && !req.Told || u.reading.signs["injection"]:
		return false
	case u.reading.situation() && !u.reading.signs["follow_up"]:
		return false
	case kind != KindWork || u.reading.signs["follow_up"] || req.GoesOn:
		return true // what is told of a question may be of another field: what a car costs
	}
	return dialog.PointsBack(u.reading.norm) || dialog.Elliptical(u.reading.norm) || p.intentOf(p.read(req.topic())) == u.intent
}

// topic is the question before with what that went on with: of "그건 어디에
// 신청해요?" alone nobody knows what is to be applied for.
func (r Request) topic() string { return strings.TrimSpace(r.Of + " " + r.Topic) }

// Join is a text with what was said after it, as sentences of their own: what stands beside a
// sum in one tells nothing of a sum in the other.
func Join(before, after string) string {
	before, after = strings.TrimSpace(before), strings.TrimSpace(after)
	if before == "" || after == "" || strings.ContainsAny(before[len(before)-1:], ".,?!~") {
		return strings.TrimSpace(before + " " + after)
	}
	return before + ". " + after
}

// intentOf is the one kind of work that a text asks for by its words.
func (p *Planner) intentOf(r *reading) string {
	return p.cfg.Intents[p.single(p.classify(r)).intent].Key
}

// Told are the facts of texts, of which the first is the newest: what a newer one says
// stands for what an older one says of the same.
func (p *Planner) Told(texts []string, today time.Time) (found estate.Entities) {
	for _, text := range texts {
		found = Merge(found, p.Facts(text, today))
	}
	return found
}

// Merge is what a text says with what was said before, where it names nothing of the
// same; the offsets of that are cleared, since they point into another text.
func Merge(now, before estate.Entities) estate.Entities {
	_, demand := now.Amount(demands...)
	demand, none := demand || len(now.Percentages) > 0, len(now.Amounts) == 0
	for _, a := range before.Amounts {
		if demand && slices.Contains(demands, a.Role) {
			continue // "그럼 4%면?" takes the place of the sum asked for
		}
		_, said := now.Amount(a.Role)
		_, paid := now.Amount(estate.CurrentDeposit)
		if !said && (a.Role != "" || none) && !(a.Role == estate.Deposit && paid) {
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

// demands are the roles of sums that one side asks for.
var demands = []string{estate.ProposedDeposit, estate.ProposedRent, estate.Increase}
