package travel

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// documentType is what the document store knows itineraries by.
const documentType = "travel_itinerary"

// writeDocument is the document writer: the itinerary as Markdown, with its
// dates as a calendar in the metadata.
func (p *planner) writeDocument(s *MultiAgentState, run engine.RunInfo, stepID string, now time.Time) (report, error) {
	if !s.PlansGenerated || !s.ItineraryPlanned {
		return report{}, teams.Permanent(fmt.Errorf("travel: no itinerary to write down"))
	}
	metadata, err := encode(map[string]any{
		"itinerary": s.Itinerary, "calendar": p.calendar(s), "start_assumed": s.StartAssumed, "sample_data": sampled(s),
	})
	if err != nil {
		return report{}, err
	}
	file := state.Document{
		// The same step makes the same document, however often it is done.
		ID:        uuid.NewSHA1(uuid.NameSpaceOID, []byte(run.RunID+"/"+stepID)).String(),
		SessionID: run.SessionID, UserID: run.UserID, RunID: run.RunID, Type: documentType,
		Title: p.documentTitle(s), Markdown: p.documentText(s), Metadata: metadata, CreatedAt: now,
	}
	link := linkTo(file)
	return report{
		result:    state.StepResult{Summary: file.Title, TotalResults: 1},
		update:    func(s *MultiAgentState) { s.Document = link },
		documents: []state.Document{file},
	}, nil
}

func linkTo(d state.Document) *state.DocumentLink {
	path := "/api/v1/documents/" + d.ID + "/download?format="
	return &state.DocumentLink{ID: d.ID, Title: d.Title, Downloads: map[string]string{
		"markdown": path + "md", "docx": path + "docx", "pdf": path + "pdf", "ics": path + documents.FormatICS,
	}}
}

func (p *planner) documentTitle(s *MultiAgentState) string {
	return inf(s.Language, "%s %d박 %d일 여행 일정", "%s, %d nights and %d days", p.cityName(s, s.Language), *s.Duration, *s.Duration+1)
}

// documentText is the itinerary as a document that needs no answer around
// it.
func (p *planner) documentText(s *MultiAgentState) string {
	l := s.Language
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", p.documentTitle(s), p.summary(s))
	fmt.Fprintf(&b, "> %s\n\n", sampleText(s))
	fmt.Fprintf(&b, "## %s\n\n%s", in(l, "일정", "Itinerary"), dayList(s, "###"))
	fmt.Fprintf(&b, "## %s\n\n%s\n", in(l, "플랜과 예산", "Plans and budget"), planTable(s))
	if s.Recommendation != nil {
		for _, reason := range s.Recommendation.Reasons {
			fmt.Fprintf(&b, "- %s\n", reason)
		}
		b.WriteByte('\n')
	}
	lines := append(p.cautions(s), p.advice(s)...)
	if d := p.pack.Destination(*s.Destination); d != nil {
		lines = append(lines, d.Entry.In(l), d.Transport.In(l))
	}
	fmt.Fprintf(&b, "## %s\n\n", in(l, "떠나기 전에", "Before you go"))
	for _, line := range lines[1:] { // the first is the sample's, told above
		fmt.Fprintf(&b, "- %s\n", line)
	}
	return b.String()
}

// calendar is the trip as a whole and each visit. The ids depend only on the
// session, the day and the place, so that importing a later version of the
// plan replaces what stayed.
func (p *planner) calendar(s *MultiAgentState) documents.Calendar {
	it := s.Itinerary
	c := documents.Calendar{Zone: it.Timezone}
	last := s.start().AddDate(0, 0, len(it.Days))
	c.Events = append(c.Events, documents.Event{
		UID: s.SessionID + "-trip@madang", Start: it.Days[0].Date, End: last.Format(time.DateOnly),
		Summary: p.documentTitle(s), Location: p.cityName(s, s.Language), Description: sampleText(s),
	})
	for _, d := range it.Days {
		for _, place := range d.Places {
			c.Events = append(c.Events, documents.Event{
				UID:   fmt.Sprintf("%s-%s-%s@madang", s.SessionID, d.Date, place.ID),
				Start: localTime(d, place.Start), End: localTime(d, place.End),
				Summary: place.Name.In(s.Language), Location: place.Area.In(s.Language), Description: hoursHint(place, s.Language),
			})
		}
	}
	return c
}

func localTime(d itinerary.Day, clock string) string { return d.Date + "T" + clock + ":00" }
