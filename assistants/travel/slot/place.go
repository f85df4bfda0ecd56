package slot

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/korean"
)

// place reads where the trip goes to and comes from.
func (m *message) place() {
	from := m.origin()
	var cities []*catalog.Destination
	var sights []catalog.Mention
	all := m.mentions()
	for _, at := range all {
		m.named = append(m.named, [2]int{at.Start, at.End})
		id, ok := m.local(at, m.Destination)
		// Of a trip to Da Nang, whose other name Hoi An is, that is the sight.
		sight := at.Sight != nil || ok && m.Planned && at.Destination.ID == m.Destination
		switch {
		case from.touch(at.Start, at.End) || !sight && (m.takenBack(at.End) || m.after(at.End, "place.comes") || len(all) > 1 && m.before(at.Start, "place.leaves")):
		case sight:
			sights = append(sights, at)
			if ok {
				m.r.Named = append(m.r.Named, id)
			}
		case !m.inPassing(at) && !slices.Contains(cities, at.Destination):
			cities = append(cities, at.Destination)
		}
	}
	if len(cities) > 1 && m.Destination == "" {
		m.r.Act, m.r.Topic, m.r.Asks = ActNone, "", false // which of them is cheaper is answered with their sums
	}
	m.placeless = len(cities)+len(sights) == 0
	if name := m.outside(true); name != "" {
		m.r.note(Origin, unknownOrigin, name)
	}
	if m.Planned && m.r.Asks && m.has("instead_wished") {
		switch {
		case slices.ContainsFunc(sights, func(at catalog.Mention) bool { return m.after(at.End, "cannot") || m.before(at.Start, "cannot") }):
			m.r.Act, m.r.Asks, m.r.Topic = ActRemove, false, "" // "오사카성은 못 올라가는데 대신 갈 데 없어요?"
		case slices.ContainsFunc(sights, func(at catalog.Mention) bool { return m.leftOut(0, at.Start, at.End, len(m.text)) }):
			m.r.Act, m.r.Topic = ActMore, "" // which is not gone yet
		}
	}
	if m.r.Act == ActAsk || m.r.Asks && m.Planned {
		m.about(cities, sights)
		if !m.Planned || m.r.Topic != "" && m.r.Topic != TopicCost {
			m.placeless = m.placeless && m.Destination == ""
			return
		}
		sights, m.placeless = nil, len(cities) == 0
	}
	m.sleeps()
	m.cityNamed = len(cities) > 0
	switch {
	case len(cities) == 1 || len(cities) > 1 && m.has("corrects"):
		m.r.Destination = &cities[len(cities)-1].ID
	case len(cities) > 1:
		ids := make([]string, len(cities))
		for i, d := range cities {
			ids[i] = d.ID
		}
		m.r.Problems = append(m.r.Problems, Problem{Slot: Destination, Code: SeveralPlaces, Text: strings.Join(ids, ",")})
	case m.Suggested != "" && m.Asked == Destination && m.has("yes") && len(strings.Fields(m.text)) <= maxTaking:
		m.r.Destination = &m.Suggested
	case len(sights) > 0 && m.Destination == "":
		m.r.Destination = &sights[0].Destination.ID
	}
	m.mustSee(sights)
}

// sleeps finds that a night of the trip is to be spent at a place that is named, which
// no plan can: what is asked or wished beside it changes no band.
func (m *message) sleeps() {
	places, name := m.named, m.elsewhere()
	if at := strings.Index(m.lower, name); name != "" && m.Pack.Near[name] == m.Destination {
		places = append(slices.Clone(places), [2]int{at, at + len(name)})
	}
	m.r.OneStay = m.r.OneStay || m.Planned && slices.ContainsFunc(places, func(at [2]int) bool { return m.after(at[1], "sleeps") })
}

// inPassing tells a city that is named without its role: of a trip that has a
// destination another one is where to only where something says so.
func (m *message) inPassing(at catalog.Mention) bool {
	if m.Destination == "" || m.r.Asks || m.r.Act == ActCompare || m.Asked == Destination || at.Destination.ID == m.Destination {
		return false
	}
	return !m.has("corrects") && !m.after(at.End, "place.to") && !m.before(at.Start, "place.into") && !m.tells() && len(strings.Fields(m.text)) > maxBare
}

// mentions are the places that are named. Of a trip whose city is known, that city's
// go by short names too.
func (m *message) mentions() []catalog.Mention {
	if m.r.Item != ItemHotel {
		return m.Pack.Find(m.text, m.Destination)
	}
	found, d := m.Pack.Find(m.text, ""), m.city()
	if d == nil || m.r.Asks && m.r.Act != ActOther {
		return found
	}
	return slices.DeleteFunc(found, func(at catalog.Mention) bool { // areas to stay in bear names of sights
		_, area := d.AreaNamed(m.text[at.Start:at.End])
		return area
	})
}

// origin reads the airport of departure and where it is named.
func (m *message) origin() spans {
	var from []string
	var at spans
	for _, airport := range m.Pack.Airports {
		for start, end := range airport.In(m.lower) {
			switch {
			case m.after(end, "origin.becomes") && len(m.Pack.Find(m.lower[start:end], "")) == 0, m.after(end, "origin.departs"), m.before(start, "origin.before"):
				m.r.Origin = &airport.ID
				m.named = append(m.named, [2]int{start, end})
				return spans{{start, end}}
			case m.after(end, "origin.from"):
				from, at = append(from, airport.ID), append(at, [2]int{start, end})
			}
		}
	}
	// "부산에서 오사카 가려고": a from needs a to; "부산에서 맛집" has none.
	if len(from) == 0 || !slices.ContainsFunc(m.Pack.Find(m.text[at[0][1]:], ""), func(x catalog.Mention) bool { return x.Sight == nil }) {
		return nil
	}
	m.r.Origin = &from[0]
	m.named = append(m.named, at[0])
	return at[:1]
}

// about is the place that a question is about.
func (m *message) about(cities []*catalog.Destination, sights []catalog.Mention) {
	switch {
	case len(cities) > 0:
		m.r.About = cities[0].ID
	case len(sights) > 0:
		m.r.About = sights[0].Destination.ID
		if _, ok := m.local(sights[0], m.Destination); ok { // several cities have a "유니버설"
			m.r.About = m.Destination
		}
	}
	if m.Destination == "" {
		m.r.Suggested = m.r.About
	}
}

// mustSee keeps the sights of the trip's destination that were named.
func (m *message) mustSee(sights []catalog.Mention) {
	to := m.Destination
	if m.r.Destination != nil {
		to = *m.r.Destination
	}
	out := make([]bool, len(sights))
	for i, s := range sights {
		next := len(m.text)
		if i+1 < len(sights) {
			next = sights[i+1].Start
		}
		from := 0
		if i > 0 {
			from = sights[i-1].End
		}
		out[i] = m.leftOut(from, s.Start, s.End, next)
	}
	for i := 1; i < len(sights); i++ { // "오사카성하고 시텐노지 빼줘": what is linked goes together
		if phrases.Has(m.text[sights[i-1].End:max(sights[i].Start, sights[i-1].End)], "linked") && (out[i-1] || out[i]) {
			out[i-1], out[i] = true, true
		}
	}
	for i, s := range sights {
		id, ok := m.local(s, to)
		list := &m.r.MustVisitPlaces
		if out[i] {
			list = &m.r.AvoidPlaces
		}
		if !ok && to != "" && list == &m.r.MustVisitPlaces {
			m.notHere(m.text[s.Start:s.End]) // another city's: nothing takes its place
		}
		if ok && !slices.Contains(*list, id) {
			*list = append(*list, id)
		}
	}
}

// leftOut tells whether what stands from start to end is to be left out, as is said
// behind the one of its kind before it (from) and before the next.
func (m *message) leftOut(from, start, end, next int) bool {
	return phrases.Has(m.text[end:max(end, min(next, end+near))], "out.after") || phrases.Has(m.text[min(start, max(from, start-near)):start], "out.before")
}

// local is the sight of the trip's own city that goes by the name that was
// said; several cities have a "유니버설 스튜디오".
func (m *message) local(at catalog.Mention, to string) (string, bool) {
	d := m.Pack.Destination(to)
	if d == nil {
		return "", false
	}
	for _, s := range d.Sights {
		if at.Sight != nil && s.ID == at.Sight.ID || s.Called(m.text[at.Start:at.End]) {
			return s.ID, true
		}
	}
	return "", false
}

// unknown looks for a place that no trip can be planned to. Once the trip has
// a destination, words that tell something else name none by the way ("중국
// 음식", "출발로 바꿔줘").
func (m *message) unknown() {
	moves := m.Asked == Destination || m.has("place.moves")
	if !m.placeless || m.r.Destination != nil || m.Destination != "" && (m.r.Told() || !moves && !m.r.Asks && !m.r.OneStay) {
		return
	}
	name := m.elsewhere()
	if name != "" && m.Destination != "" && (m.has("day_trip") || m.Pack.Near[name] == m.Destination) {
		m.notHere(name)
		m.onlyWished()
		return
	}
	if name != "" { // "would Cebu be cheaper?"
		if m.r.problem(Destination, UnknownPlace, name); m.Destination == "" {
			m.r.Suggested, m.r.Wanted = m.Pack.Near[name], name
		}
	}
	if m.Destination != "" && !moves || len(m.r.Problems) > 0 || m.r.Origin != nil || m.r.Act == ActAsk {
		return
	}
	for _, c := range m.Pack.Countries { // named instead of a city
		for start, end := range c.In(m.lower) {
			if name := m.lower[start:end]; (name == c.Words[0] || m.wordAt(start, end)) && !m.takenBack(end) {
				m.inCountry(name, c.ID)
				return
			}
		}
	}
	if name := cmp.Or(m.going(), m.bareName()); name != "" {
		m.r.problem(Destination, UnknownPlace, name)
	}
}

func (m *message) inCountry(name, code string) {
	cities := m.Pack.In(code)
	switch {
	case len(cities) == 0:
		m.r.problem(Destination, UnknownPlace, name)
	case slices.ContainsFunc(cities, func(d *catalog.Destination) bool { return d.ID == m.Destination }):
		// "일본 여행이요" says nothing new once Osaka is known.
	default:
		if len(cities) == 1 {
			m.r.Suggested = cities[0].ID
		}
		m.r.problem(Destination, SeveralCities, code)
	}
}

// elsewhere is the first place that is named and that no trip can be planned to.
func (m *message) elsewhere() string { return m.outside(false) }

// outside is the first place that no data has, as where one comes from or as another.
func (m *message) outside(from bool) (first string) {
	at := len(m.lower)
	for _, city := range m.Pack.Elsewhere {
		i := strings.Index(m.lower, city)
		if end := i + len(city); i >= 0 && i < at && m.wordAt(i, end) && !m.named.touch(i, end) && !m.takenBack(end) && m.leftFrom(i, end) == from {
			at, first = i, city
		}
	}
	return first
}

// leftFrom tells whether what stands from start to end is where one comes from:
// "마닐라에서 부산", but not "경주에서 1박".
func (m *message) leftFrom(start, end int) bool {
	return m.before(start, "place.leaves") || m.after(end, "place.rides") || !m.placeless && m.Destination == "" && m.after(end, "origin.from")
}

// going is a word that stands where a place would ("런던으로 가고 싶어") and is
// nothing else before 로: "5일로", "둘로".
func (m *message) going() string {
	for _, word := range groups(m.text, "place.going") {
		if !m.common(word) && !phrases.Has(word, "topic.transport") {
			return word
		}
	}
	return ""
}

var bareWords = regexp.MustCompile(`^[\pL\s.!]{2,15}$`)

// bareName is an answer to "where to?" of one or two words that nothing else
// explains.
func (m *message) bareName() string {
	words := strings.Fields(m.text)
	if m.Asked != Destination || m.r.Told() || m.r.Asks || m.r.Act != ActNone || !bareWords.MatchString(m.text) || len(words) == 0 || len(words) > 2 ||
		korean.CountLetters(m.text) < 2 || m.r.Item != "" || m.has("asking.wh") || korean.Asks(m.text) || korean.EndsAsking(m.text) {
		return ""
	}
	if strings.HasPrefix(m.text, words[0]) && m.after(len(words[0]), "place.to") { // "강원도 가자"
		return words[0]
	}
	return m.text
}

// wordAt tells whether no letter of the same script touches a Latin name, and
// none goes before a Hangul one.
func (m *message) wordAt(start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(m.lower[:start])
	after, _ := utf8.DecodeRuneInString(m.lower[end:])
	if first, _ := utf8.DecodeRuneInString(m.lower[start:]); unicode.Is(unicode.Latin, first) {
		return !unicode.Is(unicode.Latin, before) && !unicode.Is(unicode.Latin, after)
	}
	rest := strings.FieldsFunc(m.behind(end), func(r rune) bool { return !unicode.IsLetter(r) })
	return !unicode.Is(unicode.Hangul, before) && (!unicode.Is(unicode.Hangul, after) || korean.IsParticle(rest[0]))
}
