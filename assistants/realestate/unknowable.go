package realestate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/teams/search"
)

// unknowable says why nobody can look up what is asked; "" when they can.
func (a *answer) unknowable() string {
	if why := guard.Unknowable(a.state.Query, a.thisYear()); why != "" {
		return a.say("unknowable." + string(why))
	}
	year := guard.PastYear(a.state.Query, a.thisYear())
	if year != "" && !slices.ContainsFunc(a.state.SearchTeamState.LegalResults, func(r search.LegalResult) bool { return speaksOf(r, year) }) {
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
