package realestate

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/teams/search"
)

var yearOf = regexp.MustCompile(`\b((?:19|20|21)\d{2})`)

// unknowable says why nobody can look up what is asked; "" when they can.
func (a *answer) unknowable() string {
	query := a.state.Query
	switch {
	case phrases.Has(query, "private"):
		return a.say("unknowable.private")
	case phrases.Has(query, "outcome"):
		return a.say("unknowable.outcome")
	case phrases.Has(query, "foretell") && (phrases.Has(query, "ahead") || a.yearAhead(query)):
		return a.say("unknowable.future")
	}
	if year := a.yearBefore(query); year != "" && phrases.Has(query, "past") {
		return a.say("unknowable.past", "year", year)
	}
	return ""
}

// thisYear is the year of the answer.
func (a *answer) thisYear() int {
	year, _, _ := strings.Cut(a.state.Today, "-")
	n, _ := strconv.Atoi(year)
	return n
}

func (a *answer) yearAhead(query string) bool {
	for _, m := range yearOf.FindAllStringSubmatch(query, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && n > a.thisYear() {
			return true
		}
	}
	return false
}

// yearBefore is a year whose law is asked for and that no article which was
// found speaks of; "" without one.
func (a *answer) yearBefore(query string) string {
	m := phrases.Match(query, "in_year")
	if m == nil {
		return ""
	}
	year := strings.Join(m[1:], "")
	if n, err := strconv.Atoi(year); err != nil || n >= a.thisYear() {
		return ""
	}
	for _, r := range a.state.SearchTeamState.LegalResults {
		if speaksOf(r, year) {
			return ""
		}
	}
	return year
}

func speaksOf(r search.LegalResult, year string) bool {
	if strings.Contains(r.Gist, year) {
		return true
	}
	for _, t := range r.Tables {
		if strings.Contains(t.Text(), year) {
			return true
		}
	}
	return false
}
