package planning

import "embed"

// Labelled holds the labelled queries of the real-estate assistant, by which
// this package is tested and `server eval` measures.
//
//go:embed testdata/realestate_queries.yaml testdata/fresh_queries.yaml
var Labelled embed.FS
