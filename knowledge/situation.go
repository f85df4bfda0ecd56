package knowledge

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
)

// situationFiles hold what people say whose answer an article is.
const situationFiles = "situations/*.yaml"

// situationsPack are the phrases for the articles of a law.
type situationsPack struct {
	Law        string `yaml:"law"`
	Situations []struct {
		Law     string   `yaml:"law"` // where it is not the file's
		Article string   `yaml:"article"`
		Korean  []string `yaml:"ko"`
		English []string `yaml:"en"`
	} `yaml:"situations"`
}

// situation is a phrase for an article: for all records of it, or where it is
// given as a record shows it, with paragraphs, for that record.
type situation struct {
	of            reference
	shown, phrase string
}

// leadPattern is the article that a shown one begins with.
var leadPattern = regexp.MustCompile(`^제\d+조(?:의\d+)?(?: 제\d+항)?`)

func (p *pack) readSituations(fsys fs.FS) error {
	return openAll(fsys, situationFiles, func(file packFile, all situationsPack) error {
		for i, s := range all.Situations {
			law := cmp.Or(s.Law, all.Law)
			ref, ok := parseCover(law, leadPattern.FindString(s.Article))
			if !ok || law == "" || len(s.Korean)+len(s.English) == 0 {
				return file.wrongAt("situations", i, fmt.Errorf("%q is no article of a law, or has no phrase", s.Article))
			}
			for _, phrase := range slices.Concat(s.Korean, s.English) {
				p.situations[ref.key()] = append(p.situations[ref.key()], situation{ref, s.Article, phrase})
			}
		}
		return nil
	})
}

// phrasesOf are the phrases for a record.
func (p *pack) phrasesOf(a Article) []string {
	if a.Guide {
		return a.Questions // an article's situations are many, and it answers one
	}
	var list []string
	for _, c := range a.Covers {
		ref, _ := parseCover(a.Law, c)
		for _, s := range p.situations[ref.key()] {
			if s.shown == a.Article || s.shown == s.of.article() || ref.Para == 0 || ref.Para == s.of.Para {
				list = answer.Add(list, s.phrase)
			}
		}
	}
	return append(list, a.Questions...)
}
