package planning

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// The kinds of facts that a reading may name.
const (
	KindAmount       = "amount"
	KindPercentage   = "percentage"
	KindArea         = "area"
	KindPeriod       = "period"
	KindDate         = "date"
	KindRegion       = "region"
	KindContractType = "contract_type"
	KindPropertyType = "property_type"
	KindAttribute    = "attribute" // a named fact; its role is the name
)

// Said is a fact of a text with its place, of whatever kind.
type Said struct {
	Kind, Role string
	Value      string // equal for equal facts
	Text       string
	Start, End int
}

// Like tells whether one span of time or sum may stand for another: "40년" does for
// "30년", and not for the month of "한달에 얼마"; a rent does not for by how much it rises.
func (s Said) Like(other Said) bool { return s.Times(other) <= 12 }

// Times is how many times as much the larger of two values is; of none that is a number 1.
func (s Said) Times(other Said) float64 {
	a, _ := strconv.ParseFloat(s.Value, 64)
	b, _ := strconv.ParseFloat(other.Value, 64)
	if a == b {
		return 1
	}
	return max(a/b, b/a)
}

// Message is what a text says besides asking.
type Message struct {
	Facts []Said // in their order
	// Topics are what it is about by itself; a word that only says what a sum
	// stands for is none. Moves are those of them that say where to a sum or a
	// rate goes, or what a rate is of: "5%로 오르면", "대출 금리 4%면".
	Topics, Moves []string
	// Elsewhere tells that it speaks of another field and of nothing that is
	// surely of this one.
	Elsewhere bool
	// Orders tells that it orders something to be written.
	Orders bool
	// Wrong tells that it names what can't be so: a sum, a rate, a day.
	Wrong bool
	Words int
}

// Read is what a text says. A longer one than a query may be says nothing.
func (p *Planner) Read(text string, today time.Time) Message {
	if len(text) > MaxQuery {
		return Message{}
	}
	r := p.read(text)
	e, problems := p.entities(r, today)
	m := Message{Words: len(r.tokens), Topics: p.topics(r), Moves: p.moves(r), Elsewhere: r.elsewhere(p), Orders: phrases.Has(r.norm, "orders"), Wrong: len(problems) > 0}
	add := func(kind, role, text string, value any, start, end int) {
		m.Facts = append(m.Facts, Said{kind, role, fmt.Sprint(value), text, start, end})
	}
	for _, a := range e.Amounts {
		add(KindAmount, a.Role, a.Text, a.Won, a.Start, a.End)
	}
	for _, a := range e.Percentages {
		add(KindPercentage, a.Role, a.Text, a.Value, a.Start, a.End)
	}
	for _, a := range e.Areas {
		add(KindArea, "", a.Text, a.M2, a.Start, a.End)
	}
	for _, a := range e.Periods {
		add(KindPeriod, "", a.Text, a.Months*31+a.Days, a.Start, a.End)
	}
	for _, a := range e.Dates {
		add(KindDate, a.Role, a.Text, a.ISO, a.Start, a.End)
	}
	for _, a := range e.Regions {
		add(KindRegion, "", a.Text, a.Sido+a.Sigungu+a.Dong, a.Start, a.End)
	}
	for _, h := range r.hits {
		raw, from, to := r.span(h.start, h.end)
		for _, i := range h.term.concepts {
			switch c := &p.cfg.Concepts[i]; {
			case c.Attribute != nil:
				add(KindAttribute, c.Attribute.Name, raw, c.Attribute.said(r.norm, h.start, h.end), from, to)
			case c.Class != ClassNoun || !c.Keyword || h.waved:
			case c.ContractType != "":
				add(KindContractType, "", raw, c.ContractType, from, to)
			case c.PropertyType != "":
				add(KindPropertyType, "", raw, c.PropertyType, from, to)
			}
		}
	}
	slices.SortStableFunc(m.Facts, func(a, b Said) int { return a.Start - b.Start })
	return m
}

// topics are the keys of the concepts that a text is about.
func (p *Planner) topics(r *reading) []string {
	var keys []string
	for _, h := range r.hits {
		if r.givesValue(h) || h.waved {
			continue
		}
		for _, i := range h.term.concepts {
			if c := &p.cfg.Concepts[i]; c.Class == ClassTopic && c.Attribute == nil {
				keys = appendNew(keys, c.Key)
			}
		}
	}
	return keys
}

// moves are the keys of the topics that stand right behind a sum or a rate and say how it
// changes, or right before a rate and say what it is of: "대출 금리 4%면".
func (p *Planner) moves(r *reading) (keys []string) {
	behind := func(end, start int) bool { return start > end && start-end <= movesReach }
	ahead := func(m korean.Rate, h hit) bool { return h.end <= m.Start && m.Start-h.start <= namesReach }
	for _, h := range r.hits {
		named := slices.ContainsFunc(r.rates, func(m korean.Rate) bool { return ahead(m, h) })
		if !named && !slices.ContainsFunc(r.money, func(m korean.Money) bool { return behind(m.End, h.start) }) &&
			!slices.ContainsFunc(r.rates, func(m korean.Rate) bool { return behind(m.End, h.start) }) {
			continue
		}
		for _, i := range h.term.concepts {
			if c := &p.cfg.Concepts[i]; c.Class == ClassTopic && c.Attribute == nil {
				keys = appendNew(keys, c.Key)
			}
		}
	}
	return keys
}

// movesReach is how far behind a sum what it does begins, in bytes: "으로 ".
const movesReach = 7

// namesReach is how far before a rate what it is of begins, in bytes.
const namesReach = 30

// said is the value that a concept's attribute has by the words around its
// own: "생애최초 아니에요" says that it is not.
func (a *NamedAttribute) said(text string, start, end int) string {
	if a.Denied != "" && dialog.Denied(text[:start], text[end:]) {
		return a.Denied
	}
	return a.Value
}
