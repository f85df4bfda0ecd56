package slot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// shared are the acts of every conversation, by the planner's name for each.
var shared = map[dialog.Act]string{
	dialog.Undo: ActUndo, dialog.Compare: ActCompare, dialog.Why: ActWhy, dialog.Less: ActBrief, dialog.More: ActShow,
	dialog.Show: ActShow, dialog.Again: ActShow, dialog.Confirm: ActConfirm, dialog.Deny: ActStop, dialog.Stop: ActStop,
	dialog.Thanks: ActThanks, dialog.Greet: ActGreet, dialog.Help: ActAbout,
}

// act reads what a message wants besides telling slots. Before there are plans
// only the acts hold that need none.
func (m *message) act() {
	r := m.r
	r.Asks = m.asks()
	r.Topic = strings.TrimPrefix(phrases.First(m.text, m.topics()...), "topic.")
	r.Figure = strings.TrimPrefix(phrases.First(m.text, phrases.Under("figure")...), "figure.")
	r.Of = strings.Join(groups(m.text, "topic.outside"), "")
	m.where()
	about, kept := m.item()
	r.Item = about
	r.Band, r.Within = m.plan(), m.has("within")
	acts := slices.DeleteFunc(phrases.Under("act"), func(key string) bool { return !m.Planned && !slices.Contains(always, strings.TrimPrefix(key, "act.")) })
	r.Keeps = kept
	// "upgrade the hotel, don't touch the flights"
	partly := len(kept) > 0 && (thing(about) || phrases.HasAny(m.text, "act."+ActCheaper, "act."+ActBetter))
	if partly {
		acts = slices.DeleteFunc(acts, func(key string) bool { return key == "act."+ActKeep })
	}
	r.Act = strings.TrimPrefix(phrases.First(m.text, acts...), "act.")
	if r.Act == ActNone {
		r.Act = m.sharedAct()
	}
	if last := len(m.Avoided) - 1; last >= 0 && m.has("back") && !m.names() {
		r.Act, r.Asks, r.MustVisitPlaces = ActAdd, false, []string{m.Avoided[last]}
	}
	if m.Planned && !m.firstStyle() {
		m.meaning = examples.Read(m.text, nil)
	} else {
		examples.Prepare() // the next message will be about a plan
	}
	switch sure := m.meaning.Sure; {
	case m.meaning.Label == ActReset, // what throws the plan away is said in so many words
		partly && m.meaning.Label == ActKeep, r.Act == ActWhy && m.has("reason"):
	case sure >= dialog.Confident && !slices.Contains(phrased, r.Act):
		m.mean()
	}
	if topic, asks := strings.CutPrefix(m.meaning.Label, "ask."); asks && r.Asks && r.Topic == "" && r.Act != ActUndo && m.resembles(m.meaning.Label) && topic != TopicIf {
		r.Topic = topic
	}
	if r.Act == ActKeep && !r.Asks && m.insists() {
		r.Act = ActAdd // "해유관은 꼭 가야 해요" leaves nothing as it is that lacks it
	}
	m.thingMeant()
	if r.Act == ActUndo && r.Topic != TopicCost && r.Topic != TopicFit {
		r.Asks = false // whoever asks for it wants it: "how about we put it back?"
	}
	if thing(r.Item) && !m.nearIt() && (m.has("more_of") || r.Topic == TopicSights && !m.has("topic."+TopicSights)) {
		r.Act, r.Asks, r.Topic = ActAsk, true, "" // of it, not of places
	}
	if r.Act == ActWhy && r.Item == "" && len(korean.FindStays(m.text)) > 0 {
		r.Item = "length" // "5박인데 왜 7일이야?"
	}
	if m.Planned && m.otherKind() && m.has("exchanges") {
		r.Act, r.Asks = ActNone, false // "왜 이렇게 비싸, 호텔 말고 게스트하우스"
	}
	booked := r.Act == ActBook && !m.has("act."+ActBook)
	if thing(r.Item) && m.Planned && m.has("changes") && !m.otherKind() && !m.nearIt() && (booked || slices.Contains(loose, r.Act)) {
		r.Act = ActOther
	}
	if m.takes() || m.supposed() {
		m.take()
		return
	}
	switch {
	case m.bandAsked():
		r.Asks = true
	case r.Asks && (r.Topic != "" && slices.Contains(weak, r.Act) || m.unheld()):
		r.Act = ActAsk
	case r.Asks && m.plansNamed() > 1 && !thing(r.Item) && r.Act != ActWhy:
		r.Act = ActCompare
	case r.Band != "" && !thing(r.Item) && !r.Asks && !slices.Contains([]string{ActReset, ActExport, ActCompare, ActWhy}, r.Act):
		if r.Act = ActChoose; !m.chooses() {
			r.Act, r.Asks = ActAsk, true // "프리미엄은 너무 비싸네요" is told what that one holds
		}
	}
	m.topical()
}

// thingMeant is the stay or the flight that a message is about which names neither.
func (m *message) thingMeant() {
	r := m.r
	if r.Item == "" && m.has("compared") && thing(m.LastItem) {
		r.Item = m.LastItem // "더 좋은 데로 바꿔줘", of what was just spoken of
	}
	if (r.Act == ActCheaper || r.Act == ActBetter) && !thing(r.Item) && m.has("daily") && !slices.Contains(r.Keeps, ItemDaily) {
		r.Item = ItemDaily // "먹는 건 더 아껴 주세요"
	}
	if start, end, ok := phrases.Find(m.text, "act."+ActCheaper); ok && r.Act == ActCheaper {
		of := phrases.First(m.text[start:end], "item."+ItemHotel, "item."+ItemFlight)
		r.Item = cmp.Or(strings.TrimPrefix(of, "item."), r.Item) // "직항으로 하고 숙소를 낮춰 주세요"
	}
	corrected := m.LastItem == ItemHotel && m.has("corrects") && !phrases.HasAny(m.text, "act."+ActAdd, "act."+ActRemove)
	if r.Item == "" && m.namesArea() && (corrected || m.resembles("other_hotel")) {
		r.Item = ItemHotel // "텐진 말고 하카타역 근처로 잡아줘"
	}
}

// foods are those that are not eaten.
func (m *message) foods() {
	for _, at := range phrases.FindAll(m.text, "food") {
		food := strings.TrimSpace(m.text[at[0]:at[1]])
		if bare := groups(m.text[at[0]:at[1]], "food"); len(bare) > 0 { // without its particle
			food = bare[0]
		}
		if !slices.Contains(m.r.Foods, food) {
			m.r.Foods = append(m.r.Foods, food)
		}
	}
}

// maxTaking is how many words take an offer: who says more says what he wants.
const maxTaking = 4

// takes tells whether the message takes what was offered.
func (m *message) takes() bool {
	r := m.r
	return m.Offer != nil && m.has("takes") && !r.Asks && (r.Item == "" || r.Item == m.Offer.Item) && len(strings.Fields(m.text)) <= maxTaking
}

// supposed tells whether it is asked what the offer would come to: "그걸로 바꾸면 얼마야?"
func (m *message) supposed() bool { return m.Offer != nil && m.r.Asks && m.has("takes_if") }

func (m *message) take() {
	r, o := m.r, m.Offer
	r.Act, r.Item, r.Band, r.Slots = ActOther, o.Item, o.Band, o.Slots
	switch {
	case o.Band == "":
		r.Act = ActNone
	case o.Item == "":
		r.Act = ActChoose
	}
}

// nearIt tells that the stay is only named for what lies near it: "둘째 날은 호텔에서 너무 멀어".
func (m *message) nearIt() bool { return m.r.Item == ItemHotel && m.has("landmark") }

// thing tells whether an item is a stay or a flight, which bands are chosen of.
func thing(item string) bool { return item == ItemHotel || item == ItemFlight }

// item is what the act is about; a stay or a flight that is to be left as it is
// ("leave the flights alone") is not, unless nothing else is spoken of. kept is
// what is left besides it.
func (m *message) item() (about string, kept []string) {
	if m.has("kept.daily") {
		kept = append(kept, ItemDaily)
	}
	praised := "" // and left: "the hotel is great, don't change the hotel"
	for _, key := range phrases.Under("item") {
		name, named := strings.TrimPrefix(key, "item."), phrases.FindAll(m.text, key)
		all := len(named)
		open := len(slices.DeleteFunc(named, m.left))
		switch {
		case open < all:
			kept = append(kept, name)
			if open > 0 && praised == "" {
				praised = name
			}
		case open > 0 && about == "":
			about = name
		}
	}
	about = cmp.Or(about, praised)
	return about, slices.DeleteFunc(kept, func(name string) bool { return name == about })
}

// left tells whether what stands there is to be left as it is.
func (m *message) left(at []int) bool {
	return m.before(at[0], "kept.before") || m.after(at[1], "kept.after")
}

// unheld tells whether a question is about what only phrases tell, which is
// mostly what no trip holds.
func (m *message) unheld() bool {
	return m.r.Topic != "" && !examples.Has("ask."+m.r.Topic)
}

// resembles tells whether a message about a plan is likely one of a label.
func (m *message) resembles(label string) bool {
	return m.Planned && m.meaning.Label == label && m.meaning.Sure >= dialog.Likely
}

// bandAsked tells whether the message asks what a better or cheaper stay or
// flight would come to: that one is offered, where a question of costs would be
// answered with those of the plan as it is.
func (m *message) bandAsked() bool {
	r := m.r
	return m.Planned && r.Asks && (r.Act == ActBetter || r.Act == ActCheaper) && thing(r.Item) && (r.Topic == TopicCost || r.Topic == TopicFit)
}

// phrased are the acts that only phrases tell.
var phrased = []string{ActReset, ActExport, ActRetry, ActStatus, ActDiet, ActGreet, ActUndo}

// slotted are the slots by the labels of messages that change them, which are read
// besides.
var slotted = map[string]Name{"people": NumPeople, "dates": StartDate, "budget": Budget, "destination": Destination, "pace": Pace}

// Changed is the slot that ActWhich asks for by its Item; "" is none.
func Changed(item string) Name { return slotted[item] }

// mean takes a message for what it resembles. What it tells of the trip is read
// besides.
func (m *message) mean() {
	r := m.r
	topic, asks := strings.CutPrefix(m.meaning.Label, "ask.")
	switch label := m.meaning.Label; {
	case asks && !m.asks() && m.has("asking.done") && !m.has("asking.wh"): // who has something done asks nothing
	case asks && m.unheld():
		r.Act, r.Asks = ActAsk, true // about what only phrases tell
	case topic == TopicFit && !m.asks() && m.has("money.about"): // "예산은 팔백"
		r.Act = ActNone
	case topic == TopicIf:
		r.Act, r.Topic, r.Asks = ActAsk, TopicCost, true // until it is read what is supposed
	case asks:
		r.Topic, r.Asks = topic, true
		if !m.bandAsked() {
			r.Act = ActAsk
		}
	case label == "budget" && r.Act == ActCheaper && !m.has("money.about"): // "100만원쯤 덜 들게"
	case slotted[label] != "", label == "other_hotel" && m.otherKind():
		r.Act = ActNone
	case label == "other_hotel" && m.nearIt():
	case label == ActJoy && (r.Act == ActComplain || r.Act == ActDislike): // "좋은데 좀 비싸네"
	case label == "other_hotel", label == "other_flight":
		r.Item = strings.TrimPrefix(label, "other_")
		if r.Act != ActBetter && r.Act != ActCheaper { // another one that is nicer, or costs less
			r.Act = ActOther
		}
		if m.has("act.cheaper") && !m.has("act.better") {
			r.Act = ActCheaper
		}
		if phrases.HasAny(m.text, "act."+ActComplain, "act."+ActDislike) && !m.has("changes") {
			r.Asks = true // a complaint is no wish: another one is only offered
		}
	case label == "off_topic":
	default:
		r.Asks = r.Asks || (label == ActBetter || label == ActCheaper) && r.Act != label // what is only meant is offered
		r.Act = label
	}
}

// guess takes a message in which nothing was found for what it resembles most. A
// guess throws nothing away, and another band is only offered.
func (m *message) guess() {
	r := m.r
	if r.Act != ActNone || r.Topic != "" || r.NoLodging != "" || r.Told() || len(r.Problems)+len(r.Named) > 0 || m.meaning.Sure < dialog.Likely ||
		slices.Contains([]string{ActReset, ActUndo, ActConfirm}, m.meaning.Label) || m.meaning.Label == ActStop && strings.Contains(m.text, "?") {
		return
	}
	m.mean()
	r.Asks = r.Asks || r.Act == ActOther || r.Act == ActBetter || r.Act == ActCheaper
}

// which finds a change that lacks what it should come to, or that no data can
// make, so that it is told and nothing else is changed.
func (m *message) which() {
	r := m.r
	switch label := m.meaning.Label; {
	case !m.Planned || len(r.Problems) > 0:
	case r.Act == ActOther && r.Item == ItemHotel && r.StayArea == nil && m.has("lies"):
		r.Topic, r.Asks = TopicArea, true // somewhere that is not known
	case r.Act == ActOther && r.Item == ItemFlight && m.has("direct"):
		r.Act, r.Topic, r.Asks = ActAsk, topicStops, true // which all flights are
	case (r.Act == ActOther || r.Act == ActCompare && !m.has("plans")) && r.Item == ItemFlight && m.has("timed"):
		r.Act = ActComplain // no flight has hours
	case r.Act == ActDay && r.With == 0 && len(r.Named)+len(r.Kinds) == 0 && r.Rest == nil && m.has("moved"), r.Act == ActNone && !r.Told() && r.Day == 0 && m.has("day.empty"):
		r.Act, r.Item, r.Asks = ActWhich, "change_day", false // nothing that is known, or on no day
	case m.meaning.Sure < dialog.Likely, r.Told(), r.Asks && len(r.Named) > 0, m.byTheWay, r.OneStay:
	case (r.Act == ActNone || r.Act == ActDislike) && slotted[label] != "", r.Act == ActDislike && label == "change_day":
		r.Act, r.Item, r.Asks = ActWhich, label, false
	}
}

// loose are the acts whose meaning what they are about decides.
var loose = []string{ActNone, ActRemove, ActAdd, ActSwap, ActDay, ActDislike, ActComplain, ActMore, ActStop, ActDiet}

// weak are the acts that give way to a question that has a topic.
var weak = []string{ActNone, ActConfirm, ActStop, ActThanks, ActGreet, ActShow, ActBetter, ActBrief, ActDislike, ActComplain, ActRemove}

// asks tells whether the message asks. Who asks for something to be done asks
// nothing, who asks to be told does.
func (m *message) asks() bool {
	if m.has("asking.insists") {
		return false
	}
	if !m.Planned {
		return m.has("question")
	}
	if m.has("asking.told") {
		return true
	}
	if m.has("asking.asked_for") && !m.has("asking.wh") {
		return false
	}
	return (m.has("asking.words") || korean.Asks(m.text) || korean.EndsAsking(m.text) && !m.has("asking.states")) && !m.has("asking.done")
}

// always are the acts that need no plans.
var always = []string{ActReset, ActExport, ActRetry, ActStatus, ActAbout, ActGreet, ActThanks, ActDiet, ActBook}

// sole are the topics that say all that a message wants, whether or not it asks.
var sole = []string{"human", "memory", "rail", "rooms", "eateries"}

// maxBare is how many words a bare yes or no has: "no, that is not what I asked"
// ends nothing.
const maxBare = 3

func (m *message) sharedAct() string {
	bare := len(strings.Fields(m.text)) <= maxBare
	for _, said := range dialog.Acts(m.text) {
		act := shared[said.Act]
		if act != ActNone && (m.Planned || slices.Contains(always, act)) && (bare || said.Act != dialog.Deny && said.Act != dialog.Confirm) {
			return act
		}
	}
	return ActNone
}

// dayNamed reads the days of the trip that are named ("둘째 날", "day 3") and
// blanks them, so that they are no length of stay.
func (m *message) dayNamed() {
	m.r.Part = strings.TrimPrefix(phrases.First(m.text, phrases.Under("part")...), "part.")
	if both := groups(m.text, "days.both"); len(both) == 2 { // "swap days 2 and 3"
		m.r.Day, _ = strconv.Atoi(both[0])
		m.r.With, _ = strconv.Atoi(both[1])
		start, end, _ := phrases.Find(m.text, "days.both")
		m.blank(start, end)
		return
	}
	for _, into := range []*int{&m.r.Day, &m.r.With} {
		n, denied := m.nextDay()
		if denied { // "not day 2 but day 3"
			if other, _ := m.nextDay(); other > 0 || m.r.Day > 0 {
				n = other
			}
		}
		*into = n
	}
}

// nextDay is a day of the trip that is named and not blanked yet, and whether another
// is to take its place; 0 is none.
func (m *message) nextDay() (n int, denied bool) {
	named := slices.DeleteFunc(phrases.Under("nth"), func(key string) bool { return key == "nth.that" })
	key := cmp.Or(phrases.First(m.text, named...), phrases.First(m.text, "nth.that"))
	if key == "" || key == "nth.that" && m.r.Day > 0 { // "on the last day …, so is that day lost?"
		return 0, false
	}
	start, end, _ := phrases.Find(m.text, key)
	n, err := strconv.Atoi(strings.TrimPrefix(key, "nth."))
	switch {
	case key == "nth.last":
		n = m.Nights + 1
	case key == "nth.that":
		n = m.LastDay
	case err != nil:
		n, _ = strconv.Atoi(groups(m.text[start:end], key)[0])
	}
	denied = m.after(end, "nth_denied")
	m.blank(start, end)
	return n, denied
}
