package slot

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/korean"
)

// The ways in which a part of the trip enters its sum.
const (
	CostEstimated = "estimated"
	CostExcluded  = "excluded" // somebody has it already, pays for it himself or wants it reckoned apart
	CostPaid      = "paid"     // with what was paid
)

// Cost is how the flights or the stay enter the sum of a trip.
type Cost struct {
	Kind string `json:"kind"`
	Won  int64  `json:"won,omitempty"`
	Each bool   `json:"each,omitempty"` // Won is for each traveller
}

// Total is what was paid for all; nil is that the planner's estimate counts.
func (c *Cost) Total(people int) *int64 {
	if c == nil || c.Kind == CostEstimated {
		return nil
	}
	won := c.Won
	if c.Each {
		won *= int64(max(people, 1))
	}
	return &won
}

// costs reads which parts of the trip are paid, owned or to be left out of its sum,
// and blanks what says so: the rest of the message is read without it.
func (m *message) costs() {
	var said spans
	for _, part := range []struct {
		key  string
		into **Cost
		now  *Cost
	}{{"flight", &m.paid.FlightCost, m.Context.FlightCost}, {"lodging", &m.paid.LodgingCost, m.Context.LodgingCost}} {
		for _, at := range phrases.FindAll(m.text, "cost."+part.key) {
			c, where := m.cost(at[0], at[1])
			if c != nil && (c.Kind != CostEstimated || part.now != nil) { // what is reckoned as ever says nothing new
				*part.into, said = c, append(said, where...)
			}
		}
		if start, end, ok := phrases.Find(m.text, "free."+part.key); ok && *part.into == nil { // "마일리지로 가요", "친구네서 자요"
			*part.into, said = &Cost{Kind: CostExcluded}, append(said, [2]int{start, end})
		}
	}
	if m.paid.FlightCost == nil && m.has("free.by_land") && m.atHome() {
		m.paid.FlightCost = &Cost{Kind: CostExcluded}
	}
	for _, at := range said {
		m.blank(at[0], at[1])
	}
}

// atHome tells whether the trip stays in the country, where one need not fly.
func (m *message) atHome() bool {
	if d := m.city(); d != nil {
		return d.Domestic()
	}
	return slices.ContainsFunc(m.Pack.Find(m.text, ""), func(at catalog.Mention) bool { return at.Destination.Domestic() })
}

// cost is what is said of the cost of what is named from start to end, and where it
// is said; nil is nothing.
func (m *message) cost(start, end int) (*Cost, spans) {
	kind, from, to := m.costKind(start, end)
	if kind == "" {
		return nil, nil
	}
	if at, ok := m.standsBefore(from, "cost.price_before"); ok { // "38만원에 비행기 끊었어요"
		from = at
	}
	c, said := &Cost{Kind: kind}, spans{{from, to}}
	for _, sum := range korean.FindMoney(m.text[from:sentenceEnd(m.text, to)]) {
		at := [2]int{from + sum.Start, from + sum.End}
		if c.Won > 0 || at[0] >= to && kind != CostPaid {
			break
		}
		times, begins := m.perNight(at)
		c.Kind, c.Won, said = CostPaid, sum.Won*times, append(said, [2]int{begins, at[1]})
		c.Each = m.before(at[0], "cost.each")
	}
	if c.Kind == CostPaid && c.Won == 0 {
		c.Kind = CostExcluded // it is paid, and nobody told with how much
	}
	return c, said
}

// costKind is how what is named from start to end is to enter the sum, and where
// that is said; "" is not.
func (m *message) costKind(start, end int) (kind string, from, to int) {
	for _, kind := range []string{CostEstimated, CostExcluded, CostPaid} {
		if at, length, ok := phrases.Find(m.text[end:sentenceEnd(m.text, end)], "cost."+kind); ok && at == 0 {
			to := end + length
			if m.after(to, "cost.wished") || m.before(start, "cost.of_some") {
				return "", 0, 0
			}
			return kind, start, wordEnd(m.text, to)
		}
		if at, ok := m.standsBefore(start, "before."+kind); ok && !m.after(end, "cost.wished") {
			return kind, at, end
		}
	}
	return "", 0, 0
}

// standsBefore is where a phrase begins that goes before what begins at start.
func (m *message) standsBefore(start int, key string) (int, bool) {
	from := max(0, start-near)
	at, _, ok := phrases.Find(m.text[from:start], key)
	return from + at, ok
}

// perNight is how often a sum is to be counted, as many times as there are nights
// where it is one's price, and where what says so begins.
func (m *message) perNight(at [2]int) (times int64, from int) {
	for _, key := range []string{"money.night_before", "money.one_night"} {
		if from, ok := m.standsBefore(at[0], key); ok {
			return int64(m.Nights), from
		}
	}
	return 1, at[0]
}

// wordEnd is where the word ends that holds a place of a text.
func wordEnd(text string, at int) int {
	if i := strings.IndexAny(text[at:], " ,.!?\n"); i >= 0 {
		return at + i
	}
	return len(text)
}

// sentenceEnd is where the sentence ends that holds a place of a text, at most near
// behind it.
func sentenceEnd(text string, at int) int {
	upTo := min(len(text), at+2*near)
	if i := strings.IndexAny(text[at:upTo], "!?\n"); i >= 0 {
		upTo = at + i
	}
	if i := strings.Index(text[at:upTo], ". "); i >= 0 {
		upTo = at + i
	}
	return upTo
}

// Pays tells whether the message says what is paid or left out of the sum.
func (r *Reading) Pays() bool { return r.FlightCost != nil || r.LodgingCost != nil }
