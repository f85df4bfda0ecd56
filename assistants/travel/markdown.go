package travel

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/internal/words"
)

// markdown is the answer as one text that reads well by itself: the days as
// lists, the plans as a table.
func (v voice) markdown(parts []section) string {
	var b strings.Builder
	for _, part := range parts {
		if part.key != "core" {
			fmt.Fprintf(&b, "\n### %s\n\n", v.Say("section."+part.key))
		}
		switch part.key {
		case "core":
			b.WriteString(strings.Join(part.lines, "\n\n") + "\n\n")
		case "days":
			b.WriteString(v.dayList("####"))
		case "figures":
			b.WriteString(v.planTable())
		default:
			b.WriteString("- " + strings.Join(part.lines, "\n- ") + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

// dayList is the days with their visits, each day under a heading.
func (v voice) dayList(heading string) string {
	var b strings.Builder
	for _, d := range v.s.Itinerary.Days {
		fmt.Fprintf(&b, "%s %s\n\n", heading, v.dayHead(d))
		if len(d.Places) == 0 {
			fmt.Fprintf(&b, "- %s\n", v.Say("free."+d.Kind))
		}
		for _, place := range d.Places {
			b.WriteString("- " + v.visit(place) + "\n")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// visit is a visit with what one has to know of it.
func (v voice) visit(p itinerary.Place) string {
	var facts []string
	add := func(is bool, text string) {
		if is && text != "" {
			facts = append(facts, text)
		}
	}
	add(true, v.name(p.Area))
	add(p.TravelMinutes > 0, v.Say("visit.move", "minutes", p.TravelMinutes))
	add(true, v.hours(p))
	add(p.Entry > 0, v.Say("visit.entry", "won", p.Entry))
	add(p.Book, v.Say("visit.book"))
	return fmt.Sprintf("**%s–%s** %s (%s)", p.Start, p.End, v.name(p.Name), strings.Join(facts, ", "))
}

// hours is when a place is open, as far as the list knows.
func (v voice) hours(p itinerary.Place) string {
	switch {
	case p.Hours != "":
		return v.Say("visit.hours", "hours", strings.Replace(p.Hours, "-", "–", 1), "varies", p.Varies)
	case p.Varies:
		return v.Say("visit.ask_hours")
	}
	return ""
}

// planTable compares the plans.
func (v voice) planTable() string {
	var b strings.Builder
	b.WriteString(v.Say("table") + "\n|---|---:|---:|---:|---:|---:|---|\n")
	for _, p := range v.s.FinalPlans {
		name, c := plan(p.Type), p.Costs
		switch best := v.s.Recommendation; {
		case p.Type == value(v.s.ChosenPlan):
			name = words.M("table_chosen", "plan", name)
		case best != nil && best.Type == p.Type:
			name = words.M("table_best", "plan", name)
		}
		cells := []words.Message{name, sum(c.Flights), sum(c.Hotel), sum(&c.Daily), sum(&c.Total), sum(&c.PerPerson), v.fit(p)}
		for _, cell := range cells {
			b.WriteString("| " + v.Text(cell) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}
