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
