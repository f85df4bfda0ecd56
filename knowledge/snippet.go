package knowledge

// snippet is the sentence of a text that says most of what the query asks;
// the first one when none says anything of it.
func (x *Index) snippet(q []concept, text string) string {
	best, bestScore := "", -1.0
	a := newAnalyzer()
	for _, s := range sentences(text) {
		terms := map[string]float64{}
		for _, w := range words(normalise(s)) {
			for _, t := range a.terms(w.text) {
				terms[t] = 1
			}
		}
		score, _ := x.coverage(q, &chunk{terms: terms})
		if score > bestScore {
			best, bestScore = s, score
		}
	}
	return best
}
