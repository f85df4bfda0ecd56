package realestate

import (
	"strings"

	"github.com/madang-dev/madang/teams/search"
)

// How many sentences of an article are told where.
const (
	leadSentences = 3 // the article that answers
	nextSentences = 2 // the ones beside it
	lawSentences  = 2 // in the legal basis
)

// gist is what an article says in the answer's language; empty where the
// library has it in Korean only and the answer is in English.
func (a *answer) gist(r search.LegalResult) string {
	if a.state.Language == "en" {
		return r.GistEN
	}
	return r.Gist
}

// tellLaw makes articles the key answer. Of those that have no text in the
// answer's language only the names can be told.
func (a *answer) tellLaw(articles []search.LegalResult) {
	if len(articles) > 0 && a.gist(articles[0]) == "" {
		a.nameLaw(articles)
		return
	}
	for i, r := range articles {
		if len(a.core) >= maxLaw || i > 0 && r.Score < articles[0].Score*nextToBest {
			break
		}
		n := leadSentences
		if i > 0 {
			n = nextSentences
		}
		text := told(pick(sentences(a.gist(r)), a.state.Query, r.Snippet, n))
		if text == "" {
			continue
		}
		a.core = append(a.core, a.citation(r)+a.words.bracket+a.title(r)+"): "+text)
	}
}

// nextToBest is how near the best article's score one has to be to be told
// beside it.
const nextToBest = 0.75

func (a *answer) nameLaw(articles []search.LegalResult) {
	for i, r := range articles {
		if i == maxLaw {
			break
		}
		line := a.citation(r) + " (" + a.title(r) + ")"
		if i == 0 {
			line = a.words.governedBy + " " + line + "."
		} else {
			line = a.words.alsoSee + " " + line + "."
		}
		a.core = append(a.core, line)
	}
	if len(articles) > 0 {
		a.note = appendNew(a.note, a.words.gistInKorean)
	}
}

// speaksTheLanguage tells whether a sentence of an article can stand in the
// answer.
func (a *answer) speaksTheLanguage(r search.LegalResult) bool {
	return a.state.Language != "en" || r.GistEN != "" && strings.Contains(r.GistEN, r.Snippet)
}

// supportWith adds the one sentence of the article behind a conclusion that
// says most of what was asked.
func (a *answer) supportWith(r search.LegalResult) {
	if !a.speaksTheLanguage(r) || r.Score < 2*speaks || !strings.ContainsAny(r.Snippet, "0123456789") {
		return
	}
	line := politely([]string{r.Snippet})[0]
	for _, said := range a.core {
		if alike(said, line) {
			return
		}
	}
	at := min(1, len(a.core)) // right behind the conclusion
	a.core = append(a.core[:at], append([]string{line}, a.core[at:]...)...)
}

// lawLine is an article of the legal basis: the sentences that fit best and
// that the key answer has not told.
func (a *answer) lawLine(r search.LegalResult) string {
	line := "**" + a.citation(r) + "** (" + a.title(r) + ")"
	if text := a.untold(r); text != "" {
		line += ": " + text
	}
	if a.gist(r) == "" {
		a.note = appendNew(a.note, a.words.gistInKorean)
	}
	if standing := a.standing(r); standing != "" {
		line += " [" + standing + "]"
	}
	return line
}

// untold are sentences of an article that the key answer does not tell.
func (a *answer) untold(r search.LegalResult) string {
	said := strings.Join(a.core, "\n")
	var left []string
	for _, s := range sentences(a.gist(r)) {
		if !strings.Contains(said, told([]string{s})) {
			left = append(left, s)
		}
	}
	return told(pick(left, a.state.Query, r.Snippet, lawSentences))
}

// told is sentences as they are said to the user; the first one leans on
// none before it.
func told(list []string) string {
	polite := politely(list)
	for i := range polite {
		polite[i] = clip(polite[i])
	}
	return strings.TrimPrefix(strings.Join(polite, " "), "또 ")
}

// clip ends a sentence that lists too much behind one of its commas.
func clip(sentence string) string {
	runes := []rune(sentence)
	most := mostTold(sentence)
	if len(runes) <= most {
		return sentence
	}
	short := string(runes[:most])
	if at := strings.LastIndex(short, ", "); at > 0 {
		short = short[:at]
	}
	return short + " …"
}
