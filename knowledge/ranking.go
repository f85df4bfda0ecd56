package knowledge

// The weights of the features, fitted by `server eval fit` on the tuning
// halves of the labelled sets (docs/evaluation.md): they put right documents
// first, and their sum is the log-odds that the best one is right.
const rankingBias = -3.841

var rankingWeights = featureList{
	featCovered:  1.836,
	featBM25:     1.437,
	featSaid:     0.696,
	featTitle:    0.095,
	featTitleFit: 0.728,
	featSentence: 1.138,
	featGroup:    1.179,
	featPrior:    0.410,
}
