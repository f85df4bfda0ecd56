package planning

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// reading is a query with the words of the domain found in it.
type reading struct {
	text
	tokens []token
	hits   []hit
	money  []korean.Money
	quotes []span
	signs  map[string]bool
	counts []int8 // by concept: how many hits
	fields int    // how many intents the topics speak for
	lost   int    // tokens that no word of the lexicon explains
}

type span struct{ start, end int }

// read finds the words of the domain in a query. It is what training and
// classification share; entities are read later and only once.
func (p *Planner) read(raw string) *reading {
	r := &reading{text: normalise(raw), signs: make(map[string]bool, 24), counts: make([]int8, len(p.cfg.Concepts))}
	r.tokens = tokenise(r.norm)
	r.hits = p.lexicon.find(r.norm, r.tokens, make([]hit, 0, len(r.tokens)), nil)
	r.markContent(p)
	// What is written wrong may still sound right.
	unread := func(t token) bool { return !t.known && t.runes >= 2 }
	if heard := p.sounds.find(r.norm, r.tokens, nil, unread); len(heard) > 0 {
		r.hits = mergeHits(r.hits, heard)
		r.markContent(p)
	}
	r.money = korean.FindMoney(r.norm)
	r.quotes = quoted(r.norm)
	r.note(p)
	r.spokenPairs()
	return r
}

// mergeHits joins two lists that are in the order of the text.
func mergeHits(a, b []hit) []hit {
	merged := make([]hit, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if b[0].start < a[0].start {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// markContent counts the concepts and marks the tokens that say something.
func (r *reading) markContent(p *Planner) {
	clear(r.counts)
	ti := 0
	for _, h := range r.hits {
		for ti < len(r.tokens) && r.tokens[ti].end <= h.start {
			ti++
		}
		if waved(r.norm, h.end) {
			continue
		}
		for _, c := range h.term.concepts {
			if r.counts[c] < 100 {
				r.counts[c]++
			}
			if p.cfg.Concepts[c].Class != ClassFiller && ti < len(r.tokens) {
				r.tokens[ti].content = true
			}
		}
		if h.term.region >= 0 && ti < len(r.tokens) {
			r.tokens[ti].content = true
		}
	}
}

// note gathers the signs that rules and conditions speak of.
func (r *reading) note(p *Planner) {
	fields := map[string]bool{}
	for i, n := range r.counts {
		if n == 0 {
			continue
		}
		c := &p.cfg.Concepts[i]
		r.signs[c.Key] = true
		if c.Class == ClassTopic {
			r.signs["topic"] = true
		}
		switch c.Domain {
		case "strong", "weak":
			r.signs[c.Domain] = true
		}
	}
	for _, h := range r.hits {
		if h.term.region >= 0 {
			r.signs["region"] = true
		}
		if inside(r.quotes, h.start) || r.givesValue(h) || waved(r.norm, h.end) {
			continue
		}
		for _, i := range h.term.concepts {
			if c := &p.cfg.Concepts[i]; c.Class == ClassTopic && c.Intent != "" {
				fields[c.Intent] = true
			}
		}
	}
	for _, m := range r.money {
		if !m.Bare {
			r.signs["amount"] = true
		}
	}
	r.noteText()
	r.fields = len(fields)
	r.signs["parts2"] = r.fields >= 2
	r.signs["parts3"] = r.fields >= 3
}

// waved tells whether what ends at an offset is waved aside: "대출 말고".
func waved(s string, end int) bool {
	rest := strings.TrimPrefix(s[end:], " ")
	for _, w := range []string{"말고", "말구", "빼고", "제외하고", "은 됐고", "는 됐고"} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// givesValue tells whether a word only says what a sum is ("매매가 3억인
// 빌라") and so is not what is asked about.
func (r *reading) givesValue(h hit) bool {
	i := sort.Search(len(r.money), func(i int) bool { return r.money[i].Start >= h.end })
	return i < len(r.money) && r.money[i].Start-h.end <= 4 && !r.money[i].Bare
}

func (r *reading) noteText() {
	if len(r.quotes) > 0 {
		r.signs["quote"] = true
	}
	if len(findRates(r.norm)) > 0 {
		r.signs["percentage"] = true
	}
	for _, t := range r.tokens {
		if !t.known && !numeric(r.norm[t.start:t.end]) {
			r.lost++
		}
	}
	r.signs["unknown1"] = r.lost >= 1
	r.signs["unknown2"] = r.lost >= 2
	r.signs["any"] = true
}

// numeric tells whether a token is a number with its unit.
func numeric(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsDigit(r)
}

// minQuote is the length in bytes from which quoted words are taken for the
// text of a clause and not for an emphasis.
const minQuote = 24

// quoted lists the quotations of a text, and what follows a colon behind a
// word such as "조항:" when it is long.
func quoted(s string) []span {
	var spans []span
	for i := 0; i < len(s); {
		c := s[i]
		if c != '"' && c != '\'' || c == '\'' && i > 0 && isLatinByte(s[i-1]) {
			i++
			continue
		}
		end := strings.IndexByte(s[i+1:], c)
		if end < 0 {
			break
		}
		if end >= minQuote {
			spans = append(spans, span{i, i + 1 + end + 1})
		}
		i += end + 2
	}
	if len(spans) == 0 {
		spans = pastedArticles(s)
	}
	if len(spans) == 0 {
		if i := strings.Index(s, ": "); i > 0 && len(s)-i > 2*minQuote {
			spans = append(spans, span{i + 1, len(s)})
		}
	}
	return spans
}

// articleHead begins an article of a contract: "제3조 임차인은", "제3조(수선)".
// An article that is only spoken of has a particle behind it ("제7조를").
var articleHead = guarded{regexp.MustCompile(`제\s?\d{1,3}\s?조(?:의\s?\d{1,2})?(?:\s?[(:.]|\s[가-힣]+(?:은|는|이|가|의)\s)`), korean.Guard{Digit: true, All: [][]string{{"제"}, {"조"}}}}

// pastedArticles is the text from the first article to the last sentence
// that ends as articles do, when it is long enough for a clause.
func pastedArticles(s string) []span {
	head := articleHead.first(s)
	if head == nil {
		return nil
	}
	end := -1
	for _, close := range []string{"한다.", "한다", "된다.", "된다", "없다.", "없다", "있다.", "있다", "아니한다.", "진다."} {
		if i := strings.LastIndex(s, close); i > 0 {
			end = max(end, i+len(close))
		}
	}
	if end-head[0] < minQuote {
		return nil
	}
	return []span{{head[0], end}}
}

func isLatinByte(c byte) bool { return c >= 'a' && c <= 'z' }

func inside(spans []span, at int) bool {
	for _, sp := range spans {
		if at >= sp.start && at < sp.end {
			return true
		}
	}
	return false
}

// has tells whether a condition is met: a sign, or several joined by "+".
func has(signs map[string]bool, condition string) bool {
	for {
		sign, rest, more := strings.Cut(condition, "+")
		if !signs[sign] {
			return false
		}
		if !more {
			return true
		}
		condition = rest
	}
}

func hasAny(signs map[string]bool, conditions []string) bool {
	for _, c := range conditions {
		if has(signs, c) {
			return true
		}
	}
	return false
}
