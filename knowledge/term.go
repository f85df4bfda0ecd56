package knowledge

import (
	"regexp"
	"strings"
)

// number is the number of a term, a new one when it has none.
func (x *Index) number(term string) uint32 {
	n, ok := x.terms[term]
	if !ok {
		n = uint32(len(x.stats))
		x.terms[term] = n
		x.stats = append(x.stats, termStats{text: term})
	}
	return n
}

// editorial is what editors of statutes put into their text: when a
// paragraph was changed, and Chinese characters.
var editorial = regexp.MustCompile(`<[^<>]*\d{4}[^<>]*>|\[[^\[\]]*\d{4}[^\[\]]*\]|\(\p{Han}+\)`)

// plain is a text without editorial notes and the path of headings in front
// of it: they are in many articles and about none.
func plain(text string) string {
	text = editorial.ReplaceAllString(text, "")
	for strings.HasPrefix(text, "제") {
		head, rest, ok := strings.Cut(text, " > ")
		if !ok || len(head) > maxHeading {
			break
		}
		text = rest
	}
	return text
}

const maxHeading = 120 // bytes
