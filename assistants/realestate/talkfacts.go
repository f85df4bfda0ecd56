package realestate

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// withTalk plans once more with what the talk has told, where a question asks for what
// cannot be reckoned from what it says itself or would be asked back for what was told.
// A message that names no fact is read with the question of the talk that says most of
// what lacks, since the words beside a sum tell what it is of; one that names some takes
// the facts that lack, as they were last told.
func (d *desk) withTalk(ctx context.Context, talk *Talk, request planning.Request, result planning.Result, r *reading) (planning.Result, error) {
	if d.calculator == nil || talk == nil || talk.Asked == "" || request.Intent != "" || slices.ContainsFunc(result.Planning.ExecutionSteps, writes) {
		return result, nil
	}
	text, of := cmp.Or(result.Text, request.Query), talk.about(request.Query)
	open, roles := d.open(text, request, result)
	if open == 0 {
		return d.askedOn(ctx, of, request, result)
	}
	facts := estate.EntitiesOf(result.Planning.AnalyzedIntent.Entities)
	known := taken(d.planner.Told(of, request.Today), facts, roles)
	best, least := result, open
	for _, asked := range of {
		with := request
		if with.With = asked; len(facts.Amounts)+len(facts.Percentages) > 0 {
			break
		}
		with.Known = planning.Merge(with.Known, known) // such as what the user is, told since
		again, err := d.planner.Plan(ctx, with)
		if left, _ := d.open(cmp.Or(again.Text, request.Query), with, again); err == nil && left < least {
			best, least = again, left
		}
	}
	if least < open {
		return best, nil
	}
	request.Known = planning.Merge(request.Known, known)
	again, err := d.planner.Plan(ctx, request)
	if err != nil {
		return result, err
	}
	if left, _ := d.open(text, request, again); left >= open {
		return result, nil
	}
	var said []string
	for _, a := range known.Amounts {
		said = append(said, a.Text)
	}
	if len(said) > 0 {
		r.assumed = append(r.assumed, state.Assumption{Key: "talk", Text: texts.Say(request.Language, "assumed.talk", "facts", said)})
	}
	return again, nil
}

// askedOn reads a question for a sum that names nothing as one for the sum of the talk that
// was reckoned last: "그래서 최대 얼마예요?".
func (d *desk) askedOn(ctx context.Context, of []string, request planning.Request, result planning.Result) (planning.Result, error) {
	if said := d.planner.Read(request.Query, request.Today); !result.Leans || !sumAlone(request.Query) || len(said.Topics)+len(said.Facts) > 0 {
		return result, nil
	}
	for _, asked := range of {
		if len(d.calculator.Meant(asked, asked, d.planner.Facts(asked, request.Today), request.Today.Format(time.DateOnly))) > 0 {
			request.With = asked
			return d.planner.Plan(ctx, request)
		}
	}
	return result, nil
}

// sumAlone tells whether a message asks for a sum, all or any.
func sumAlone(message string) bool { return phrases.HasAny(message, "asks.total", "asks.sum") }

// open weighs the calculations that a question asks for and that lack something, and less
// what a plan would ask back, with the roles of the facts that are wanted.
func (d *desk) open(text string, request planning.Request, result planning.Result) (weight int, roles []string) {
	intent := result.Planning.AnalyzedIntent
	names, roles := d.calculator.Open(text, request.Query, estate.EntitiesOf(intent.Entities), request.Today.Format(time.DateOnly))
	for _, about := range intent.AskedAbout {
		roles = append(roles, about...)
	}
	return maxAsks*len(names) + len(intent.AskedAbout), roles
}

// maxAsks is more than a plan ever asks back.
const maxAsks = 10

// taken are of the facts of a talk the sums and rates that have one of some roles and that
// a message does not name itself, and what home and deal they are of.
func taken(talk, own estate.Entities, roles []string) estate.Entities {
	of := func(role string) bool { return role != "" && slices.Contains(roles, role) }
	talk.Amounts = slices.DeleteFunc(talk.Amounts, func(a estate.Amount) bool {
		_, said := own.Amount(a.Role)
		return said || !of(a.Role)
	})
	talk.Percentages = slices.DeleteFunc(talk.Percentages, func(p estate.Percentage) bool { return !of(p.Role) })
	talk.Regions, talk.Dates, talk.Articles = nil, nil, nil
	return talk
}

// about are the questions of the talk that are of whom a message is of, the newest first,
// with what they went on with.
func (t *Talk) about(message string) (list []string) {
	other := aboutOther(message, t.Other)
	for i, s := range t.all() {
		if i == 0 && s.Other == other {
			list = appendNew(list, t.Supposed)
		}
		if s.Other == other {
			list = appendNew(appendNew(list, s.Asked), s.Of)
		}
	}
	return list
}
