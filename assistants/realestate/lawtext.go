package realestate

import (
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// How many sentences of an article are told where.
const (
	leadSentences = 3 // the article that answers
	nextSentences = 2 // the ones beside it
	lawSentences  = 2 // in the legal basis
)

// tellLaw makes articles the key answer. Of those that have no text in the
// answer's language only the names can be told.
func (a *answer) tellLaw(articles []hit) {
	if len(articles) > 0 && articles[0].text.gist == "" {
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
		text := told(choose(r.text.sentences, a.question(), r.Snippet, n))
		if text == "" {
			continue
		}
		line := r.text.citation + a.say("bracket") + r.text.title + "): " + text
		a.core, a.quoted = append(a.core, a.tells(r.key(), line)), append(a.quoted, line)
	}
}

// nextToBest is how near the best article's score one has to be to be told
// beside it.
const nextToBest = 0.75

func (a *answer) nameLaw(articles []hit) {
	for i, r := range articles {
		if i == maxLaw {
			break
		}
		line := r.text.citation + " (" + r.text.title + ")"
		if i == 0 {
			line = a.say("law.governed_by") + " " + line + "."
		} else {
			line = a.say("law.also_see") + " " + line + "."
		}
		a.core = append(a.core, a.tells(r.key(), line))
	}
	if len(articles) > 0 {
		a.note = appendNew(a.note, a.say("law.gist_in_korean"))
	}
}

// speaksTheLanguage tells whether a sentence of an article can stand in the
// answer.
func (a *answer) speaksTheLanguage(r hit) bool {
	return isKorean(a.state.Language) || r.GistEN != "" && strings.Contains(r.GistEN, r.Snippet)
}

// supportWith adds the one sentence of the article behind a conclusion that
// says most of what was asked.
func (a *answer) supportWith(r hit) {
	if !a.speaksTheLanguage(r) || r.Score < 2*speaks || !strings.ContainsAny(r.Snippet, "0123456789") {
		return
	}
	line := korean.Polite(r.Snippet)
	own := korean.PairsOf(line)
	for _, said := range a.core {
		if korean.PairsOf(said).Alike(own, alikePercent) {
			return
		}
	}
	a.quoted = append(a.quoted, a.tells(r.key(), line))
	at := min(1, len(a.core)) // right behind the conclusion
	a.core = append(a.core[:at], append([]string{line}, a.core[at:]...)...)
}

// lawLine is an article of the legal basis: the sentences that fit best and
// that the key answer has not told.
func (a *answer) lawLine(r hit) string {
	line := "**" + r.text.citation + "** (" + r.text.title + ")"
	if text := a.untold(r); text != "" {
		line += ": " + text
	}
	if r.text.gist == "" {
		a.note = appendNew(a.note, a.say("law.gist_in_korean"))
	}
	if r.text.standing != "" {
		line += " [" + r.text.standing + "]"
	}
	return line
}

// untold are sentences of an article that the key answer does not tell.
func (a *answer) untold(r hit) string {
	said := strings.Join(a.core, "\n")
	var left []sentence
	for _, s := range r.text.sentences {
		if !strings.Contains(said, opened(s.told)) {
			left = append(left, s)
		}
	}
	return told(choose(left, a.question(), r.Snippet, lawSentences))
}

// told is sentences as they are said to the user; the first one leans on
// none before it.
func told(list []sentence) string {
	polite := make([]string, len(list))
	for i, s := range list {
		polite[i] = s.told
	}
	return opened(strings.Join(polite, " "))
}

// opened is a text whose first sentence leans on none before it.
func opened(text string) string { return strings.TrimPrefix(text, "또 ") }

// clip ends a sentence that lists too much behind one of its commas.
func clip(sentence string) string {
	most := mostTold(sentence)
	if utf8.RuneCountInString(sentence) <= most {
		return sentence
	}
	short := string([]rune(sentence)[:most])
	if at := strings.LastIndex(short, ", "); at > 0 {
		short = short[:at]
	}
	return short + " …"
}
