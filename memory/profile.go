package memory

import (
	"slices"
	"strconv"
	"strings"
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
	l.leaves()
	return l.facts
}

// leaves takes back what was known of the home before, where a message tells of another:
// its deposit and the end of its lease are none of the new one.
func (l *learner) leaves() {
	home := func(list []state.Preference) int {
		return slices.IndexFunc(list, func(p state.Preference) bool { return p.Key == HomeAt })
	}
	at, was := home(l.facts), home(l.said.Known)
	if at < 0 || was < 0 {
		return
	}
	now, before := l.facts[at].Value, l.said.Known[was].Value
	if now == before || !phrases.Has(l.facts[at].Evidence, "cue.moved") && (strings.HasPrefix(now, before) || strings.HasPrefix(before, now)) {
		return
	}
	for _, p := range l.said.Known {
		if ofHome(p.Key) && !slices.ContainsFunc(l.facts, func(f state.Preference) bool { return f.Key == p.Key }) {
			l.add(p.Key, No, l.facts[at].Evidence)
		}
	}
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
	// whole is the clause as it was said, holed as it is read: without what it waves
	// aside. Facts are quoted, and forgotten, by what was said.
	whole, holed string
	// limited is the kind of deal that the message has set a limit to.
	limited string
	// dropped tells that the message has taken a place out of those looked for.
	dropped bool
	// before is the clause before, of whose matter the next one may be; atHome tells that
	// it had a sum of the home that is lived in.
	before clause
	atHome bool
}

// add notes a fact, in the place of what the message said of it before.
func (l *learner) add(key, value, words string) {
	if value == "" {
		return
	}
	l.count++
	words = strings.Replace(words, l.holed, l.whole, 1)
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
	corrected := false
	l.whole, l.holed = c.text, c.text
	for _, d := range dialog.Denials(c.text) { // "강남 말고 마포"
		if i := strings.Index(c.text, d.Denied); i >= 0 && d.Instead != "" {
			corrected = l.instead(c, d.Denied, d.Instead) || corrected
			c.text = l.inPlace(c.text, i, d)
		}
	}
	l.holed = c.text
	if !corrected {
		l.sums(c)
	}
	l.notes(c)
	l.withParents(c)
	defer func() { l.before = c }()
	if c.who != self {
		if c.tenancy && c.has(LeaseEnd) {
			l.day(LeaseEnd, c)
		}
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

// lives tells whether a clause is of the home that is lived in: not one that says how
// much may be paid at most ("사는 건 4억까지").
func lives(c clause) bool {
	return c.has("cue.live", "cue.lives_now", "cue.moved") && (!seeks(c) || c.has("cue.moved")) && !bounds(c.text)
}

// wanted is the home that is looked for, or the one lived in. Who sets limits to
// several kinds of deal has chosen none.
func (l *learner) wanted(c clause) {
	deal, property := only(c.text, "deal"), only(c.text, "property")
	l.withdrawn(c)
	switch {
	case seeks(c):
		l.add(DealType, deal, c.text)
		l.add(Property, property, c.text)
	case lives(c):
		l.add(HomeDeal, deal, c.text)
		l.add(HomeKind, property, c.text)
	case deal != "" && (c.has("sum.limit") || c.bounded) && len(wonIn(c.text)) > 0:
		if l.limited != "" && l.limited != deal {
			l.facts = slices.DeleteFunc(l.facts, func(p state.Preference) bool { return p.Key == DealType })
		} else {
			l.add(DealType, deal, c.text)
		}
		l.limited = deal
	}
}

// withdrawn is the kind of deal that is wanted no more ("매매는 안 할래"), with its budget.
func (l *learner) withdrawn(c clause) {
	for _, key := range phrases.Under("deal") {
		_, end, ok := phrases.Find(c.text, key)
		if !ok || !phrases.Has(c.text[end:], "refuses") {
			continue
		}
		deal := strings.TrimPrefix(key, "deal.")
		budget := BudgetOf(deal)
		if deal == "jeonse" {
			budget = BudgetOf("deposit")
		}
		if l.value(DealType) == deal {
			l.retract(DealType, c.text)
		}
		if l.won(budget) > 0 {
			l.retract(budget, c.text)
		}
	}
}

// retract takes back what this message said of a key, and denies what was known.
func (l *learner) retract(key, words string) {
	l.facts = slices.DeleteFunc(l.facts, func(p state.Preference) bool { return p.Key == key })
	if l.value(key) != "" {
		l.add(key, No, words)
	}
}

// only is the one name of a group that is in a text, "" for none or several.
func only(text, group string) string {
	found := ""
	for _, key := range phrases.Under(group) {
		at, end, ok := phrases.Find(text, key)
		if !ok || dialog.Denied(text[:at], text[end:]) || phrases.Has(text[end:], "refuses") {
			continue
		}
		if found != "" {
			return ""
		}
		found = strings.TrimPrefix(key, group+".")
	}
	return found
}

// numbers are ages, people, rooms, floors and areas.
func (l *learner) numbers(c clause) {
	if !c.has("fact.household.children") {
		l.add(Age, l.age(c.text), c.text)
	}
	if party := korean.FindParties(c.text); len(party) > 0 && (c.has("cue.household") || c.has("cue.people") && !(c.has("number.heads") && c.has("fact.household.children"))) {
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
