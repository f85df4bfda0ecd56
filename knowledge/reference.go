package knowledge

import (
	"cmp"
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
	article := "제" + strconv.Itoa(r.Number) + "조"
	if r.Sub > 0 {
		article += "의" + strconv.Itoa(r.Sub)
	}
	return article
}

func (r reference) key() string { return r.Law + "\x00" + r.article() }

var (
	articlePattern = regexp.MustCompile(`제?\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?(?:\s*제?\s*(\d{1,2})\s*항)?(?:\s*제?\s*(\d{1,2})\s*호)?`)
	englishPattern = regexp.MustCompile(`(?i)\b(?:article|art\.|section)\s*(\d{1,4})(?:-(\d{1,3}))?(?:\((\d{1,2})\))?`)
)

// space is what parts a reference's words.
const space = " \t\n\f\r"

// parseCover reads an entry of Covers, "제6조의3 제4항" or with another law's
// name in front; law is the record's own.
func parseCover(law, s string) (reference, bool) {
	for from := 0; ; {
		at := strings.Index(s[from:], "제")
		if at < 0 {
			return reference{}, false
		}
		at += from
		from = at + len("제")
		r, ok := parseNumbers(s[at:])
		if !ok {
			continue
		}
		name := strings.TrimRight(s[:at], space)
		if at > 0 && (name == "" || len(name) == at || strings.Contains(name, "\n")) {
			return reference{}, false // no name, or none that ends before the number
		}
		r.Law = cmp.Or(name, law)
		return r, true
	}
}

// parseNumbers reads "제6조의3 제4항 제1호", of which all but the first may
// be missing.
func parseNumbers(s string) (r reference, ok bool) {
	if r.Number, s, ok = cutNumber(s, "제", "조"); !ok {
		return r, false
	}
	r.Sub, s, _ = cutNumber(s, "의", "")
	r.Para, s = cutPart(s, "항")
	r.Item, s = cutPart(s, "호")
	return r, s == ""
}

// cutPart takes " 제4항" off the front, 0 where it is not there.
func cutPart(s, unit string) (n int, rest string) {
	part := strings.TrimLeft(s, space)
	if n, rest, ok := cutNumber(part, "제", unit); ok && len(part) < len(s) {
		return n, rest
	}
	return 0, s
}

// cutNumber takes a number between two marks off the front.
func cutNumber(s, before, after string) (n int, rest string, ok bool) {
	digits, ok := strings.CutPrefix(s, before)
	end := 0
	for end < len(digits) && digit(digits[end]) {
		end++
	}
	if !ok || end == 0 {
		return 0, s, false
	}
	if rest, ok = strings.CutPrefix(digits[end:], after); !ok {
		return 0, s, false
	}
	n, _ = strconv.Atoi(digits[:end]) // nothing but digits
	return n, rest, true
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
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	return append(l.koreanReferences(text), l.englishReferences(text)...)
}

func (l *Lexicon) koreanReferences(text string) []reference {
	if !strings.Contains(text, "조") {
		return nil
	}
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
	return found
}

func (l *Lexicon) englishReferences(text string) []reference {
	var found []reference
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
