package knowledge

import "embed"

// Labelled holds questions about the built-in packs with the articles that
// answer them, by which this package is tested and `server eval` measures.
//
//go:embed testdata/questions.yaml testdata/holdout.yaml testdata/english.yaml
var Labelled embed.FS
