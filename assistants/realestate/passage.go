package realestate

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
)

// hit is an article that was found, with what its text says in the answer's
// language.
type hit struct {
	*search.LegalResult
	// citation names it as the library does, names its articles each alone.
	citation, title string
	names           []named
	// gist is empty where there is none in the answer's language.
	gist      string
	sentences []sentence
	// statute tells that it is the statute's own text.
	statute bool
}

func newHit(r *search.LegalResult, language string) hit {
	h := hit{LegalResult: r, citation: r.Citation, title: r.Title, gist: r.Gist, names: namedIn(r.Citation)}
	if !isKorean(language) {
		for i, n := range h.names {
			h.names[i] = n.in(language)
		}
		h.gist, h.citation = r.GistEN, strings.Join(exactOf(h.names), "; ")
		if r.TitleEN != "" {
			h.title = r.TitleEN
		}
	}
	h.sentences, h.statute = sentencesOf(h.title, h.gist), korean.IsStatute(r.Gist)
	return h
}

// scored is the result with another score.
func (h hit) scored(score float64) *search.LegalResult {
	r := *h.LegalResult
	r.Score = score
	return &r
}

// key names the article's fact.
func (h hit) key() string { return "law." + h.Citation + " " + h.ID }

// fact is the article as a fact.
func (h hit) fact() *evidence.Fact {
	text, also := h.gist, h.GistEN
	switch text {
	case "":
		text = h.Gist // a model can put it into the answer's language
	case h.GistEN:
		also = h.Gist
	}
	return &evidence.Fact{
		Kind: evidence.KindLaw, Key: h.key(), Title: h.title, Text: text, Also: also + "\n" + h.Citation + "\n" + h.AsOf,
		Source: h.citation, Law: h.Law, Article: h.Article, Guide: h.Guide, Score: h.Score,
		AsOf: lawDay(h.LegalResult), Status: h.Status, URL: lawURL(h.Law, h.Article),
	}
}

const inForceWord = "시행"

var inForce = regexp.MustCompile(inForceWord + ` \d{4}-\d{2}-\d{2}`)

// standing says of when the text of an article is and how far it has been
// checked.
func (a *answer) standing(r *search.LegalResult) string {
	when := ""
	if m := inForce.FindString(r.AsOf); m != "" {
		when = strings.Replace(m, inForceWord, a.say("standing.in_force"), 1)
	}
	if r.Status == knowledge.StatusPartlyVerified {
		when += ", " + a.say("standing.partly")
	}
	return strings.TrimPrefix(when, ", ")
}
