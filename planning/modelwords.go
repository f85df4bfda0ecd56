package planning

import (
	"slices"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/words"
)

// How long what a model writes for the user may be, in characters.
const (
	maxQuestion   = 120
	maxSearchText = 200
)

// markup is in no question and no search words: links, addresses, code and
// tags are not a model's to bring in.
const markup = "\n\r<>[]{}()`/\\@"

// questions are those of a model that can be put to the user: in the user's
// language, one sentence, and no number that the query does not name.
func (p *Planner) questions(req Request, r Reading) []string {
	var asks []string
	for _, ask := range r.Ambiguities {
		ask = strings.TrimSpace(ask)
		if len(asks) == maxAsks || !strings.HasSuffix(ask, "?") || len([]rune(ask)) > maxQuestion ||
			DetectLanguage(ask) != words.BaseOf(req.Language) || strings.ContainsAny(ask, markup+".") || invents(req.Query, ask) {
			continue
		}
		asks = appendNew(asks, ask)
	}
	return asks
}

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
	if squash(words) == "" || len([]rune(words)) > maxSearchText || len(strings.Fields(words)) > maxExpanded || strings.ContainsAny(words, markup) {
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
