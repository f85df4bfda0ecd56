package realestate

import (
	"fmt"

	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/korean"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// How much of each team's findings an answer shows; all of it is in data.
const (
	maxCore    = 5
	maxLaw     = 3
	maxDeals   = 5
	maxLoans   = 3
	maxFigures = 12
)

// addDocument takes what the document team says.
func (a *answer) addDocument() {
	d := a.state.DocumentTeamState
	if d == nil {
		return
	}
	if d.Message != "" {
		a.core = append(a.core, d.Message)
	}
	if r := d.ReviewResult; r != nil {
		for _, text := range r.Recommendations {
			a.recommend = appendNew(a.recommend, text)
		}
	}
}

// addAnalysis takes conclusions, their reckoning and what is missing.
func (a *answer) addAnalysis() {
	s := a.state.AnalysisTeamState
	if s == nil {
		return
	}
	for _, section := range s.Report.Sections {
		a.addReport(section)
	}
	for _, m := range s.InputData.Assumed {
		a.consider = appendNew(a.consider, m.Text)
	}
	for _, m := range s.InputData.Missing {
		a.consider = appendNew(a.consider, m.Question)
	}
	for _, text := range s.Recommendations {
		a.recommend = appendNew(a.recommend, text)
	}
	if m := s.RawAnalysis.Market; m != nil && m.Sample {
		a.sample = true
	}
}

// addReport puts one part of the analysis where it belongs: its first line
// is the conclusion, the others say how it came about.
func (a *answer) addReport(section state.Section) {
	if len(section.Content) == 0 {
		return
	}
	if section.Icon == "alert" {
		for _, line := range section.Content {
			a.consider = appendNew(a.consider, line)
		}
		return
	}
	if len(a.core) < maxCore {
		a.core = appendNew(a.core, section.Content[0])
	}
	for _, line := range section.Content[1:] {
		if len(a.data) < maxFigures {
			a.data = appendNew(a.data, "**"+section.Title+"** "+line)
		}
	}
}

// addSearch takes articles, deals, loans and listings.
func (a *answer) addSearch() {
	s := a.state.SearchTeamState
	if s == nil {
		return
	}
	a.addArticles(s)
	a.addLoans(s)
	a.addDeals(s)
	a.sample = a.sample || s.AggregatedResults.SampleData
	for _, note := range s.AggregatedResults.Notes {
		if !strings.Contains(a.words.sample, strings.TrimSuffix(note, ".")) {
			a.note = appendNew(a.note, note)
		}
	}
	for _, widened := range s.AggregatedResults.Widened {
		a.consider = appendNew(a.consider, widened.Note)
	}
}

func (a *answer) addArticles(s *search.TeamState) {
	for i, r := range s.LegalResults {
		if i >= maxLaw {
			break
		}
		line := fmt.Sprintf("**%s** (%s): %s", r.Citation, a.title(r), r.Gist)
		line += " (" + a.words.asOf + " " + r.AsOf + a.doubt(r.Status) + ")"
		a.law = append(a.law, line)
	}
	if len(a.core) == 0 && len(s.LegalResults) > 0 {
		best := s.LegalResults[0]
		text := best.Snippet
		if text == "" {
			text = best.Gist
		}
		a.core = append(a.core, fmt.Sprintf("%s (%s)", text, best.Citation))
	}
}

func (a *answer) title(r search.LegalResult) string {
	if a.state.Language == "en" && r.TitleEN != "" {
		return r.TitleEN
	}
	return r.Title
}

// doubt says how far an article has been checked.
func (a *answer) doubt(status string) string {
	switch status {
	case knowledge.StatusUnverified:
		return ", " + a.words.unverified
	case knowledge.StatusPartlyVerified:
		return ", " + a.words.partly
	}
	return ""
}

func (a *answer) addLoans(s *search.TeamState) {
	for i, r := range s.LoanResults {
		if i >= maxLoans {
			break
		}
		verdict := a.words.unknownEligible
		switch r.Eligible {
		case search.EligibleYes:
			verdict = a.words.eligible
		case search.EligibleNo:
			verdict = a.words.notEligible
		}
		line := fmt.Sprintf("**%s** — %s", r.Name(a.state.Language), verdict)
		if r.LimitWon > 0 {
			line += ", " + a.words.limit + " " + won(r.LimitWon, a.state.Language)
		}
		if len(r.Reasons) > 0 {
			line += ": " + strings.Join(r.Reasons[:min(len(r.Reasons), 3)], " · ")
		}
		line += fmt.Sprintf(" (%s, %s %s)", r.Source, a.words.asOf, r.AsOf)
		a.data = append(a.data, line)
		if len(a.core) < maxCore && i == 0 {
			a.core = append(a.core, line)
		}
	}
}

// addDeals shows single deals and listings of the sample, each as what it is.
func (a *answer) addDeals(s *search.TeamState) {
	var lines []string
	for i, r := range s.RealEstateResults {
		if i < maxDeals {
			d := r.Row
			lines = append(lines, a.deal(a.words.deals, d.Sigungu, d.Complex, d.AreaM2, d.DealType, d.PriceWon, d.DepositWon, d.MonthlyWon)+" · "+d.ContractYM)
		}
	}
	for i, r := range s.PropertySearchResults {
		if i < maxDeals {
			l := r.Listing
			lines = append(lines, a.deal(a.words.listings, l.Sigungu, l.Name, l.AreaM2, l.DealType, l.PriceWon, l.DepositWon, l.MonthlyWon))
		}
	}
	a.data = append(a.data, lines...)
	if len(a.core) == 0 && len(lines) > 0 {
		a.core = append(a.core, lines...)
	}
	a.sample = a.sample || len(lines) > 0
}

// deal is one line for a deal or a listing, with its kind first.
func (a *answer) deal(kind, place, name string, m2 float64, deal string, price, deposit, monthly int64) string {
	sum := won(price, a.state.Language)
	switch deal {
	case knowledge.DealJeonse:
		sum = a.words.jeonse + " " + won(deposit, a.state.Language)
	case knowledge.DealMonthlyRent:
		sum = a.words.rent + " " + won(deposit, a.state.Language) + " / " + won(monthly, a.state.Language)
	default:
		sum = a.words.sale + " " + sum
	}
	return fmt.Sprintf("[%s] %s %s %.1f㎡ %s", kind, place, name, m2, sum)
}

// won is a sum as people of the language read it.
func won(amount int64, language string) string {
	if language == "en" {
		return korean.FormatNumber(amount) + " won"
	}
	return korean.FormatWon(amount)
}

// searchView, analysisView and documentView are what data shows of a team.
type searchView struct {
	LegalResults          []search.LegalResult   `json:"legal_results"`
	RealEstateResults     []search.MarketResult  `json:"real_estate_results"`
	LoanResults           []search.LoanResult    `json:"loan_results"`
	PropertySearchResults []search.ListingResult `json:"property_search_results"`
	TotalResults          int                    `json:"total_results"`
	SourcesUsed           []string               `json:"sources_used"`
	SampleData            bool                   `json:"sample_data"`
}

type analysisView struct {
	AnalysisType      string                  `json:"analysis_type"`
	Metrics           map[string]float64      `json:"metrics"`
	Insights          []string                `json:"insights"`
	RawAnalysis       analysis.RawAnalysis    `json:"raw_analysis"`
	VisualizationData *analysis.Visualization `json:"visualization_data,omitempty"`
	Missing           []analysis.Missing      `json:"missing,omitempty"`
	ConfidenceScore   float64                 `json:"confidence_score"`
}

type documentView struct {
	DocumentType string                 `json:"document_type"`
	Title        string                 `json:"title,omitempty"`
	ReviewResult *document.ReviewResult `json:"review_result,omitempty"`
	Missing      []document.Missing     `json:"missing,omitempty"`
	Questions    []document.Missing     `json:"questions,omitempty"`
	Problems     []document.Problem     `json:"problems,omitempty"`
	Document     *state.DocumentLink    `json:"document,omitempty"`
}

// teamView is a team's part of data; nil when it brought nothing.
func teamView(s *supervisor.State, team string) any {
	switch {
	case team == search.TeamName && s.SearchTeamState != nil:
		t := s.SearchTeamState
		return searchView{
			LegalResults: t.LegalResults, RealEstateResults: t.RealEstateResults,
			LoanResults: t.LoanResults, PropertySearchResults: t.PropertySearchResults,
			TotalResults: t.TotalResults, SourcesUsed: t.SourcesUsed, SampleData: t.AggregatedResults.SampleData,
		}
	case team == analysis.TeamName && s.AnalysisTeamState != nil:
		t := s.AnalysisTeamState
		return analysisView{
			AnalysisType: t.AnalysisType, Metrics: t.Metrics, Insights: t.Insights, RawAnalysis: t.RawAnalysis,
			VisualizationData: t.VisualizationData, Missing: t.InputData.Missing, ConfidenceScore: t.ConfidenceScore,
		}
	case team == document.TeamName && s.DocumentTeamState != nil:
		t := s.DocumentTeamState
		return documentView{
			DocumentType: t.DocumentType, Title: t.Title(), ReviewResult: t.ReviewResult,
			Missing: t.Missing, Questions: t.Questions, Problems: t.Problems, Document: s.DocumentLink,
		}
	}
	return nil
}
