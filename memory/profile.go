package memory

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// The keys of what is known of a user. A sum is in whole won, a day
// YYYY-MM-DD, a region its full name, an Income JSON; what somebody is or has
// (status.*, health.*, pet.*) is Yes, No or how many, a taste Like, Dislike or
// Fine, and what has no other form (job, car, style …) the words that said it.
const (
	Region   = "region"
	Budget   = "budget" // of any kind of deal; budget.deposit and so on of one
	Language = "language"
	DealType = "deal_type"
	Property = "property"
	Rooms    = "rooms"
	Floor    = "floor"
	Area     = "area"
	Work     = "place.work"
	School   = "place.school"
	HomeAt   = "home.region"
	HomeDeal = "home.deal_type"
	HomeKind = "home.property"
	HomeHeld = "home.deposit"
	HomeRent = "home.monthly_rent"
	Loan     = "loan.sum"
	LoanRate = "loan.rate" // percent a year
	People   = "household.people"
	Children = "household.children"
	Parents  = "household.parents"
	Age      = "age"
	Assets   = "asset"
	LeaseEnd = "day.lease_end"
	Moving   = "day.moving"
	Wedding  = "day.wedding"

	incomeOf = "income." // self, partner, both
	// partnerOf is before the key of what is noted of a partner.
	partnerOf = "partner."
)

// BudgetOf is the key of the budget of "deposit", "monthly_rent" or "sale".
func BudgetOf(kind string) string { return "budget." + kind }

// Values of what is or is not so.
const (
	Yes     = "yes"
	No      = "no"
	Maybe   = "maybe"
	Like    = "like"
	Dislike = "dislike"
	Fine    = "fine"
)

// Income is what somebody earns, as it was said.
type Income struct {
	Won int64 `json:"won"`
	// Per is "month" or "year", Tax "net", "gross" or "" where it was not said.
	Per string `json:"per"`
	Tax string `json:"tax,omitempty"`
}

// maxEvidence bounds, in characters, what is quoted of a message.
const maxEvidence = 120

// Said is a message with the places in it.
type Said struct {
	UserID, RunID, Query string
	// Language is the one that the message is answered in, "ko" or "en".
	Language string
	Regions  []estate.Region
	// Known is what was known before the message, which may change it.
	Known []state.Preference
	// Today is what days are reckoned from.
	Today, At time.Time
}

// Learn is what a message tells of its user, each fact with the words that it
// was learned from. Only what users state of themselves counts; of what is said
// twice the later holds.
func (m *Memory) Learn(s Said) []state.Preference {
	if s.UserID == "" {
		return nil
	}
	l := learner{said: s}
	if s.Language == "ko" || s.Language == "en" {
		l.add(Language, s.Language, "") // no words: they would outlive what is forgotten
	}
	for _, c := range stated(s.Query) {
		l.learn(c)
	}
	l.listed(s.Query)
	return l.facts
}

// OnlyTells tells whether a message says nothing but facts of its user, none of
// them a wish that a search could answer.
func OnlyTells(s Said) bool {
	l := learner{said: s}
	for _, c := range stated(s.Query) {
		before := l.count
		l.learn(c)
		if l.count == before && utf8.RuneCountInString(c.text) > maxAside || seeks(c) && !c.has("cue.like") {
			return false
		}
	}
	return l.count > 0 && !asks(s.Query)
}

// evidence is a clause as it is quoted.
func evidence(words string) string { return strings.TrimRight(cut(clean(words), maxEvidence), " ,") }

// maxAside is how long a part without a fact is at most, in characters, that is
// no more than a greeting or a sigh.
const maxAside = 8

type learner struct {
	// count is how often something was noted by a cue: "전세보증금 2억이 묶여 있어요"
	// may be the trouble itself, so a kind alone makes no part one that only tells.
	count int
	said  Said
	facts []state.Preference
	// before is the clause before, of whose matter the next one may be.
	before clause
}

// add notes a fact, in the place of what the message said of it before.
func (l *learner) add(key, value, words string) {
	if value == "" {
		return
	}
	l.count++
	p := state.Preference{
		UserID: l.said.UserID, Key: key, Value: value, RunID: l.said.RunID,
		Evidence: evidence(words), UpdatedAt: l.said.At.UTC(),
	}
	for i := range l.facts {
		if l.facts[i].Key == key {
			l.facts[i] = p
			return
		}
	}
	l.facts = append(l.facts, p)
}

func (l *learner) learn(c clause) {
	before := l.count
	if c.has("secret") {
		return
	}
	for _, d := range dialog.Denials(c.text) { // "강남 말고 마포"
		if i := strings.Index(c.text, d.Denied); i >= 0 && d.Instead != "" {
			l.instead(c, d.Denied, d.Instead)
			start, end := l.deniedValue(d.Denied, d.Instead)
			c.text = c.text[:i+start] + strings.Repeat(" ", end-start) + c.text[i+end:]
		}
	}
	l.sums(c)
	l.notes(c)
	l.withParents(c)
	defer func() { l.before = c }()
	if c.who != self {
		return
	}
	l.wanted(c)
	l.places(c)
	l.holds(c)
	l.numbers(c)
	l.days(c)
	l.tastes(c)
	if l.count == before {
		l.byKind(c)
		l.count = before
	}
}

// deniedValue is the place of the sum or the day that is waved aside, or all of
// the words: what the value is of holds on ("만기는 3월 말이 아니라 5월 20일이에요") where
// the other names no deal and no place of its own.
func (l *learner) deniedValue(denied, instead string) (start, end int) {
	if len(keysOf(instead, "deal")) > 0 || slices.ContainsFunc(l.said.Regions, func(r estate.Region) bool { return strings.Contains(instead, r.Text) }) {
		return 0, len(denied)
	}
	if sums := korean.FindMoney(denied); len(sums) == 1 {
		return sums[0].Start, sums[0].End
	}
	if days := korean.FindDays(denied, l.said.Today); len(days) == 1 {
		return days[0].Start, days[0].End
	}
	return 0, len(denied)
}

// instead is the place that is said in the place of a known one, whose name
// nobody may know, or the sum in the place of one that was said before.
func (l *learner) instead(c clause, denied, instead string) {
	if was, now := wonIn(denied), wonIn(instead); c.who == self && len(was) == 1 && len(now) == 1 {
		l.corrected(c, denied, instead)
		return
	}
	word, _, _ := strings.Cut(instead, " ")
	if c.who != self || !place(denied) || place(instead) || !seeks(c) {
		return
	}
	stems := korean.Stems(word)
	l.add(Region, stems[min(1, len(stems)-1)], c.text)
}

// place tells whether a text names a place.
func place(text string) bool {
	return slices.ContainsFunc(places(), func(name string) bool { return strings.Contains(text, name) })
}

var places = sync.OnceValue(func() (names []string) {
	for _, p := range korean.Places() {
		names = append(names, p.Words...)
	}
	return names
})

// notes are what is kept as it was said; of a partner only the job.
func (l *learner) notes(c clause) {
	for _, key := range phrases.Under("note") {
		name := strings.TrimPrefix(key, "note.")
		if c.who == partner && name == "job" {
			name = partnerOf + name
		} else if c.who != self {
			continue
		}
		if !phrases.Has(c.text, key) {
			continue
		}
		words := c.text
		if i := slices.IndexFunc(l.facts, func(p state.Preference) bool { return p.Key == name }); i >= 0 {
			words = l.facts[i].Value + ", " + words
		}
		l.add(name, evidence(words), words)
	}
}

// seeks tells whether a clause is of the home that is looked for.
func seeks(c clause) bool {
	return c.has("cue.seek", "cue.like", "cue.wish") && (!c.has("cue.dislike") || c.has("cue.need")) && !c.has("cue.seen", "cue.lives_now")
}

func lives(c clause) bool { return c.has("cue.live", "cue.lives_now") && !seeks(c) }

// wanted is the home that is looked for, or the one lived in.
func (l *learner) wanted(c clause) {
	deal, property := only(c.text, "deal"), only(c.text, "property")
	switch {
	case seeks(c):
		l.add(DealType, deal, c.text)
		l.add(Property, property, c.text)
	case lives(c):
		l.add(HomeDeal, deal, c.text)
		l.add(HomeKind, property, c.text)
	case c.has("sum.limit") && len(korean.FindSums(c.text)) > 0:
		l.add(DealType, deal, c.text)
	}
}

// only is the one name of a group that is in a text, "" for none or several.
func only(text, group string) string {
	found := ""
	for _, key := range phrases.Under(group) {
		at, end, ok := phrases.Find(text, key)
		if !ok || dialog.Denied(text[:at], text[end:]) {
			continue
		}
		if found != "" {
			return ""
		}
		found = strings.TrimPrefix(key, group+".")
	}
	return found
}

// places are where somebody wants to live, lives, works and learns.
func (l *learner) places(c clause) {
	name, spoken, several := l.region(c)
	if spoken == "" {
		spoken = phrases.Named(c.text, "place.station")["place"]
	}
	switch {
	case c.has("cue.work"), c.has("cue.workplace") && (c.has("note.job") || l.value("job") != ""):
		l.add(Work, spoken, c.text)
	case l.employed(c) && !seeks(c) && !lives(c):
		l.add(Work, spoken, c.text)
	case c.has("cue.school"):
		l.add(School, spoken, c.text)
	case lives(c), c.has("changes") && !seeks(c) && l.before.who == self && l.before.has("cue.moved") && alone(c.text, spoken): // "We moved! Bundang now."
		l.add(HomeAt, name, c.text)
	case seeks(c) && !several:
		l.add(Region, name, c.text)
	}
}

// alone tells whether a text says no more than a place, and that it is so now.
func alone(text, spoken string) bool {
	return len(content(without(strings.Replace(text, spoken, "", 1), "changes"))) <= 1
}

// employed tells whether a clause names somebody's job behind where the employer
// is: "판교 게임사 기획자예요".
func (l *learner) employed(c clause) bool {
	return slices.ContainsFunc(l.said.Regions, func(r estate.Region) bool {
		if r.Start < c.start || r.End > c.start+len(c.text) {
			return false
		}
		_, end, ok := phrases.Find(c.text[r.End-c.start:], "place.employer")
		return ok && phrases.HasAny(c.text[r.End-c.start+end:], "note.job", "field.job")
	})
}

// region is the place of a clause, the last where it names more: in full, and
// as it was said. Several are different ones.
func (l *learner) region(c clause) (name, spoken string, several bool) {
	for _, r := range l.said.Regions {
		if r.Start < c.start || r.End > c.start+len(c.text) || strings.TrimSpace(c.text[r.Start-c.start:r.End-c.start]) == "" {
			continue
		}
		full := strings.Join(strings.Fields(r.Sido+" "+r.Sigungu+" "+r.Dong), " ")
		several = several || name != "" && !strings.HasPrefix(full, name+" ") && full != name
		name, spoken = full, r.Text
	}
	return name, spoken, several
}

// holds are what somebody is and has.
func (l *learner) holds(c clause) {
	for _, key := range phrases.Under("fact") {
		at, end, ok := phrases.Find(c.text, key)
		key = strings.TrimPrefix(key, "fact.")
		if !ok || strings.HasPrefix(key, "pet.") && !c.has("cue.have") {
			continue
		}
		value := Yes
		switch {
		case phrases.Has(c.text[end:], "no"), phrases.Has(c.text[:at], "no_before"):
			value = No
		case strings.HasPrefix(key, "pet."), key == Children:
			value = headcount(c.text)
		}
		l.add(key, value, c.text)
	}
}

// numbers are ages, people, rooms, floors and areas.
func (l *learner) numbers(c clause) {
	if !c.has("fact.household.children") {
		l.add(Age, l.age(c.text), c.text)
	}
	if party := korean.FindParties(c.text); len(party) > 0 && c.has("cue.people") && !(c.has("number.heads") && c.has("fact.household.children")) {
		l.add(People, strconv.Itoa(party[len(party)-1].Count), c.text)
	}
	if c.has("cue.seen") || lives(c) {
		return
	}
	found := phrases.Named(c.text, "number.rooms")
	if n, ok := korean.ParseCount(found["n"]); ok {
		l.add(Rooms, strconv.Itoa(n), c.text)
	} else if key := phrases.First(found["kind"], phrases.Under("rooms")...); key != "" {
		l.add(Rooms, strings.TrimPrefix(key, "rooms."), c.text)
	}
	if seeks(c) {
		l.add(Area, phrases.Named(c.text, "number.area")["area"], c.text)
		l.add(Floor, phrases.Named(c.text, "number.floor")["floor"], c.text)
	}
}

func (l *learner) age(text string) string {
	found := phrases.Named(text, "number.age")
	if n, ok := korean.ParseCount(found["n"]); ok && n >= 10 && n < 120 {
		return strconv.Itoa(n)
	}
	if born, err := strconv.Atoi(found["born"]); err == nil {
		for born < 100 && born+1900 <= l.said.Today.Year()-100 || born < 100 && born <= l.said.Today.Year()-2000-10 {
			born += 2000
		}
		if born < 100 {
			born += 1900
		}
		return strconv.Itoa(l.said.Today.Year() - born)
	}
	return strings.TrimSpace(found["decade"])
}
