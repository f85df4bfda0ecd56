package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// The kinds of a Request.
const (
	AskTell      = "show"
	AskConfirm   = "confirm" // whether something is so
	AskForget    = "forget"
	AskForgetAll = "forget_all"
	AskEarlier   = "earlier"  // what was talked of
	AskDocument  = "document" // to see a document that was made
	AskSecret    = "secret"   // a number that is never kept
	AskOther     = "other"    // what is known of somebody else
)

// Request is what a message asks of memory itself.
type Request struct {
	Kind string `json:"kind"`
	// Keys are the preferences that it is about, each with all below it
	// ("pet" has pet.cat); none is all that is known.
	Keys []string `json:"keys,omitempty"`
	// Words are what it names of them ("고양이").
	Words []string `json:"words,omitempty"`
	// Sure tells that it is of nothing else.
	Sure bool `json:"sure,omitempty"`
	// Plain tells that it asks for a fact without a word of having told it.
	Plain bool `json:"plain,omitempty"`
	// Whose is whom it is about, "" for the user.
	Whose string `json:"whose,omitempty"`
	// Thing tells that Words name one thing that is to go with all that was told of it: a
	// home (Home), or somebody.
	Thing bool `json:"thing,omitempty"`
	Home  bool `json:"home,omitempty"`
}

// maxRequest is how long a message about memory is at most, in characters: a
// longer one tells of a case.
const maxRequest = 80

// maxEnglish is how long it is without a Korean word, which takes more letters.
const maxEnglish = 140

func tooLong(message string) bool {
	most := maxRequest
	if !strings.ContainsFunc(message, korean.IsHangul) {
		most = maxEnglish
	}
	return utf8.RuneCountInString(message) > most
}

// ReadRequest finds out whether a message is about memory. It errs on the side
// of not: such a message is answered like any other.
func ReadRequest(message string) (Request, bool) {
	message = strings.TrimSpace(message)
	if tooLong(message) {
		return Request{}, false
	}
	if r, ok := readForget(message); ok {
		return r, true
	}
	if asksForDocument(message) {
		return Request{Kind: AskDocument}, true
	}
	if !asks(message) {
		return Request{}, false
	}
	has := func(key string) bool { return phrases.Has(message, "memory."+key) }
	said, asked, what := has("said"), has("asked"), has("what")
	mine := has("me") || about(message, self) == partner
	paper := phrases.Has(message, "paper")
	knows := (has("know") && (mine || !paper) || has("written") && !paper) && !has("guess") // what a contract says of someone's lease is in the contract
	r := Request{Keys: subjects(message), Words: named(message), Sure: knows || said || asked}
	more := len(rest(message))
	only := more == 0
	if more <= maxMore { // who says more tells of a case, whose words are of many fields
		r.Keys = spoken(message)
	}
	switch whole := has("whole") || has("all"); {
	case phrases.Has(message, "secret") && (knows || said):
		r.Kind = AskSecret
	case !mine && only && has("recite") && (len(r.Keys) > 0 || has("talk") || has("terms")) && phrases.HasAny(message, "who.partner", "who.parents", "who.other"):
		r = Request{Kind: AskOther, Words: names(message), Sure: true}
	case whole && (knows || said || (has("recite") || what) && mine && only), has("tastes"), knows && mine && only && len(r.Keys) == 0:
		r = Request{Kind: AskTell, Sure: true}
	case asked && (has("which") || what && len(r.Keys) == 0):
		r.Kind = AskEarlier
	case len(r.Keys) > 0 && (mine || knows || said && what) && (knows && !has("uses") || said || has("which")):
		r.Kind, r.Sure = AskTell, r.Sure || mine && only
	case len(r.Keys) > 0 && mine && only && !has("uses") && (what || has("recite")):
		r.Kind, r.Sure = AskTell, true
	case len(r.Words) > 0 && mine && only && has("right"): // else it asks what follows from it
		r.Kind = AskConfirm
	case !has("uses") && r.plain(message, &mine):
		r.Kind, r.Plain, r.Sure = AskTell, true, mine && (what || has("is_so")) || r.Sure
	case has("which") && (mine || !said): // else it is what was answered
		r.Kind = AskEarlier
	case said && what && (mine || knows || has("earlier")) || asked && (has("earlier") || has("recite")):
		r.Kind = AskEarlier
	case said && what && !only && more <= maxMore: // "얼마랬죠?": of whom it was, what is remembered tells
		r.Kind, r.Sure = AskEarlier, false
	}
	if more > maxMore && (r.Kind == AskTell || r.Kind == AskEarlier) {
		r.Sure = false
	}
	return r, r.Kind != ""
}

// plain tells whether a message names nothing but what is known, and asks for it: "전세 예산
// 얼마?", "am I married?"; what need not be the user's own by a value of its kind ("만기 언제?").
// A budget is always his.
func (r *Request) plain(message string, mine *bool) bool {
	keys := spoken(message)
	*mine = *mine || slices.Equal(keys, []string{Budget}) || phrases.Has(message, "cue.lives_now")
	valued := slices.ContainsFunc(keys, func(key string) bool { return valueKind(key) != "" && valueKind(key) == Asked(message) })
	if len(keys) == 0 || !*mine && !valued || strings.ContainsFunc(message, unicode.IsDigit) {
		return false
	}
	left := message
	for _, key := range keys {
		left = without(left, "field."+key)
	}
	for cue := range sumNames {
		left = without(left, cue)
	}
	r.Keys = keys
	return len(beside(left, "about", "fact", "taste", "note", "who", "memory", "when", "deal", "day", "asks")) == 0
}

// maxMore is how many words a message may say besides asking for what is known or
// was said; one that says more has a question of its own ("아는 언니가 통장을 …").
const maxMore = 3

// rest are the words of a message that say more than that it asks for what is
// known, and of what and whom.
func rest(message string) []string {
	return beside(message, "about", "fact", "taste", "note", "who", "memory", "when")
}

// beside are the words of a message that are no phrases of these groups.
func beside(message string, groups ...string) []string {
	message = without(without(message, "memory.whole"), "memory.all") // longer than what is in them
	for _, group := range groups {
		for _, key := range phrases.Under(group) {
			message = without(message, key)
		}
	}
	return slices.DeleteFunc(content(message), func(w string) bool { return korean.IsParticle(w) })
}

// AboutUser is what a question that nothing else answers asks of its user: what
// is known of his own.
func AboutUser(message string) (Request, bool) {
	if !asks(message) || !phrases.Has(message, "memory.me") || phrases.Has(message, "memory.uses") || tooLong(message) {
		return Request{}, false
	}
	r := Request{Kind: AskTell, Keys: spoken(message), Words: rest(message), Sure: true}
	if len(r.Keys) == 0 {
		r.Kind = AskEarlier
	}
	return r, true
}

// Wants tells whether a message asks for something, as a question or an order.
func Wants(message string) bool { return asks(message) || phrases.Has(message, "command") }

func asks(text string) bool {
	if phrases.Has(text, "memory.note") {
		return false
	}
	return korean.Asks(text) || korean.EndsAsking(text) || phrases.HasAny(text, "command", "memory.recite", "memory.said", "memory.all", "memory.ends", "memory.which") ||
		phrases.HasAny(text, "memory.know", "memory.written") && phrases.HasAny(text, "memory.what", "memory.me")
}

// readForget reads what is to be forgotten in the sentences and clauses that
// say so: "forget the dog, but keep the budget" is of the dog.
func readForget(message string) (Request, bool) {
	if phrases.Has(message, "memory.forget_all") && !phrases.Has(message, "memory.stays") {
		return Request{Kind: AskForgetAll, Sure: true}, true
	}
	if korean.Asks(message) && !phrases.Has(message, "memory.would") {
		return Request{}, false
	}
	r, before, orders := Request{Kind: AskForget, Sure: true}, "", false
	for _, sentence := range korean.Sentences(message) {
		for _, part := range parts(sentence) {
			text := sentence[part.Start:part.End]
			if edits(text) || phrases.Has(text, "hearsay") {
				continue
			}
			if !phrases.Has(text, "memory.forget") {
				before += text
				continue
			}
			orders = true
			r.ordered(toGo(text), before)
		}
	}
	return r, len(r.Keys)+len(r.Words) > 0 || orders && (r.Home || r.Sure) && !phrases.HasAny(message, "paper", "memory.stays")
}

// worded is what is to go by a word of a field that has no value of its own, wherever it was
// said: "my part time job".
func (r *Request) worded(text string) {
	for _, key := range keysOf(text, "field") {
		if at, end, ok := phrases.Find(text, "field."+key); ok && valueKind(key) == "" {
			r.Keys, r.Words = append(r.Keys, key), append(r.Words, strings.TrimSpace(text[at:end]))
		}
	}
}

// edits tells whether a text is of what stands in a paper, not of what was told.
func edits(text string) bool {
	return phrases.Has(text, "paper") && !phrases.HasAny(text, "memory.said", "memory.know") && !slices.Contains(subjects(text), LeaseEnd)
}

// toGo is a text to forget something without what is to stay, which is named on
// the other side of the word for it ("제 예산이랑 월급 말고 다 지워줘"), and without what a
// Korean says behind the verb: why it is to go.
func toGo(text string) string {
	at, end, stays := phrases.Find(text, "memory.stays")
	_, forgets, _ := phrases.Find(text, "memory.forget")
	switch {
	case stays && phrases.Has(text[end:], "memory.forget"):
		return text[end:]
	case strings.ContainsFunc(text, korean.IsHangul):
		return text[:forgets]
	case stays:
		return text[:at]
	}
	return text
}

// subjects are the keys of the facts that a text names, of keys below each
// other the closer ones.
func subjects(text string) []string {
	var keys []string
	for _, group := range []string{"about", "fact", "taste", "note"} {
		for _, key := range phrases.Under(group) {
			if phrases.Has(text, key) {
				if group != "taste" {
					key = strings.TrimPrefix(key, group+".")
				}
				keys = appendNew(keys, key)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
		return slices.ContainsFunc(keys, func(other string) bool { return other != k && strings.HasPrefix(other, k+".") })
	})
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// spoken are the keys that a text speaks of: those that it names, and else those of
// its words' fields.
func spoken(text string) []string {
	if keys := subjects(text); len(keys) > 0 {
		return keys
	}
	return keysOf(text, "field")
}

// keysOf are the keys of a group that a text has words of, without the group's name.
func keysOf(text, group string) (keys []string) {
	for _, key := range phrases.Under(group) {
		if phrases.Has(text, key) {
			keys = append(keys, strings.TrimPrefix(key, group+"."))
		}
	}
	return keys
}

// named are the words by which a text names what somebody is, has or likes.
func named(text string) []string {
	var words []string
	for _, group := range []string{"fact", "taste"} {
		for _, key := range phrases.Under(group) {
			if at, end, ok := phrases.Find(text, key); ok {
				words = append(words, strings.TrimSpace(text[at:end]))
			}
		}
	}
	return words
}

// Of are the facts that a request is about: of its keys, or told in its words
// where it has no key.
func (r Request) Of(known []state.Preference) []state.Preference {
	return slices.DeleteFunc(slices.Clone(known), func(p state.Preference) bool {
		if len(r.Keys) == 0 && len(r.Words) > 0 {
			return !r.names(p.Evidence)
		}
		return len(r.Keys) > 0 && (r.Whose != "" && !of(p.Key, r.Whose) || !slices.ContainsFunc(r.Keys, func(k string) bool { return under(p.Key, k) }))
	})
}

func under(key, of string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(key, partnerOf), of)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '_')
}

// Own is a place of a message that names what is known of its user: "제
// 보증금", and the facts that stand in its place.
type Own struct {
	Start, End int
	Facts      []state.Preference
}

// owned is what bears on a whole situation.
var owned = []string{"status", "income", Age, Children}

// Owns are the places of a message that name what is known of its user, from
// left to right. Of budgets it is the one of the deal that the message is of.
func Owns(message string, known []state.Preference) (list []Own) {
	for _, key := range phrases.Under("own") {
		start, end, ok := phrases.Find(message, key)
		if !ok {
			continue
		}
		r := Request{Keys: []string{strings.TrimPrefix(key, "own.")}}
		switch r.Keys[0] {
		case "whole":
			r.Keys = owned
		case Budget:
			if of := r.Of(known); len(of) > 1 {
				r.Keys[0] = budgetKey(message)
			}
		}
		facts := slices.DeleteFunc(r.Of(known), func(p state.Preference) bool { return p.Value == No })
		if len(facts) > 0 && !slices.ContainsFunc(list, func(o Own) bool { return start < o.End && o.Start < end }) {
			list = append(list, Own{start, end, facts})
		}
	}
	slices.SortFunc(list, func(a, b Own) int { return a.Start - b.Start })
	return list
}

// Bearing are the facts that bear on what a message is about: where somebody
// works on the way to work, who lives in the home on its size.
func Bearing(message string, known []state.Preference) []state.Preference {
	r := Request{Keys: keysOf(message, "bears")}
	if i := slices.Index(r.Keys, "paid"); i >= 0 {
		r.Keys = slices.Replace(r.Keys, i, i+1, HomeHeld, HomeRent)
	}
	if len(r.Keys) == 0 {
		return nil
	}
	return slices.DeleteFunc(r.Of(known), func(p state.Preference) bool {
		return p.Value == No && !strings.HasPrefix(p.Key, "status.") && !slices.Contains(r.Keys, p.Key)
	})
}
