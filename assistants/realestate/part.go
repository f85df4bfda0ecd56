package realestate

import (
	"slices"

	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// part is one question of the message with what was found for it.
type part struct {
	asked    *question
	hits     []hit
	findings []finding
}

// parts are the questions of the message in their order. What was found for
// none of them by name belongs to the first.
func (a *answer) parts(findings []finding) []part {
	var list []part
	asked := a.state.PlanningState.AnalyzedIntent.Parts
	if len(asked) < 2 {
		return []part{{asked: a.question(), hits: a.hits, findings: findings}}
	}
	for i, q := range asked {
		of := func(question string) bool {
			known := slices.ContainsFunc(asked, func(p state.QueryPart) bool { return p.Text == question })
			return question == q.Text || i == 0 && !known
		}
		p := part{asked: a.author.question(q.Text)}
		for _, h := range a.hits {
			if of(h.Question) {
				p.hits = append(p.hits, h)
			}
		}
		for _, f := range findings {
			if of(f.Question) {
				p.findings = append(p.findings, f)
			}
		}
		list = append(list, p)
	}
	return list
}

// asks tells whether a part asks anything: by its mark and words, or because a guide is
// surely to the trouble that it only tells.
func (p part) asks() bool {
	return asking(p.asked.text) || phrases.Has(p.asked.text, "asks.part") || len(p.hits) > 0 && p.hits[0].Guide && p.hits[0].Score >= planning.Situation
}

// addPart answers one question within so many letters: by what was worked out
// for it, else by the law.
func (a *answer) addPart(p part, letters int) {
	most := maxKey - a.room(maxKey) + letters
	articles := a.fitting(p.asked, p.hits)
	unclear := a.state.PlanningState.AnalyzedIntent.IntentType == "unclear"
	if unclear && slices.ContainsFunc(articles, func(h hit) bool { return h.Guide }) {
		// Vague words are in some situation: it is asked back which. An article that is named is no guess.
		articles = slices.DeleteFunc(articles, func(h hit) bool { return !h.Exact })
	}
	if len(articles) > 0 && (articles[0].Exact || articles[0].Score >= likely) {
		a.best = append(a.best, articles[0])
	}
	list := append(a.concluded(p.findings, articles), a.quoted(p.asked, articles, p.findings)...)
	if len(a.core) > 0 { // what is found for a further part has to be worth its place
		list = slices.DeleteFunc(list, func(s claim) bool { return s.hit != nil && s.worth < likely })
	}
	if len(list) > 0 && !a.documentSpeaks() {
		a.tell(list, most)
	}
	a.fold(p.findings)
}

// documentSpeaks tells whether the document team answers itself.
func (a *answer) documentSpeaks() bool {
	d := a.state.DocumentTeamState
	return d != nil && d.Message != ""
}
