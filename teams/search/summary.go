package search

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// maxHighlights bounds what a step shows of its results.
const maxHighlights = 5

// Summary is what clients are shown of the search, in "ko" or "en".
func (s *TeamState) Summary(lang string) state.StepResult {
	p := texts.In(lang)
	r := state.StepResult{
		Summary:      foundText(p, s.AggregatedResults.Counts),
		TotalResults: s.TotalResults,
		Sources:      s.AggregatedResults.TopSources,
	}
	for _, w := range s.AggregatedResults.Widened {
		r.Summary += " " + w.Note
	}
	if s.Error != "" {
		r.Summary += " " + s.Error
	}
	lists := [...][]string{
		lines(s.LegalResults, func(r LegalResult) string {
			return fmt.Sprintf("%s (%s)", r.Citation, named(r.Title, r.TitleEN, lang))
		}),
		lines(s.RealEstateResults, func(r MarketResult) string { return homeLine(p, r.Row.Home(), r.Source) }),
		lines(s.LoanResults, func(r LoanResult) string {
			return strings.Join(append([]string{r.Name(lang)}, r.Reasons[:min(len(r.Reasons), 1)]...), ": ")
		}),
		lines(s.PropertySearchResults, func(r ListingResult) string { return homeLine(p, r.Listing.Home(), r.Source) }),
	}
	// Turn by turn, so that every scope has its best line shown.
	for i := range MaxMarket {
		for _, lines := range lists {
			if i < len(lines) && len(r.Highlights) < maxHighlights {
				r.Highlights = append(r.Highlights, lines[i])
			}
		}
	}
	return r
}

// lines are results as they are shown, a line each.
func lines[T any](list []T, line func(T) string) []string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = line(r)
	}
	return out
}

// homeLine is a home with its price as it is said.
func homeLine(p words.Printer, h knowledge.Home, source string) string {
	price := p.Text(words.Message{Key: "deal." + h.DealType, Args: map[string]any{"price": h.PriceWon, "deposit": h.DepositWon, "monthly": h.MonthlyWon}})
	return fmt.Sprintf("%s %s %.1f㎡ %s (%s)", h.Sigungu, h.Name, h.AreaM2, price, source)
}
