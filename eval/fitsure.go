package eval

import (
	"math"
	"slices"
)

// Group is examples that count together as much as their weight says,
// however many they are.
type Group struct {
	Weight   float64
	Examples []Example
}

// FitSure finds the weights by which what a confidence is made of gives the
// chance that the first candidate is right: a logistic regression with a
// light pull to 0, on features brought to one scale.
func FitSure(groups []Group) Ranking {
	var list []weighed
	for _, g := range groups {
		for _, e := range g.Examples {
			list = append(list, weighed{slices.Clone(e.Sure), e.Right[0], g.Weight / float64(len(g.Examples))})
		}
	}
	if len(list) == 0 {
		return Ranking{}
	}
	mean, spread := scaleOf(list)
	r := Ranking{Weights: make([]float64, len(mean))}
	for range rounds {
		r.climb(list)
	}
	for i := range r.Weights {
		r.Weights[i] /= spread[i]
		r.Bias -= r.Weights[i] * mean[i]
	}
	return r
}

// weighed is one outcome and how much it counts.
type weighed struct {
	features []float64
	right    bool
	weight   float64
}

// restrainSure keeps the weights of a confidence small.
const restrainSure = 0.02

// climb takes one step up the likelihood.
func (r *Ranking) climb(list []weighed) {
	step, bias, all := make([]float64, len(r.Weights)), 0.0, 0.0
	for _, x := range list {
		off := -1 / (1 + math.Exp(-(r.Bias + dot(r.Weights, x.features))))
		if x.right {
			off++
		}
		for i, f := range x.features {
			step[i] += off * f * x.weight
		}
		bias += off * x.weight
		all += x.weight
	}
	r.Bias += pace * bias / all
	for i := range step {
		r.Weights[i] += pace * (step[i]/all - restrainSure*r.Weights[i])
	}
}

// scaleOf brings features to mean 0 and spread 1, and tells what they were.
func scaleOf(list []weighed) (mean, spread []float64) {
	n := len(list[0].features)
	mean, spread = make([]float64, n), make([]float64, n)
	all := 0.0
	for _, x := range list {
		all += x.weight
		for i, f := range x.features {
			mean[i] += f * x.weight
		}
	}
	for i := range mean {
		mean[i] /= all
		for _, x := range list {
			spread[i] += (x.features[i] - mean[i]) * (x.features[i] - mean[i]) * x.weight
		}
		spread[i] = max(1e-6, math.Sqrt(spread[i]/all))
	}
	for _, x := range list {
		for i := range x.features {
			x.features[i] = (x.features[i] - mean[i]) / spread[i]
		}
	}
	return mean, spread
}
