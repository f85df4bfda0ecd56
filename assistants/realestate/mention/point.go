package mention

import (
	"cmp"
	"embed"
	"github.com/madang-dev/madang/internal/estate"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed phrases/*.yaml texts/*.yaml
var files embed.FS

var (
	phrases = dialog.Must(files, "phrases")
	texts   = words.Must(files, "texts")
)

// pointer is a phrase that points at something said before: "그 집", "아까
// 말한 매물", "the second one".
type pointer struct {
	// start and end are where the phrase stands, noun is what it calls the
	// thing; "" is a bare "그거".
	start, end int
	noun       string
	// order is a place in a list, from 1; last is its end. best picks by
	// price: cheapest or dearest.
	order int
	last  bool
	best  string
	// when is the time that it was said at, "" if none is named.
	when string
	// seen is a home that the user saw, perhaps elsewhere.
	seen bool
	// loose points only if something fits, for phrases that may mean what
	// the query says itself or what happened elsewhere.
	loose bool
}

// The times that a phrase can name.
const (
	whenEarlier   = "earlier" // "아까"
	whenYesterday = "when.yesterday"
	whenWeek      = "when.week"
	whenMonth     = "when.month"
)

// Prices that a phrase can pick by, as the phrases name them.
const (
	cheapest = "best.cheapest"
	dearest  = "best.dearest"
)

// patterns are the phrases' expressions, those that say more first.
var patterns = sync.OnceValue(func() []pattern { return append(compiled("point.sure"), compiled("point.loose")...) })

type pattern struct {
	*regexp.Regexp
	loose bool
}

func compiled(key string) (list []pattern) {
	for _, p := range phrases.Phrases(key) {
		list = append(list, pattern{regexp.MustCompile("(?i)" + strings.Trim(p.Text, "/")), key == "point.loose"})
	}
	return list
}

// maxPointing is how long a query that points at something is at most, in
// bytes: a longer one tells of a case by itself.
const maxPointing = 1000

// Points tells whether a query may point at something; it takes little.
func Points(query string) bool {
	return len(query) <= maxPointing && slices.ContainsFunc(patterns(), func(p pattern) bool { return p.MatchString(query) })
}

// point finds the phrase of a query that points at something said before.
func point(query string, facts estate.Entities) (pointer, bool) {
	for _, pattern := range patterns() {
		m := pattern.FindStringSubmatchIndex(query)
		if m == nil {
			continue
		}
		p := pattern.read(query, m)
		if wordAt(query, p) && !p.within(query, facts) {
			return p, true
		}
	}
	return pointer{}, false
}

func (f pattern) read(query string, m []int) pointer {
	group := func(name string) string {
		i := f.SubexpIndex(name)
		if i < 0 || m[2*i] < 0 {
			return ""
		}
		return strings.ToLower(query[m[2*i]:m[2*i+1]])
	}
	p := pointer{
		start: m[0], end: m[1], noun: group("noun"), last: group("last") != "", loose: f.loose,
		seen: phrases.Has(query[m[0]:m[1]], "seen"),
	}
	if word := group("order"); word != "" {
		p.order = slices.Index(phrases.Under("order"), phrases.First(word, phrases.Under("order")...)) + 1
	}
	if word := group("when"); word != "" {
		p.when = cmp.Or(phrases.First(word, phrases.Under("when")...), whenEarlier)
	}
	if word := group("best"); word != "" {
		p.best = phrases.First(word, dearest, cheapest) // 비싼 holds 싼
	}
	return p
}

// wordAt tells whether the phrase stands by itself: "그 집주인" does not say
// "그 집", "2번째로" is no place in a list.
func wordAt(query string, p pointer) bool {
	if before, _ := utf8.DecodeLastRuneInString(query[:p.start]); unicode.IsLetter(before) || unicode.IsDigit(before) {
		return false
	}
	rest := query[p.end:]
	word := rest
	if i := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i >= 0 {
		word = rest[:i]
	}
	if p.order > 0 && p.noun == "" { // "두 번째 주택", "the first year", "2번 봤어"
		next := strings.TrimLeft(rest[len(word):], " ")
		if word == "" && next != "" && !strings.ContainsRune("?!.,", rune(next[0])) && !phrases.Has(next, "asks_on") {
			return false
		}
	}
	return korean.IsParticle(word) || p.noun == "" && phrases.Has(word, "particle")
}

// within tells whether the phrase means what the query itself has named
// before it: "전세 3억 집인데 그 집 근저당이 1억이야", "갱신 요구 그거 되나요". What is
// waved aside ("그건 됐고") is what was said, and no thing.
func (at pointer) within(query string, facts estate.Entities) bool {
	if !at.loose || at.order > 0 || at.last {
		return false
	}
	if before := Plain(query[:at.start]); at.noun == "" && (phrases.Has(query[at.end:], "waved") || before != "" && !phrases.Has(before, "opens")) {
		return true
	}
	return slices.ContainsFunc(facts.Amounts, func(a estate.Amount) bool { return a.Start < at.start }) ||
		slices.ContainsFunc(facts.Regions, func(r estate.Region) bool { return r.Start < at.start }) ||
		at.noun != "" && strings.Contains(query[:at.start], at.noun)
}
