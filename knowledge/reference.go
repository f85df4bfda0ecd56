package knowledge

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// reference is an article named by number. Para and item are 0 when the
// whole article is meant.
type reference struct {
	Law    string // full name; empty when not named
	Number int
	Sub    int // 제6조의3: 3
	Para   int // 항
	Item   int // 호
}

// article is the reference as statutes write it, without its paragraph.
func (r reference) article() string {
	if r.Sub > 0 {
		return fmt.Sprintf("제%d조의%d", r.Number, r.Sub)
	}
	return fmt.Sprintf("제%d조", r.Number)
}

func (r reference) key() string { return r.Law + "\x00" + r.article() }

var (
	articlePattern = regexp.MustCompile(`제?\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?(?:\s*제?\s*(\d{1,2})\s*항)?(?:\s*제?\s*(\d{1,2})\s*호)?`)
	englishPattern = regexp.MustCompile(`(?i)\b(?:article|art\.|section)\s*(\d{1,4})(?:-(\d{1,3}))?(?:\((\d{1,2})\))?`)
	coverPattern   = regexp.MustCompile(`^(?:([^\n]*\S)\s+)?제(\d+)조(?:의(\d+))?(?:\s+제(\d+)항)?(?:\s+제(\d+)호)?$`)
)

// parseCover reads an entry of Covers, "제6조의3 제4항" or with another law's
// name in front; law is the record's own.
func parseCover(law, s string) (reference, bool) {
	m := coverPattern.FindStringSubmatch(s)
	if m == nil {
		return reference{}, false
	}
	if m[1] != "" {
		law = m[1]
	}
	return numbered(law, m[2:]), true
}

func numbered(law string, m []string) reference {
	r := reference{Law: law}
	for i, to := range []*int{&r.Number, &r.Sub, &r.Para, &r.Item} {
		if i < len(m) {
			*to, _ = strconv.Atoi(m[i]) // digits by the pattern; "" is 0
		}
	}
	return r
}

// references finds the articles that a text names, each with the law named
// last before it (or, in English, right after it). A bare number needs its
// "제" or a law, for "2조" may be a sum of money; an article of a law that
// is not here is none of another.
func (l *lexicon) references(text string) []reference {
	var list []reference
	laws := l.mentions(text)
	unknown := l.unknownLaws(text, laws)
	for _, at := range articlePattern.FindAllStringSubmatchIndex(text, -1) {
		for len(unknown) > 0 && strings.TrimSpace(text[min(unknown[0].end, at[0]):at[0]]) != "" {
			unknown = unknown[1:] // something stands between it and the article
		}
		if len(unknown) > 0 && unknown[0].end <= at[0] {
			continue
		}
		law := lastLaw(laws, at[0])
		if law != "" || strings.HasPrefix(text[at[0]:], "제") {
			list = append(list, numbered(law, submatches(text, at)))
		}
	}
	for _, at := range englishPattern.FindAllStringSubmatchIndex(text, -1) {
		law := lastLaw(laws, at[0])
		if law == "" {
			law = firstLaw(laws, at[1])
		}
		list = append(list, numbered(law, submatches(text, at)))
	}
	return list
}

func submatches(text string, at []int) []string {
	var m []string
	for i := 2; i+1 < len(at); i += 2 {
		if at[i] < 0 {
			m = append(m, "")
			continue
		}
		m = append(m, text[at[i]:at[i+1]])
	}
	return m
}
