package analysis

import (
	"embed"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml calculations.yaml
var files embed.FS

// phrases are what questions say.
var phrases = dialog.Must(files, "phrases")

// texts are what the team says, by language.
var texts = words.Must(files, "texts")

// capital begins a sentence with a capital letter.
func capital(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}
