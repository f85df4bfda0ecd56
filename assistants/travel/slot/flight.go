package slot

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// flightHours reads when the flights go. Which one is meant is told by the words
// beside the hour or by the day that is named; of a trip that is planned it is
// the way back. said is the message with the days that it names.
func (m *message) flightHours(said string) {
	r, day := m.r, m.r.Day
	if day == 0 && m.Planned {
		day = m.dayOfWeek(said)
	}
	home := phrases.Has(said, "flight_home") || m.Planned && day == m.Nights+1
	if !home && day != 1 && !phrases.Has(said, "flight_out") && m.has("changes") {
		return // another flight is wished for, and none is known by its hours
	}
	if at, _, ok := phrases.Find(said, "flight_home"); ok { // "lands at 1, and home at 7": each hour is of its own flight
		leaves, back := clockOf(m.text[at:], "leaves")
		if lands, ok := clockOf(m.text[:at], "lands"); ok && back {
			m.hours.Lands, m.hours.TakesOff = &lands, &leaves
		} else if sets, ok := clockOf(m.text[:at], "takes_off"); ok && back {
			m.hours.SetsOff, m.hours.TakesOff = &sets, &leaves
			return
		}
	}
	if at, ok := clockOf(m.text, "lands"); ok && !home && day <= 1 {
		m.hours.Lands = &at
	} else if at, ok := clockOf(m.text, "takes_off"); ok && m.hours.Lands == nil {
		switch {
		case !home && (day == 1 || phrases.Has(said, "flight_out")):
			m.hours.SetsOff = &at
		case home || m.Planned && day == 0:
			m.hours.TakesOff = &at
		}
	}
	r.Supposes = m.hours.Flies() && m.has("flight_if")
}

// dayOfWeek is the day of the trip that falls on the day of the week that is named;
// 0 is none, or one that the trip has twice.
func (m *message) dayOfWeek(said string) int {
	for _, d := range korean.FindWeekdays(said, m.Today) {
		if n := (int(d.Date.Weekday()-m.Start.Weekday())+7)%7 + 1; n <= m.Nights+1 && m.Nights < 7 {
			return n
		}
	}
	return 0
}

// clockOf is the time of day of a phrase in a text, in minutes.
func clockOf(text, key string) (minutes int, ok bool) {
	said := phrases.Named(text, key)
	if said == nil {
		return 0, false
	}
	n, ok := korean.ParseCount(said["hour"])
	if n == 12 && phrases.Has(said["half"], "half_night") {
		return midnight, true
	}
	if n < 12 && phrases.Has(said["half"], "half_pm") || said["half"] == "" && n < firstFlight {
		n += 12
	}
	past, _ := strconv.Atoi(said["minute"])
	if said["past"] != "" {
		past = 30
	}
	return n*60 + past, ok && n < 24 && past < 60
}

// midnight is the end of the day on which it is said, in minutes.
const midnight = 24 * 60

// firstFlight is the hour below which one without its half is of the afternoon.
const firstFlight = 6

// Flies tells whether it is said when a flight goes.
func (s *Slots) Flies() bool { return s.SetsOff != nil || s.Lands != nil || s.TakesOff != nil }

// flies settles a message that says when a flight goes: it is told, whatever is
// asked beside it, unless it is only supposed.
func (m *message) flies() {
	r, h := m.r, m.hours
	if !h.Flies() {
		return
	}
	if m.asks() || r.Act == ActComplain || strings.Contains(m.text, "?") { // "can we see the castle that morning?" wishes for nothing
		r.Slots, r.Problems = Slots{}, nil
	}
	r.SetsOff, r.Lands, r.TakesOff = h.SetsOff, h.Lands, h.TakesOff
	if !m.Planned || r.Destination != nil && *r.Destination != m.Destination {
		return // there are no days yet which it could change
	}
	r.Act, r.Asks, r.Topic, r.Part, r.Day = ActDay, r.Supposes, "", "", 1
	if r.TakesOff != nil {
		r.Day = m.Nights + 1
	}
}

// weekdays reads the days of the trip that are named by their day of the week ("월요일
// 오후는 비워줘") and blanks them. A day on which one leaves is none.
func (m *message) weekdays() {
	if !m.Planned || m.r.Day > 0 || m.r.Asks || phrases.HasAny(m.text, "day.leaves", "shift.later", "shift.earlier") {
		return
	}
	for _, d := range korean.FindWeekdays(m.text, m.Today) {
		n := m.dayOfWeek(m.text[d.Start:d.End])
		if n == 0 || !phrases.Has(m.text[d.Start:d.End], "day.week") {
			continue
		}
		m.r.Day = cmp.Or(m.r.Day, n)
		m.blank(d.Start, d.End)
	}
}
