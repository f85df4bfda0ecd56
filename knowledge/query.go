package knowledge

import (
	"slices"
	"strings"
)

// concept is one thing a query speaks of, with all the ways to say it.
type concept struct {
	text string // as the query says it
	at   int    // where it, or the word that it is a rest of, begins
	ways []way
	// faint marks what only refines another concept: a weak word, a bare
	// number, the rest of a compound whose known part is its own concept.
	faint bool
	// known marks a term of the lexicon.
	known bool
	// asked marks a noun of the phrase that is asked about.
	asked bool
	// verb marks what looks like a verb, which may be said in many ways.
	verb bool
	// weight is how much of the query it is.
	weight float64
}

// way is one wording: the words that stand for it, each by the terms of its
// forms, best first.
type way struct {
	words   []wordTerms
	synonym bool
}

// wordTerms are the terms of a word that the index knows, by number; of the
// pairs that it does not know only how many there are counts.
type wordTerms struct {
	exact, pairs []uint32
	allPairs     int
}

// read breaks a query into concepts. A word that the lexicon knows in part
// leaves a rest: what of it the index knows is a concept of its own
// ("보증금안돌려주면"), anything else only refines.
func (x *Index) read(a *analyzer, text string) []concept {
	text = normalise(text)
	covered := make([]bool, len(text)+1)
	var concepts []concept
	for _, m := range x.lexicon.find(text) {
		for i := m.start; i < m.end; i++ {
			covered[i] = true
		}
		c := x.concept(m.term)
		c.at = m.start
		c.faint = x.lexicon.weak[c.text]
		concepts = append(concepts, c)
	}
	all := words(text)
	for i, w := range all {
		rests := uncovered(text, w, covered)
		if len(rests) == 1 && rests[0] == w.text {
			if !x.lexicon.stopped(w.text) {
				concepts = append(concepts, concept{text: w.text, at: w.start, ways: []way{x.way(a, w.text, false)}, faint: x.lexicon.faint(w.text), verb: verbLike(w.text) || bindsNext(all, i)})
			}
			continue
		}
		for _, rest := range rests {
			if !x.lexicon.stopped(rest) && !x.lexicon.stopped(w.text) {
				c := concept{text: rest, at: w.start, ways: []way{x.way(a, rest, false)}}
				c.faint = !x.holds(c.ways[0]) || x.lexicon.faint(rest)
				concepts = append(concepts, c)
			}
		}
	}
	x.markAsked(text, concepts)
	for i, c := range concepts {
		concepts[i].weight = x.weightOf(c)
	}
	return concepts
}

// markAsked marks the concepts of the phrase that is asked about.
func (x *Index) markAsked(text string, concepts []concept) {
	for _, w := range x.lexicon.asked(text) {
		for i, c := range concepts {
			if !c.verb && w.start <= c.at && c.at < w.end {
				concepts[i].asked = true
			}
		}
	}
}

// concept is a term of the lexicon with the words it expands to.
func (x *Index) concept(t *term) concept {
	c := concept{text: t.text, ways: make([]way, 0, 1+len(t.to)), known: true}
	c.ways = append(c.ways, way{words: x.wording(t.self)})
	for _, other := range t.to {
		c.ways = append(c.ways, way{words: x.wording(other), synonym: true})
	}
	return c
}

// wording is a word of the lexicon by its terms, which are looked up once.
func (x *Index) wording(word int) []wordTerms {
	if known := x.wordings[word].Load(); known != nil {
		return *known
	}
	made := x.way(newAnalyzer(), normalise(x.lexicon.words[word]), false).words
	x.wordings[word].Store(&made)
	return made
}

// holds tells whether the index knows a word of the way.
func (x *Index) holds(w way) bool {
	return slices.ContainsFunc(w.words, func(t wordTerms) bool { return len(t.exact) > 0 })
}

// uncovered lists the parts of a word that no term of the lexicon took.
func uncovered(text string, w span, covered []bool) []string {
	var rests []string
	start := -1
	for i := w.start; i <= w.end; i++ {
		free := i < w.end && !covered[i]
		switch {
		case free && start < 0:
			start = i
		case !free && start >= 0:
			rests = append(rests, text[start:i])
			start = -1
		}
	}
	return rests
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

func (x *Index) way(a *analyzer, text string, synonym bool) way {
	w := way{synonym: synonym}
	for _, s := range words(text) {
		var t wordTerms
		for _, term := range a.terms(s.text) {
			word := strings.HasPrefix(term, wordMark)
			if !word {
				t.allPairs++
			}
			n, ok := x.terms[term]
			switch {
			case !ok || x.stats[n].chunks == 0:
			case word:
				t.exact = append(t.exact, n)
			default:
				t.pairs = append(t.pairs, n)
			}
		}
		w.words = append(w.words, t)
	}
	return w
}
