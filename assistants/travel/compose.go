package travel

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// response is what a run answers: of one that had steps the trip, else
// guidance.
func (p *planner) response(s *MultiAgentState) state.Response {
	v := p.voice(s)
	r := state.Response{TeamsUsed: []string{}, Data: p.data(s)}
	var parts []section
	if was := s.unmoved(); was != nil {
		parts = v.changes(was)
		r.Type, r.Answer = state.ResponseAnswer, v.markdown(parts, "section.")
	} else if len(s.Steps) > 0 || s.Intent == slot.ActShow && s.Focus.Day == 0 && s.PlansGenerated {
		parts = v.sections()
		r.Type, r.Answer = state.ResponseAnswer, v.markdown(parts, "section.")
	} else {
		parts = []section{{key: "core", lines: v.guidance()}}
		r.Type, r.Message, r.DetectedIntent = state.ResponseGuidance, v.markdown(parts, "section."), s.Intent
		r.OriginalQuery = cut.Bytes(s.Query, maxContentBytes)
	}
	if s.Document != nil {
		r.Type, r.DocumentType, r.Document = state.ResponseDocument, documentType, s.Document
	}
	r.StructuredData = &state.StructuredData{Metadata: v.metadata(), Sections: mapped(parts, v.shown)}
	for _, step := range s.Steps {
		if step.Status == state.StepCompleted {
			r.TeamsUsed = append(r.TeamsUsed, step.Team)
		}
	}
	return r
}

// sampled tells whether any price shown is illustrative; daily spending
// always is.
func (s *MultiAgentState) sampled() bool { return len(s.FinalPlans) > 0 }

// lookedUp tells whether fares come from a service.
func (s *MultiAgentState) lookedUp() bool {
	return len(s.FlightOptions) > 0 && s.FlightOptions[0].Source != catalog.SourceSample
}

func (v voice) metadata() state.AnswerMetadata {
	s := v.s
	m := state.AnswerMetadata{
		Confidence: 1, Sources: []string{}, IntentType: s.Intent, AnsweredBy: "rules",
		SampleData: s.sampled(), Today: s.Today,
	}
	if s.sampled() {
		m.Sources = append(m.Sources, v.Say("source.sample"))
		if s.lookedUp() {
			m.Sources = append(m.Sources, v.Say("source.service"))
		}
	}
	for _, step := range s.Steps {
		if step.Result == nil {
			m.Confidence -= 1 / float64(len(s.Steps))
		}
	}
	for _, n := range s.Notices {
		if n.Why != "" {
			m.Fallback, m.RetryAfterMS = n.Why, n.RetryAfterMS
		}
	}
	for _, e := range s.RunErrors {
		m.Missing = append(m.Missing, e.Text)
	}
	return m
}

// section is a part of the answer; its key decides how it is shown.
type section struct {
	key   string
	lines []string
	days  []itinerary.Day
}

// looks are how clients show each section.
var looks = map[string]state.Section{
	"core":     {Icon: "target", Priority: "high", Type: "text"},
	"days":     {Icon: "info", Priority: "high", Type: "text"},
	"figures":  {Icon: "chart", Priority: "medium", Type: "text"},
	"cautions": {Icon: "alert", Priority: "medium", Type: "warning"},
	"advice":   {Icon: "lightbulb", Priority: "medium", Type: "checklist"},
	"notes":    {Icon: "info", Priority: "low", Type: "text"},
}

// shown is a section as clients get it.
func (v voice) shown(part section) state.Section {
	s := looks[part.key]
	s.Title, s.Content, s.Expandable = v.Say("section."+part.key), part.lines, len(part.lines) > 4
	return s
}

// sections are the answer in parts, the conclusion first.
func (v voice) sections() []section {
	core := v.core()
	cautions := slices.DeleteFunc(v.cautions(), func(line string) bool { return slices.Contains(core, line) })
	all := []section{
		{key: "core", lines: core}, v.days(v.s.Itinerary.Days), {key: "figures", lines: v.figures()},
		{key: "cautions", lines: cautions}, {key: "advice", lines: v.advice()}, {key: "notes", lines: v.notes()},
	}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.lines) == 0 })
}

// core is what the user wants to know first.
func (v voice) core() []string {
	s := v.s
	var lines []string
	if s.Document != nil {
		lines = append(lines, v.Say("document_ready", "title", s.Document.Title))
	} else if s.Deed != nil && s.PlansGenerated {
		lines = slices.DeleteFunc(slices.Concat(s.Earlier, []string{v.understood()}, v.deed()), func(line string) bool { return line == "" })
	}
	lines = append(lines, v.asked()...)
	lines = slices.Concat(lines, v.heard(), v.summary())
	for _, n := range s.Notices {
		if n.Code == noticeNotHere { // a wish that the plan does not hold
			lines = append(lines, v.notice(n))
		}
	}
	return slices.Concat(lines, v.assumed(), v.best())
}

// best is the plan that was taken or is recommended, and why.
func (v voice) best() (lines []string) {
	s := v.s
	switch {
	case s.ChosenPlan != nil && s.PlansGenerated:
		c := s.pick().Costs
		lines = append(lines, v.Say("your_plan", "plan", plan(c.Type), "total", c.Total, "each", c.PerPerson, "over", c.OverBy))
	case s.Recommendation != nil:
		best := s.plan(s.Recommendation.Type)
		lines = append(lines, v.Say("recommended", "plan", plan(best.Type), "total", best.Costs.Total, "each", best.Costs.PerPerson))
		lines = append(lines, v.reasons(s.FinalPlans, best.Type)...)
		if text := v.flight(best.Flight); text != "" {
			lines = append(lines, text)
		}
	case s.PlansGenerated:
		lines = append(lines, v.unaffordable()...)
	default:
		lines = append(lines, v.Say("unfinished"))
	}
	return lines
}

// summary is the trip in a line, and what of it is paid.
func (v voice) summary() []string {
	return append([]string{v.Say("summary", v.trip()...)}, v.paid()...)
}

// assumed is what of the trip nobody told, said with its first plan.
func (v voice) assumed() (lines []string) {
	if v.s.Previous != nil || len(v.s.Steps) == 0 {
		return nil
	}
	var assumed []string
	for _, name := range v.s.Assumed {
		if name != slot.Budget { // which is what the recommended plan costs, said beside it
			assumed = append(assumed, v.slot(name))
		}
	}
	if v.s.StartAssumed {
		assumed = append(assumed, v.slot(slot.StartDate))
	}
	if len(assumed) > 0 {
		lines = append(lines, v.Say("assumed_values", "values", assumed))
	}
	return lines
}

// paid says what of the trip is paid or left out of the sum.
func (v voice) paid() []string {
	var parts []string
	if v.s.FlightCost.Total(0) != nil {
		parts = append(parts, v.slot(slot.FlightPaid))
	}
	if v.s.LodgingCost.Total(0) != nil {
		parts = append(parts, v.slot(slot.LodgingPaid))
	}
	if parts == nil {
		return nil
	}
	return []string{v.Say("counted", "parts", parts)}
}

// flight is a flight with its times; "" where the source has none.
func (v voice) flight(f *catalog.Flight) string {
	if f == nil {
		return ""
	}
	var times [4]string
	for i, at := range []string{f.DepartAt, f.ArriveAt, f.ReturnAt, f.ReturnArrive} {
		parsed, err := time.Parse(clockLayout, at)
		if err != nil {
			return ""
		}
		times[i] = parsed.Format("01/02 15:04")
	}
	return v.Say("flight_times", "airline", slot.Plain(f.Airline), "out", times[0], "arrive", times[1], "back", times[2], "home", times[3], "stops", f.Stops)
}

// unaffordable says how far the money is from the cheapest plan, and for how
// many nights it is enough.
func (v voice) unaffordable() []string {
	p, nights := v.s.pick(), 0
	if p.Hotel != nil {
		nights = budget.NightsWithin(v.s.trip(), v.s.prices(p, v.destination()), p.Hotel.TotalPrice/int64(max(*v.s.Duration, 1)))
	}
	c := p.Costs
	return []string{v.Say("no_fit", "budget", *v.s.Budget, "total", c.Total, "over", c.OverBy), v.Say("shorter", "enough", nights, "total", c.Total)}
}

// days are days, one a line.
func (v voice) days(of []itinerary.Day) section {
	return section{key: "days", days: of, lines: mapped(of, v.dayLine)}
}

// dayLine is a day in a line.
func (v voice) dayLine(d itinerary.Day) string {
	visits := v.visits(d, func(p itinerary.Place) string { return p.Start + " " + v.name(p.Name) })
	return v.dayHead(d) + ": " + strings.Join(visits, " → ")
}

func (v voice) name(t words.Text) string { return t.In(v.Language()) }

func (v voice) dayHead(d itinerary.Day) string {
	date, _ := time.Parse(time.DateOnly, d.Date)
	return v.Say("day_head", "n", d.Day, "date", v.day(date), "area", d.Area)
}

// figures are the plans, one a line.
func (v voice) figures() []string { return mapped(v.s.FinalPlans, v.figure) }

func (v voice) figure(p Plan) string { return v.Say("figures", v.sums(p)...) }

// sums are a plan's costs as texts name them.
func (v voice) sums(p Plan) []any {
	c, best := p.Costs, v.s.Recommendation
	return []any{
		"plan", plan(p.Type), "flights", priced(c.Flights, v.s.FlightCost), "hotel", priced(c.Hotel, v.s.LodgingCost), "daily", c.Daily, "total", c.Total, "each", c.PerPerson,
		"fit", words.M("fit", "open", v.s.assumes(slot.Budget), "over", c.OverBy, "left", c.Remaining, "excluded", p.Excluded && v.s.flexibility() == budget.Strict),
		"chosen", p.Type == value(v.s.ChosenPlan), "best", best != nil && best.Type == p.Type,
	}
}

// priced is a price that may be unknown, be left out of the sum or be paid already.
func priced(won *int64, c *slot.Cost) words.Message {
	return words.M("sum", "won", won, "out", c != nil && c.Kind == slot.CostExcluded, "paid", c != nil && c.Kind == slot.CostPaid)
}

// cautions are what the figures and days can't promise.
func (v voice) cautions() []string {
	s := v.s
	var lines []string
	if s.sampled() {
		lines = append(lines, v.sample())
	}
	lines = append(lines, v.toldOff()...)
	if days := s.Itinerary.Days; len(days) > 0 {
		arrive, leave := s.flightWindow(v.destination())
		lines = append(lines, v.Say("assumed", "unknown", arrive == 0 && leave == 0, "from", days[0].From, "to", days[len(days)-1].To))
	}
	return lines
}

// sample says which prices are illustrative.
func (v voice) sample() string {
	if v.s.lookedUp() {
		return v.Say("sample_but_fares")
	}
	return v.Say("sample")
}

// advice is what to do next.
func (v voice) advice() []string {
	s := v.s
	lines := v.booking()
	if s.Itinerary.RainOption != nil {
		lines = append(lines, v.Say("rain", "name", *s.Itinerary.RainOption))
	}
	if len(s.FlightOptions) > 0 {
		lines = append(lines, v.flightTips(!s.lookedUp())...)
	}
	return lines
}

// notes are facts of the place and what one can say next.
func (v voice) notes() []string {
	if !v.s.PlansGenerated {
		return nil
	}
	lines := []string{v.name(v.destination().Entry), v.name(v.destination().Transport)}
	if v.s.Document == nil {
		lines = append(lines, v.Say("what_next"))
	}
	return lines
}

// respond writes the answer from the state, ends the run with it and empties
// what a finished trip needs no more.
func (p *planner) respond(ctx context.Context, t *turn) error {
	info, title := t.Info(), ""
	if t.State().Turn == 1 {
		var err error
		if title, err = supervisor.Title(ctx, t); err != nil {
			return err
		}
	}
	var r state.Response
	err := t.Update("respond", func(s *MultiAgentState) {
		if len(s.Errors) > 0 {
			p.Logger.Info("errors of a trip", "session_id", info.SessionID, "run_id", info.RunID, "errors", s.Errors)
		}
		r = p.response(s)
		s.Messages = AddMessages(s.Messages, []Message{{ID: info.RunID + ":assistant", Role: state.RoleAssistant, Content: cmp.Or(r.Answer, r.Message)}})
		s.CurrentAgent, s.NextAgent = "", nil
		if s.PlansGenerated {
			s.CurrentStep = StepDone
		}
		s.UpdatedAt = supervisor.Stamp(t.Now())
		cleanUp(s)
	}, with{Title: title})
	if err != nil {
		return err
	}
	return t.Answer(&r)
}
