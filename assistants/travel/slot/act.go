package slot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
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
	r.Topic = strings.TrimPrefix(phrases.First(m.text, m.keys("topic", early)...), "topic.")
	r.Item = strings.TrimPrefix(phrases.First(m.text, phrases.Under("item")...), "item.")
	r.Plan, r.Within = m.plan(0), m.has("within")
	if start, _, ok := phrases.Find(m.text, "item."+r.Item); ok && (r.Item == ItemHotel || r.Item == ItemFlight) {
		if later := m.plan(start); later != "" && later != r.Plan { // "알뜰로 하되 호텔만 프리미엄"
			r.Base, r.Plan = r.Plan, later
		}
	}
	r.Act = strings.TrimPrefix(phrases.First(m.text, m.keys("act", always)...), "act.")
	if r.Act == ActNone {
		r.Act = m.sharedAct()
	}
	switch thing := r.Item == ItemHotel || r.Item == ItemFlight; {
	case r.Act == ActWhy && m.has("rhetoric"):
		r.Act = ActComplain
	case (r.Act == ActComplain || r.Act == ActAdd) && m.has("short"):
		r.Act = ActBrief
	case thing && m.Planned && m.has("changes") && !m.has("kind") && (slices.Contains(loose, r.Act) || r.Act == ActShow):
		r.Act = ActOther
	}
	switch choosing := r.Plan != "" && r.Item != ItemHotel && r.Item != ItemFlight; {
	case r.Asks && r.Topic != "" && slices.Contains(weak, r.Act), r.Act == ActMore && r.Topic == "rain":
		r.Act = ActAsk
	case choosing && !r.Asks && !slices.Contains([]string{ActReset, ActExport, ActCompare, ActWhy}, r.Act):
		r.Act = ActChoose
	case r.Plan != "" && !choosing && m.Planned && !slices.Contains([]string{ActCompare, ActWhy}, r.Act):
		r.Act = ActOther
	}
}

// loose are the acts whose meaning what they are about decides.
var loose = []string{ActNone, ActRemove, ActAdd, ActSwap, ActDay, ActDislike, ActComplain, ActMore, ActStop, ActDiet}

// weak are the acts that give way to a question that has a topic.
var weak = []string{ActNone, ActConfirm, ActStop, ActThanks, ActGreet, ActShow, ActBetter, ActBrief, ActDislike, ActComplain, ActRemove}

// asks tells whether the message asks. Who asks for something to be done asks
// nothing, who asks to be told does.
func (m *message) asks() bool {
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

// keys are those of a group that may be meant: without plans only some.
func (m *message) keys(group string, without []string) []string {
	keys := phrases.Under(group)
	if !m.Planned {
		keys = slices.DeleteFunc(keys, func(key string) bool { return !slices.Contains(without, strings.TrimPrefix(key, group+".")) })
	}
	return keys
}

// always are the acts that need no plans.
var always = []string{ActReset, ActExport, ActRetry, ActStatus, ActAbout, ActGreet, ActThanks}

// early are the topics that need none.
var early = []string{"entry", "money", "flight", "transport", TopicSeason, TopicPlaces, TopicSights, TopicCost}

func (m *message) sharedAct() string {
	for _, said := range dialog.Acts(m.text) {
		if act := shared[said.Act]; act != ActNone && (m.Planned || slices.Contains(always, act)) {
			return act
		}
	}
	return ActNone
}

// plan is the plan that was chosen, by its number or its name; the first one
// behind a place counts that is not waved aside.
func (m *message) plan(from int) string {
	chosen, first := "", len(m.text)
	for _, band := range catalog.Bands() {
		for _, at := range phrases.FindAll(m.text, "plan."+band) {
			if at[0] >= from && at[0] < first && !m.takenBack(at[1]) {
				chosen, first = band, at[0]
			}
		}
	}
	return chosen
}

// dayNamed reads the days of the trip that are named ("둘째 날", "day 3") and
// blanks them, so that they are no length of stay.
func (m *message) dayNamed() {
	m.r.Part = strings.TrimPrefix(phrases.First(m.text, phrases.Under("part")...), "part.")
	for _, into := range []*int{&m.r.Day, &m.r.With} {
		key := phrases.First(m.text, phrases.Under("nth")...)
		if key == "" {
			return
		}
		start, end, _ := phrases.Find(m.text, key)
		n, err := strconv.Atoi(strings.TrimPrefix(key, "nth."))
		switch {
		case key == "nth.last":
			n = m.Nights + 1
		case err != nil:
			n, _ = strconv.Atoi(groups(m.text[start:end], key)[0])
		}
		m.blank(start, end)
		*into = n
	}
}
