package knowledge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/korean"
)

// lexicon holds what a query's words may also be called. It is data
// (synonyms.yaml): a deployment extends it without a change of code.
type lexicon struct {
	// Laws gives each law its short names.
	Laws []lawAlias `yaml:"laws"`
	// Groups are words that stand for each other.
	Groups [][]string `yaml:"groups"`
	// Expand goes one way: who says From may mean To.
	Expand []expansion `yaml:"expand"`
	// English maps English terms to the Korean words of the packs.
	English []expansion `yaml:"english"`
	// Special are laws for a special case only.
	Special []specialLaw `yaml:"special"`
	// Stopwords carry no subject: question words and helper verbs.
	Stopwords []string `yaml:"stopwords"`
	// Weak words only narrow a subject down (places, "방법", "가격"): no
	// document is found for them alone.
	Weak []string `yaml:"weak"`
	// Abroad are places whose law is not in the library, Home those that tell
	// that a question is about the library's own country all the same.
	Abroad []string `yaml:"abroad"`
	Home   []string `yaml:"home"`
	// NoLaws are words that look like a law's name and are none; "~" in front
	// stands for any beginning.
	NoLaws []string `yaml:"no_laws"`

	laws       dictionary[string]   // full names by squeezed ones
	terms      dictionary[[]string] // a term with what it expands to
	places     dictionary[string]   // those abroad, "" for one at home
	stop, weak map[string]bool
}

// lawAlias is a law's full name and what it is called for short.
type lawAlias struct {
	Name    string   `yaml:"name"`
	Aliases []string `yaml:"aliases"`
}

// specialLaw is a law whose articles, and those of its decrees, come before
// others when the query holds one of the words or names the law, and behind
// them otherwise: who asks about a fixed date means a home until a shop is
// spoken of.
type specialLaw struct {
	Law   string   `yaml:"law"`
	Words []string `yaml:"words"`
	// Instead are the laws that do not hold there: those of homes for a shop.
	Instead []string `yaml:"instead"`
}

// expansion adds To to a query that holds one of From.
type expansion struct {
	From []string `yaml:"from"`
	To   []string `yaml:"to"`
}

// How much the rank of a special law's article counts.
const (
	namedWorth   = 1.5
	askedWorth   = 1.15
	besidesWorth = 0.6
)

// specialWorths weighs the articles of a law for a normalised question; 1 when
// the law is no special one, nor one that a special one stands for.
func (l *lexicon) specialWorths(text string) func(law string) float64 {
	named, worths := lastLaw(l.mentions(text), len(text)), map[string]float64{}
	for _, s := range l.Special {
		switch {
		case strings.HasPrefix(named, s.Law):
			worths[s.Law] = namedWorth
		case slices.ContainsFunc(s.Words, func(w string) bool { return strings.Contains(text, w) }):
			worths[s.Law] = askedWorth
		default:
			worths[s.Law] = besidesWorth
			continue
		}
		for _, law := range s.Instead {
			if !strings.HasPrefix(named, law) {
				worths[law] = besidesWorth
			}
		}
	}
	return func(law string) float64 {
		for name, worth := range worths {
			if strings.HasPrefix(law, name) {
				return worth
			}
		}
		return 1
	}
}

// compile prepares the look-ups; it has to run before first use.
func (l *lexicon) compile() error {
	l.stop, l.weak = set(l.Stopwords), set(l.Weak)
	for _, s := range l.Special {
		if s.Law == "" || len(s.Words) == 0 {
			return fmt.Errorf("special: law or words are empty near %q", s.Law)
		}
	}
	l.laws = dictionary[string]{}
	for _, law := range l.Laws {
		if law.Name == "" {
			return fmt.Errorf("laws: a name is empty")
		}
		for _, a := range append([]string{law.Name}, law.Aliases...) {
			l.laws.add(squeeze(a), law.Name)
		}
	}
	l.places = dictionary[string]{}
	for _, place := range l.Home {
		l.places.add(place, "")
	}
	for _, place := range l.Abroad {
		l.places.add(place, place)
	}
	return l.compileTerms()
}

func (l *lexicon) compileTerms() error {
	to := map[string][]string{}
	for i, g := range l.Groups {
		if len(g) < 2 {
			return fmt.Errorf("groups: group %d has fewer than two words", i+1)
		}
		for _, w := range g {
			to[w] = answer.Add(to[w], g...)
		}
	}
	for _, e := range slices.Concat(l.Expand, l.English) {
		if len(e.From) == 0 || len(e.To) == 0 {
			return fmt.Errorf("expand: from or to is empty near %q", append(e.From, e.To...))
		}
		for _, w := range e.From {
			to[w] = answer.Add(to[w], e.To...)
		}
	}
	l.terms = dictionary[[]string]{}
	for _, w := range slices.Sorted(maps.Keys(to)) {
		wordings := []string{normalise(w)}
		for _, other := range to[w] {
			wordings = answer.Add(wordings, normalise(other))
		}
		l.terms.add(strings.ToLower(w), wordings)
	}
	return nil
}

// and is the lexicon with another's entries behind its own; it has to be
// compiled.
func (l lexicon) and(more lexicon) lexicon {
	return lexicon{
		Laws: slices.Concat(l.Laws, more.Laws), Groups: slices.Concat(l.Groups, more.Groups),
		Expand: slices.Concat(l.Expand, more.Expand), English: slices.Concat(l.English, more.English),
		Special: slices.Concat(l.Special, more.Special), Stopwords: slices.Concat(l.Stopwords, more.Stopwords),
		Weak:   slices.Concat(l.Weak, more.Weak),
		Abroad: slices.Concat(l.Abroad, more.Abroad), Home: slices.Concat(l.Home, more.Home), NoLaws: slices.Concat(l.NoLaws, more.NoLaws),
	}
}

// reading is one thing that a text speaks of, with all the ways to say it.
type reading struct {
	// wordings are normalised; the first one is what was said.
	wordings []string
	// faint marks what only refines another: a weak word or a bare number.
	faint bool
}

// read breaks a normalised text into what it speaks of.
func (l *lexicon) read(text string) []reading {
	var list []reading
	taken := make([]bool, len(text)) // by a term of the lexicon
	for _, m := range l.terms.scan(text, asTerm) {
		take(taken, m.start, m.end)
		list = append(list, reading{m.value, l.weak[text[m.start:m.end]]})
	}
	for _, w := range words(text) {
		if l.stopped(w.text) {
			continue
		}
		for _, rest := range untaken(w, taken) {
			if rest == w.text || !l.stopped(rest) {
				list = append(list, reading{[]string{rest}, l.faint(rest)})
			}
		}
	}
	return once(list)
}

// Wordings are the things that a text speaks of, each in its own words and in
// those that the library has for it.
func (l *Library) Wordings(text string) [][]string {
	var list [][]string
	for _, r := range l.pack.lexicon.read(text) {
		if !r.faint {
			list = append(list, r.wordings)
		}
	}
	return list
}

// once leaves out what was said before.
func once(list []reading) []reading {
	said := map[string]bool{}
	return slices.DeleteFunc(list, func(r reading) bool {
		before := said[r.wordings[0]]
		said[r.wordings[0]] = true
		return before
	})
}

func take(taken []bool, start, end int) {
	for i := start; i < end; i++ {
		taken[i] = true
	}
}

// untaken lists the parts of a word that no term of the lexicon took. A particle or
// an ending behind a term is none: it would count as a rare subject of its own.
func untaken(w span, taken []bool) []string {
	var rests []string
	for start, i := 0, 0; i <= len(w.text); i++ {
		if i < len(w.text) && !taken[w.start+i] {
			continue
		}
		if rest := w.text[start:i]; rest != "" && (start == 0 || !korean.IsParticle(rest) && !phrases.Has(rest, "word.verb")) {
			rests = append(rests, rest)
		}
		start = i + 1
	}
	return rests
}

// stopped tells whether a word, in any of its forms, carries no subject.
func (l *lexicon) stopped(word string) bool {
	return len([]rune(word)) < 2 || slices.ContainsFunc(stemsOf(word), func(s string) bool { return l.stop[s] })
}

// faint tells whether a word only narrows a subject down.
func (l *lexicon) faint(word string) bool {
	return digit(word[0]) || slices.ContainsFunc(stemsOf(word), func(s string) bool { return l.weak[s] })
}

// names lists a law's name and short names.
func (l *lexicon) names(law string) string {
	all := []string{law}
	for _, x := range l.Laws {
		if x.Name == law {
			all = append(all, x.Aliases...)
		}
	}
	return strings.Join(all, " ")
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, w := range list {
		m[strings.ToLower(w)] = true
	}
	return m
}
