package memory

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Recalled is what is told to a request.
type Recalled struct {
	Facts []state.Preference `json:"facts"`
	// Found are the exchanges that it means, Stated what was said in others
	// besides the facts.
	Found  []state.Memory `json:"found"`
	Stated []Statement    `json:"stated,omitempty"`
	// Other tells that nothing is of what was asked: facts and statements are all
	// that are known.
	Other bool `json:"other,omitempty"`
	// Untold is the kind of value ("sum", "day") that was asked for where none of
	// these has one, or "other" of somebody else of whom nothing was told: what lies
	// near must not pass for the answer.
	Untold string `json:"untold,omitempty"`
}

// Recall is what is told to a request about what is known or was said.
func (k Kept) Recall(question string, r Request, today time.Time) Recalled {
	facts := InContext(k.Facts, k.Exchanges)
	if r.Kind == AskOther {
		stated := newest(r.wordedBy(question, Statements(question, k.Exchanges, nil, nil)))
		return Recalled{Stated: stated, Other: len(stated) == 0 || len(r.Words) == 0}
	}
	got := Recalled{Facts: r.Of(facts), Found: k.Find(question, r, today)}
	if r.Kind == AskTell && len(r.Keys) > 0 || r.Kind == AskConfirm {
		all := Statements(question, k.Exchanges, slices.Concat(k.Facts, k.all), got.Facts)
		if r.Kind == AskTell {
			got.Facts, all = ofWhom(question, got.Facts, all)
			got.Facts = ofSum(question, got.Facts)
		}
		got.Stated = newest(append(statementsAbout(question, r, all), r.later(question, all, got.Facts, k.Facts)...))
		if r.Kind == AskConfirm || len(got.Facts)+len(got.Stated) > 0 {
			if r.Kind == AskTell {
				got.Untold = untold(question, got)
			}
			return got
		}
		got.Facts, got.Other = facts, true
		if about(question, self) != self {
			got.Untold, got.Found = other, Find(question, k.Exchanges, today)
		}
	}
	got.Stated = newest(Statements(question, k.Exchanges, slices.Concat(k.Facts, k.all), got.Facts))
	return got
}

// wordedBy are the statements that have what a question asks for and speak of all the words
// of its request, by themselves or as sums are called ("보증금" is of "전세 2억").
func (r Request) wordedBy(question string, all []Statement) []Statement {
	_, all = ofWhom(question, nil, all)
	return slices.DeleteFunc(all, func(s Statement) bool {
		named := sumFields(s.Text)
		return Asked(question) != "" && !holds(s.Text, Asked(question)) || slices.ContainsFunc(r.Words, func(w string) bool {
			return !mentions(s.Text, w) && !slices.ContainsFunc(sumFields(w), func(f string) bool { return slices.Contains(named, f) })
		})
	})
}

// ofSum are the facts that are of the sum that a question names, or all of them: who
// asks for a jeonse budget is not told that for rent.
func ofSum(question string, facts []state.Preference) []state.Preference {
	fields := sumFields(question)
	of := slices.DeleteFunc(slices.Clone(facts), func(p state.Preference) bool {
		return !slices.ContainsFunc(fields, func(f string) bool { return under(p.Key, f) })
	})
	if len(of) == 0 {
		return facts
	}
	return of
}

// untold is the kind of value that a question asks for and that nothing told has.
func untold(question string, told Recalled) string {
	kind := phrases.First(question, sumKind, dayKind)
	if kind == sumKind && !told.names(question) {
		return strings.TrimPrefix(kind, "asks.")
	}
	if kind == "" || slices.ContainsFunc(told.Facts, func(p state.Preference) bool { return valueKind(p.Key) == kind || holds(p.Evidence, kind) }) ||
		slices.ContainsFunc(told.Stated, func(s Statement) bool { return holds(s.Text, kind) }) {
		return ""
	}
	return strings.TrimPrefix(kind, "asks.")
}

// names tells whether what is told speaks of the item whose sum a question asks for,
// where it names one: who set a limit to the rent has said nothing of the fees.
func (r Recalled) names(question string) bool {
	at, end, ok := phrases.Find(question, "item")
	if !ok || phrases.Has(question[end:], "aside") {
		return true
	}
	item := []string{question[at:end]}
	return slices.ContainsFunc(r.Facts, func(p state.Preference) bool { return containsAny(p.Evidence, item) || under(p.Key, "loan") }) ||
		slices.ContainsFunc(r.Stated, func(s Statement) bool { return containsAny(s.Text, item) })
}

// newest are statements without repetitions, the newest first.
func newest(list []Statement) []Statement {
	slices.SortStableFunc(list, func(a, b Statement) int { return b.At.Compare(a.At) })
	var once []Statement
	for _, s := range list { // equal ones of one time need not stand side by side
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once[:min(len(once), maxStatements)]
}

// later are statements with a value of the kind that is asked for which were made
// after what is known of it, or where nothing is: who says "we lowered it to 400
// million" names no budget. What something else is known from is not of this.
func (r Request) later(question string, all []Statement, facts, known []state.Preference) []Statement {
	kind := Asked(question)
	for _, key := range r.Keys {
		kind = cmp.Or(kind, valueKind(key))
	}
	return slices.DeleteFunc(slices.Clone(all), func(s Statement) bool {
		before := slices.ContainsFunc(facts, func(p state.Preference) bool { return !s.At.After(p.UpdatedAt) })
		return before || !holds(s.Text, kind) || quoted(known, s.Text)
	})
}

// Kept is all that is kept of a user: exchanges, the newest first, and facts.
type Kept struct {
	Exchanges []state.Memory     `json:"exchanges"`
	Facts     []state.Preference `json:"facts"`
	// all are the facts with those that were taken back: what was said of the home before
	// is not told of the one now.
	all []state.Preference
}

// Kept is read from the store: who asks what is known is told all of it that
// still holds.
func (m *Memory) Kept(ctx context.Context, userID string) (Kept, error) {
	k, err := m.all(ctx, userID)
	k.all, k.Facts = k.Facts, current(k.Facts)
	return k, err
}

func (m *Memory) all(ctx context.Context, userID string) (k Kept, err error) {
	since := m.config.Clock().UTC().Add(-MaxAge)
	if k.Exchanges, err = m.config.Store.Memories(ctx, store.User(userID), userID, since, MaxMemories); err == nil {
		k.Facts, err = m.config.Store.Preferences(ctx, store.User(userID), userID)
	}
	return k, err
}

// Find is the exchanges that a question to the memory means: those that it
// asks for, those that name what it asks for, or else the newest.
func (k Kept) Find(question string, r Request, today time.Time) []state.Memory {
	switch {
	case r.Kind == AskEarlier:
		return answering(question, Find(question, k.about(question), today))
	case len(r.Keys) == 0:
		return k.Exchanges[:min(len(k.Exchanges), maxFound)]
	}
	var facts []state.Preference
	if r.Kind == AskConfirm {
		facts = r.Of(k.Facts)
	}
	found := slices.DeleteFunc(slices.Clone(k.Exchanges), func(m state.Memory) bool {
		return !containsAny(m.Query, r.Words) && !slices.ContainsFunc(facts, func(p state.Preference) bool { return p.RunID == m.RunID })
	})
	return found[:min(len(found), maxFound)]
}

// about are the exchanges that are of whom a question names: nothing told of one client
// answers what was told of another.
func (k Kept) about(question string) []state.Memory {
	r := Request{Thing: true}
	for _, sentence := range korean.Sentences(question) {
		if asks(sentence) {
			r.Words = slices.DeleteFunc(names(sentence), place)
		}
	}
	if len(r.Words) == 0 {
		return k.Exchanges
	}
	goesOn := r.goesOn(k)
	return slices.DeleteFunc(slices.Clone(k.Exchanges), func(x state.Memory) bool { return !r.names(x.Query) && !goesOn[x.RunID] })
}

// answering are, where a sum is asked for, those that name one or were answered one:
// else all of them.
func answering(question string, found []state.Memory) []state.Memory {
	if Asked(question) != sumKind {
		return found
	}
	said := func(m state.Memory) bool { return holds(Passage(question, m), sumKind) }
	if slices.ContainsFunc(found, func(m state.Memory) bool { return said(m) && !Wants(m.Query) }) {
		return slices.DeleteFunc(slices.Clone(found), func(m state.Memory) bool { return !said(m) })
	}
	return found
}

func containsAny(text string, words []string) bool {
	text = korean.Plain(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, korean.Plain(w)) })
}

// maxFound is how many exchanges are found at most.
const maxFound = 5

// Find is the exchanges (of newest first) that a question about earlier talks
// means: those of the days that it names, and of these the ones that have most
// of its words. Where it names neither the newest are meant; it finds none where
// none has a word.
func Find(question string, exchanges []state.Memory, today time.Time) []state.Memory {
	question = begin(question)
	from, to, dated := daysOf(question, today)
	words := content(question)
	if first := phrases.Has(question, "oldest"); first && len(content(without(question, "oldest"))) == 0 && len(exchanges) > 0 {
		return exchanges[len(exchanges)-1:]
	}
	if !dated && len(words) == 0 {
		return exchanges[:min(len(exchanges), maxFound)]
	}
	return best(exchanges, dated, func(m state.Memory) (int, bool) {
		day := dayOf(m.Timestamp)
		return mentioned(m.Query, words), !dated || !day.Before(from) && !day.After(to)
	})
}

// best are those that are meant and score highest, at most five; without a score they
// count only where unscored do.
func best[T any](all []T, unscored bool, score func(T) (n int, meant bool)) []T {
	most, found := 0, []T(nil)
	for _, x := range all {
		n, meant := score(x)
		if !meant || n < most || n == 0 && !unscored {
			continue
		}
		if n > most {
			most, found = n, nil
		}
		found = append(found, x)
	}
	return found[:min(len(found), maxFound)]
}

// mentioned counts the words that a text has.
func mentioned(text string, words []string) (n int) {
	for _, w := range words {
		if mentions(text, w) {
			n++
		}
	}
	return n
}

func dayOf(at time.Time) time.Time {
	y, m, d := at.In(korean.Zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// daysOf is the first and the last day that a question names.
func daysOf(question string, today time.Time) (from, to time.Time, ok bool) {
	y, m, d := today.Date()
	day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	switch phrases.First(question, phrases.Under("when")...) {
	case "when.last_week":
		return monday.AddDate(0, 0, -7), monday.AddDate(0, 0, -1), true
	case "when.this_week":
		return monday, day, true
	}
	found := korean.FindDays(question, day)
	if len(found) == 0 {
		return from, to, false
	}
	date := found[0].Date
	if date.After(day) { // "10월 12일" of what was said is past
		date = date.AddDate(-1, 0, 0)
	}
	if found[0].Month {
		return date, date.AddDate(0, 1, -1), true
	}
	return date, date, true
}

// content are the words of a question that say what it is about.
func content(question string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(without(question, "filler"), func(r rune) bool { return !korean.InWord(r) }) {
		if utf8.RuneCountInString(w) > 1 && !phrases.Has(w, "stop") {
			words = append(words, w)
		}
	}
	return words
}

// without is a text with a space in the place of a key's phrases.
func without(text, key string) string {
	for _, at := range slices.Backward(phrases.FindAll(text, key)) {
		text = text[:at[0]] + " " + text[at[1]:]
	}
	return text
}

// mentions tells whether a text has a word, or what is left of it without its
// last syllables: "문래꺼" is in "문래는".
func mentions(text, word string) bool {
	text, letters := strings.ToLower(text), []rune(strings.ToLower(word))
	shortest := len(letters)
	if korean.BeginsHangul(word) {
		shortest = max(2, len(letters)-2)
	}
	for n := len(letters); n >= shortest; n-- {
		if strings.Contains(text, string(letters[:n])) {
			return true
		}
	}
	return false
}

// Passage is what an exchange says of what was asked for: the parts of its
// question with one of the words, or all of it.
func Passage(question string, m state.Memory) string {
	words := content(question)
	naming := func(parts []string) (picked []string) {
		for _, part := range parts {
			if part = strings.TrimSpace(part); mentioned(part, words) > 0 {
				picked = append(picked, part)
			}
		}
		return picked
	}
	picked := naming(partEnd.Split(m.Query, -1))
	if len(picked) == 0 {
		return m.Query
	}
	passage := strings.Join(picked, ", ")
	if kind := Asked(question); (kind == sumKind || kind == placeKind) && !holds(passage, kind) { // "first client: keeps a poodle, up to 240 million"
		if passage = strings.Join(best(korean.Sentences(m.Query), false, func(s string) (int, bool) { return mentioned(s, words), true }), " "); !holds(passage, kind) {
			return m.Query
		}
	}
	return passage
}

// partEnd is where a part of what was said ends: not inside "150,000".
var partEnd = regexp.MustCompile(`[,.](?:\s|$)|[\n!?]`)

// Asked is the kind of value that a question asks for, "" for none.
func Asked(question string) string { return phrases.First(question, phrases.Under("asks")...) }
