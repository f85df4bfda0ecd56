package slot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// airlines reads the airline and blanks all of their names, which hold those
// of places ("제주항공"); every position stays.
func (m *message) airlines() {
	for _, airline := range m.Pack.Airlines {
		for start, end := range airline.In(m.lower) {
			if m.airline == "" {
				m.airline = airline.ID
			}
			m.blank(start, end)
		}
	}
}

// wishes reads what is nice to know: airline, lodging, pace, places.
func (m *message) wishes() {
	if m.r.Act == ActAsk {
		return
	}
	if m.airline != "" {
		m.r.PreferredAirline = &m.airline
	}
	m.lodging()
	m.pace()
	m.stayArea()
	m.rest()
	if !m.r.Asks || m.has("day_trip") {
		m.unknownSight()
	}
}

// pace reads how much a day is to hold; of a message about it a word of more or
// less tells.
func (m *message) pace() {
	key := phrases.First(m.text, "loose", "tight", "pace.relaxed", "pace.packed")
	pace := strings.TrimPrefix(key, "pace.")
	if _, end, ok := phrases.Find(m.text, key); ok && pace != key && m.after(end, "pace.denied") { // "빡빡하면 안 돼요"
		pace = map[string]string{"relaxed": "packed", "packed": "relaxed"}[pace]
	}
	if pace == "" && m.resembles("pace") {
		pace = phrases.First(m.text, "relaxed", "packed")
		m.r.guessed = pace != ""
	}
	switch pace { // "day 3 is too empty", and "not too tight" is as "too tight"
	case "loose":
		pace = "packed"
	case "tight":
		pace = "relaxed"
	}
	if pace == "" && (!m.Planned && m.has("pace.company") || !(m.Planned && m.r.Asks) && m.has("pace.frail")) {
		pace = "relaxed" // who joins a plan that exists leaves its days as they are
	}
	if pace != "" {
		m.r.Pace = &pace
	}
}

// stayArea reads the part of the city to stay in; of several the last that is
// not waved aside.
func (m *message) stayArea() {
	d := m.city()
	if d == nil || m.r.Item != ItemHotel || m.r.OneStay && !m.Planned {
		return
	}
	last := -1
	for area, at := range d.AreasIn(m.lower) {
		if at[0] > last && !m.takenBack(at[1]) && !m.after(at[1], "out.after") && !m.before(at[0], "out.before") {
			name := area.In(words.Base)
			last, m.r.StayArea, m.r.Duration = at[0], &name, nil // nights there are no length of the trip
		}
	}
}

// rest reads hours of each day that are to stay free.
func (m *message) rest() {
	rest := Rest{From: DayBegins, To: DayEnds}
	if said := phrases.Named(m.text, "rest.between"); said != nil && m.has("rest.why") {
		rest = Rest{From: hour(said["from"], 7), To: hour(said["to"], 7)}
	} else if said := phrases.Named(m.text, "rest.after"); said != nil {
		rest.To = hour(said["hour"], 7)
	} else if said := phrases.Named(m.text, "rest.at"); said != nil && m.has("rest.why") {
		n, _ := korean.ParseCount(said["hour"])
		rest = Rest{From: hour(strconv.Itoa(n), 7), To: hour(strconv.Itoa(n+napHours), 7)}
	} else if said := phrases.Named(m.text, "rest.from"); said != nil && m.r.Day > 0 && m.has("day.empty") {
		rest.From = hour(said["hour"], 7)
	} else if said := phrases.Named(m.text, "rest.until"); said != nil && m.r.Day == 0 {
		rest.From = hour(said["hour"], 12)
	} else if m.has("rest.late") {
		rest.To = lateStart
	} else if m.has("rest.afternoons") && (m.r.Day == 0 || m.has("rest.evening")) {
		rest.From, m.r.TravelStyle, m.r.ReplaceStyles = noon, nil, false // who rests then wishes for no other places
	}
	if rest.From < rest.To && rest != (Rest{From: DayBegins, To: DayEnds}) {
		m.r.Rest = &rest
	}
}

// Clock is a minute of a day as HH:MM, of the next one too.
func Clock(minute int) string {
	minute = (minute + 24*60) % (24 * 60)
	return fmt.Sprintf("%02d:%02d", minute/60, minute%60)
}

// The ends of a day, and when one starts who sleeps in.
const (
	DayBegins, DayEnds = "00:00", "23:59"
	lateStart          = "11:00"
	noon               = "12:00"
	napHours           = 2 // where only its beginning is told
)

// hour is an hour of the day; one below the first is of the afternoon.
func hour(said string, first int) string {
	n, _ := korean.ParseCount(said)
	if n < first {
		n += 12
	}
	return fmt.Sprintf("%02d:00", min(n, 23))
}

func (m *message) lodging() {
	if start, end, ok := phrases.Find(m.text, "no_lodging"); ok {
		if m.r.NoLodging = m.text[start:end]; m.r.Act == ActOther {
			m.r.Act = ActNone // another hotel is none
		}
		return
	}
	for _, kind := range m.Pack.Lodgings {
		for _, end := range kind.In(m.lower) {
			// "the hotel" of a plan is the one it has, no wish for that kind.
			idle := (m.Planned || m.r.Asks || m.r.Act == ActBook || m.namesArea()) && kind.ID == catalog.KindHotel && !m.has("kind") && (!m.after(end, "lodging") || m.has("landmark"))
			if !idle && !m.takenBack(end) && !m.after(end, "out.after") {
				m.r.AccommodationPreference = &kind.ID
				return
			}
		}
	}
}

// otherKind tells whether the message wishes for another kind of lodging, which
// is a slot: the hotel of the plan is not exchanged for one of its kind.
func (m *message) otherKind() bool {
	return m.has("kind") || slices.ContainsFunc(m.Pack.Lodgings, func(kind catalog.Term) bool {
		if kind.ID == catalog.KindHotel {
			return false // "다른 호텔로" is another one
		}
		for _, end := range kind.In(m.lower) {
			if (m.after(end, "lodging") || korean.CountLetters(m.text[end:]) == 0) && !m.takenBack(end) {
				return true
			}
		}
		return false
	})
}

// namesArea tells whether a part of the city to stay in is named that is not waved aside.
func (m *message) namesArea() bool {
	d := m.city()
	if d == nil {
		return false
	}
	for _, at := range d.AreasIn(m.lower) {
		if !m.takenBack(at[1]) {
			return true
		}
	}
	return false
}

// unknownSight notes a place that must be seen and that no list has, in the
// user's words. Nothing is known of it, so no day is given to it; what only
// describes a place ("somewhere nice") names none.
func (m *message) unknownSight() {
	r := m.r
	switch name := m.elsewhere(); {
	case r.Vague || r.Act == ActExport || m.Destination == "" && r.Destination == nil && name != "":
		return // "put it into my calendar"; "I want to visit Kyoto" tells where to, though no trip goes there
	case name != "" && (m.Planned && r.Act == ActAdd || m.cityNamed):
		m.notHere(name)
		return
	}
	for _, key := range phrases.Under("must") {
		start, end, ok := phrases.Find(m.text, key)
		if !ok || key == "must.put" && m.toldMore() || key == "must.swap" && (len(r.AvoidPlaces) == 0 || len(r.MustVisitPlaces) > 0) {
			continue
		}
		said := groups(m.text[start:end], key)
		if len(said) == 0 {
			continue
		}
		at := start + strings.Index(m.text[start:end], said[0])
		name := m.behindNamed(at, at+len(said[0]))
		if first, _ := utf8.DecodeRuneInString(strings.TrimSpace(name)); unicode.Is(unicode.Hangul, first) {
			if name = m.placeIn(name); r.Vague {
				return
			}
		}
		switch name = Plain(name); {
		case phrases.Has(name, "place.eats"):
			r.Vague, r.Topic = true, TopicMeals
		case utf8.RuneCountInString(name) > 1 && !m.common(name) && !korean.EndsAsking(name):
			m.notHere(name)
			return
		}
	}
}

// names tells whether a sight of the trip's city is named.
func (m *message) names() bool {
	return slices.ContainsFunc(m.Pack.Find(m.text, m.Destination), func(at catalog.Mention) bool { return at.Sight != nil })
}

// insists tells whether a sight that is named has to be seen.
func (m *message) insists() bool {
	return phrases.HasAny(m.text, "must.see", "must.do", "must.whole") && m.names()
}

// keptFree blanks what says that time is kept for a sight that is named ("유니버설 갈
// 거라 하루 통으로 빼줘"), for it takes nothing out.
func (m *message) keptFree() {
	if start, end, ok := phrases.Find(m.text, "aside.time"); ok && m.Planned && m.has("aside.wish") && m.names() {
		m.blank(start, end)
	}
}

// activities are things to do that no city's data has. Who wishes for one, or asks
// for it, is told so, and nothing else is done.
func (m *message) activities() {
	r := m.r
	if r.Day > 0 && m.has("day.empty") {
		return // time is kept for it: "둘째 날은 콘서트라 비워줘"
	}
	for _, at := range phrases.FindAll(m.text, "activity") {
		if !m.named.touch(at[0], at[1]) && !m.leftOut(0, at[0], at[1], len(m.text)) {
			name := m.text[at[0]:at[1]]
			r.Unknown = slices.DeleteFunc(r.Unknown, func(said string) bool { return strings.Contains(said, name) })
			m.notHere(name)
		}
	}
	m.onlyWished()
}

// onlyWished settles a message that wishes for, or asks about, only what no data has.
func (m *message) onlyWished() {
	r := m.r
	ofIt := r.Topic == "" || r.Topic == TopicCost && r.Figure != "spending" && r.Item == "" // what it costs is not held either
	if m.Planned && len(r.Unknown) > 0 && (r.Act == ActAsk && ofIt || slices.Contains([]string{ActNone, ActComplain, ActMore, ActDislike, ActAdd, ActStop}, r.Act)) {
		r.Act, r.Asks, r.Topic = ActAdd, false, ""
	}
}

// behindNamed is what stands from start to end behind the last place that is
// known there.
func (m *message) behindNamed(start, end int) string {
	for _, at := range m.named {
		if at[0] < end && start < at[1] {
			start = min(at[1], end)
		}
	}
	return m.text[start:end]
}

// notHere notes a place that the trip's city does not have.
func (m *message) notHere(name string) {
	if name = Plain(name); !slices.Contains(m.r.Unknown, name) {
		m.r.Unknown = append(m.r.Unknown, name)
	}
}

// toldMore tells whether the message tells what the word behind it may be part
// of: a style, a length, a sum, a number of people.
func (m *message) toldMore() bool {
	r := m.r
	return len(r.TravelStyle) > 0 || r.Duration != nil || r.Budget != nil || r.NumPeople != nil || r.AccommodationPreference != nil
}

// common tells whether a word is something else than a place.
func (m *message) common(name string) bool {
	return phrases.Has(name, "place.common") || phrases.Has(name[strings.LastIndexByte(name, ' ')+1:], "place.common") || m.Pack.Styles.Named(name) ||
		len(korean.FindStays(name))+len(korean.FindMoney(name))+len(korean.FindParties(name)) > 0
}

// placeIn is what the end of a text names, its last word or the last two where
// that is short, without what describes it and without its particle; "" is a
// place that is only described.
func (m *message) placeIn(text string) string {
	if start, end, ok := phrases.Find(text, "place.counted"); ok {
		text = text[:start] + text[end:] // "한 곳 더" is any
	}
	list := strings.Fields(text)
	for i := len(list) - 1; i >= 0; i-- { // what goes before is another sentence
		if phrases.Has(list[i], "place.said") {
			list = list[i+1:]
			break
		}
	}
	cut := func(key string) (any bool) {
		for len(list) > 0 && phrases.Has(list[len(list)-1], key) {
			list, any = list[:len(list)-1], true
		}
		return any
	}
	cut("place.filler")
	if cut("place.kind") {
		cut("place.describes")
		cut("place.filler")
		m.r.Vague = len(list) == 0 || m.r.Topic != "" // "야경 좋은 데"
	}
	if len(list) == 0 || m.r.Vague {
		return ""
	}
	n := len(list) - 1
	if last := groups(list[n], "place.particle"); len(last) > 0 {
		list[n] = last[0]
	}
	if n > 0 && utf8.RuneCountInString(list[n]) < 3 && !phrases.Has(list[n-1], "place.ended") {
		n--
	}
	return strings.Join(list[n:], " ")
}

// styles reads what the trip is to be like.
func (m *message) styles() {
	r := m.r
	if r.Act == ActAsk && (r.Topic == TopicSights || r.Topic == TopicPlaces) {
		return
	}
	if r.Item == ItemHotel && m.resembles("other_hotel") || m.Planned && m.has("sort") && !m.has("visit") {
		return // a hotel on the beach, not days on it; "박물관 이런 데" only says what is asked about
	}
	var paced spans
	for _, at := range phrases.FindAll(m.text, "pace.relaxed") {
		paced = append(paced, [2]int{at[0], at[1]})
	}
	for _, style := range m.Pack.Styles {
		wanted := false
		for start, end := range style.In(m.lower) {
			// "우에노공원" is a place, "공원" a style; "start" holds no "art", and a plan
			// that is to be "more relaxed" is not to have other places.
			if m.named.touch(start, end) || latinBefore(m.lower, start) || m.Planned && paced.touch(start, end) {
				continue
			}
			if m.leftOut(0, start, end, len(m.text)) {
				r.Drops, wanted = append(r.Drops, style.ID), false
				break
			}
			if !wanted {
				r.Kinds = append(r.Kinds, Kind{style.ID, m.lower[start:end]})
			}
			wanted = true
		}
		if wanted {
			r.TravelStyle = append(r.TravelStyle, style.ID)
		}
	}
	r.Only = len(r.TravelStyle) > 0 && m.has("style.only")
	r.ReplaceStyles = len(r.TravelStyle) > 0 && (m.has("style.replace") || m.openStyle()) && !m.has("style.add")
}

// openStyle tells whether what the trip is to be like is only assumed, so that a
// style that is named is the first that is told.
func (m *message) openStyle() bool { return slices.Contains(m.Assumed, TravelStyle) }

// firstStyle tells whether the message only names what the trip is to be like,
// which nobody has told yet: "맛집" asks for no restaurants then.
func (m *message) firstStyle() bool {
	return m.openStyle() && !m.r.Asks && len(strings.Fields(m.text)) <= maxBare && m.Pack.Styles.Named(m.text)
}

// latinBefore tells whether a Latin word goes on at a place of a text.
func latinBefore(text string, at int) bool {
	letter := func(c byte) bool { return c >= 'a' && c <= 'z' }
	return at > 0 && at < len(text) && letter(text[at]) && letter(text[at-1])
}
