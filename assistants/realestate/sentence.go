package realestate

import (
	"cmp"
	"slices"
	"strings"
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
	// leans tells that it says nothing without the one before it.
	leans bool
	// has are the kinds of answer that it holds.
	has wants
}

// wants are the kinds of answer that a question may ask for.
type wants struct{ period, amount, person, leave bool }

// sentencesOf are the sentences of an article: of a statute's own text its
// provisions. What speaks to a machine is left out.
func sentencesOf(text string) []sentence {
	var list []sentence
	add := func(text, told string, leans bool) { list = append(list, newSentence(text, told, leans)) }
	if !korean.IsStatute(text) {
		for _, s := range korean.Sentences(text) {
			add(s, korean.Polite(s), korean.Leans(s))
		}
		return list
	}
	for _, p := range korean.Provisions(text) {
		add(p.Text, korean.Polite(korean.Plainly(p.Whole())), p.Leans)
	}
	return list
}

func newSentence(text, told string, leans bool) sentence {
	return sentence{
		text: text, told: told, leans: leans, plain: korean.Tight(text), pairs: korean.PairsOf(text),
		has: wants{
			period: len(korean.FindPeriods(text)) > 0,
			amount: len(korean.FindSums(text))+len(korean.FindRates(text)) > 0,
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
		for _, match := range [...]bool{q.wants.period && s.has.period, q.wants.amount && s.has.amount, q.wants.person && s.has.person, q.wants.leave && s.has.leave} {
			if match {
				scores[i] += 1.5
			}
		}
		if snippet != "" && strings.Contains(snippet, s.text) {
			scores[i] += 1
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

// longSentence is from where on a sentence has to say more to be told.
const longSentence = 160

// How much is told of one sentence, in letters: English takes about twice as
// many as Korean for the same.
const (
	maxTold        = 240
	maxToldEnglish = 480
)

// best is what the sentence of an article that fits best is worth.
func (q *question) best(h hit) float64 {
	best := 0.0
	for _, score := range q.fits(h.sentences, h.Snippet) {
		best = max(best, score)
	}
	return best
}

// pick are up to n sentences that speak to the question, as they are told: the
// best first, with the one that it leans on, the others in their order. The
// others have to be half as good.
func (q *question) pick(list []sentence, snippet string, n int) []string {
	if len(list) == 0 {
		return nil
	}
	scores := q.fits(list, snippet)
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	order := make([]int, 0, len(list))
	for i := range list {
		if i != best && !(list[best].leans && i == best-1) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	order = slices.DeleteFunc(order[:min(len(order), n-1)], func(i int) bool { return scores[i] < scores[best]/2 })
	slices.Sort(order)
	told := []string{tell(list, best, -1)}
	last := best
	for _, i := range order {
		told = append(told, tell(list, i, last))
		last = i
	}
	return told
}

// tell is a sentence as it is told, behind the one that it leans on unless
// that was the last one.
func tell(list []sentence, i, last int) string {
	most := maxTold
	if !strings.ContainsFunc(list[i].text, korean.IsHangul) {
		most = maxToldEnglish
	}
	if list[i].leans && i > 0 && i-1 != last {
		if both := list[i-1].told + " " + list[i].told; utf8.RuneCountInString(both) <= most {
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
