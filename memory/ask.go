package memory

import (
	"slices"
	"strings"
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
}

// maxRequest is how long a message about memory is at most, in characters: a
// longer one tells of a case.
const maxRequest = 80

// ReadRequest finds out whether a message is about memory. It errs on the side
// of not: such a message is answered like any other.
func ReadRequest(message string) (Request, bool) {
	message = strings.TrimSpace(message)
	if utf8.RuneCountInString(message) > maxRequest {
		return Request{}, false
	}
	if r, ok := readForget(message); ok {
		return r, true
	}
	if asksForDocument(message) {
		return Request{Kind: AskDocument}, true
	}
	has := func(key string) bool { return phrases.Has(message, "memory."+key) }
	if !asks(message) {
		return Request{}, false
	}
	knows, said, mine := has("know"), has("said"), has("me")
	r := Request{Keys: subjects(message), Words: named(message), Sure: knows || said || has("asked")}
	switch {
	case phrases.Has(message, "secret") && (knows || said):
		r.Kind = AskSecret
	case has("asked") && has("which"):
		r.Kind = AskEarlier
	case len(r.Keys) > 0 && (mine || knows) && (knows || said || has("which")):
		r.Kind = AskTell
	case knows && has("all"), has("tastes"):
		r = Request{Kind: AskTell, Sure: true}
	case len(r.Words) > 0 && mine && has("right"):
		r.Kind = AskConfirm
	case has("which") && (mine || !said): // else it is what was answered
		r.Kind = AskEarlier
	}
	return r, r.Kind != ""
}

func asks(text string) bool {
	if phrases.Has(text, "memory.note") {
		return false
	}
	return korean.Asks(text) || korean.EndsAsking(text) || phrases.HasAny(text, "command", "memory.said", "memory.all") ||
		phrases.Has(text, "memory.know") && phrases.Has(text, "memory.what")
}

// readForget reads what is to be forgotten in the sentences and clauses that
// say so: "forget the dog, but keep the budget" is of the dog.
func readForget(message string) (Request, bool) {
	if phrases.Has(message, "memory.forget_all") {
		return Request{Kind: AskForgetAll, Sure: true}, true
	}
	if korean.Asks(message) && !strings.HasSuffix(message, "래?") {
		return Request{}, false
	}
	r := Request{Kind: AskForget, Sure: true}
	for _, sentence := range korean.Sentences(message) {
		for _, part := range parts(sentence) {
			text := sentence[part.Start:part.End]
			if phrases.Has(text, "memory.forget") && phrases.Has(text, "memory.mine") {
				r.Keys, r.Words = append(r.Keys, subjects(text)...), append(r.Words, named(text)...)
			}
		}
	}
	return r, len(r.Keys) > 0
}

// subjects are the keys of the facts that a text names, of keys below each
// other the closer ones.
func subjects(text string) []string {
	var keys []string
	for _, group := range []string{"about", "fact", "taste"} {
		for _, key := range phrases.Under(group) {
			if phrases.Has(text, key) {
				if group != "taste" {
					key = strings.TrimPrefix(key, group+".")
				}
				keys = append(keys, key)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
		return slices.ContainsFunc(keys, func(other string) bool { return other != k && strings.HasPrefix(other, k+".") })
	})
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

// Of are the facts that a request is about.
func (r Request) Of(known []state.Preference) []state.Preference {
	return slices.DeleteFunc(slices.Clone(known), func(p state.Preference) bool {
		return len(r.Keys) > 0 && !slices.ContainsFunc(r.Keys, func(k string) bool { return under(p.Key, k) })
	})
}

func under(key, of string) bool {
	rest, ok := strings.CutPrefix(key, of)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '_')
}

// Bearing are the facts that bear on what a message is about: where somebody
// works on the way to work, who lives in the home on its size.
func Bearing(message string, known []state.Preference) []state.Preference {
	var r Request
	for _, key := range phrases.Under("bears") {
		if phrases.Has(message, key) {
			r.Keys = append(r.Keys, strings.TrimPrefix(key, "bears."))
		}
	}
	if len(r.Keys) == 0 {
		return nil
	}
	return slices.DeleteFunc(r.Of(known), func(p state.Preference) bool { return p.Value == No && !strings.HasPrefix(p.Key, "status.") })
}
