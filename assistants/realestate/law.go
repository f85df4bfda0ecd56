package realestate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
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
		a.supportWith(slices.MaxFunc(articles, func(x, y hit) int { return cmp.Compare(x.Score, y.Score) }))
	}
	for _, r := range articles {
		if len(a.law) < maxLaw {
			line := a.lawLine(r)
			a.law, a.quoted = append(a.law, a.tells(r.key(), line)), append(a.quoted, line)
			a.cite(r.text.citation)
		}
	}
	for _, c := range cited {
		if len(a.law) < maxLaw && namesArticle(c) && !coveredBy(namedIn(c), articles) {
			text, key := a.basisOf(c, findings)
			a.law = appendNew(a.law, a.tells(key, "**"+c+"**"+text))
			a.cite(c)
		}
	}
}

// basisOf says which conclusion an article is the basis of.
func (a *answer) basisOf(citation string, findings []finding) (text, key string) {
	for _, f := range findings {
		if slices.Contains(f.laws, citation) {
			return ": " + f.title + a.say("law.basis"), f.key
		}
	}
	return "", ""
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
	return slices.ContainsFunc(a.hits, func(r hit) bool { return r.Score >= speaks && a.applies(r) })
}

// articles are the search's articles that belong to the answer, those that
// are cited first.
func (a *answer) articles(cited []string) []hit {
	names := make([]named, len(cited))
	for i, c := range cited {
		names[i] = namedIn(c)
	}
	var hits, others []hit
	best := 0.0
	for _, r := range a.hits {
		if !a.applies(r) {
			continue
		}
		if r.Exact || slices.ContainsFunc(names, r.isOf) {
			hits = append(hits, r)
		} else {
			others = append(others, r)
		}
		best = max(best, r.Score)
	}
	if a.state.DocumentTeamState != nil {
		return hits // what its message does not name is not asked for
	}
	reckoned := len(cited) > 0
	for _, r := range others {
		if reckoned && r.Score >= beside && a.asksFor(r) || !reckoned && r.Score >= best*nearBest {
			hits = append(hits, r)
		}
	}
	return hits
}

// asksFor tells whether a question names what an article is about: half of
// its title or more.
func (a *answer) asksFor(r hit) bool {
	n := a.question().pairs.Common(r.text.titled)
	return n > 1 && 2*n >= len(r.text.titled)
}

const shopLaw = "상가건물 임대차보호법"

// applies keeps the law of shops out of questions on homes.
func (a *answer) applies(r hit) bool {
	if r.Exact || !strings.HasPrefix(r.Law, shopLaw) {
		return true
	}
	if slices.Contains(a.state.PlanningState.AnalyzedIntent.Entities.PropertyTypes, "shop") {
		return true
	}
	return phrases.Has(a.state.Query, "shop")
}

const inForceWord = "시행"

var inForce = regexp.MustCompile(inForceWord + ` \d{4}-\d{2}-\d{2}`)
