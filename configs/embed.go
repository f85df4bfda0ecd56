package configs

import "embed"

// FS holds the rule files that ship with the program, by folder:
// planning/realestate.yaml and the like.
//
//go:embed planning/*.yaml prompts/*.md
var FS embed.FS
