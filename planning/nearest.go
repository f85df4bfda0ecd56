package planning

import (
	"math"
	"slices"
)

// examples are the labelled utterances of the configuration, looked up by the
// features that a text shares with them.
type examples struct {
	intents []int              // by example
	having  map[string][]int32 // by feature: the examples that have it
	weights map[string]float64 // by feature: the rarer, the more it tells
	norms   []float64          // by example
}

// learn indexes the examples of the configuration.
func (p *Planner) learn() *examples {
	x := &examples{having: map[string][]int32{}, weights: map[string]float64{}}
	var all [][]string
	for k, in := range p.cfg.Intents {
		for _, line := range in.lines() {
			names := p.features(p.read(line))
			for _, name := range names {
				x.having[name] = append(x.having[name], int32(len(all)))
			}
			all, x.intents = append(all, names), append(x.intents, k)
		}
	}
	for name, list := range x.having {
		idf := math.Log(1 + float64(len(all))/float64(1+len(list)))
		x.weights[name] = idf * idf
	}
	for _, names := range all {
		x.norms = append(x.norms, x.norm(names))
	}
	return x
}

func (x *examples) norm(names []string) float64 {
	var sum float64
	for _, name := range names {
		sum += x.weights[name]
	}
	return math.Sqrt(sum)
}

// How much the examples count against the rules, and how many of an intent
// are looked at, each half as much as the one before.
const (
	likeness   = 5
	neighbours = 3
)

// score adds to the scores of the intents how like the text is to the nearest
// of their examples, by the cosine of the features.
func (x *examples) score(names []string, scores []float64) {
	common := make([]float64, len(x.intents))
	for _, name := range names {
		for _, i := range x.having[name] {
			common[i] += x.weights[name]
		}
	}
	like, own := make([][]float64, len(scores)), x.norm(names)
	for i, c := range common {
		if c > 0 {
			like[x.intents[i]] = append(like[x.intents[i]], c/(x.norms[i]*own))
		}
	}
	for k, list := range like {
		slices.Sort(list)
		slices.Reverse(list)
		share := float64(likeness)
		for _, cosine := range list[:min(len(list), neighbours)] {
			scores[k] += share * cosine
			share /= 2
		}
	}
}
