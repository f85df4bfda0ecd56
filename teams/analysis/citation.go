package analysis

import (
	"regexp"

	"github.com/madang-dev/madang/internal/words"
)

// LawName is a law that the team cites, by its Korean name, as a language calls
// it; the name itself where the law is not among them.
func LawName(law, language string) string {
	for _, key := range texts.Keys("law") {
		if texts.Say(words.Base, key) == law {
			return texts.Say(language, key)
		}
	}
	return law
}

var articleParts = regexp.MustCompile(`^(table )?(\d+)(?:-(\d+))?(?: \((\d+)\))?(?: item (\d+))?$`)

// cite is an article that a figure rests on, of a law (texts: law): "6-3 (1)"
// is art. 6-3 (1), "table 1" an annex; what has no number stands as it is.
func cite(law, article string) words.Message {
	name := words.M("law." + law)
	if article == "" {
		return name
	}
	shown := words.M("report.text", "text", article)
	if m := articleParts.FindStringSubmatch(article); m != nil {
		shown = words.M("article", "table", m[1], "number", m[2], "of", m[3], "paragraph", m[4], "item", m[5])
	}
	return words.M("citation", "law", name, "article", shown)
}
