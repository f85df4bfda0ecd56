// Package packs is the data that the real-estate assistant ships: statutes,
// loans, a market and listing sample, rates, contract clauses and the search
// dictionary. An operator may serve a folder of the same files instead.
package packs

import "embed"

// FS holds every pack by its file name.
//
//go:embed *.yaml *.csv *.md situations/*.yaml guides/*.yaml
var FS embed.FS
