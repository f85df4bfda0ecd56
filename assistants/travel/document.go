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
	metadata, err := encode(map[string]any{
		"itinerary": s.Itinerary, "calendar": v.calendar(), "start_assumed": s.StartAssumed, "plan": s.pick(), "sample_data": s.sampled(),
	})
	file := state.Document{
		// The same step makes the same document, however often it is done.
		ID:        uuid.NewSHA1(uuid.NameSpaceOID, []byte(run.RunID+"/"+step.StepID)).String(),
		SessionID: run.SessionID, UserID: run.UserID, RunID: run.RunID, Type: documentType,
		Title: v.documentTitle(), Markdown: v.documentText(), Metadata: metadata, CreatedAt: step.Now(),
	}
	link := linkTo(file)
	return result{
		Shown:     state.StepResult{Summary: file.Title, TotalResults: 1},
		Update:    func(s *MultiAgentState) { s.Document = link },
		Documents: []state.Document{file},
	}, err
}

func linkTo(d state.Document) *state.DocumentLink {
	path := "/api/v1/documents/" + d.ID + "/download?format="
	return &state.DocumentLink{ID: d.ID, Title: d.Title, Downloads: map[string]string{
		"markdown": path + "md", "docx": path + "docx", "pdf": path + "pdf", "ics": path + documents.FormatICS,
	}}
}

func (v voice) documentTitle() string { return v.Say("document.title", v.trip()...) }

// documentText is the itinerary as a document that needs no answer around
// it.
func (v voice) documentText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n> %s\n\n", v.documentTitle(), v.Say("summary", v.trip()...), v.sample())
	fmt.Fprintf(&b, "## %s\n\n%s", v.Say("document.days"), v.dayList("###"))
	fmt.Fprintf(&b, "## %s\n\n%s\n", v.Say("document.plans"), v.planTable())
	if pick := v.s.pick(); v.s.ChosenPlan != nil || v.s.Recommendation != nil {
		lines := append([]string{v.figure(pick), v.Text(v.hotel(pick.Hotel)), v.Text(v.fare(pick.Flight))}, v.reasons(v.s.FinalPlans, pick.Type)...)
		fmt.Fprintf(&b, "- %s\n\n", strings.Join(lines, "\n- "))
	}
	lines := slices.Concat(v.cautions()[1:], v.advice(), v.placeFacts()) // the first is the sample's, told above
	fmt.Fprintf(&b, "## %s\n\n- %s\n", v.Say("document.before"), strings.Join(lines, "\n- "))
	return b.String()
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
		Summary: v.documentTitle(), Location: v.name(v.city()), Description: v.sample(),
	})
	for _, d := range it.Days {
		for _, place := range d.Places {
			c.Events = append(c.Events, documents.Event{
				UID:   fmt.Sprintf("%s-%s-%s@madang", s.SessionID, d.Date, place.ID),
				Start: localTime(d, place.Start), End: localTime(d, place.End),
				Summary: v.name(place.Name), Location: v.name(place.Area), Description: v.hours(place),
			})
		}
	}
	return c
}

func localTime(d itinerary.Day, clock string) string { return d.Date + "T" + clock + ":00" }
