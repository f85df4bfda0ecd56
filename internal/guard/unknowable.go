package guard

import (
	"regexp"
	"strconv"

	"github.com/madang-dev/madang/internal/korean"
)

// Verdict is why a question is not answered; "" is no reason.
type Verdict string

// What nobody can look up.
const (
	Outcome Verdict = "outcome" // how a case will turn out
	Future  Verdict = "future"  // how law and prices will be
	Private Verdict = "private" // what only somebody else knows
	Sum     Verdict = "sum"     // a sum that nobody has set yet
	Fee     Verdict = "fee"     // what somebody asks for work, by agreement
	Local   Verdict = "local"   // what a town pays or rules by itself
)

// Unknowable says why nobody can look up what is asked in a year.
func Unknowable(query string, year int) Verdict {
	for _, why := range []Verdict{Private, Outcome, Sum, Fee, Local, Future} {
		if phrases.Has(query, "unknowable."+string(why)) {
			return why
		}
	}
	if phrases.Has(query, "unknowable.change") && (phrases.Has(query, "unknowable.ahead") || yearAhead(query, year)) {
		return Future
	}
	return ""
}

var yearText = regexp.MustCompile(`\b(?:19|20|21)\d{2}`)

func yearAhead(query string, year int) bool {
	for _, found := range yearText.FindAllString(query, maxYears) {
		if n, err := strconv.Atoi(found); err == nil && n > year {
			return true
		}
	}
	return false
}

// maxYears bounds the years of a query that are looked at.
const maxYears = 32

// PastYear is the year before a year whose law a question asks for, in the past
// tense of one sentence; "" is none. Who tells when he bought asks for no law of then.
func PastYear(query string, year int) string {
	for _, sentence := range korean.Sentences(query) {
		said := phrases.Match(sentence, "past.year")
		if said == nil || !phrases.Has(sentence, "past.tense") || phrases.Has(sentence, "past.own") {
			continue
		}
		asked := yearText.FindString(said[0])
		if n, err := strconv.Atoi(asked); err == nil && n < year {
			return asked
		}
	}
	return ""
}
