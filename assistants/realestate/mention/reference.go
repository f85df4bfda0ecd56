// Package mention finds out what a query points at: "그 집", "아까 말한 매물",
// "the second one".
package mention

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

// Reference is what a query pointed at.
type Reference struct {
	// Phrase is how the query said it, Start where it stands.
	Phrase string `json:"phrase"`
	Start  int    `json:"start"`
	// Options are what it could mean where that is not plain; Chosen is what
	// it was taken to mean.
	Options []estate.Mention `json:"options,omitempty"`
	Chosen  *estate.Mention  `json:"chosen,omitempty"`
	// Settled tells that the user has been asked.
	Settled bool `json:"settled,omitempty"`
	// noun is kept behind what takes the phrase's place.
	Noun string `json:"noun,omitempty"`
}

// maxOptions bounds what is offered to choose from.
const maxOptions = 6

// Past is what a query can point at: what was said in this session, and what
// is remembered of others.
type Past struct {
	Mentions []estate.Mention // newest first
	Memories []state.Memory   // newest first
	Today    time.Time
}

// Known tells whether there is anything to point at.
func (p Past) Known() bool { return len(p.Mentions)+len(p.Memories) > 0 }

// Find finds out what a query points at; nil is nothing, or nothing that is
// known. It depends on nothing but its arguments.
func Find(query string, facts estate.Entities, p Past) *Reference {
	at, ok := point(query, facts)
	if !ok {
		return nil
	}
	fits := p.find(query, at, facts)
	if len(fits) == 0 {
		return nil
	}
	ref := &Reference{Phrase: query[at.start:at.end], Start: at.start, Noun: at.noun}
	if len(fits) == 1 {
		ref.Chosen = &fits[0]
	} else {
		ref.Options = fits[:min(len(fits), maxOptions)]
	}
	return ref
}

// find is what fits in the newest turn that has something that does.
func (p Past) find(query string, at pointer, facts estate.Entities) []estate.Mention {
	for _, group := range p.groups(at) {
		fits := slices.DeleteFunc(slices.Clone(group), func(m estate.Mention) bool { return !at.fits(m) || !at.same(m, facts) })
		fits = preferred(distinctMentions(fits), at)
		switch {
		case at.order > 0 || at.last || at.best != "":
			if len(fits) < 2 { // no list
				continue
			}
			return at.pick(fits, query)
		case at.noun == "" && len(fits) > 1 && len(p.Mentions) > 0:
			return nil // "그건" after a list goes on with the question, not with a home
		case len(fits) > 0:
			return fits
		case at.noun == "":
			return nil // what was said last is meant, and it was no thing
		}
	}
	return nil
}

// groups are the turns that the phrase can speak of, the newest first.
func (p Past) groups(at pointer) [][]estate.Mention {
	var groups [][]estate.Mention
	if at.when == "" || at.when == whenEarlier {
		for _, m := range p.Mentions {
			if n := len(groups); n > 0 && groups[n-1][0].RunID == m.RunID {
				groups[n-1] = append(groups[n-1], m)
			} else {
				groups = append(groups, []estate.Mention{m})
			}
		}
	}
	from, to := at.window(p.Today)
	for _, m := range p.Memories {
		if !m.Timestamp.Before(from) && m.Timestamp.Before(to) && (len(m.Mentions) > 0 || at.noun == "") {
			groups = append(groups, estate.Remembered(m.Mentions))
		}
	}
	return groups
}

// window is the time that the phrase names, by the calendar of today; a
// phrase that names none may mean any time.
func (at pointer) window(today time.Time) (from, to time.Time) {
	y, m, d := today.Date()
	day := time.Date(y, m, d, 0, 0, 0, 0, today.Location())
	switch at.when {
	case whenYesterday:
		return day.AddDate(0, 0, -1), day
	case whenWeek: // up to a Monday, as calendars have it, or seven days ago
		monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
		return monday.AddDate(0, 0, -7), slices.MaxFunc([]time.Time{monday, day.AddDate(0, 0, -6)}, time.Time.Compare)
	case whenMonth:
		first := time.Date(y, m, 1, 0, 0, 0, 0, today.Location())
		return first.AddDate(0, -1, 0), first
	}
	return time.Time{}, day.AddDate(1, 0, 0)
}

// kinds are the things that a pointer's noun can mean.
func (at pointer) kinds() []string {
	key := "noun.thing"
	if at.noun != "" {
		key = phrases.First(at.noun, phrases.Under("noun")...)
	}
	switch key {
	case "noun.document":
		return []string{estate.MentionDocument}
	case "noun.loan":
		return []string{estate.MentionLoan}
	case "noun.deal":
		return []string{estate.MentionDeal}
	case "noun.thing":
		return []string{estate.MentionHome, estate.MentionListing, estate.MentionDeal, estate.MentionDocument, estate.MentionLoan}
	}
	return []string{estate.MentionHome, estate.MentionListing, estate.MentionDeal}
}

func (at pointer) fits(m estate.Mention) bool {
	if !slices.Contains(at.kinds(), m.Kind) {
		return false
	}
	kind := strings.TrimPrefix(phrases.First(at.noun, phrases.Under("property")...), "property.")
	return kind == "" || m.PropertyType == "" || m.PropertyType == kind
}

// same tells whether a thing can be what the query says besides: its place,
// and of a home that the user saw its price.
func (at pointer) same(m estate.Mention, facts estate.Entities) bool {
	for _, r := range facts.Regions {
		for _, part := range []string{r.Sido, r.Sigungu, r.Dong} {
			if part != "" && m.Region != "" && !strings.Contains(m.Region, part) {
				return false
			}
		}
	}
	if a, ok := facts.Amount(estate.Price, estate.Deposit, estate.CurrentDeposit); ok && at.seen {
		return m.Won == a.Won
	}
	return true
}

// preferred leaves what a noun means first: a home that is on offer or was
// spoken of, before deals of others.
func preferred(fits []estate.Mention, at pointer) []estate.Mention {
	if phrases.Has(at.noun, "noun.deal") {
		return fits
	}
	homes := slices.DeleteFunc(slices.Clone(fits), func(m estate.Mention) bool { return m.Kind == estate.MentionDeal })
	if len(homes) > 0 {
		return homes
	}
	return fits
}

func distinctMentions(list []estate.Mention) []estate.Mention {
	var out []estate.Mention
	for _, m := range list {
		if !slices.ContainsFunc(out, func(x estate.Mention) bool { return x.Label == m.Label }) {
			out = append(out, m)
		}
	}
	return out
}

// pick takes one of a list by its place or price.
func (at pointer) pick(list []estate.Mention, query string) []estate.Mention {
	byPrice := func(a, b estate.Mention) int { return cmp.Compare(a.Won, b.Won) }
	switch {
	case at.best == cheapest:
		return []estate.Mention{slices.MinFunc(list, byPrice)}
	case at.best == dearest:
		return []estate.Mention{slices.MaxFunc(list, byPrice)}
	case at.last:
		return list[len(list)-1:]
	case phrases.Has(query, "tax"):
		return nil
	}
	for _, m := range list {
		if m.Order == at.order {
			return []estate.Mention{m}
		}
	}
	return nil
}

// Elliptical tells of a query that it only points at something and leaves the question
// to what was said: "아까 그 집은?", "What about the second one?"
func (r *Reference) Elliptical(query string) bool {
	if r == nil || r.Chosen == nil || r.Start+len(r.Phrase) > len(query) {
		return false
	}
	before, after := Plain(query[:r.Start]), Plain(query[r.Start+len(r.Phrase):])
	return (before == "" || phrases.Has(before, "ellipsis.before")) && (after == "" || phrases.Has(after, "ellipsis.after"))
}

// Resume is an elliptical query with what was asked before it: the words that
// the thing's own name does not say.
func (r *Reference) Resume(terms []string) string {
	words := []string{r.Chosen.Label}
	for _, w := range terms {
		if !strings.ContainsFunc(w, unicode.IsDigit) && !strings.Contains(r.Chosen.Label, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ") + "?"
}

// Rewrite puts what was meant in the place of the phrase, so that the query
// can be read by itself. The noun stays behind it, and with it the particle.
func (r *Reference) Rewrite(query, language string) string {
	if r == nil || r.Chosen == nil || r.Start+len(r.Phrase) > len(query) {
		return query
	}
	key := "named.itself"
	switch {
	case r.Noun == "" && phrases.Has(r.Phrase, "as.topic"):
		key = "named.topic"
	case r.Noun == "" && phrases.Has(r.Phrase, "as.subject"):
		key = "named.subject"
	case r.Noun != "" && !phrases.Has(r.Noun, "noun.thing") && !strings.HasSuffix(r.Chosen.Label, r.Noun):
		key = "named.noun"
	}
	return query[:r.Start] + texts.Say(language, key, "label", r.Chosen.Label, "noun", r.Noun) + query[r.Start+len(r.Phrase):]
}

// Labels are what things are called.
func Labels(list []estate.Mention) []string {
	labels := make([]string, len(list))
	for i := range list {
		labels[i] = list[i].Label
	}
	return labels
}

// Choose is the option that a reply names: by its number, its place in words
// or a part of its label; without an answer the first. nil is none of them.
func Choose(options []estate.Mention, reply *state.Reply) *estate.Mention {
	if reply.Action != state.ActionAnswer && reply.Action != state.ActionModify {
		if reply.Action == state.ActionReject {
			return nil
		}
		return &options[0]
	}
	if bare := (dialog.Open{Options: Labels(options)}).Read(reply.Said()); len(bare.Choices) == 1 {
		return &options[bare.Choices[0]]
	}
	return nil
}

// Plain is a text without what makes no difference to what it says.
func Plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) && r != '#' && r != '%' {
			return ' '
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
