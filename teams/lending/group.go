package lending

import (
	"embed"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var files embed.FS

// texts are the names of groups.
var texts = words.Must(files, "texts")

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
