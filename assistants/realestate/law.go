package realestate

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// How well an article has to fit to be told: its score against the best one's
// or by itself, and the least of one that stands beside a calculation.
const (
	nearBest   = 0.65 // in the legal basis
	likely     = 0.25 // there, too, and against a bare rule
	nextToBest = 0.75 // in the key answer
	fair       = 0.5
)

// fitting are the articles that belong to the answer to a question, best
// first. Of the library's telling of an article and the statute's own text the
// one that says more of what is asked stands for both; a guide is neither, its
// verdict stands in no article.
func (a *answer) fitting(q *question, hits []hit) []hit {
	list := slices.Clone(hits)
	slices.SortStableFunc(list, func(x, y hit) int {
		return cmp.Or(
			boolInt(y.Exact)-boolInt(x.Exact), boolInt(y.Guide && !a.guided(y))-boolInt(x.Guide && !a.guided(x)),
			cmp.Compare(a.fits(y), a.fits(x)), cmp.Compare(q.best(y), q.best(x)))
	})
	var once []hit
	for _, h := range list {
		twin := slices.IndexFunc(once, func(x hit) bool {
			return (x.statute || h.statute) && !x.Guide && !h.Guide && sharing(x.names, h.names)
		})
		switch {
		case twin >= 0 && !a.leans() && q.best(h) > q.best(once[twin])*muchMore:
			h.LegalResult = h.scored(once[twin].Score)
			once[twin] = h
		case twin < 0 && (h.Exact || h.Score >= min(list[0].Score*nearBest, likely)):
			once = append(once, h)
		}
	}
	return once
}

// guided tells whether a message goes on with an answer that told this guide. Any other
// is weighed against the articles by the library, and leads.
func (a *answer) guided(h hit) bool {
	return h.Guide && a.leans() && slices.Contains(a.state.Talk.Guides, h.ID)
}

// fits is a hit's score in steps that tell hits apart, half of it for a guide that was
// told: what was said before it is searched for again.
func (a *answer) fits(h hit) int {
	if a.guided(h) {
		return int(h.Score * 10)
	}
	return int(h.Score * 20)
}

// leans tells whether a message is of a few words that go on with another
// question: they tell too little to say which text of an article has more of it.
func (a *answer) leans() bool {
	talk := a.state.Talk
	return talk != nil && talk.Act == "" && talk.Of != ""
}

// muchMore is how much more a statute's text has to say of what is asked than
// the library does in plain words.
const muchMore = 1.4

// addLaw shows the articles that the answer rests on: those of the conclusions
// and of a review first, then those that were found to fit.
func (a *answer) addLaw() {
	if d := a.state.DocumentTeamState; d != nil && d.Refused {
		return
	}
	cited := a.citedLaws()
	var names []named
	for _, c := range cited {
		names = append(names, namedIn(c)...)
	}
	for _, h := range a.fitting(a.question(), a.hits) {
		based := sharing(h.names, names)
		switch {
		case len(a.law) >= maxLaw, a.state.DocumentTeamState != nil && !based && !h.Exact, len(cited) > 0 && !based && h.Score < fair:
		default:
			a.law = appendNew(a.law, a.tells(h.key(), a.lawLine(h)))
		}
	}
	a.addBasis(cited)
}

// addBasis shows the articles that conclusions rest on and no line tells of
// yet, those of one conclusion in one line.
func (a *answer) addBasis(cited []string) {
	type basis struct {
		text, key string
		citations []string
	}
	var list []*basis
	for _, c := range cited {
		names := namedIn(c)
		if !namesArticle(c) || slices.ContainsFunc(a.law, func(line string) bool { return a.lineNames(line, names) }) {
			continue
		}
		text, key := a.basisOf(c)
		i := slices.IndexFunc(list, func(b *basis) bool { return b.key == key && b.text == text })
		if i < 0 {
			i, list = len(list), append(list, &basis{text: text, key: key})
		}
		list[i].citations = append(list[i].citations, c)
	}
	for _, b := range list {
		a.law = appendNew(a.law, a.tells(b.key, "**"+strings.Join(b.citations, ", ")+"**"+b.text))
	}
}

// lineNames tells whether a line of the legal basis is of an article.
func (a *answer) lineNames(line string, names []named) bool {
	key := a.of[line]
	return slices.ContainsFunc(a.hits, func(h hit) bool { return h.key() == key && sharing(h.names, names) })
}

// basisOf says which conclusion an article is the basis of.
func (a *answer) basisOf(citation string) (text, key string) {
	for _, f := range a.shown {
		if slices.Contains(f.Sources, citation) {
			return ": " + f.Title + a.say("law.basis"), f.key
		}
	}
	if d := a.state.DocumentTeamState; d != nil && d.ReviewResult != nil {
		for _, r := range d.ReviewResult.Risks {
			if r.Law == citation {
				return ": " + r.Title, "clause." + r.ID
			}
		}
	}
	return "", ""
}

// citedLaws are what the shown conclusions and a review rest on.
func (a *answer) citedLaws() []string {
	var cited []string
	for _, f := range a.shown {
		for _, law := range f.Sources {
			cited = appendNew(cited, law)
		}
	}
	if d := a.state.DocumentTeamState; d != nil && d.ReviewResult != nil {
		for _, r := range d.ReviewResult.Risks {
			cited = appendNew(cited, r.Law)
		}
	}
	return cited
}

// lawLine is an article of the legal basis: what the key answer has not told
// of it.
func (a *answer) lawLine(h hit) string {
	line := "**" + h.citation + "** (" + h.title + ")"
	if picked := a.question().pick(h, 1, strings.Join(a.core, "\n")); len(picked) > 0 {
		line += ": " + picked[0]
	}
	if h.gist == "" {
		a.note = appendNew(a.note, a.say("law.gist_in_korean"))
	}
	if standing := a.standing(h.LegalResult); standing != "" {
		line += " [" + standing + "]"
	}
	return line
}

// clip ends a sentence that lists too much behind one of its commas.
func clip(sentence string, most int) string {
	if utf8.RuneCountInString(sentence) <= most {
		return sentence
	}
	short := string([]rune(sentence)[:most])
	if at := max(strings.LastIndex(short, ", "), strings.LastIndex(short, " ")); at > 0 {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,") + " …"
}
