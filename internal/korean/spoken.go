package korean

import (
	"regexp"
	"strings"
)

// respelling is one way of writing that people have in chats, and the one that
// readers know.
type respelling struct {
	said *regexp.Regexp
	as   string
}

// respellings are carried out one after another.
var respellings = respelt(lists.Respellings)

func respelt(list [][2]string) []respelling {
	edges := strings.NewReplacer("<", `(^|[^가-힣ㄱ-ㅣ])`, ">", `($|[^가-힣ㄱ-ㅣ])`) // of words
	all := make([]respelling, len(list))
	for i, r := range list {
		all[i] = respelling{regexp.MustCompile(edges.Replace(r[0])), r[1]}
	}
	return all
}

// Spoken is a message in the spelling that readers know: what people shorten,
// sound out and mistype in chats ("젤루 싼 걸루 해주세용ㅋㅋ") is written as it
// is in books ("제일 싼 걸로 해주세요"). It is for reading alone: what is shown
// and kept is what was written.
func Spoken(text string) string {
	for _, r := range respellings {
		text = r.said.ReplaceAllString(text, r.as)
	}
	return text
}
