package planning

import (
	"slices"
	"strings"
	"unicode"
)

// The bounds of a model's words for a search.
const (
	maxSearchText  = 200 // characters
	maxSearchWords = 12
)

// markup is in no search words: links, addresses, code and
// tags are not a model's to bring in.
const markup = "\n\r<>[]{}()`/\\@"

// invents tells whether a text has a number that the query has not.
func invents(query, text string) bool {
	notDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	known := strings.FieldsFunc(query, notDigit)
	return slices.ContainsFunc(strings.FieldsFunc(text, notDigit), func(n string) bool { return !slices.Contains(known, n) })
}

// CheckSearch lists what is wrong with a model's other words for a question
// that found nothing: they are a few words, and name no number that the
// question does not.
func (p *Planner) CheckSearch(question, words string) []string {
	var errs []string
	if squash(words) == "" || len([]rune(words)) > maxSearchText || len(strings.Fields(words)) > maxSearchWords || strings.ContainsAny(words, markup) {
		errs = append(errs, "query has to be one line of search words")
	}
	if squash(words) == squash(question) {
		errs = append(errs, "query is the question itself; use other words")
	}
	if invents(question, words) {
		errs = append(errs, "query names a number that the question does not")
	}
	return errs
}
