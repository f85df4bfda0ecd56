package planning

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// draw fills the planning state: intent, steps, waves, time.
func (p *Planner) draw(req Request, u understanding, found estate.Entities) state.Planning {
	signs := p.conditions(u.reading, found)
	steps := p.steps(u, found, signs, req.Language)
	waves := Waves(steps)
	asks, about := p.ambiguities(u.intent, steps, signs, req.Language)
	plan := state.Planning{
		RawQuery:         req.Query,
		IntentConfidence: round2(u.confidence),
		AvailableTeams:   p.Teams(),
		ExecutionSteps:   steps,
		ValidationErrors: []string{},
		AnalyzedIntent: state.AnalyzedIntent{
			IntentType: u.intent, Confidence: round2(u.confidence),
			Keywords: p.keywords(u, found), Entities: found.JSON(),
			Ambiguities: asks, AskedAbout: about, DecidedBy: ByRules,
		},
		PlannedBy:          ByRules,
		ExecutionStrategy:  state.Sequential,
		EstimatedTotalTime: p.duration(steps),
	}
	for _, t := range p.cfg.Teams {
		plan.AvailableAgents = append(plan.AvailableAgents, t.Agent)
	}
	for _, part := range u.parts {
		plan.AnalyzedIntent.Parts = append(plan.AnalyzedIntent.Parts, state.QueryPart{Text: part.text, IntentType: part.intent, Confidence: round2(part.confidence)})
	}
	for _, wave := range waves {
		if len(wave) > 1 {
			plan.ExecutionStrategy = state.Parallel
		}
	}
	if plan.ExecutionStrategy == state.Parallel {
		plan.ParallelGroups = waves
	}
	return plan
}

// maxLeft bounds what is shown of a question that is left out, in runes.
const maxLeft = 30

// within leaves out the last questions of a query that has too many for a
// plan of limit steps; left is the first of them, "" for none.
func (p *Planner) within(limit int, req Request, u understanding, found estate.Entities) (_ understanding, left string) {
	signs := p.conditions(u.reading, found)
	for n := len(u.parts) - 1; n > 0 && len(p.steps(u, found, signs, req.Language)) > limit; n-- {
		left, u.parts = u.parts[n].text, u.parts[:n]
	}
	return u, cut.Runes(left, maxLeft)
}

func round2(v float64) float64 { return float64(int(v*100+0.5)) / 100 }

// conditions are the signs of a reading and the entities found.
func (p *Planner) conditions(r *reading, found estate.Entities) map[string]bool {
	signs := make(map[string]bool, len(r.signs)+8)
	for s, on := range r.signs {
		signs[s] = on
	}
	signs["amount"] = signs["amount"] || len(found.Amounts) > 0
	for _, a := range found.Amounts {
		signs["amount:"+a.Role] = true
	}
	for _, a := range found.Attributes {
		signs["attr:"+a.Name] = true
	}
	signs["region"] = signs["region"] || len(found.Regions) > 0
	signs["date"] = len(found.Dates) > 0
	return signs
}

// task is an action that was chosen, with the part of the query it answers.
type task struct {
	Action
	question string
	part     int
}

// stepKey tells which tasks make one step: those of a team and a part; the
// tasks that work on the findings of others make a step for all parts.
type stepKey struct {
	team, needs string
	part        int
}

// steps turns the chosen actions into steps, searches first.
func (p *Planner) steps(u understanding, found estate.Entities, signs map[string]bool, language string) []state.ExecutionStep {
	groups := map[stepKey][]task{}
	var order []stepKey
	for _, t := range p.tasks(u, found, signs) {
		k := stepKey{t.Team, "", t.part}
		if len(t.Needs) > 0 {
			k.needs, k.part = strings.Join(t.Needs, "+"), 0
		}
		if len(groups[k]) == 0 {
			order = append(order, k)
		}
		groups[k] = append(groups[k], t)
	}
	slices.SortStableFunc(order, func(a, b stepKey) int { return p.rank(a) - p.rank(b) })
	steps := make([]state.ExecutionStep, 0, len(order))
	for _, k := range order {
		steps = append(steps, p.step(len(steps), groups[k], u, found, language))
	}
	for i, k := range order {
		for _, need := range groups[k][0].Needs {
			depend(steps, i, need)
		}
	}
	return steps
}

// rank puts what works on findings behind what finds.
func (p *Planner) rank(k stepKey) int {
	n := p.teams[k.team].Order
	if k.needs != "" {
		n += 100
	}
	return n
}

// depend makes a step wait for the others that carry out an action.
func depend(steps []state.ExecutionStep, i int, action string) {
	for j := range steps {
		if j != i && slices.Contains(steps[j].Actions, action) && !slices.Contains(steps[i].DependsOn, steps[j].StepID) {
			steps[i].DependsOn = append(steps[i].DependsOn, steps[j].StepID)
		}
	}
}

// tasks chooses the actions for every part of a query; an action is chosen
// once, but each part has a search of its own.
func (p *Planner) tasks(u understanding, found estate.Entities, signs map[string]bool) []task {
	if k := p.intents[u.intent]; p.cfg.Intents[k].Kind == KindIrrelevant {
		return nil
	}
	for _, a := range p.cfg.Actions {
		if u.only != "" && a.Key == u.only {
			return []task{{a, "", 0}}
		}
	}
	if len(u.parts) == 0 {
		return p.tasksOf(nil, choice{intent: u.intent, question: u.reading.surest(), chosen: u.chosen}, signs)
	}
	var tasks []task
	for i, part := range u.parts {
		own := p.conditions(part.reading, found)
		for _, about := range p.cfg.Signs.Whole {
			own[about] = own[about] || signs[about]
		}
		tasks = p.tasksOf(tasks, choice{part.intent, part.text, i, part.chosen}, own)
	}
	if u.intent != p.comprehensive() || u.read || u.reading.fields < 3 && !u.reading.signs[p.cfg.Signs.Overall] {
		return tasks
	}
	// What only the whole query says ("시세랑 대출이랑 위험까지") is done too.
	for _, t := range p.tasksOf(nil, choice{intent: u.intent}, signs) {
		if !slices.ContainsFunc(tasks, func(have task) bool { return have.Key == t.Key }) {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// choice is what actions are chosen for: an intent and a part of the query.
type choice struct {
	intent, question string
	part             int
	chosen           []string // by a model
}

func (p *Planner) tasksOf(tasks []task, c choice, signs map[string]bool) []task {
	add := func(a Action) {
		for _, t := range tasks {
			if t.Key == a.Key && (t.part == c.part || p.teams[a.Team].StepType != state.StepTypeSearch) {
				return
			}
		}
		tasks = append(tasks, task{a, c.question, c.part})
	}
	before := len(tasks)
	for _, a := range p.conditional(c, signs) {
		add(a)
	}
	in := p.cfg.Intents[p.intents[c.intent]]
	// An intent whose conditions choose searches of their own needs none of
	// the general ones ("시세랑 대출" asks for no law).
	if (in.Key == p.comprehensive() || in.Kind == KindUnclear) && searches(tasks[before:], p) {
		return tasks
	}
	for _, key := range in.Actions {
		if a, ok := p.action(key, c.intent); ok {
			add(a)
		}
	}
	return tasks
}

// conditional lists the actions whose conditions are met. Where none is but
// by "any", the rules don't know what fits best, and those that a model chose
// take their place.
func (p *Planner) conditional(c choice, signs map[string]bool) []Action {
	var met []Action
	certain := false
	for _, a := range p.cfg.Actions {
		if !slices.Contains(a.Intents, c.intent) || !hasAny(signs, a.When) || hasAny(signs, a.Unless) {
			continue
		}
		met = append(met, a)
		certain = certain || slices.ContainsFunc(a.When, func(sign string) bool { return sign != "any" && has(signs, sign) })
	}
	if certain || len(c.chosen) == 0 {
		return met
	}
	met = met[:0]
	for _, key := range c.chosen {
		if a, ok := p.action(key, c.intent); ok {
			met = append(met, a)
		}
	}
	return met
}

// action is the entry of an action that is meant for the intent, else its
// first.
func (p *Planner) action(key, intent string) (Action, bool) {
	is := func(a Action) bool { return a.Key == key }
	if i := slices.IndexFunc(p.cfg.Actions, func(a Action) bool { return is(a) && slices.Contains(a.Intents, intent) }); i >= 0 {
		return p.cfg.Actions[i], true
	}
	i := slices.IndexFunc(p.cfg.Actions, is)
	if i < 0 {
		return Action{}, false
	}
	return p.cfg.Actions[i], true
}

func searches(tasks []task, p *Planner) bool {
	return slices.ContainsFunc(tasks, func(t task) bool { return p.teams[t.Team].StepType == state.StepTypeSearch })
}

// step is one step of a plan.
func (p *Planner) step(n int, tasks []task, u understanding, found estate.Entities, language string) state.ExecutionStep {
	team := p.teams[tasks[0].Team]
	s := state.ExecutionStep{
		StepID: stepID(n), StepType: team.StepType, AgentName: team.Agent, Team: team.Key,
		Status: state.StepPending, DependsOn: []string{}, Question: tasks[0].question,
	}
	r := u.reading
	if team.StepType == state.StepTypeDocument && r.signs["quote"] {
		s.Question = "" // the clauses are read as they stand
	}
	if len(u.parts) > 0 && len(tasks[0].Needs) == 0 {
		r = u.parts[tasks[0].part].reading
	}
	if len(tasks[0].Needs) > 0 {
		for _, t := range tasks[1:] {
			if t.part != tasks[0].part {
				s.Question = "" // it answers several parts
			}
		}
	}
	var names, lines []string
	for _, t := range tasks {
		s.Actions = append(s.Actions, t.Key)
		names = append(names, t.Task.In(language))
		lines = append(lines, p.describe(t.Describe.In(language), r, found, language))
	}
	s.Task = strings.Join(names, ", ")
	s.Description = strings.Join(lines, " / ")
	return s
}

// describe fills {keywords}, {region}, {region_en} and {property}.
func (p *Planner) describe(line string, r *reading, found estate.Entities, language string) string {
	if !strings.ContainsRune(line, '{') {
		return line
	}
	keywords := p.terms(r)
	if len(keywords) > 3 {
		keywords = keywords[:3]
	}
	if len(keywords) == 0 {
		keywords = []string{texts.Say(language, "step.about_nothing")}
	}
	region, regionEn, property := "", "", ""
	if len(found.Regions) > 0 {
		at := found.Regions[0]
		region = korean.Place{Sido: at.Sido, Sigungu: at.Sigungu, Dong: at.Dong}.Short() + " "
		regionEn = " in " + at.Text
	}
	if len(found.PropertyTypes) > 0 && texts.Has("step."+found.PropertyTypes[0]) {
		property = texts.Say(language, "step."+found.PropertyTypes[0])
	}
	return strings.NewReplacer("{keywords}", strings.Join(keywords, "·"), "{region}", region, "{region_en}", regionEn, "{property}", property).Replace(line)
}

// Terms are the words of a text that name what it is about.
func (p *Planner) Terms(text string) []string { return p.terms(p.read(text)) }

// terms are the words of the query that name what it is about.
func (p *Planner) terms(r *reading) []string {
	var list []string
	for _, h := range r.hits {
		for _, c := range h.term.concepts {
			if !p.cfg.Concepts[c].Keyword || inside(r.quotes, h.start) {
				continue
			}
			word, _, _ := r.span(h.start, h.end)
			if !slices.Contains(list, word) {
				list = append(list, word)
			}
			break
		}
	}
	return list
}

// maxKeywords bounds what clients show.
const maxKeywords = 12

// keywords are the terms, then rates, places and sums as the user wrote them.
func (p *Planner) keywords(u understanding, found estate.Entities) []string {
	list := append([]string{}, u.carried...)
	for _, term := range p.terms(u.reading) {
		list = appendNew(list, term)
	}
	for _, v := range found.Percentages {
		list = appendNew(list, v.Text)
	}
	for _, v := range found.Regions {
		list = appendNew(list, v.Text)
	}
	for _, v := range found.Amounts {
		list = appendNew(list, v.Text)
	}
	return list[:min(len(list), maxKeywords)]
}

// maxAsks is how many questions are put at a time.
const maxAsks = 2

// ambiguities are the questions about facts that are missing for the plan, and
// what each of them is about.
func (p *Planner) ambiguities(intent string, steps []state.ExecutionStep, signs map[string]bool, language string) (asks []string, about [][]string) {
	for _, a := range p.cfg.Asks {
		if len(asks) == maxAsks {
			break
		}
		if len(a.Intents) > 0 && !slices.Contains(a.Intents, intent) ||
			len(a.Actions) > 0 && !planned(steps, a.Actions) ||
			len(a.When) > 0 && !hasAny(signs, a.When) || hasAny(signs, a.Unless) {
			continue
		}
		asks, about = append(asks, a.Ask.In(language)), append(about, a.About)
	}
	return asks, about
}

func planned(steps []state.ExecutionStep, actions []string) bool {
	return slices.ContainsFunc(steps, func(s state.ExecutionStep) bool {
		return slices.ContainsFunc(s.Actions, func(a string) bool { return slices.Contains(actions, a) })
	})
}
