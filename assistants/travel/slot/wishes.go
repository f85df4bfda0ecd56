package slot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// maxParts bounds the parts of a message that are read by themselves.
const maxParts = 6

// alone are the acts that say all that a message wants, whatever stands beside them.
var alone = []string{ActReset, ActUndo, ActExport, ActRetry, ActStatus, ActKeep, ActComplain, ActWhy, ActCompare}

// ReadAll reads a message as the wishes that it holds, in their order. Most hold
// one; of a plan that exists a message is read in parts where these tell more than
// the whole does, which has one act: "맛집은 빼고 박물관 넣어주고 호텔은 더 싼 걸로".
func ReadAll(text string, c Context) []Reading {
	text = c.named(text)
	whole := Read(text, c)
	asksOfFlight := whole.Flies() && strings.Contains(text, "?")
	if !c.Planned || len(text) > maxRead || asksOfFlight || slices.Contains(alone, whole.Act) {
		return []Reading{whole}
	}
	var readings []Reading
	wished := 0 // from how many readings on the message needs to be taken in parts
	sentences := korean.Sentences(text)
	for _, sentence := range sentences {
		of := inParts(sentence, c)
		readings = append(readings, of...)
		wished = 2
		if len(of[len(of)-1].wants()) > 0 { // "이거 너무 비싼 거 아님? 더 싼 데로" asks first and ends with what is wished
			wished = 1
		}
		c.LastItem = cmp.Or(of[len(of)-1].Item, c.LastItem) // "호텔은 침대 두 개로요. 난바 쪽이면 좋겠어요"
	}
	if last := readings[len(readings)-1]; whole.Asks && whole.Act != ActNone && last.Act == whole.Act && !last.Asks {
		return []Reading{last} // "이게 진짜예요? 이대로 가요" ends with what is wanted
	}
	var wants []string
	moves := slices.ContainsFunc(readings, func(r Reading) bool { return differs(r.Destination, c.Destination) })
	for i, r := range readings {
		wants = append(wants, r.says()...)
		if r.Flies() && moves {
			readings[i].Act = ActNone // to another city, whose days are not there yet
		}
	}
	if len(whole.Drops) > 0 && len(whole.TravelStyle) > 0 { // "no restaurants, mostly nature" says what the trip is to be
		wants = slices.DeleteFunc(wants, func(w string) bool { return strings.HasPrefix(w, "less ") || strings.HasPrefix(w, "style ") })
	}
	readings = slices.DeleteFunc(readings, func(r Reading) bool { return len(r.says()) == 0 })
	if len(readings) < wished || !lacks(whole.says(), wants) {
		return []Reading{whole}
	}
	return readings
}

// named is a message with the sight that was spoken of last in the place of a word for
// it: "거긴 몇 시에 닫아요?"
func (c Context) named(text string) string {
	start, end, ok := phrases.Find(text, "place_that")
	if !ok || c.LastPlace == "" || len(c.Pack.Find(text, c.Destination)) > 0 {
		return text
	}
	said := groups(text[start:end], "place_that")[0]
	start += strings.Index(text[start:end], said)
	return text[:start] + c.LastPlace + text[start+len(said):]
}

// inParts reads the parts of a sentence, joined again where nothing is lost by it.
// Who asks at its end asks about all of it.
func inParts(sentence string, c Context) []Reading {
	read := func(text string) Reading { return Read(korean.Asked(text), c) }
	whole := read(sentence)
	if whole.Asks || whole.AccommodationPreference != nil && phrases.Has(sentence, "exchanges") {
		return []Reading{whole}
	}
	var readings []Reading
	var last string
	for i, part := range parts(sentence) {
		r := read(part)
		if i == 0 {
			readings, last = []Reading{r}, part
			continue
		}
		before := &readings[len(readings)-1]
		joined := read(last + part)
		if !lacks(joined.wants(), before.wants()) && !lacks(joined.wants(), r.wants()) {
			*before, last = joined, last+part
			continue
		}
		readings, last = append(readings, r), part
	}
	readings = slices.DeleteFunc(readings, func(r Reading) bool { return len(r.wants()) == 0 })
	if len(readings) < 2 {
		return []Reading{whole}
	}
	return readings
}

// parts are a sentence cut behind what joins two wishes.
func parts(sentence string) (list []string) {
	from := 0
	for _, at := range phrases.FindAll(sentence, "joint") {
		wordy := korean.CountLetters(sentence[from:max(at[0], from)]) > 1 && korean.CountLetters(sentence[at[1]:]) > 1 // "swap day 2 and 3"
		if wordy && len(list) < maxParts {
			list, from = append(list, sentence[from:at[1]]), at[1]
		}
	}
	if strings.TrimSpace(sentence[from:]) != "" {
		list = append(list, sentence[from:])
	}
	return list
}

// lacks tells whether a list lacks one of another.
func lacks(list, of []string) bool {
	return slices.ContainsFunc(of, func(one string) bool { return !slices.Contains(list, one) })
}

// says are what a reading wants, or asks.
func (r *Reading) says() []string {
	if r.severalPlaces() {
		return []string{"several places"}
	}
	if (r.Act == ActAsk || r.Asks) && r.Topic != "" {
		return []string{"ask " + r.Topic}
	}
	return append(r.wants(), strings.Fields(r.NoLodging)...)
}

// wants are what a reading would have changed, each as a word.
func (r *Reading) wants() (list []string) {
	if r.Asks {
		return nil
	}
	add := func(kind string, those ...string) {
		for _, one := range those {
			list = append(list, kind+" "+one)
		}
	}
	add("in", r.MustVisitPlaces...)
	add("out", r.AvoidPlaces...)
	add("unknown", r.Unknown...)
	of := "" // a place of a kind, where it is not the trip's style
	if r.Act == ActAdd || r.Act == ActDislike {
		of = r.Act
	}
	add("less "+of, r.Drops...)
	add("style "+of, r.TravelStyle...)
	for name, told := range map[Name]bool{
		Destination: r.Destination != nil, Duration: r.Duration != nil, Budget: r.Budget != nil, NumPeople: r.NumPeople != nil,
		StartDate: r.StartDate != nil, Airline: r.PreferredAirline != nil, Accommodation: r.AccommodationPreference != nil,
		Pace: r.Pace != nil && !r.guessed, StayArea: r.StayArea != nil, Resting: r.Rest != nil, Flying: r.Flies(), FlightPaid: r.FlightCost != nil, LodgingPaid: r.LodgingCost != nil,
	} {
		if told {
			add("slot", string(name))
		}
	}
	switch r.Act {
	case ActCheaper, ActBetter, ActOther, ActChoose:
		add(r.Act, r.Item+r.Band)
	case ActDay, ActMore:
		add(r.Act, strconv.Itoa(r.Day)+"+"+strconv.Itoa(r.With))
	case ActBook, ActDiet:
		add(r.Act, "")
	}
	slices.Sort(list)
	return list
}
