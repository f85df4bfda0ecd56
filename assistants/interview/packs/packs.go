// Package packs holds what is asked in practice interviews and by whom.
package packs

import "embed"

// FS holds the packs at its root.
//
//go:embed *.yaml
var FS embed.FS
