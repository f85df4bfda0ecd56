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

// said is the text of a key that is put together.
func said(key string, args ...any) words.Message { return words.M(key, args...) }

// joined sets messages side by side: formulas with a stroke between them,
// sentences with a space.
func joined(key string, parts ...words.Message) words.Message {
	if len(parts) == 1 {
		return parts[0]
	}
	return words.Message{Key: key, Args: map[string]any{"parts": parts}}
}

// The keys of joined.
const (
	formulas  = "join.formulas"
	sentences = "join.sentences"
)

// capital begins a sentence with a capital letter.
func capital(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}
