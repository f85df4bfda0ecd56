package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// passage is what an article's text says to answers in one language, whatever
// the question: it is read once, as answers of law are made of a few hundred
// articles. Nobody changes it.
type passage struct {
	citation, title, standing string
	// gist is empty where the library has it in Korean only and the answer is
	// in English.
	gist      string
	sentences []sentence
	// titled are the pairs of the Korean title.
	titled korean.Pairs
	// names are the article's laws and numbers, in both languages.
	names []named
	// steers tells that a sentence of it speaks to a machine.
	steers bool
	// fact is the article as a fact, which has been read.
	fact evidence.Fact
}

// hit is an article that was found, with what its text says.
type hit struct {
	*search.LegalResult
	text *passage
}

// passageKey is all that a passage is made of.
type passageKey struct {
	language, law, article, citation, title, titleEN, gist, gistEN, asOf, status, source string
}

func keyOf(r *search.LegalResult, language string) passageKey {
	return passageKey{
		language: language, law: r.Law, article: r.Article, citation: r.Citation, title: r.Title, titleEN: r.TitleEN,
		gist: r.Gist, gistEN: r.GistEN, asOf: r.AsOf, status: r.Status, source: r.Source,
	}
}

// size is the length of the key's texts in bytes.
func (k *passageKey) size() int {
	return len(k.law) + len(k.article) + len(k.citation) + len(k.title) + len(k.titleEN) + len(k.gist) + len(k.gistEN) +
		len(k.asOf) + len(k.status) + len(k.source)
}

// owned is the key with texts of its own: those of a state may be parts of a
// longer one, which would be kept with them.
func (k *passageKey) owned() passageKey {
	c := strings.Clone
	return passageKey{
		language: c(k.language), law: c(k.law), article: c(k.article), citation: c(k.citation), title: c(k.title), titleEN: c(k.titleEN),
		gist: c(k.gist), gistEN: c(k.gistEN), asOf: c(k.asOf), status: c(k.status), source: c(k.source),
	}
}

// maxPassages bounds the texts of articles that are kept, in bytes: the
// built-in library's in both languages three times over. What is kept of a
// text takes about six times its room, and there are two halves.
const maxPassages = 1 << 20

// hits are articles that were found, with what their texts say in a language.
func (w *author) hits(found []search.LegalResult, language string) []hit {
	list := make([]hit, len(found))
	for i := range found {
		list[i] = hit{&found[i], w.passage(&found[i], language)}
	}
	return list
}

func (w *author) passage(r *search.LegalResult, language string) *passage {
	key := keyOf(r, language)
	return w.passages.of(key, key.size(), func() (passageKey, *passage) {
		key := key.owned()
		return key, newPassage(key)
	})
}

func newPassage(k passageKey) *passage {
	r := search.LegalResult{
		Law: k.law, Article: k.article, Citation: k.citation, Title: k.title, TitleEN: k.titleEN,
		Gist: k.gist, GistEN: k.gistEN, AsOf: k.asOf, Status: k.status, Source: k.source,
	}
	p := &passage{citation: r.Citation, title: r.Title, gist: r.Gist, titled: korean.PairsOf(r.Title)}
	english := !isKorean(k.language)
	if english {
		p.gist, p.citation = r.GistEN, citationIn(r, k.language)
		if r.TitleEN != "" {
			p.title = r.TitleEN
		}
	}
	p.standing = standing(r, k.language)
	p.sentences = taken(p.gist)
	for _, c := range articlesOf(r) {
		both := analysis.Citation{Law: c.law, Article: c.article}
		p.names = append(p.names, namedIn(both.In("ko")), namedIn(both.In("en")))
	}
	p.steers = slices.ContainsFunc([]string{r.Title, r.TitleEN, r.Gist, r.GistEN}, guard.Orders)
	p.fact = lawFact(r, p, english)
	p.fact.Read()
	return p
}

// lawFact is an article as a fact, but for how well it fits.
func lawFact(r search.LegalResult, p *passage, english bool) evidence.Fact {
	text, also := p.gist, r.GistEN
	if text == "" {
		text = r.Gist // a model can put it into the answer's language
	} else if english {
		also = r.Gist
	}
	return evidence.Fact{
		Kind: evidence.KindLaw, Title: p.title, Text: text, Also: also + "\n" + r.Citation + "\n" + r.AsOf,
		Source: p.citation, Law: r.Law, Article: r.Article,
		AsOf: lawDay(r), Status: r.Status, URL: lawURL(r.Law, r.Article),
	}
}

// fact is an article that was found as a fact.
func (h hit) fact() *evidence.Fact {
	f := h.text.fact
	f.Key, f.Score = h.key(), h.Score
	return &f
}

// key names the article's fact.
func (h hit) key() string { return "law." + h.Law + " " + h.Article }

// standing says of when the text of an article is and how far it has been
// checked.
func standing(r search.LegalResult, language string) string {
	say, when := texts.In(language).Say, r.AsOf
	if m := inForce.FindString(when); m != "" {
		when = strings.Replace(m, inForceWord, say("standing.in_force"), 1)
	} else if !isKorean(language) {
		when = ""
	}
	switch r.Status {
	case knowledge.StatusUnverified:
		when += ", " + say("standing.unverified")
	case knowledge.StatusPartlyVerified:
		when += ", " + say("standing.partly")
	}
	return strings.TrimPrefix(when, ", ")
}
