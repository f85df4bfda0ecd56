// Package packs is the course that the tutor ships: eight chapters on using
// AI well, each with its theory and questions for two levels, one chapter each of
// Python, SQL and statistics, and a glossary for questions in between. docs/tutor.md tells how to add a chapter.
package packs

import "embed"

// FS holds chapter1.yaml to chapter11.yaml and glossary.yaml.
//
//go:embed *.yaml
var FS embed.FS
