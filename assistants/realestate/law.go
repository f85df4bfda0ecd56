package realestate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
)

// How well an article has to fit to be shown: its score against the best
// one's, and the least score of an article that speaks for itself.
const (
	nearBest = 0.65
	beside   = 0.5 // beside a reckoning; its title has to name what is asked
	speaks   = 0.3
)

// addLaw shows the articles that the answer rests on: first those that the
// conclusions cite, then those that the search found to fit.
func (a *answer) addLaw(findings []finding) {
	if a.refused() {
		return
	}
	cited := a.citedLaws()
	articles := a.articles(cited)
	if len(a.core) == 0 {
		a.tellLaw(articles)
	} else if len(a.core) < maxCore && len(articles) > 0 && a.state.DocumentTeamState == nil {
		a.supportWith(slices.MaxFunc(articles, func(x, y search.LegalResult) int { return cmp.Compare(x.Score, y.Score) }))
	}
	for _, r := range articles {
		if len(a.law) < maxLaw {
			a.law = append(a.law, a.lawLine(r))
			a.cite(a.citation(r))
		}
	}
	for _, c := range cited {
		if len(a.law) < maxLaw && namesArticle.MatchString(c) && !coveredBy(c, articles) {
			a.law = appendNew(a.law, "**"+c+"**"+a.basisOf(c, findings))
			a.cite(c)
		}
	}
}

// basisOf says which conclusion an article is the basis of.
func (a *answer) basisOf(citation string, findings []finding) string {
	for _, f := range findings {
		if slices.Contains(f.laws, citation) {
			return ": " + f.title + a.words.basis
		}
	}
	return ""
}

func (a *answer) refused() bool {
	d := a.state.DocumentTeamState
	return d != nil && d.Refused
}

// citedLaws are what the shown conclusions and a review rest on.
func (a *answer) citedLaws() []string {
	var cited []string
	for _, f := range a.shown {
		for _, law := range f.laws {
			cited = appendNew(cited, law)
		}
	}
	if d := a.state.DocumentTeamState; d != nil {
		for _, law := range citations.FindAllString(d.Message, -1) {
			cited = appendNew(cited, law)
		}
	}
	return cited
}

// citations finds the articles that a message names.
var citations = regexp.MustCompile(`[가-힣]+(?: [가-힣]+)*법(?: 시행령| 시행규칙)? 제\d+조(?:의\d+)?`)

// lawSpeaks tells whether the search found an article that can answer.
func (a *answer) lawSpeaks() bool {
	s := a.state.SearchTeamState
	return s != nil && slices.ContainsFunc(s.LegalResults, func(r search.LegalResult) bool { return r.Score >= speaks && a.applies(r) })
}

// articles are the search's articles that belong to the answer, those that
// are cited first.
func (a *answer) articles(cited []string) []search.LegalResult {
	s := a.state.SearchTeamState
	if s == nil {
		return nil
	}
	var hits, others []search.LegalResult
	best := 0.0
	for _, r := range s.LegalResults {
		switch {
		case !a.applies(r):
		case r.Exact || slices.ContainsFunc(cited, func(c string) bool { return coveredBy(c, []search.LegalResult{r}) }):
			hits = append(hits, r)
		default:
			others = append(others, r)
		}
		if a.applies(r) {
			best = max(best, r.Score)
		}
	}
	if a.state.DocumentTeamState != nil {
		return hits // what its message does not name is not asked for
	}
	reckoned := len(cited) > 0
	for _, r := range others {
		if reckoned && r.Score >= beside && asksFor(a.state.Query, r.Title) || !reckoned && r.Score >= best*nearBest {
			hits = append(hits, r)
		}
	}
	return hits
}

// asksFor tells whether a question names what an article is about: half of
// its title or more.
func asksFor(query, title string) bool {
	n := overlap(title, query)
	return n > 1 && 2*n >= len(pairsOf(title))
}

const shopLaw = "상가건물 임대차보호법"

// applies keeps the law of shops out of questions on homes.
func (a *answer) applies(r search.LegalResult) bool {
	if r.Exact || !strings.HasPrefix(r.Law, shopLaw) {
		return true
	}
	if slices.Contains(a.state.PlanningState.AnalyzedIntent.Entities.PropertyTypes, "shop") {
		return true
	}
	query := strings.ToLower(a.state.Query)
	return slices.ContainsFunc([]string{"상가", "점포", "가게", "권리금", "환산보증금", "상임법", "shop", "store", "commercial"},
		func(word string) bool { return strings.Contains(query, word) })
}

func (a *answer) title(r search.LegalResult) string {
	if a.state.Language == "en" && r.TitleEN != "" {
		return r.TitleEN
	}
	return r.Title
}

var inForce = regexp.MustCompile(`시행 \d{4}-\d{2}-\d{2}`)

// standing says of when the text of an article is and how far it has been
// checked.
func (a *answer) standing(r search.LegalResult) string {
	when := r.AsOf
	if m := inForce.FindString(when); m != "" {
		when = strings.Replace(m, "시행", a.words.inForce, 1)
	} else if a.state.Language == "en" {
		when = ""
	}
	switch r.Status {
	case knowledge.StatusUnverified:
		when += ", " + a.words.unverified
	case knowledge.StatusPartlyVerified:
		when += ", " + a.words.partly
	}
	return strings.TrimPrefix(when, ", ")
}
