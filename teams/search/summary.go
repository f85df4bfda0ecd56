package search

import (
	"fmt"

	"github.com/madang-dev/madang/internal/words"
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
	lists := [...][]string{s.legalLines(lang), s.marketLines(p), s.loanLines(lang), s.listingLines(p)}
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

func (s *TeamState) legalLines(lang string) []string {
	var lines []string
	for _, r := range s.LegalResults {
		lines = append(lines, fmt.Sprintf("%s (%s)", r.Citation, named(r.Title, r.TitleEN, lang)))
	}
	return lines
}

func (s *TeamState) marketLines(p words.Printer) []string {
	var lines []string
	for _, r := range s.RealEstateResults {
		d := r.Row
		lines = append(lines, fmt.Sprintf("%s %s %.1f㎡ %s (%s)", d.Sigungu, d.Complex, d.AreaM2,
			dealText(p, d.DealType, d.PriceWon, d.DepositWon, d.MonthlyWon), r.Source))
	}
	return lines
}

func (s *TeamState) loanLines(lang string) []string {
	var lines []string
	for _, r := range s.LoanResults {
		line := r.Name(lang)
		if len(r.Reasons) > 0 {
			line += ": " + r.Reasons[0]
		}
		lines = append(lines, line)
	}
	return lines
}

func (s *TeamState) listingLines(p words.Printer) []string {
	var lines []string
	for _, r := range s.PropertySearchResults {
		l := r.Listing
		lines = append(lines, fmt.Sprintf("%s %s %.1f㎡ %s (%s)", l.Sigungu, l.Name, l.AreaM2,
			dealText(p, l.DealType, l.PriceWon, l.DepositWon, l.MonthlyWon), r.Source))
	}
	return lines
}

// dealText names a deal's price as it is said.
func dealText(p words.Printer, deal string, price, deposit, monthly int64) string {
	return p.Text(words.Message{Key: "deal." + deal, Args: map[string]any{"price": price, "deposit": deposit, "monthly": monthly}})
}
