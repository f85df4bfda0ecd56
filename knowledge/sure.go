package knowledge

import "math"

// What tells how sure the first document of a ranking is. The ranking's own
// features put the best one first; whether even the best is right is another
// question, and few things answer it.
const (
	sureLead    = iota // how far the second one is behind, up to maxLead
	sureCovered        // share of the query that the document covers
	sureKnown          // share of the query in words that the lexicon prepares
	sures
)

type sureList [sures]float64

// SureNames are the names of what a confidence is made of, in their order.
func SureNames() []string { return []string{"lead", "covered", "known"} }

// maxLead is the lead, in log-odds, from which more says no more.
const maxLead = 2.0

// surenessOf the first of the ranked candidates.
func surenessOf(q []concept, list []*candidate) sureList {
	var f sureList
	f[sureLead], f[sureCovered] = maxLead, list[0].share
	if len(list) > 1 {
		f[sureLead] = min(maxLead, list[0].odds-list[1].odds)
	}
	var known, all float64
	for _, c := range q {
		all += c.weight
		if c.known && !c.faint {
			known += c.weight
		}
	}
	if all > 0 {
		f[sureKnown] = known / all
	}
	return f
}

// confide gives the ranked candidates their scores: the first one's is the
// chance that it is right, the others' keep their distance from it.
func confide(q []concept, list []*candidate) {
	if len(list) == 0 {
		return
	}
	f := surenessOf(q, list)
	z := sureBias
	for i, w := range sureWeights {
		z += w * f[i]
	}
	list[0].sureness = f
	best := chance(list[0].odds)
	for _, c := range list {
		c.score = rounded(chance(z) * chance(c.odds) / best)
	}
}

// chance is the probability of log-odds.
func chance(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
