package travel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// documentType is what the document store knows itineraries by.
const documentType = "travel_itinerary"

// writeDocument is the document writer: the itinerary as Markdown, with its
// dates as a calendar in the metadata.
func (p *planner) writeDocument(_ context.Context, step *step) (result, error) {
	s, run := step.State, step.Run
	if !s.PlansGenerated || !s.ItineraryPlanned {
		return result{}, teams.Permanent(errors.New("travel: no itinerary to write down"))
	}
	v := p.voice(s)
	metadata := encode(map[string]any{
		"itinerary": s.Itinerary, "calendar": v.calendar(), "start_assumed": s.StartAssumed, "plan": s.pick(), "sample_data": s.sampled(),
	})
	file := state.Document{
		// The same step makes the same document, however often it is done.
		ID:        uuid.NewSHA1(uuid.NameSpaceOID, []byte(run.RunID+"/"+step.StepID)).String(),
		SessionID: run.SessionID, UserID: run.UserID, RunID: run.RunID, Type: documentType,
		Title: v.documentTitle(), Markdown: v.documentText(), Metadata: metadata, CreatedAt: step.Now(),
	}
	link := state.LinkTo(file.ID, file.Title, documents.FormatICS)
	return result{
		Shown:     state.StepResult{Summary: file.Title, TotalResults: 1},
		Update:    func(s *MultiAgentState) { s.Document = link },
		Documents: []state.Document{file},
	}, nil
}

func (v voice) documentTitle() string { return v.Say("document.title", v.trip()...) }

// documentText is the itinerary as a document that needs no answer around
// it.
func (v voice) documentText() string {
	core := []string{v.Say("summary", v.trip()...), "> " + v.sample()}
	if pick := v.s.pick(); v.s.ChosenPlan != nil || v.s.Recommendation != nil {
		core = append(core, v.figure(pick), v.Text(v.hotel(pick.Hotel)), v.Text(v.fare(pick.Flight)))
		core = append(core, v.reasons(v.s.FinalPlans, pick.Type)...)
	}
	parts := []section{{key: "core", lines: core}}
	for _, part := range v.sections()[1:] {
		switch part.key {
		case "cautions":
			part.lines = part.lines[1:] // the sample's, told above
		case "notes":
			part.lines = part.lines[:2] // the rest is of the conversation
		}
		if len(part.lines) > 0 {
			parts = append(parts, part)
		}
	}
	return "# " + v.documentTitle() + "\n\n" + strings.ReplaceAll(v.markdown(parts, "document."), "\n###", "\n##")
}

// calendar is the trip as a whole and each visit. The ids depend only on the
// session, the day and the place, so that importing a later version of the
// plan replaces what stayed.
func (v voice) calendar() documents.Calendar {
	s, it := v.s, v.s.Itinerary
	c := documents.Calendar{Zone: it.Timezone}
	last := s.start().AddDate(0, 0, len(it.Days))
	c.Events = append(c.Events, documents.Event{
		UID: s.SessionID + "-trip@madang", Start: it.Days[0].Date, End: last.Format(time.DateOnly),
		Summary: v.documentTitle(), Location: v.name(v.city()), Description: v.figure(s.pick()) + " " + v.sample(),
	})
	for _, d := range it.Days {
		for _, place := range d.Places {
			c.Events = append(c.Events, documents.Event{
				UID:   fmt.Sprintf("%s-%s-%s@madang", s.SessionID, d.Date, place.ID),
				Start: d.Date + "T" + place.Start + ":00", End: d.Date + "T" + place.End + ":00",
				Summary: v.name(place.Name), Location: v.name(place.Area), Description: v.Text(hours(place)),
			})
		}
	}
	return c
}

// markdown is the answer as one text that reads well by itself: the days as
// lists, the plans as a table, each part under its title among the texts.
func (v voice) markdown(parts []section, titles string) string {
	var b strings.Builder
	for _, part := range parts {
		if part.key != "core" {
			fmt.Fprintf(&b, "\n### %s\n\n", v.Say(titles+part.key))
		}
		switch part.key {
		case "core":
			b.WriteString(strings.Join(part.lines, "\n\n") + "\n\n")
		case "days":
			b.WriteString(v.dayList(part.days))
		case "figures":
			b.WriteString(v.planTable())
		default:
			b.WriteString("- " + strings.Join(part.lines, "\n- ") + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

// dayList is days with their visits, each under a heading.
func (v voice) dayList(days []itinerary.Day) string {
	var b strings.Builder
	for _, d := range days {
		fmt.Fprintf(&b, "#### %s\n\n", v.dayHead(d))
		b.WriteString("- " + strings.Join(v.visited(d), "\n- ") + "\n\n")
	}
	return b.String()
}

// visited are the visits of a day, or that there are none.
func (v voice) visited(d itinerary.Day) []string { return v.visits(d, v.visit) }

// visits are the visits of a day as f writes them, or that there are none.
func (v voice) visits(d itinerary.Day, f func(itinerary.Place) string) []string {
	if len(d.Places) == 0 {
		return []string{v.Say("free."+d.Kind, v.trip()...)}
	}
	return mapped(d.Places, f)
}

// visit is a visit with what one has to know of it.
func (v voice) visit(p itinerary.Place) string {
	return v.Say("visit", "start", p.Start, "end", p.End, "name", p.Name, "area", p.Area, "minutes", p.TravelMinutes,
		"hours", hours(p), "timed", p.Hours != "" || p.Varies, "entry", p.Entry, "book", p.Book)
}

// hours is when a place is open, as far as the list knows.
func hours(p itinerary.Place) words.Message {
	return words.M("hours", "hours", strings.Replace(p.Hours, "-", "–", 1), "varies", p.Varies)
}

// planTable compares the plans.
func (v voice) planTable() string {
	var b strings.Builder
	b.WriteString(v.Say("table") + "\n|---|---:|---:|---:|---:|---:|---|\n")
	for _, p := range v.s.FinalPlans {
		b.WriteString(v.Say("row", v.sums(p)...) + "\n")
	}
	return b.String()
}

// beforeLeaving is what to see to before the trip.
func (v voice) beforeLeaving() []string {
	return append([]string{v.name(v.destination().Entry)}, v.booking()...)
}

// advance is what had better be booked, for who asks.
func (v voice) advance() []string {
	if lines := v.booking(); len(lines) > 0 {
		return lines
	}
	return []string{v.Say("nothing_to_book")}
}

// booking names what had better be booked.
func (v voice) booking() []string {
	places := slices.DeleteFunc(v.s.Itinerary.All(), func(p itinerary.Place) bool { return !p.Book })
	if len(places) == 0 {
		return nil
	}
	return []string{v.Say("book", "names", mapped(places, func(p itinerary.Place) words.Text { return p.Name }))}
}
