package slot

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Topics that are asked about only before there are plans, and only of them: who
// says before that he can't walk far tells of the pace.
var (
	early = []string{"topic." + topicWhere, "topic.bands"}
	late  = []string{"topic.access", "topic.eateries"}
)

func (m *message) topics() []string {
	without := late
	if m.Planned {
		without = early
	}
	return slices.DeleteFunc(phrases.Under("topic"), func(key string) bool { return slices.Contains(without, key) })
}

// topicWhere is a question where to go, topicKids whether children can.
const (
	topicWhere = "where"
	topicKids  = "kids"
	topicStops = "stops" // of flights
)

// where reads what a place to go to is to be like. Who names one asks about that.
func (m *message) where() {
	r := m.r
	if r.Topic == topicWhere {
		r.Topic, r.Asks = TopicPlaces, true
		named := len(m.Pack.Find(m.text, "")) > 0 || m.Destination != "" && phrases.First(m.text, phrases.Under("where")...) == ""
		if named || m.has("item.hotel") {
			without := func(key string) bool { return key == "topic."+topicWhere }
			r.Topic, r.Asks = strings.TrimPrefix(phrases.First(m.text, slices.DeleteFunc(m.topics(), without)...), "topic."), m.asks()
		}
	}
	if r.Topic != TopicPlaces {
		return
	}
	for _, key := range phrases.Under("where") {
		if m.has(key) {
			r.Where = append(r.Where, strings.TrimPrefix(key, "where."))
		}
	}
	for _, day := range korean.FindDays(m.text, m.Today) {
		r.Month = int(day.Date.Month())
	}
}

// topical settles what a question is about, where its words could be of two things.
func (m *message) topical() {
	r := m.r
	if r.Topic == "access" && m.elsewhere() != "" {
		r.Topic = "" // "벳푸도 갈 수 있어?" asks of the place, not of its stairs
	}
	been := (r.Topic == "memory" || r.Topic == "eateries") && len(m.Pack.Find(m.text, m.Destination)) > 0 // "오사카성은 저번에 갔다 왔어요" tells which
	airport := r.Topic == "airport" && m.Planned && (r.Act == ActConfirm || r.Act == ActOther)            // which is the airline's choice
	if (slices.Contains(sole, r.Topic) || airport) && !been || r.Topic == "access" && r.Act == ActRemove && !m.names() {
		r.Act, r.Asks = ActAsk, true
	}
	if r.Topic == "access" && r.Act == ActAsk && !m.asks() && !m.has("act."+ActRemove) {
		r.Act, r.Asks, r.Topic = ActNone, false, "" // "무릎이 안 좋아요" wishes for easy days
	}
	part := (r.Figure == "spending" || r.Figure == "largest") && m.Planned && !m.names()
	if r.Act == ActAsk && r.Figure != "" && m.Planned && m.has("topic.cost") && slices.Contains([]string{"", "packing", "money", "transport", TopicMeals}, r.Topic) || part {
		r.Act, r.Topic, r.Asks, r.Item = ActAsk, TopicCost, true, ""
	}
	if r.Item == ItemFlight && r.Topic == TopicEvening {
		r.Topic = "times"
	}
	if r.Act == ActDiet {
		m.foods()
	}
	priced := slices.Contains([]string{TopicArea, TopicCost, TopicIf}, r.Topic)
	if r.Act == ActAsk && priced && r.Item == ItemHotel && m.namesArea() {
		r.Act = ActOther // what staying in the area that is asked about would cost
	}
}
