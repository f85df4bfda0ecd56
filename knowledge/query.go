package knowledge

import (
	"slices"
	"strings"
)

// concept is one thing a query speaks of, with all the ways to say it.
type concept struct {
	ways []way
	// faint marks what only refines another concept: a weak word, a bare
	// number, the rest of a compound whose known part is its own concept.
	faint bool
	// verb marks what looks like a verb, which may be said in many ways.
	verb bool
}

// way is one wording: the words that stand for it, each by the terms of its
// forms, best first.
type way struct {
	words   []wordTerms
	synonym bool
}

type wordTerms struct{ exact, bigrams []string }

// read breaks a query into concepts.
func (l *Lexicon) read(text string) []concept {
	text = normalise(text)
	a := newAnalyzer()
	matches := l.find(text)
	var concepts []concept
	covered := make([]bool, len(text)+1)
	for _, m := range matches {
		for i := m.start; i < m.end; i++ {
			covered[i] = true
		}
		surface := text[m.start:m.end]
		c := concept{ways: []way{a.way(surface, false)}}
		for _, other := range m.to {
			if !strings.EqualFold(other, surface) {
				c.ways = append(c.ways, a.way(normalise(other), true))
			}
		}
		concepts = append(concepts, c)
	}
	for _, w := range words(text) {
		rest, touched := uncovered(text, w, covered)
		switch {
		case !touched && !l.stopped(w.text):
			concepts = append(concepts, concept{ways: []way{a.way(w.text, false)}, faint: l.faint(w.text), verb: verbLike(w.text)})
		case touched && len([]rune(rest)) > 1 && !l.stopped(rest) && !l.stopped(w.text):
			concepts = append(concepts, concept{ways: []way{a.way(w.text, false), a.way(rest, false)}, faint: true})
		}
	}
	return concepts
}

// uncovered is what of a word no term of the lexicon took.
func uncovered(text string, w span, covered []bool) (rest string, touched bool) {
	var b strings.Builder
	for i := w.start; i < w.end; i++ {
		if covered[i] {
			touched = true
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String(), touched
}

// stopped tells whether a word, in any of its forms, carries no subject.
func (l *Lexicon) stopped(word string) bool {
	if len([]rune(word)) < 2 {
		return true
	}
	for _, s := range stemsOf(word) {
		if l.stop[s] {
			return true
		}
	}
	return false
}

// faint tells whether a word only narrows a subject down.
func (l *Lexicon) faint(word string) bool {
	return digit(word[0]) || slices.ContainsFunc(stemsOf(word), func(s string) bool { return l.weak[s] })
}

// verbLike tells a verb or adjective by its ending.
func verbLike(word string) bool {
	return slices.ContainsFunc(verbEndings[:], func(e string) bool { return strings.HasSuffix(word, e) })
}

var verbEndings = [...]string{
	"요", "다", "까", "죠", "지", "데", "서", "래", "네", "니", "고", "면", "해", "돼", "어", "아", "야", "려", "라", "게", "줘", "재", "든", "싶은", "하는", "되는",
}

func (a *analyzer) way(text string, synonym bool) way {
	w := way{synonym: synonym}
	for _, s := range words(text) {
		var t wordTerms
		for _, term := range a.terms(s.text) {
			if strings.HasPrefix(term, wordMark) {
				t.exact = append(t.exact, term)
			} else {
				t.bigrams = append(t.bigrams, term)
			}
		}
		w.words = append(w.words, t)
	}
	return w
}

// The boosts of a query's terms: what was said counts more than what it may
// also be called, a whole word more than a pair of syllables.
const (
	synonymBoost = 0.6
	bigramBoost  = 0.25
	faintBoost   = 0.5
)

// boosts gives each term of the query that the index holds its weight.
func (x *Index) boosts(q []concept) map[string]float64 {
	terms := map[string]float64{}
	for _, c := range q {
		base := 1.0
		if c.faint {
			base = faintBoost
		}
		for _, w := range c.ways {
			boost := base
			if w.synonym {
				boost *= synonymBoost
			}
			for _, word := range w.words {
				x.raise(terms, word.exact, boost)
				x.raise(terms, word.bigrams, boost*bigramBoost)
			}
		}
	}
	return terms
}

func (x *Index) raise(terms map[string]float64, list []string, boost float64) {
	for _, t := range list {
		if x.df[t] > 0 && terms[t] < boost {
			terms[t] = boost
		}
	}
}
