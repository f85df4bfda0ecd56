package planning

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// The bounds of an expanded question.
const (
	maxExpanded  = 12 // words
	wordsOfTopic = 3
)

// Expand is a question in other words, for a search that found nothing: what
// the configuration calls its topics besides the words that it has. It is ""
// where no topic has another name.
func (p *Planner) Expand(question string) string {
	r := p.read(question)
	inKorean := DetectLanguage(question) == Korean
	var list []string
	for i, n := range r.counts {
		c := p.cfg.Concepts[i]
		if n == 0 || c.Class != ClassTopic || !c.Keyword {
			continue
		}
		added := 0
		for _, word := range c.Words {
			if strings.HasSuffix(word, "~") || korean.BeginsHangul(word) != inKorean || strings.Contains(r.norm, normalise(word).norm) || slices.Contains(list, word) {
				continue
			}
			if added++; added > wordsOfTopic || len(list) == maxExpanded {
				break
			}
			list = append(list, word)
		}
	}
	return strings.Join(list, " ")
}
