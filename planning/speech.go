package planning

import (
	"embed"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var textFiles embed.FS

//go:embed phrases/*.yaml
var phraseFiles embed.FS

var (
	texts   = words.Must(textFiles, "texts")
	phrases = dialog.Must(phraseFiles, "phrases")
)
