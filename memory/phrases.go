package memory

import (
	"embed"

	"github.com/madang-dev/madang/internal/dialog"
)

//go:embed phrases/*.yaml
var files embed.FS

// phrases are what preferences are learned by.
var phrases = dialog.Must(files, "phrases")
