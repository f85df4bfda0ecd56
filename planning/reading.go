package planning

import (
	"slices"
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
	rates  []korean.Rate
	quotes []korean.Span
	signs  map[string]bool
	counts []int8  // by concept: how many hits
	fields int     // how many intents the topics speak for
	lost   int     // tokens that no word of the lexicon explains
	says   int     // tokens that are no fillers
	found  Found   // of the library, for the text or a sentence of it
	whole  float64 // the chance of what was found for all of it
	talk   bool    // it is said in the middle of one
}

// read finds the words of the domain in a query. Entities are read later and only once.
func (p *Planner) read(raw string) *reading {
	r := &reading{text: normalise(raw), signs: make(map[string]bool, 24), counts: make([]int8, len(p.cfg.Concepts))}
	r.tokens = tokenise(r.norm)
	r.hits = p.lexicon.find(r.norm, r.tokens, make([]hit, 0, len(r.tokens)), nil)
	r.markContent(p)
	// What is written wrong may still sound right.
	unread := func(t token) bool { return !t.known && t.runes >= 2 }
	if heard := p.sounds.find(r.norm, r.tokens, nil, unread); len(heard) > 0 {
		r.hits = append(r.hits, heard...)
		slices.SortStableFunc(r.hits, func(a, b hit) int { return a.start - b.start })
		r.markContent(p)
	}
	r.money, r.rates = korean.FindMoney(r.norm), korean.FindRates(r.norm)
	r.money = slices.DeleteFunc(r.money, r.inPlace)
	if r.quotes = quoted(r.norm); p.clauses != nil {
		r.quotes = r.spansOf(p.clausesIn(raw))
	}
	r.note(p)
	r.spokenPairs(p)
	return r
}

// inPlace tells whether a sum is read in the name of a place: "천안".
func (r *reading) inPlace(m korean.Money) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool { return h.term.region >= 0 && h.start <= m.Start && m.End < h.end })
}

// markContent counts the concepts and marks the tokens that say something.
func (r *reading) markContent(p *Planner) {
	clear(r.counts)
	ti := 0
	for _, h := range r.hits {
		for ti < len(r.tokens) && r.tokens[ti].end <= h.start {
			ti++
		}
		if h.waved {
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
		if inside(r.quotes, h.start) || r.givesValue(h) || h.waved {
			continue
		}
		for _, i := range h.term.concepts {
			if c := &p.cfg.Concepts[i]; c.Class == ClassTopic && c.Intent != "" {
				fields[c.Intent] = true
			}
		}
	}
	if object := r.object(p); object != "" {
		r.signs[objectSign+object] = true
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

// objectSign is before the document that the first verb is of.
const objectSign = "object:"

// object is the document named last before the first verb for work on one, else the one
// behind it ("특약 써줘", "draft a clause"): what comes later is what is to stand in it
// ("계약서 써줘. 특약: …"). "" is none.
func (r *reading) object(p *Planner) (document string) {
	hits := slices.DeleteFunc(slices.Clone(r.hits), func(h hit) bool { return inside(r.quotes, h.start) || r.givesValue(h) || h.waved })
	slices.SortStableFunc(hits, func(a, b hit) int { return a.start - b.start })
	asked := false
	for _, h := range hits {
		for _, i := range h.term.concepts {
			key := p.cfg.Concepts[i].Key
			asked = asked || slices.Contains(p.cfg.Signs.Tasks, key)
			if slices.Contains(p.cfg.Signs.Documents, key) && (!asked || document == "") {
				document = key
			}
		}
	}
	return document
}

// givesValue tells whether a word only says what a sum is ("매매가 3억인
// 빌라") and so is not what is asked about.
func (r *reading) givesValue(h hit) bool {
	i := sort.Search(len(r.money), func(i int) bool { return r.money[i].Start >= h.end })
	return i < len(r.money) && r.money[i].Start-h.end <= 4 && !r.money[i].Bare
}

// spokenPairs adds the pairs that are said in words to the sums of a text
// about something that is let.
func (r *reading) spokenPairs(p *Planner) {
	if !hasAny(r.signs, p.cfg.Sums.LetSigns) {
		return
	}
	for _, pair := range korean.FindSpokenPairs(r.norm) {
		a, b := pair[0], pair[1]
		r.money = slices.DeleteFunc(r.money, func(old korean.Money) bool { return old.Start < b.End && old.End > a.Start })
		at, _ := slices.BinarySearchFunc(r.money, a.Start, func(old korean.Money, start int) int { return old.Start - start })
		r.money = slices.Insert(r.money, at, a, b)
		r.signs["amount"] = true
	}
}

func (r *reading) noteText() {
	if len(r.quotes) > 0 {
		r.signs["quote"] = true
	}
	if len(r.rates) > 0 {
		r.signs["percentage"] = true
	}
	r.signs["article"] = len(r.quotes) == 0 && len(korean.FindArticles(r.norm)) > 0
	for _, t := range r.tokens {
		if !t.known && !numeric(r.norm[t.start:t.end]) {
			r.lost++
			r.says++
		} else if t.content {
			r.says++
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

// spansOf are spans of the raw text in the text that is read.
func (r *reading) spansOf(raw []korean.Span) []korean.Span {
	var spans []korean.Span
	at := func(offset int) int {
		i, _ := slices.BinarySearch(r.offs, int32(offset))
		return min(i, len(r.norm))
	}
	for _, s := range raw {
		if start, end := at(s.Start), at(s.End); start < end {
			spans = append(spans, korean.Span{Start: start, End: end})
		}
	}
	return spans
}

// quoted lists the quotations of a text.
func quoted(s string) []korean.Span {
	var spans []korean.Span
	for i := 0; i < len(s); {
		c := s[i]
		if c != '"' && c != '\'' || c == '\'' && i > 0 && isLatin(s[i-1]) {
			i++
			continue
		}
		end := strings.IndexByte(s[i+1:], c)
		if end < 0 {
			break
		}
		if end >= minQuote {
			spans = append(spans, korean.Span{Start: i, End: i + 1 + end + 1})
		}
		i += end + 2
	}
	return spans
}

func isLatin(c byte) bool { return c >= 'a' && c <= 'z' }

// inside tells whether an offset lies in one of the spans, which are in order.
func inside(spans []korean.Span, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	return i < len(spans) && spans[i].Start <= at
}

// has tells whether a condition is met: a sign, or several joined by "+".
func has(signs map[string]bool, condition string) bool {
	for sign := range strings.SplitSeq(condition, "+") {
		if !signs[sign] {
			return false
		}
	}
	return true
}

func hasAny(signs map[string]bool, conditions []string) bool {
	return slices.ContainsFunc(conditions, func(c string) bool { return has(signs, c) })
}
