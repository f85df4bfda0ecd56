package documents

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/cut"
)

// FormatICS is the format of ExportCalendar.
const FormatICS = "ics"

// ErrNoCalendar is returned for documents that are about no dates.
var ErrNoCalendar = errors.New("documents: no calendar")

// Calendar is the dates that a document is about. A document whose metadata
// has one under "calendar" can be exported as iCalendar.
type Calendar struct {
	// Zone is the IANA zone of the events' times.
	Zone   string  `json:"zone"`
	Events []Event `json:"events"`
}

// Event is one entry of a Calendar.
type Event struct {
	// UID names the event for ever: importing it again replaces it.
	UID string `json:"uid"`
	// Start and End are local times (2006-01-02T15:04:05), or days
	// (2006-01-02) of which the last is not part of the event.
	Start       string `json:"start"`
	End         string `json:"end"`
	Summary     string `json:"summary"`
	Location    string `json:"location,omitempty"`
	Description string `json:"description,omitempty"`
}

// The bounds of a calendar.
const (
	maxEvents    = 500
	localTime    = "2006-01-02T15:04:05"
	icalUTC      = "20060102T150405Z"
	icalLocal    = "20060102T150405"
	seoul        = "Asia/Seoul"
	maxLineBytes = 75
)

// ExportCalendar is the iCalendar file (RFC 5545) of a document with this
// metadata. Times in Seoul stay local with their zone, others become UTC.
// The same input gives the same bytes. Errors: ErrNoCalendar, ErrTooLarge.
func ExportCalendar(metadata json.RawMessage, title string, made time.Time) ([]byte, error) {
	var carried struct {
		Calendar *Calendar `json:"calendar"`
	}
	if err := json.Unmarshal(metadata, &carried); err != nil || carried.Calendar == nil {
		return nil, ErrNoCalendar
	}
	c := carried.Calendar
	if len(c.Events) > maxEvents {
		return nil, fmt.Errorf("%w: %d events, at most %d", ErrTooLarge, len(c.Events), maxEvents)
	}
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return nil, fmt.Errorf("documents: calendar zone: %w", err)
	}
	w := &icalWriter{zone: zone}
	w.head(title)
	for _, e := range c.Events {
		if err := w.event(e, made); err != nil {
			return nil, err
		}
	}
	w.line("END", "VCALENDAR")
	return []byte(w.b.String()), nil
}

type icalWriter struct {
	b    strings.Builder
	zone *time.Location
}

func (w *icalWriter) head(title string) {
	w.b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Madang//Madang//KO\r\n" +
		"CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n")
	w.text("X-WR-CALNAME", title)
	if w.zone.String() == seoul {
		w.b.WriteString("BEGIN:VTIMEZONE\r\nTZID:" + seoul + "\r\nBEGIN:STANDARD\r\nDTSTART:19881009T030000\r\n" +
			"TZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nTZNAME:KST\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n")
	}
}

func (w *icalWriter) event(e Event, made time.Time) error {
	if e.UID == "" {
		return errors.New("documents: a calendar event without a uid")
	}
	w.line("BEGIN", "VEVENT")
	w.text("UID", e.UID)
	w.line("DTSTAMP", made.UTC().Format(icalUTC))
	if err := errors.Join(w.when("DTSTART", e.Start), w.when("DTEND", e.End)); err != nil {
		return err
	}
	w.text("SUMMARY", e.Summary)
	if e.Location != "" {
		w.text("LOCATION", e.Location)
	}
	if e.Description != "" {
		w.text("DESCRIPTION", e.Description)
	}
	if len(e.Start) == len(time.DateOnly) {
		w.line("TRANSP", "TRANSPARENT") // a trip does not block each hour of its days
	}
	w.line("END", "VEVENT")
	return nil
}

// when writes a day, a local time in Seoul, or a time in UTC.
func (w *icalWriter) when(name, text string) error {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		w.line(name+";VALUE=DATE", day.Format("20060102"))
		return nil
	}
	at, err := time.ParseInLocation(localTime, text, w.zone)
	if err != nil {
		return fmt.Errorf("documents: calendar time: %w", err)
	}
	if w.zone.String() == seoul {
		w.line(name+";TZID="+seoul, at.Format(icalLocal))
		return nil
	}
	w.line(name, at.UTC().Format(icalUTC))
	return nil
}

var icalEscapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)

// text writes a value of free text.
func (w *icalWriter) text(name, value string) { w.line(name, icalEscapes.Replace(printable(value))) }

// line writes a content line, folded at 75 bytes without cutting a character.
func (w *icalWriter) line(name, value string) {
	rest, limit := name+":"+value, maxLineBytes
	for len(rest) > limit {
		at := cut.Start(rest, limit)
		w.b.WriteString(rest[:at] + "\r\n ")
		rest, limit = rest[at:], maxLineBytes-1 // the space counts
	}
	w.b.WriteString(rest + "\r\n")
}
