package realestate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// sentence is one of an article, ready to be compared with a question.
type sentence struct {
	text string
	// told is how it is said to the user.
	told string
	// plain is the text without spaces, in lower case; head and tail are its
	// parts that a question may ask for.
	plain string
	pairs korean.Pairs
	// leans tells that it says nothing without the one before it, inner that it
	// is of no use to citizens.
	leans, inner bool
	// of is the place of the sentence that an item completes, -1 for none.
	of int
	// open tells that it says what has not been settled or checked.
	open bool
	// has are the kinds of answer that it holds.
	has     wants
	statute bool
}

// wants are the kinds of answer that a question may ask for.
type wants struct{ period, amount, person, leave bool }

// in counts the wants that a sentence meets.
func (w wants) in(s wants) int {
	return boolInt(w.period && s.period) + boolInt(w.amount && s.amount) + boolInt(w.person && s.person) + boolInt(w.leave && s.leave)
}

// sentencesOf are the sentences of an article: of a statute's own text its
// provisions. What speaks to a machine is left out.
func sentencesOf(title, text string) []sentence {
	var list []sentence
	if !korean.IsStatute(text) {
		for _, s := range korean.Sentences(text) {
			one := newSentence(s, korean.Polite(s))
			one.leans = korean.Leans(s)
			list = append(list, one)
		}
		return list
	}
	for _, p := range korean.Provisions(text) {
		one := newSentence(p.Text, p.Said())
		if p.Defines() {
			one.told = title + " — " + one.told
		}
		if len(p.Items) > 0 {
			one.told = clip(strings.TrimSuffix(one.told, ".")+": "+strings.Join(p.Items, "; ")+".", maxTold)
		}
		one.leans, one.inner, one.of, one.statute = p.Leans, p.Inner, p.Of, true
		list = append(list, one)
	}
	return list
}

func newSentence(text, told string) sentence {
	return sentence{
		text: text, told: told, of: -1, plain: korean.Tight(text), pairs: korean.PairsOf(text),
		open: phrases.Has(text, "tells.open"),
		has: wants{
			period: len(korean.FindPeriods(text)) > 0,
			amount: len(korean.FindSums(text))+len(korean.FindRates(text)) > 0 || phrases.Has(text, "tells.amount"),
			person: phrases.Has(text, "tells.person"),
			leave:  phrases.Has(text, "tells.leave"),
		},
	}
}

// question is one of the user's, as it is compared with sentences.
type question struct {
	text  string
	pairs korean.Pairs
	// things are what it speaks of, each in all its wordings.
	things [][]string
	wants  wants
}

func (w *author) question(text string) *question {
	q := &question{text: text, pairs: korean.PairsOf(text), wants: wants{
		period: phrases.Has(text, "asks.period"), amount: phrases.Has(text, "asks.amount"),
		person: phrases.Has(text, "asks.person"), leave: phrases.Has(text, "asks.leave"),
	}}
	if w.wordingsFunc != nil {
		for _, wordings := range w.wordingsFunc(text) {
			q.things = append(q.things, plainly(wordings))
		}
	}
	return q
}

func plainly(list []string) []string {
	list = slices.Clone(list)
	for i, text := range list {
		list[i] = korean.Tight(text)
	}
	return list
}

// fits weighs the sentences of an article against the question: what of its
// things each speaks of, the rarer in the article the more, and whether it
// holds what is asked for.
func (q *question) fits(list []sentence, snippet string) []float64 {
	scores := make([]float64, len(list))
	for _, wordings := range q.things {
		var in []int
		for i, s := range list {
			if slices.ContainsFunc(wordings, func(w string) bool { return strings.Contains(s.plain, w) }) {
				in = append(in, i)
			}
		}
		for _, i := range in {
			scores[i] += 1 + 2/float64(len(in))
		}
	}
	for i, s := range list {
		scores[i] += 0.1 * float64(q.pairs.Common(s.pairs))
		scores[i] += 1.5 * float64(q.wants.in(s.has))
		if snippet != "" && strings.Contains(snippet, s.text) {
			scores[i] += 1
		}
		if s.of >= 0 {
			scores[i] += ofLead * scores[s.of]
		}
		if s.inner && !(q.wants.period && s.has.period) {
			scores[i] *= ofLead
		}
		if s.open {
			scores[i] *= ofLead
		}
		if n := utf8.RuneCountInString(s.told); n > longSentence {
			scores[i] *= longSentence / float64(n)
		}
	}
	if len(scores) > 0 {
		scores[0] += 0.5 // an article begins with its rule
	}
	return scores
}

// ofLead is how much of its lead's fit an item has too, and what a sentence is
// worth that is of no use to citizens or leaves the matter open. longSentence is from where on a sentence has to say more to be told.
const (
	ofLead       = 0.6
	longSentence = 160
)

// How much is told of one sentence, in letters: as much as the longest list of the packs
// has, and English takes about twice as many as Korean for the same.
const (
	maxTold        = 320
	maxToldEnglish = 640
)

// best is what the sentence of an article that fits best is worth, 0 of none.
func (q *question) best(h hit) float64 {
	return slices.Max(append(q.fits(h.sentences, h.Snippet), 0))
}

// pick are up to n sentences that speak to the question, as they are told: the
// best first, behind the one that it leans on, the others in their order. What
// was said before is left out. A guide's are told in their order: the first is
// the verdict.
func (q *question) pick(h hit, n int, said string) []string {
	if h.Guide {
		return inOrder(h.sentences, n, said)
	}
	return q.speaking(h.sentences, h.Snippet, n, said)
}

// speaking are up to n sentences by what they say of the question.
func (q *question) speaking(list []sentence, snippet string, n int, said string) []string {
	scores := q.fits(list, snippet)
	var picked []int
	for len(picked) < n {
		next := -1
		for i, score := range scores {
			good := len(picked) == 0 || score >= scores[picked[0]]*least(list) || goesInto(list, picked[0], i)
			if good && (next < 0 || score > scores[next]) && !strings.Contains(said, strings.TrimSuffix(list[i].told, ".")) &&
				!slices.ContainsFunc(picked, func(p int) bool { return together(list, p, i) }) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		picked = append(picked, next)
	}
	if len(picked) > 1 {
		slices.Sort(picked[1:])
	}
	last := -1
	var lines []string
	for _, i := range picked {
		lines = append(lines, tell(list, i, last))
		last = i
	}
	return lines
}

// inOrder are the first n sentences that have not been said.
func inOrder(list []sentence, n int, said string) (lines []string) {
	for _, s := range list {
		if len(lines) < n && !strings.Contains(said, strings.TrimSuffix(s.told, ".")) {
			lines = append(lines, s.told)
		}
	}
	return lines
}

// goesInto tells whether a sentence of plain words says how much or how long
// it is, right behind the one that says what holds.
func goesInto(list []sentence, verdict, i int) bool {
	return i == verdict+1 && !list[i].statute && !list[i].open && (list[i].has.amount || list[i].has.period)
}

// least is how good a further sentence has to be, as a share of the best one:
// plain words are few, a statute goes into much that nobody asked for.
func least(list []sentence) float64 {
	switch {
	case len(list) <= 3:
		return 0
	case list[0].statute:
		return 0.7
	}
	return 0.35
}

// together tells whether a sentence is told with another one: as the same, as
// what it leans on, or as of one list.
func together(list []sentence, with, i int) bool {
	lead := func(i int) int {
		if list[i].of >= 0 {
			return list[i].of
		}
		return i
	}
	return lead(with) == lead(i) || list[with].leans && i == with-1
}

// tell is a sentence as it is told, behind the one that it leans on unless
// that was the last one: a first one always, since it says nothing alone.
func tell(list []sentence, i, last int) string {
	most := maxTold
	if !strings.ContainsFunc(list[i].text, korean.IsHangul) {
		most = maxToldEnglish
	}
	if list[i].leans && i > 0 && i-1 != last {
		if both := list[i-1].told + " " + list[i].told; last < 0 || utf8.RuneCountInString(both) <= most {
			return both
		}
	}
	return clip(list[i].told, most)
}

// question is the user's, taken apart once an answer.
func (a *answer) question() *question {
	if a.asked == nil {
		a.asked = a.author.question(a.state.Query)
	}
	return a.asked
}

// behind is what a text says right behind a place, without the particle there.
func behind(text string, end int) string {
	text = strings.TrimLeftFunc(text[min(end, len(text)):], func(r rune) bool { return !unicode.IsSpace(r) })
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), wordsBehind)], " ")
}

// wordsBehind is how many words tell what becomes of a sum: "보증금으로 남기고".
const wordsBehind = 2
