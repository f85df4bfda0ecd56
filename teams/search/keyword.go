package search

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
)

// sortKeywords puts each keyword to its scope; places go to real estate.
func sortKeywords(intent state.AnalyzedIntent) *Keywords {
	k := &Keywords{Legal: []string{}, RealEstate: []string{}, Loan: []string{}, General: []string{}}
	for _, word := range intent.Keywords {
		isPlace := slices.ContainsFunc(estate.EntitiesOf(intent.Entities).Regions, func(r estate.Region) bool { return strings.Contains(r.Text, word) })
		switch {
		case phrases.Has(word, "keyword.loan"):
			k.Loan = append(k.Loan, word)
		case isPlace || phrases.Has(word, "keyword.market"):
			k.RealEstate = append(k.RealEstate, word)
		case phrases.Has(word, "keyword.legal"):
			k.Legal = append(k.Legal, word)
		default:
			k.General = append(k.General, word)
		}
	}
	return k
}
