package slot

import (
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// act reads what a message wants besides telling slots.
func (m *message) act() {
	r := m.r
	if key := phrases.First(m.text, "act.reset", "act.export", "act.retry"); key != "" {
		r.Act = strings.TrimPrefix(key, "act.")
		return
	}
	if r.Plan = m.plan(); r.Plan != "" {
		r.Act = ActChoose
		return
	}
	if key := phrases.First(m.text, "act.status", "act.about"); key != "" {
		r.Act = strings.TrimPrefix(key, "act.")
		return
	}
	if m.has("question") {
		if key := phrases.First(m.text, phrases.Under("topic")...); key != "" {
			r.Act, r.Topic = ActAsk, strings.TrimPrefix(key, "topic.")
			return
		}
	}
	r.Act = strings.TrimPrefix(phrases.First(m.text, "act.thanks", "act.greeting"), "act.")
}

// plan is the plan that was chosen, by its number or its name; the first one
// counts.
func (m *message) plan() string {
	chosen, first := "", len(m.text)
	for _, band := range catalog.Bands() {
		if start, _, ok := phrases.Find(m.text, "plan."+band); ok && start < first {
			chosen, first = band, start
		}
	}
	return chosen
}
