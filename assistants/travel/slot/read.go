package slot

import (
	"context"
	"embed"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

//go:embed phrases/*.yaml examples/*.txt
var files embed.FS

var (
	phrases = dialog.Must(files, "phrases")
	// examples are what is said of a plan, labelled by act (see message.mean).
	examples = dialog.MustExamples(files, "examples")
)

// Train gets ready for messages about a plan as soon as one is made; it returns nil
// then, or when ctx ends.
func Train(ctx context.Context) error { return examples.Run(ctx) }

// maxRead bounds what is read of a message, in bytes: a trip is told in a few
// lines, and the time of reading grows with the length.
const maxRead = 2 << 10

// Read tells what a message says. It never fails: what can't be understood
// is left out, what can't be is a Problem.
func Read(text string, c Context) Reading {
	r := Reading{}
	if len(text) > maxRead {
		r.note("", truncated, "")
	}
	text = korean.Spoken(cut.Bytes(text, maxRead))
	m := &message{Context: c, text: text, lower: strings.ToLower(text), r: &r}
	if len(m.lower) != len(m.text) {
		m.lower = m.text
	}
	m.airlines()
	m.costs()
	m.keptFree()
	m.act()
	said := m.text
	m.dayNamed()
	if r.Act == ActDay && r.Day > 0 && len(strings.Fields(m.text)) <= 1 && !m.has("act."+ActDay) {
		r.Act = ActShow // "day 2, please" changes nothing
	}
	m.weekdays()
	m.flightHours(said)
	if !m.Planned {
		m.early = r.Day > 0 && phrases.HasAny(m.text, "act."+ActSwap, "act."+ActRemove, "act."+ActDay)
		if r.Empty = r.Day > 0 && r.With == 0 && m.has("day.empty"); !r.Empty { // "오사카 3박, 둘째 날 오후는 비워줘"
			r.Day, r.With, r.Part = 0, 0, ""
		}
	}
	if r.Act == ActReset {
		// "처음부터 다시, 오사카 3박" may go on with the new trip.
		m.Destination, m.Asked = "", ""
	}
	m.place()
	m.stay()
	m.money()
	m.party()
	m.styles()
	m.wishes()
	m.activities()
	m.change()
	m.unknown()
	m.guess()
	if r.OneStay && slices.Contains([]string{ActCheaper, ActBetter, ActOther, ActChoose}, r.Act) || m.Planned && m.has("conditional") {
		r.Asks = true // of a night by itself, and on a condition, only what it would come to is told
	}
	m.edit()
	m.which()
	m.settle()
	if m.Planned && r.severalPlaces() {
		r.Slots = Slots{} // the plan stays until one of them is chosen
	}
	m.flies()
	if m.early && r.Topic == "" && !r.Told() && len(r.Problems)+len(r.Unknown)+len(r.Named) == 0 && (r.Act == ActNone || r.Act == ActAsk) {
		r.Act = ActEarly
	}
	if r.FlightCost, r.LodgingCost = m.paid.FlightCost, m.paid.LodgingCost; r.Pays() && slices.Contains(idle, r.Act) {
		r.Act, r.Asks = ActNone, false // what is left of the message says no more
	}
	told := []string{ActAsk, ActComplain, ActMore, ActOther}
	if r.Topic == TopicService {
		told = append(told, ActCheaper, ActBetter) // that it is not held is said besides
	}
	if !slices.Contains(told, r.Act) || r.StayArea != nil {
		r.Topic = ""
	}
	return r
}

// message is one message being read.
type message struct {
	Context
	text, lower string
	r           *Reading
	// meaning is what a message about a plan resembles.
	meaning dialog.Meaning
	// airline is the first that is named; "" is none.
	airline string
	// dates are the spans of the text that are days, not lengths of stay.
	dates spans
	// early tells that a day of the trip is to be changed while there are none yet.
	early bool
	// hours are when the flights go, paid what of the trip is paid or left out.
	hours, paid Slots
	// day is that of the month on which the trip begins; 0 is none. home is the day of
	// return of a trip that is not planned yet.
	day  int
	home time.Time
	// byTheWay tells that a day is named on which nobody leaves.
	byTheWay bool
	// cityNamed tells that a destination is named, not only one of its sights.
	cityNamed bool
	// parties is where the number of people stands.
	parties spans
	// named are the spans of the text that name places; placeless tells that
	// there are none.
	named     spans
	placeless bool
}

// spans are parts of a text, from their first byte to behind their last.
type spans [][2]int

func (s spans) touch(start, end int) bool {
	return slices.ContainsFunc(s, func(x [2]int) bool { return start < x[1] && x[0] < end })
}

// city is where the trip goes so far; nil is not known.
func (m *message) city() *catalog.Destination { return m.Pack.Destination(m.Destination) }

func (m *message) has(key string) bool { return phrases.Has(m.text, key) }

// near is how far phrases look that stand before or behind something, in
// bytes, so that many of those cost no more than the length of the text.
const near = 64

// blank empties a part of the text; every position stays.
func (m *message) blank(start, end int) {
	m.text = m.text[:start] + strings.Repeat(" ", end-start) + m.text[end:]
	m.lower = m.lower[:start] + strings.Repeat(" ", end-start) + m.lower[end:]
}

// after tells whether a phrase follows what ends at end.
func (m *message) after(end int, key string) bool { return phrases.Has(m.behind(end), key) }

// behind is the text that follows what ends at end.
func (m *message) behind(end int) string { return m.text[end:min(len(m.text), end+near)] }

// before tells whether a phrase goes before what begins at start.
func (m *message) before(start int, key string) bool {
	return phrases.Has(m.text[max(0, start-near):start], key)
}

// takenBack tells whether what ends at end is named to be replaced.
func (m *message) takenBack(end int) bool { return m.after(end, "instead") }

// groups are what the groups of a key's phrase hold, without empty ones.
func groups(text, key string) []string {
	found := phrases.Match(text, key)
	if found == nil {
		return nil
	}
	return slices.DeleteFunc(found[1:], func(s string) bool { return s == "" })
}

// edit decides which change of the days the places and the day amount to.
func (m *message) edit() {
	r := m.r
	if m.Planned && r.Act == ActRemove && r.Item == "cost" && len(r.Named) == 0 { // "too much money, what can we cut"
		r.Act = ActCheaper
	}
	if !m.Planned || r.Asks || len(r.Problems) > 0 || !slices.Contains(loose, r.Act) {
		return
	}
	m.averse()
	if r.Act == ActNone && r.Day == 0 && !m.has("visit") && !m.openStyle() {
		r.TravelStyle, r.ReplaceStyles = nil, false // a kind of place that is only spoken of
		m.guess()
	}
	if (len(r.Unknown) > 0 || r.Vague) && r.Act == ActSwap {
		r.AvoidPlaces = nil // who gets nothing instead keeps what there is
	}
	styled := len(r.TravelStyle) > 0
	switch out, in := len(r.AvoidPlaces) > 0, len(r.MustVisitPlaces) > 0; {
	case out && in:
		r.Act = ActSwap
	case out:
		if r.Act, r.Instead = ActRemove, m.has("instead_wished"); r.Instead && len(r.Kinds) > 0 {
			r.TravelStyle, r.ReplaceStyles = nil, false // one place of a kind, not what the trip is to be
		}
	case in && r.Act == ActNone && r.Day == 0 && !m.has("visit") && r.Duration == nil:
		r.Act, r.Asks = ActAsk, true // a bare name: what is known of it, and nothing changes
	case in:
		r.Act = ActAdd
		if r.With > 0 { // from one day to the other, which do not change places
			r.Day, r.With = r.With, 0
		}
	case styled && r.Act == ActAdd && r.Day == 0 && r.Part == "one": // one place of a kind: the days stay, and the user picks
		if slices.ContainsFunc(r.TravelStyle, func(style string) bool { return slices.Contains(m.Pack.FoodStyles, style) }) {
			r.Topic = TopicMeals
		}
		r.Act, r.TravelStyle, r.ReplaceStyles = ActMore, nil, false
	case len(r.Unknown) > 0 && !(r.Day > 0 && m.has("day.empty")): // for which a day may be kept free
		r.Act, r.TravelStyle, r.ReplaceStyles = ActAdd, nil, false
	case r.Vague:
		r.Act, r.TravelStyle, r.ReplaceStyles = ActMore, nil, false
	case r.Day > 0 && r.Rest == nil && !m.has("day.empty") && r.Pace != nil && *r.Pace == "relaxed":
		r.Act, r.Empty, r.Part = ActDay, true, "one"
	case r.Day > 0 && (r.Act == ActRemove || r.Rest != nil || m.has("day.empty")):
		r.Act, r.Empty = ActDay, true
	case r.Day > 0 && (r.Pace != nil && len(r.TravelStyle) == 0 || r.Act == ActAdd && len(r.Kinds) == 0): // the user picks what more the day gets
		r.Act, r.Pace = ActMore, nil
	case len(r.Drops) > 0 && len(r.TravelStyle) == 0:
		r.Act = ActDislike
	case r.Day > 0 && (r.Act == ActDay || r.Act == ActSwap || len(r.TravelStyle) > 0 || r.Pace != nil):
		r.Act = ActDay
	case r.Act == ActAdd && len(r.Kinds) > 0 && len(r.wants()) == len(r.TravelStyle) && !slices.ContainsFunc(r.Kinds, m.ownName):
		// a museum, and no trip for culture: the days stay
	case r.Act == ActRemove && len(r.wants()) == 1 && r.Pace != nil && *r.Pace == m.Pace:
		r.Act, r.Pace = ActDislike, nil // the days are easy already, and still something is to go
	case r.Told() && slices.Contains([]string{ActRemove, ActAdd, ActSwap, ActDay}, r.Act):
		r.Act = ActNone
	case r.Act == ActAdd:
		r.Act = ActMore
	case r.Act == ActDay && r.Day == 0 && r.Topic == "rain":
		r.Act = ActAsk // which places are indoors
	case r.Act == ActDay && r.Day == 0, r.Act == ActRemove:
		r.Act = ActDislike
	}
}

// ownName tells whether a word for a style is its name, and no kind of place.
func (m *message) ownName(kind Kind) bool {
	return slices.Contains(slices.Collect(maps.Values(m.Pack.Styles.Name(kind.Style))), kind.Word)
}

// averse turns round what was read of a dislike or a complaint: what it names is
// no wish, though nothing beside the name says so.
func (m *message) averse() {
	r := m.r
	switch {
	case r.Act == ActComplain:
		r.MustVisitPlaces, r.TravelStyle = nil, nil
	case len(r.AvoidPlaces)+len(r.Drops) > 0:
	case r.Act == ActRemove && m.has("out.other") && !m.has("out.spared"):
		// "유니버설 넣고 하나 빼줘", "see the castle without the crowds": something else goes
	case r.Act == ActDislike, r.Act == ActRemove && len(r.MustVisitPlaces) == 1:
		r.AvoidPlaces, r.MustVisitPlaces, r.TravelStyle = r.MustVisitPlaces, nil, nil
	case r.Act == ActRemove && r.Day == 0:
		r.TravelStyle = nil // of which something is to go: which is asked
	}
}

// besideService are the acts that are done though what a hotel offers, which no data
// has, is named beside them: "조식 있는 호텔 그대로 두세요", "수영장 있으면서 더 싼 데로".
var besideService = []string{ActKeep, ActDay, ActCheaper, ActBetter}

// idle are the acts that say nothing beside what is paid.
var idle = []string{ActStop, ActWhich, ActShow, ActRetry, ActKeep, ActConfirm, ActJoy, ActComplain, ActDislike}

// strong are the acts that say all that a message wants: what else is read in
// it is no wish.
var strong = []string{ActUndo, ActCompare, ActWhy, ActShow, ActBrief, ActKeep, ActComplain, ActBook, ActMore, ActJoy, ActDiet, ActShare, ActOther, ActBetter, ActCheaper}

// supposing are the acts that may ask what a change would cost.
var supposing = []string{ActNone, ActAsk, ActBetter, ActCheaper, ActCompare, ActAdd, ActRemove, ActDislike, ActComplain, ActSwap, ActDay}

// settle decides between the acts and the slots that one message holds.
func (m *message) settle() {
	r := m.r
	if slices.Contains([]string{ActGreet, ActThanks, ActAbout, ActConfirm, ActStop, ActJoy}, r.Act) && (r.Told() || len(r.Problems) > 0) {
		r.Act = ActNone
	}
	if m.Planned && m.ask() {
		return
	}
	if !m.Planned && r.Asks && r.Act == ActNone && !m.answers() { // "왕궁은 반바지 입고 가도 돼?" wishes for nothing
		r.Act, r.Topic = ActAsk, ""
		m.untell()
		r.Suggested, r.Unknown = r.About, nil
	}
	if r.Act == ActAsk && r.Topic == topicKids {
		r.NumPeople = nil // "아이랑 가기 괜찮아요?"
	}
	// "오사카 3박이면 얼마 들어?" asks, and tells where to as well.
	if r.Act == ActAsk && r.About != "" && m.Destination == "" && r.Told() {
		id := r.About
		r.Destination, r.Suggested = &id, ""
		if r.Topic == TopicEvening { // on which one leaves or comes back
			r.Topic = ""
		}
	}
}

// answers tells whether a message before there is a plan tells of the trip, though
// it asks: more than a place to see, a kind of place or a pace.
func (m *message) answers() bool {
	r := m.r
	return m.cityNamed || r.Duration != nil || r.Budget != nil || r.NumPeople != nil || r.StartDate != nil || r.Origin != nil || r.AccommodationPreference != nil || r.BudgetFlexibility != nil ||
		len(r.Problems) > 0 ||
		r.Rest != nil ||
		len(r.MustVisitPlaces) > 0 && phrases.HasAny(m.text, "must.see", "must.do", "must.whole")
}

// ask settles a message about a plan that asks, or whose act says all: what it
// names is not told. What a change would cost is a question too.
func (m *message) ask() bool {
	r := m.r
	priced := r.Topic == TopicCost || r.Topic == TopicFit
	// A day that is asked about ("주말에 열어요?") is a departure where the costs are asked for.
	counts := differs(r.Duration, m.Nights) || differs(r.NumPeople, m.People) || differs(r.Budget, m.Budget) ||
		differs(r.Destination, m.Destination) || r.StartDate != nil && (priced || !r.Asks || m.has("supposes") || m.day > 0 && phrases.HasAny(m.text, "shift.later", "shift.earlier"))
	if r.Act == ActCompare && differs(r.Destination, m.Destination) {
		r.Asks = true // "compare it with Osaka"
	}
	switch {
	case r.Act == ActOther && r.Item == ItemFlight && r.Origin != nil && !r.Asks: // "부산에서 출발해요" tells from where
		r.Act = ActNone
		return false
	case r.Asks && counts && (priced || r.Topic == "") && slices.Contains(supposing, r.Act):
		r.Act, r.Topic = ActAsk, TopicIf
		return true
	case r.Asks && r.Band != "" && r.Topic != TopicService && !m.supposed() && (slices.Contains([]string{ActNone, ActAsk, ActOther, ActRemove}, r.Act) || !thing(r.Item) && slices.Contains([]string{ActBetter, ActCheaper, ActMore, ActShow}, r.Act)):
		r.Act, r.Topic = ActAsk, TopicPlan
	case !r.Asks && (counts || r.Rest != nil || r.Pace != nil || r.Origin != nil) && slices.Contains([]string{ActComplain, ActCheaper, ActBetter, ActDislike, ActWhy}, r.Act): // "왜 이렇게 빡빡해, 좀 줄여줘"
		r.Act = ActNone
		return false
	case r.Act == ActCheaper && r.Item == "" && len(r.Named) > 0 && len(r.AvoidPlaces) == 0: // "Sunrise Peak looks steep"
		r.Act = ActComplain
	case r.Act == ActCompare && len(r.Named) > 0: // what is known of each
		r.Act = ActAsk
	case r.Asks && r.Act == ActRemove && len(r.Named) == 0:
		r.Act = ActDislike // which of the places could go
	case r.Asks && slices.Contains([]string{ActNone, ActRemove, ActAdd, ActSwap, ActDay, ActStop, ActJoy}, r.Act),
		r.Topic == TopicService && !counts && (r.Asks && (r.Act != ActOther || m.meaning.Sure < dialog.Confident) || !r.Asks && !slices.Contains(besideService, r.Act) && len(r.AvoidPlaces)+len(r.MustVisitPlaces) == 0):
		r.Act = ActAsk
	case r.Act == ActNone && r.NoLodging == "" && !r.Told() && len(r.Problems) == 0 && (r.Topic != "" || r.Item == ItemHotel || r.Item == ItemFlight):
		r.Act = ActAsk // "체크인 시간", without a verb
	case !r.Asks && !slices.Contains(strong, r.Act) && r.Act != ActChoose:
		return false
	}
	if r.Act == ActAsk && len(r.Named) > 0 && (r.Topic == "" || r.Topic == TopicArea && len(r.Named) > 1 && r.Item != ItemHotel) {
		r.Topic = TopicHours
	}
	m.untell()
	return true
}

// untell forgets what was read of the trip, but for the act and what it is
// about.
func (m *message) untell() {
	r, area := m.r, m.r.StayArea
	r.Slots, r.Suggested, r.PerPerson, r.Drops, r.ReplaceStyles, r.Empty = Slots{}, "", false, nil, false, false
	r.Problems = slices.DeleteFunc(r.Problems, func(p Problem) bool {
		return r.Act != ActAsk || p.Code != UnknownPlace && p.Code != OutOfRange // what can't be planned is said to who asks about it
	})
	if r.Act == ActOther {
		r.StayArea = area
	}
}

// maxPlain bounds words of the user that are shown again, in characters.
const maxPlain = 24

// Plain makes words of the user safe to show in Markdown, in a calendar and
// in a log: letters, digits and a few signs, on one line, cut short.
func Plain(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("·&,.'-%", r):
		case unicode.IsSpace(r) && b.Len() > 0:
			r = ' '
		default:
			continue
		}
		if n++; n > maxPlain {
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
