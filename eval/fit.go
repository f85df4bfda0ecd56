package eval

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// Explainer tells what the scores of a query's articles are made of.
type Explainer interface {
	Library
	ExplainArticles(ctx context.Context, text string) ([]knowledge.Explained, error)
}

// Example is a question's candidates: their features, and which are right.
type Example struct {
	Features [][]float64
	Right    []bool
	// Sure is what the confidence in the first candidate is made of.
	Sure []float64
}

// Examples are the questions of a set that have candidates at all.
func Examples(ctx context.Context, library Explainer, set Set) ([]Example, error) {
	var list []Example
	for _, c := range set.Cases {
		if len(c.wanted()) == 0 {
			continue
		}
		right := map[string]bool{}
		for _, w := range c.wanted() {
			law, article := splitCitation(w)
			for _, a := range recordsOf(library, law, article) {
				right[a.ID] = true
			}
		}
		explained, err := library.ExplainArticles(ctx, c.Text)
		if err != nil {
			return nil, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
		var e Example
		for _, x := range explained {
			e.Features = append(e.Features, x.Features)
			e.Right = append(e.Right, right[x.Record.ID])
		}
		if len(e.Features) > 0 {
			e.Sure = explained[0].Sure
			list = append(list, e)
		}
	}
	return list, nil
}

// wanted are the articles that answer a case of retrieval or of answers.
func (c Case) wanted() []string {
	if c.Expect != nil && c.Language != "en" { // English citations are of no library
		return append(slices.Clone(c.Expect.Cites), c.Expect.CitesAny...)
	}
	return c.Want
}

// Ranking is the weights of a ranking's features and what is added to them.
type Ranking struct {
	Bias    float64
	Weights []float64
}

// The course of fitting: plain gradient ascent, which takes a second on a
// few hundred questions.
const (
	rounds   = 3000
	pace     = 0.5
	restrain = 0.003 // keeps weights small when there are few examples
	judged   = 1     // candidates of each question by which the score is set
)

// Fit finds the weights by which right candidates come first (the
// likelihood of a softmax over each question's candidates), then a scale and
// a bias by which the score is the chance of being right. Weights below 0
// are not allowed: more of a feature is never worse.
func Fit(examples []Example) Ranking {
	if len(examples) == 0 {
		return Ranking{}
	}
	n := len(examples[0].Features[0])
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 1
	}
	for range rounds {
		step := make([]float64, n)
		for _, e := range examples {
			e.pull(weights, step)
		}
		for i := range weights {
			weights[i] += pace * (step[i]/float64(len(examples)) - restrain*weights[i])
			weights[i] = max(0, weights[i])
		}
	}
	scale, bias := believable(examples, weights)
	for i := range weights {
		weights[i] *= scale
	}
	return Ranking{Bias: bias, Weights: weights}
}

// pull adds where one example would have the weights go: the features that
// right candidates have above what all have, by their chances.
func (e Example) pull(weights, step []float64) {
	if !slices.Contains(e.Right, true) {
		return
	}
	all, right := e.chances(weights)
	for k, f := range e.Features {
		for i := range step {
			step[i] += (right[k] - all[k]) * f[i]
		}
	}
}

// chances are the softmax of the candidates' scores, over all of them and
// over the right ones.
func (e Example) chances(weights []float64) (all, right []float64) {
	all, right = make([]float64, len(e.Features)), make([]float64, len(e.Features))
	top := math.Inf(-1)
	for k, f := range e.Features {
		all[k] = dot(weights, f)
		top = max(top, all[k])
	}
	var sum, sumRight float64
	for k := range all {
		all[k] = math.Exp(all[k] - top)
		sum += all[k]
		if e.Right[k] {
			right[k] = all[k]
			sumRight += all[k]
		}
	}
	for k := range all {
		all[k] /= sum
		right[k] /= sumRight
	}
	return all, right
}

// believable finds scale and bias by which 1/(1+exp(-(scale·z+bias))) is the
// share of right ones among the first candidates.
func believable(examples []Example, weights []float64) (scale, bias float64) {
	var zs []float64
	var rights []bool
	for _, e := range examples {
		for _, k := range e.first(weights, judged) {
			zs = append(zs, dot(weights, e.Features[k]))
			rights = append(rights, e.Right[k])
		}
	}
	mean := 0.0
	for _, z := range zs {
		mean += z / float64(len(zs))
	}
	scale = 1
	for range rounds * 3 {
		var ds, db float64
		for i, z := range zs {
			off := -1 / (1 + math.Exp(-(scale*(z-mean) + bias)))
			if rights[i] {
				off++
			}
			ds += off * (z - mean)
			db += off
		}
		scale += pace * ds / float64(len(zs))
		bias += pace * db / float64(len(zs))
	}
	return scale, bias - scale*mean
}

// first are the places of the n best candidates.
func (e Example) first(weights []float64, n int) []int {
	var list []int
	for range min(n, len(e.Features)) {
		best := -1
		for k, f := range e.Features {
			if !slices.Contains(list, k) && (best < 0 || dot(weights, f) > dot(weights, e.Features[best])) {
				best = k
			}
		}
		list = append(list, best)
	}
	return list
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
