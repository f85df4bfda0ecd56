package main

import (
	"embed"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var textFiles embed.FS

// texts is what the program says at a terminal.
var texts = words.Must(textFiles, "texts")
