package lending

import (
	"embed"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml
var files embed.FS

// texts are the names of groups, phrases what those say who belong to them.
var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// GroupNames names groups of loan conditions, by language.
func GroupNames(groups []string) []words.Text {
	names := make([]words.Text, len(groups))
	for i, g := range groups {
		names[i] = words.Text{}
		for _, tag := range texts.Languages() {
			names[i][tag] = texts.Say(tag, "group."+g)
		}
	}
	return names
}
