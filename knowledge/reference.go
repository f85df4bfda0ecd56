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
	coverPattern   = regexp.MustCompile(`^(?:(.+?)\s+)?제(\d+)조(?:의(\d+))?(?:\s+제(\d+)항)?(?:\s+제(\d+)호)?$`)
)

// parseCover reads an entry of Covers; law is the record's own.
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
// "제" or a law, for "2조" may be a sum of money.
func (l *Lexicon) references(text string) []reference {
	var found []reference
	unknown := l.unknownLaws(text)
	for _, at := range articlePattern.FindAllStringSubmatchIndex(text, -1) {
		if unknownBefore(unknown, text, at[0]) {
			continue // an article of a law that is not here is none of another
		}
		law := l.lastLaw(text[:at[0]])
		if law != "" || strings.HasPrefix(text[at[0]:], "제") {
			found = append(found, numbered(law, submatches(text, at)))
		}
	}
	for _, at := range englishPattern.FindAllStringSubmatchIndex(text, -1) {
		law := l.lastLaw(text[:at[0]])
		if law == "" {
			law = l.lastLaw(text[at[1]:])
		}
		found = append(found, numbered(law, submatches(text, at)))
	}
	return found
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

// lastLaw is the full name of the law that the text names last.
func (l *Lexicon) lastLaw(text string) string {
	text = squeeze(text)
	law, best, bestLen := "", -1, 0
	for _, alias := range l.lawAliases {
		at := strings.LastIndex(text, alias.key)
		if at < 0 {
			continue
		}
		// An alias within a longer one ends where the longer ends.
		end := at + len(alias.key)
		if end > best || end == best && len(alias.key) > bestLen {
			law, best, bestLen = alias.law, end, len(alias.key)
			if rest := text[end:]; strings.HasPrefix(rest, "시행령") {
				law += " 시행령"
			} else if strings.HasPrefix(rest, "시행규칙") {
				law += " 시행규칙"
			}
		}
	}
	return law
}

// lawName is the full name for a name, an alias or the name itself when
// it is unknown.
func (l *Lexicon) lawName(name string) string {
	key := squeeze(name)
	suffix := ""
	for _, s := range []string{"시행령", "시행규칙"} {
		if strings.HasSuffix(key, s) {
			key, suffix = strings.TrimSuffix(key, s), " "+s
		}
	}
	for _, alias := range l.lawAliases {
		if alias.key == key {
			return alias.law + suffix
		}
	}
	return strings.TrimSpace(name)
}

// squeeze is the text in lower case without white space, so that
// "주택 임대차 보호법" equals "주택임대차보호법".
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(s)), "")
}
