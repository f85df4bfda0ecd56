package knowledge

// The weights of the features, fitted by `server eval fit` on the tuning
// halves of the labelled sets (docs/evaluation.md): they put right documents
// first, and their sum is the log-odds that the best one is right.
const rankingBias = -3.859

var rankingWeights = featureList{
	featCovered:  1.850,
	featBM25:     1.456,
	featSaid:     0.706,
	featTitle:    0.096,
	featTitleFit: 0.725,
	featSentence: 1.140,
	featGroup:    1.180,
	featPrior:    0.412,
}

// The weights of what makes the first document sure, fitted by the same
// command; half of what they are fitted on are questions that nobody had
// prepared for.
const sureBias = -2.835

var sureWeights = sureList{
	sureLead:    1.161,
	sureCovered: 3.865,
	sureKnown:   0.606,
}
