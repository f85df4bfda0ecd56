package api

import (
	"embed"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var textFiles embed.FS

// texts is what replies tell a user.
var texts = words.Must(textFiles, "texts")
