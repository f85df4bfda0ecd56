package knowledge

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Lexicon holds what a query's words may also be called. It is data
// (synonyms.yaml): a deployment extends it without a change of code.
type Lexicon struct {
	// Laws gives each law its short names.
	Laws []LawAlias `yaml:"laws"`
	// Groups are words that stand for each other.
	Groups [][]string `yaml:"groups"`
	// Expand goes one way: who says From may mean To.
	Expand []Expansion `yaml:"expand"`
	// English maps English terms to the Korean words of the packs.
	English []Expansion `yaml:"english"`
	// Special are laws for a special case only.
	Special []SpecialLaw `yaml:"special"`
	// Stopwords carry no subject: question words and helper verbs.
	Stopwords []string `yaml:"stopwords"`
	// Weak words only narrow a subject down (places, "방법", "가격"): no
	// document is found for them alone.
	Weak []string `yaml:"weak"`

	// Seldom are parts of the titles of articles that are hardly ever asked
	// about: they come behind others that fit as well.
	Seldom []string `yaml:"seldom"`

	// Abroad are places whose law is not in the library, Home those that tell
	// that a question is about the library's own country all the same.
	Abroad []string `yaml:"abroad"`
	Home   []string `yaml:"home"`
	// NoLaws are words that look like a law's name and are none; "~" in front
	// stands for any beginning.
	NoLaws []string `yaml:"no_laws"`

	lawAliases []lawAlias
	terms      []term
	starts     map[rune][]int // of terms, by their first runes
	words      []string       // of terms and what they expand to
	stop, weak map[string]bool
}

// LawAlias is a law's full name and what it is called for short.
type LawAlias struct {
	Name    string   `yaml:"name"`
	Aliases []string `yaml:"aliases"`
}

// SpecialLaw is a law whose articles, and those of its decrees, come before
// others when the query holds one of the words or names the law, and behind
// them otherwise: who asks about a fixed date means a home until a shop is
// spoken of.
type SpecialLaw struct {
	Law   string   `yaml:"law"`
	Words []string `yaml:"words"`
}

// How much the score of a special law's article counts.
const (
	namedWorth   = 1.5
	askedWorth   = 1.15
	besidesWorth = 0.6
)

// specialWorths weighs the articles of a law for a question in lower case; 1
// when the law is no special one.
func (l *Lexicon) specialWorths(text string) func(law string) float64 {
	named := sync.OnceValue(func() string { return l.lastLaw(text) })
	return func(law string) float64 {
		i := slices.IndexFunc(l.Special, func(s SpecialLaw) bool { return strings.HasPrefix(law, s.Law) })
		switch {
		case i < 0:
			return 1
		case strings.HasPrefix(named(), l.Special[i].Law):
			return namedWorth
		case slices.ContainsFunc(l.Special[i].Words, func(w string) bool { return strings.Contains(text, w) }):
			return askedWorth
		}
		return besidesWorth
	}
}

// The priors of articles that are asked about less than others.
const (
	seldomPrior = -1
	decreePrior = -0.3 // people ask for the rule, which the law states
	rulePrior   = -0.5
)

// prior is how much an article is asked about compared with others.
func (l *Lexicon) prior(a Article) float64 {
	prior := 0.0
	switch {
	case strings.HasSuffix(a.Law, " 시행령"):
		prior = decreePrior
	case strings.HasSuffix(a.Law, " 시행규칙"):
		prior = rulePrior
	}
	if slices.ContainsFunc(l.Seldom, func(s string) bool { return strings.Contains(a.Title, s) }) {
		prior += seldomPrior
	}
	return prior
}

// Expansion adds To to a query that holds one of From.
type Expansion struct {
	From []string `yaml:"from"`
	To   []string `yaml:"to"`
}

type lawAlias struct{ key, law string }

// term is a word or phrase of the lexicon with what it expands to.
type term struct {
	text  string
	latin bool // has to stand as a whole word
	self  int  // its place among the lexicon's words
	to    []int
}

// compile prepares the look-ups; it has to run before first use.
func (l *Lexicon) compile() error {
	l.stop, l.weak = set(l.Stopwords), set(l.Weak)
	for _, s := range l.Special {
		if s.Law == "" || len(s.Words) == 0 {
			return fmt.Errorf("special: law or words are empty near %q", s.Law)
		}
	}
	for _, law := range l.Laws {
		if law.Name == "" {
			return fmt.Errorf("laws: a name is empty")
		}
		for _, a := range append([]string{law.Name}, law.Aliases...) {
			l.lawAliases = append(l.lawAliases, lawAlias{squeeze(a), law.Name})
		}
	}
	to := map[string][]string{}
	for i, g := range l.Groups {
		if len(g) < 2 {
			return fmt.Errorf("groups: group %d has fewer than two words", i+1)
		}
		for _, w := range g {
			to[w] = appendNew(to[w], g...)
		}
	}
	for _, e := range append(append([]Expansion{}, l.Expand...), l.English...) {
		if len(e.From) == 0 || len(e.To) == 0 {
			return fmt.Errorf("expand: from or to is empty near %q", append(e.From, e.To...))
		}
		for _, w := range e.From {
			to[w] = appendNew(to[w], e.To...)
		}
	}
	l.settle(to)
	return nil
}

// settle makes terms of words with what they expand to.
func (l *Lexicon) settle(to map[string][]string) {
	numbers := map[string]int{}
	number := func(word string) int {
		n, ok := numbers[word]
		if !ok {
			n = len(l.words)
			numbers[word] = n
			l.words = append(l.words, word)
		}
		return n
	}
	for w, others := range to {
		t := term{text: strings.ToLower(w), latin: isLatin(w)}
		t.self = number(t.text)
		for _, other := range others {
			if !strings.EqualFold(other, t.text) {
				t.to = append(t.to, number(other))
			}
		}
		l.terms = append(l.terms, t)
	}
	// Longest first, so that "security deposit" is taken before "deposit";
	// then by text, so that a query always reads the same.
	sort.Slice(l.terms, func(i, j int) bool {
		a, b := l.terms[i].text, l.terms[j].text
		if len(a) != len(b) {
			return len(a) > len(b)
		}
		return a < b
	})
	l.starts = map[rune][]int{}
	for i, t := range l.terms {
		first, _ := utf8.DecodeRuneInString(t.text)
		l.starts[first] = append(l.starts[first], i)
	}
}

// match is a term found in a text, by byte offsets.
type match struct {
	start, end int
	term       *term
}

// present are the places of the terms that a lower-case text may hold, in
// order: most of the lexicon's are ruled out by how they begin.
func (l *Lexicon) present(text string) []int {
	var list []int
	before := utf8.RuneError
	for at, r := range text {
		for _, i := range l.starts[r] {
			if t := &l.terms[i]; strings.HasPrefix(text[at:], t.text) && !(t.latin && isWord(before)) {
				list = append(list, i)
			}
		}
		before = r
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// find lists the terms in a lower-case text; a term within a longer match
// is left out.
func (l *Lexicon) find(text string) []match {
	var found []match
	taken := make([]bool, len(text)+1)
	for _, n := range l.present(text) {
		t := &l.terms[n]
		for from := 0; ; {
			i := strings.Index(text[from:], t.text)
			if i < 0 {
				break
			}
			start, end := from+i, from+i+len(t.text)
			from = end
			if taken[start] || taken[end-1] || !l.stands(t, text, start, end) {
				continue
			}
			for k := start; k < end; k++ {
				taken[k] = true
			}
			found = append(found, match{start, end, t})
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].start < found[j].start })
	return found
}

// stands tells whether the match is a word: Latin terms need boundaries on
// both sides, Korean ones (which particles follow) may sit within a word but
// a single syllable has to begin one, and numbers may not be cut in two.
func (l *Lexicon) stands(t *term, text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	if t.latin {
		return !isWord(before) && (!isWord(after) || after > unicode.MaxASCII)
	}
	first, _ := utf8.DecodeRuneInString(t.text)
	if unicode.IsDigit(first) && (unicode.IsDigit(before) || before == '.' || before == ',') {
		return false
	}
	return utf8.RuneCountInString(t.text) > 1 || !isWord(before)
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, w := range list {
		m[strings.ToLower(w)] = true
	}
	return m
}

func isLatin(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r < utf8.RuneSelf && unicode.IsLetter(r)
}

// isWord tells whether the rune belongs to a word; RuneError, which stands
// for "nothing there", does not.
func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func appendNew(list []string, more ...string) []string {
next:
	for _, m := range more {
		for _, have := range list {
			if have == m {
				continue next
			}
		}
		list = append(list, m)
	}
	return list
}
