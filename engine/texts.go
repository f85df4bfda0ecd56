package engine

import (
	"embed"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var files embed.FS

// texts are what a run that does not end well tells its user.
var texts = words.Must(files, "texts")
