package memory

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

// The keys of learned preferences. A budget's value is in whole won, a
// language's "ko" or "en", a deal type's jeonse, monthly_rent or sale.
const (
	Region   = "region"
	Budget   = "budget"
	Language = "language"
	DealType = "deal_type"
)

// maxEvidence bounds, in characters, what is quoted of a query.
const maxEvidence = 120

// budgetRoles are the amounts that say what a user can spend; what they
// already pay, earn or owe says something else.
var budgetRoles = [...]string{estate.Price, estate.Deposit, estate.Asset}

// Said is a query with what was read in it.
type Said struct {
	UserID, RunID, Query string
	// Language is the one that the query is answered in, "ko" or "en".
	Language string
	Entities state.Entities
	At       time.Time
}

// Learn is what one query tells of the user's preferences, each with the
// words that it was learned from. Only what the query itself says counts, not
// what was taken over from an earlier turn, and only what is unambiguous: a
// query that compares two regions says nothing of where the user wants to
// live.
func (m *Memory) Learn(s Said) []state.Preference {
	if s.UserID == "" {
		return nil
	}
	var out []state.Preference
	add := func(key, value, evidence string) {
		if value != "" {
			out = append(out, state.Preference{
				UserID: s.UserID, Key: key, Value: value, RunID: s.RunID,
				Evidence: cut(clean(evidence), maxEvidence), UpdatedAt: s.At.UTC(),
			})
		}
	}
	region, text := onlyRegion(ownRegions(s))
	add(Region, region, text)
	won, text := onlyBudget(ownAmounts(s))
	add(Budget, won, text)
	if s.Language == "ko" || s.Language == "en" {
		add(Language, s.Language, s.Query)
	}
	if types := distinct(s.Entities.ContractTypes); len(types) == 1 && names(s.Query, types[0]) {
		add(DealType, types[0], s.Query)
	}
	return out
}

func ownRegions(s Said) []state.Region {
	return slices.DeleteFunc(slices.Clone(s.Entities.Regions), func(r state.Region) bool { return !strings.Contains(s.Query, r.Text) })
}

func ownAmounts(s Said) []state.Amount {
	return slices.DeleteFunc(slices.Clone(s.Entities.Amounts), func(a state.Amount) bool { return !strings.Contains(s.Query, a.Text) })
}

// names tells whether the query says the kind of deal.
func names(query, dealType string) bool { return phrases.Has(query, "deal."+dealType) }

func onlyRegion(regions []state.Region) (value, text string) {
	for _, r := range regions {
		parts := slices.DeleteFunc([]string{r.Sido, r.Sigungu, r.Dong}, func(s string) bool { return s == "" })
		name := strings.Join(parts, " ")
		switch {
		case value == "" || strings.HasPrefix(name, value+" "):
			value, text = name, r.Text // the same place, said more exactly
		case name != value && !strings.HasPrefix(value, name+" "):
			return "", ""
		}
	}
	return value, text
}

func onlyBudget(amounts []state.Amount) (value, text string) {
	for _, a := range amounts {
		if !slices.Contains(budgetRoles[:], a.Role) || a.Won <= 0 {
			continue
		}
		won := strconv.FormatInt(a.Won, 10)
		if value != "" && value != won {
			return "", ""
		}
		value, text = won, a.Text
	}
	return value, text
}

func distinct(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
