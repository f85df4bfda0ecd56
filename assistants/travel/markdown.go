package travel

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/state"
)

// markdown is the answer as one text that reads well by itself: the days as
// lists, the plans as a table.
func (p *planner) markdown(s *MultiAgentState, sections []state.Section) string {
	var b strings.Builder
	for i, section := range sections {
		if i > 0 {
			fmt.Fprintf(&b, "\n### %s\n\n", section.Title)
		}
		switch {
		case i == 0:
			for _, line := range section.Content {
				b.WriteString(line + "\n\n")
			}
		case section.Icon == "chart":
			b.WriteString(planTable(s))
		case section.Icon == "info" && section.Priority == "high":
			b.WriteString(dayList(s, "####"))
		default:
			for _, line := range section.Content {
				b.WriteString("- " + line + "\n")
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// dayList is the days with their visits, each day under a heading.
func dayList(s *MultiAgentState, heading string) string {
	l := s.Language
	var b strings.Builder
	for _, d := range s.Itinerary.Days {
		fmt.Fprintf(&b, "%s %s\n\n", heading, inf(l, "%d일차 %s · %s", "Day %d, %s · %s", d.Day, dayOf(d, l), d.Area.In(l)))
		if len(d.Places) == 0 {
			fmt.Fprintf(&b, "- %s\n", freeText(d, l))
		}
		for _, place := range d.Places {
			b.WriteString("- " + visitText(place, l) + "\n")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// visitText is a visit with what one has to know of it.
func visitText(p itinerary.Place, language string) string {
	text := fmt.Sprintf("**%s–%s** %s", p.Start, p.End, p.Name.In(language))
	var facts []string
	if area := p.Area.In(language); area != "" {
		facts = append(facts, area)
	}
	if p.TravelMinutes > 0 {
		facts = append(facts, inf(language, "이동 약 %d분", "about %d min there", p.TravelMinutes))
	}
	if hint := hoursHint(p, language); hint != "" {
		facts = append(facts, hint)
	}
	if p.Entry > 0 {
		facts = append(facts, inf(language, "입장료 약 %s", "entry about %s", money(p.Entry, language)))
	}
	if p.Book {
		facts = append(facts, in(language, "예약 권장", "book ahead"))
	}
	return text + " (" + strings.Join(facts, ", ") + ")"
}

// hoursHint is when a place is open, as far as the list knows.
func hoursHint(p itinerary.Place, language string) string {
	if p.Hours == "" {
		if p.Varies {
			return in(language, "운영 시간 확인 필요", "check the hours")
		}
		return ""
	}
	hint := inf(language, "운영 %s", "open %s", strings.Replace(p.Hours, "-", "–", 1))
	if p.Varies {
		hint += in(language, " 변동 가능", ", may vary")
	}
	return hint
}

// planTable compares the plans.
func planTable(s *MultiAgentState) string {
	l := s.Language
	var b strings.Builder
	b.WriteString(in(l, "| 플랜 | 항공 | 숙박 | 현지 지출 | 합계 | 1인 | 예산 대비 |\n", "| Plan | Flights | Lodging | Spending | Total | A person | Budget |\n"))
	b.WriteString("|---|---:|---:|---:|---:|---:|---|\n")
	for _, p := range s.FinalPlans {
		name := planName(p.Type, l)
		if s.Recommendation != nil && s.Recommendation.Type == p.Type {
			name = "**" + name + in(l, "(추천)", " (recommended)") + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, sumText(p.Costs.Flights, l), sumText(p.Costs.Hotel, l),
			money(p.Costs.Daily, l), money(p.Costs.Total, l), money(p.Costs.PerPerson, l), fitText(p, s, l))
	}
	return b.String()
}
