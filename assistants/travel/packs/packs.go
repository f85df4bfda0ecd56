// Package packs is the data that the travel planner ships: destinations with
// their sights and illustrative prices. An operator may serve a folder of the
// same files instead.
package packs

import "embed"

// FS holds every pack by its file name.
//
//go:embed *.yaml
var FS embed.FS
