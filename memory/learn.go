package memory

import (
	"slices"
	"strconv"
	"strings"
	"time"

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
var budgetRoles = [...]string{state.AmountPrice, state.AmountDeposit, state.AmountAsset}

// Learn is what one query tells of the user's preferences, each with the
// words that it was learned from. Only what is unambiguous counts: a query
// that compares two regions says nothing of where the user wants to live.
// language is the one that the query is answered in, "ko" or "en".
func (m *Memory) Learn(e state.Entities, query, language, userID string, now time.Time) []state.Preference {
	if userID == "" {
		return nil
	}
	var out []state.Preference
	add := func(key, value, evidence string) {
		if value != "" {
			out = append(out, state.Preference{
				UserID: userID, Key: key, Value: value,
				Evidence: cut(clean(evidence), maxEvidence), UpdatedAt: now.UTC(),
			})
		}
	}
	region, text := onlyRegion(e.Regions)
	add(Region, region, text)
	won, text := onlyBudget(e.Amounts)
	add(Budget, won, text)
	if language == "ko" || language == "en" {
		add(Language, language, query)
	}
	if types := distinct(e.ContractTypes); len(types) == 1 {
		add(DealType, types[0], query)
	}
	return out
}

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
