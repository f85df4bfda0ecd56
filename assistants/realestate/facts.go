package realestate

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// facts are what the teams found, each with its source, in the order in
// which an answer tends to state them: conclusions, law, products, prices.
func (a *answer) facts() *evidence.List {
	var list []*evidence.Fact
	list = append(list, a.documentFacts()...)
	list = append(list, a.findingFacts()...)
	if s := a.state.SearchTeamState; s != nil {
		for _, h := range a.hits {
			list = append(list, h.fact())
		}
		for _, r := range s.LoanResults {
			list = append(list, a.loanFact(r))
		}
		list = append(append(list, a.listingFacts(s)...), a.dealFacts(s)...)
	}
	list = append(list, a.calledFacts()...)
	return evidence.NewList(a.state.Query, a.askedFigures(), list...)
}

// askedFigures are those that the user has named, in this turn or before.
func (a *answer) askedFigures() evidence.Figures {
	figures := evidence.FiguresOf(a.state.Today)
	e := estate.EntitiesOf(a.state.PlanningState.AnalyzedIntent.Entities)
	for _, x := range e.Amounts {
		figures.Add(evidence.FiguresOf(x.Text), evidence.Won(x.Won))
	}
	for _, x := range e.Percentages {
		figures.Add(evidence.FiguresOf(x.Text))
	}
	for _, x := range e.Areas {
		figures.Add(evidence.FiguresOf(x.Text))
	}
	for _, x := range e.Periods {
		figures.Add(evidence.FiguresOf(x.Text))
	}
	for _, x := range e.Dates {
		figures.Add(evidence.FiguresOf(x.ISO))
	}
	for _, x := range e.Attributes {
		figures.Add(evidence.FiguresOf(x.Text), evidence.FiguresOf(x.Value))
	}
	return figures
}

// lawDay is the day of the edition that an article was read in; without one,
// the day since which its text is in force.
func lawDay(r *search.LegalResult) string {
	if day := dayIn(r.Source); day != "" {
		return day
	}
	if m := inForce.FindString(r.AsOf); m != "" {
		return dayIn(m)
	}
	return dayIn(r.AsOf)
}

// lawURL is the article's place in the official collection of laws; "" for
// what is not there: by-laws and rules of a house or a company have articles too.
func lawURL(law, article string) string {
	found := korean.FindArticles(article)
	if !phrases.Has(law, "of_state") || len(found) == 0 {
		return ""
	}
	return "https://www.law.go.kr/" + url.PathEscape("법령") + "/" + url.PathEscape(strings.ReplaceAll(law, " ", "")) + "/" + url.PathEscape(article[found[0].Start:found[0].End])
}

// findingFacts are the analysis team's conclusions and what it took for
// granted.
func (a *answer) findingFacts() []*evidence.Fact {
	s := a.state.AnalysisTeamState
	if s == nil {
		return nil
	}
	var list []*evidence.Fact
	overview := a.overviewText()
	for i, f := range s.Findings {
		fact := &evidence.Fact{
			Key:  findingKey(i),
			Kind: evidence.KindCalculation, Title: f.Title, AsOf: f.AsOf, Score: s.ConfidenceScore,
			Text:   strings.Join(append([]string{f.Headline, f.Formula}, f.Notes...), "\n"),
			Also:   strings.Join(f.Sources, "\n"),
			Source: a.findingSource(f), Status: "unverified",
		}
		if f.Verified {
			fact.Status = "verified"
		}
		if f.Method == analysis.MethodMarketStats {
			fact.Kind, fact.Status = evidence.KindMarket, ""
			fact.Also += "\n" + overview
		}
		if len(f.Sources) > 0 {
			setLaw(fact, f.Sources[0])
		}
		list = append(list, fact)
	}
	if asked := a.conditions(s); asked != "" {
		list = append(list, &evidence.Fact{Kind: evidence.KindAssumption, Key: "conditions", Title: a.say("source.assumed"), Text: asked, Source: a.say("source.assumed")})
	}
	for i, m := range s.InputData.Assumed {
		list = append(list, &evidence.Fact{Kind: evidence.KindAssumption, Key: "assumed." + strconv.Itoa(i), Title: a.say("source.assumed"), Text: m.Text, Source: a.say("source.assumed")})
	}
	return list
}

// findingSource names what a conclusion rests on: its first law, or what it
// was reckoned from.
func (a *answer) findingSource(f analysis.Finding) string {
	switch {
	case len(f.Sources) > 0:
		return f.Sources[0]
	case f.Method == analysis.MethodMarketStats:
		return a.marketSource()
	}
	return a.say("source.arithmetic")
}

// marketSource is whose deals were reckoned with.
func (a *answer) marketSource() string {
	if s := a.state.SearchTeamState; s != nil && len(s.RealEstateResults) > 0 {
		return a.source(s.RealEstateResults[0].Source)
	}
	return a.source(search.SampleSource)
}

// setLaw makes a fact one of the law that its citation names, if it names one.
func setLaw(fact *evidence.Fact, citation string) {
	found := korean.FindArticles(citation)
	if len(found) == 0 || !strings.HasPrefix(citation[found[0].Start:], found[0].Name) {
		return
	}
	fact.Law, fact.Article = strings.TrimSpace(citation[:found[0].Start]), citation[found[0].Start:]
	fact.URL = lawURL(fact.Law, fact.Article)
}

// overviewText sums up the market where there are many groups.
func (a *answer) overviewText() string {
	if m := a.market(); m != nil && len(m.Groups) > 0 {
		return a.marketOverview(m)
	}
	return ""
}

// documentFacts are what a review found in a contract, and what the document
// team says of the document.
func (a *answer) documentFacts() []*evidence.Fact {
	d := a.state.DocumentTeamState
	if d == nil {
		return nil
	}
	var list []*evidence.Fact
	if d.ReviewResult != nil {
		for _, r := range d.ReviewResult.Risks {
			fact := &evidence.Fact{
				Kind: evidence.KindClause, Key: "clause." + r.ID, Title: r.ID + " " + r.Title, Text: strings.TrimSpace(r.Why + " " + r.Recommendation),
				Also: r.Excerpt, Source: r.Law,
			}
			if fact.Source == "" {
				fact.Source = a.say("source.reviewed")
			}
			setLaw(fact, r.Law)
			list = append(list, fact)
		}
	}
	return append(list, &evidence.Fact{Kind: evidence.KindDocument, Key: "document", Title: d.Title(), Text: d.Message, Source: a.say("source.yours")})
}

// sourcesOf are facts as clients are shown them.
func sourcesOf(facts []*evidence.Fact) []state.Source {
	var list []state.Source
	for _, f := range facts {
		list = append(list, f.Shown())
	}
	return list
}
