package knowledge

import (
	"embed"
	"math"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

//go:embed phrases/*.yaml
var phraseFiles embed.FS

// phrases are what the words of a question do in it.
var phrases = dialog.Must(phraseFiles, "phrases")

// Labelled holds questions about the built-in packs with the articles that
// answer them, by which this package is tested and `server eval` measures.
//
//go:embed testdata/questions.yaml testdata/holdout.yaml testdata/english.yaml
var Labelled embed.FS

// question is a text made ready to be searched for in an index.
type question struct {
	concepts []concept
	weight   float64 // of all concepts
	runs     []int32 // each once
	// worth is how much the documents of a group are asked for.
	worth func(group string) float64
	// existence tells that a rule is asked for which may be made up.
	existence bool
}

// concept is one thing that a question speaks of: its terms in the question's
// own words and in others.
type concept struct {
	weight float64 // how much of the question it is
	terms  []askedTerm
	full   float64 // of a text that holds all of the question's own words
}

// askedTerm is a term and how much it counts.
type askedTerm struct {
	number int32
	boost  float64
}

// What was said counts more than what it may also be called, a whole word
// more than a pair of syllables, and what only narrows a subject down little.
const (
	synonymBoost = 0.6
	pairBoost    = 0.4
	faintBoost   = 0.5
)

// The weights of concepts: the rarer, the more of the question.
const (
	minWeight     = 0.8
	maxWeight     = 2.2
	rareWeight    = 0.5 // of each point of idf
	unknownWeight = 2.0 // of a noun that no document holds
	unknownVerb   = 0.6
	faintWeight   = 0.3
)

// ask makes a question of a text, of a long one's beginning and end.
func (x *index) ask(text string) *question {
	text = normalise(ends(text))
	q := &question{worth: x.lexicon.specialWorths(text), existence: IsExistence(text)}
	for _, r := range x.lexicon.read(text) {
		c := x.concept(r)
		q.weight += c.weight
		q.concepts = append(q.concepts, c)
	}
	for run := range runsOf(text) { // an index without them knows none
		if n, ok := x.terms[run]; ok {
			q.runs = append(q.runs, n)
		}
	}
	slices.Sort(q.runs)
	q.runs = slices.Compact(q.runs)
	return q
}

func (x *index) concept(r reading) concept {
	var c concept
	known, rarest := false, 0.0
	for i, wording := range r.wordings {
		boost := 1.0
		if r.faint {
			boost = faintBoost
		}
		if i > 0 {
			boost *= synonymBoost
		}
		for _, n := range x.numbers(wording) {
			l := x.lists[n]
			if i == 0 && l.word {
				known, rarest = true, max(rarest, l.idf)
			}
			if l.word {
				c.add(n, boost)
			} else {
				c.add(n, boost*pairBoost)
			}
		}
		if i == 0 {
			for _, t := range c.terms {
				c.full += t.boost * x.lists[t.number].idf
			}
			if !known {
				c.full += math.Log(float64(len(x.entries))) // the word itself
			}
		}
	}
	switch {
	case r.faint:
		c.weight = faintWeight
	case known:
		c.weight = min(maxWeight, max(minWeight, rareWeight*rarest))
	case phrases.Has(r.wordings[0], "word.verb"):
		c.weight = unknownVerb
	default:
		c.weight = unknownWeight
	}
	return c
}

// worth is how much of the question a text holds with a part of the concept.
func (c *concept) worth(part float64) float64 {
	if part == 0 || c.full == 0 {
		return c.weight * min(1, part)
	}
	return c.weight * math.Pow(min(1, part/c.full), partPower)
}

func (c *concept) add(n int32, boost float64) {
	for i, t := range c.terms {
		if t.number == n {
			c.terms[i].boost = max(t.boost, boost)
			return
		}
	}
	c.terms = append(c.terms, askedTerm{n, boost})
}

// numbers are those of a text's terms that the index has, each once.
func (x *index) numbers(text string) []int32 {
	var all []int32
	for _, w := range words(normalise(text)) {
		for _, term := range termsOf(w.text) {
			if n, ok := x.terms[term]; ok {
				all = answer.Add(all, n)
			}
		}
	}
	return all
}

// quote is the sentence of a text that says most of what the question asks;
// the first one when none says anything of it.
func (x *index) quote(q *question, text string) string {
	best, most := "", -1.0
	for _, s := range korean.Sentences(text) {
		held := x.numbers(s)
		sum := 0.0
		for i := range q.concepts {
			part := 0.0
			for _, t := range q.concepts[i].terms {
				if slices.Contains(held, t.number) {
					part += t.boost * x.lists[t.number].idf
				}
			}
			sum += q.concepts[i].worth(part)
		}
		if sum > most {
			best, most = s, sum
		}
	}
	return best
}

// IsExistence tells a question whether there is a rule at all: then all that
// it says of the rule is asked for.
func IsExistence(text string) bool {
	return phrases.Has(text, "question.existence") && !phrases.Has(text, "question.findings")
}
