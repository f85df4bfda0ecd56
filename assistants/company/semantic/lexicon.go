package semantic

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/madang-dev/madang/internal/korean"
)

// sort is what a token of a question is.
type sort string

const (
	isMetric    sort = "metric"
	isDimension sort = "dimension"
	isValue     sort = "value"
	isDataset   sort = "dataset"
	isCohort    sort = "cohort"
	isUnclear   sort = "unclear" // several metrics could be meant
	isPhrase    sort = "phrase"  // an operator of the language, by its key
	isPeriod    sort = "period"
	isNumber    sort = "number"
	isUnknown   sort = "unknown"
)

// best is the name of words that ask for the highest without saying of what.
const best = "best"

// least is the name of words that say that something is not, or least, so.
const least = "least"

// meaning is what a word can stand for.
type meaning struct {
	sort sort
	// name is that of the catalogue, or the key of a phrase.
	name string
	// usual is what a word of several meanings is taken for.
	usual string
	// values are the codes that the word names, of dimension name.
	values []string
	// group is the code of a group of values.
	group string
	// stem tells that the rest of the word belongs to it.
	stem bool
}

// maxWord is how many letters a name may have to be read in questions. At each letter of a
// question as many are looked at as the longest has: one label that is a page of text would
// make every question slow.
const maxWord = 100

// lexicon are all words that questions are read by: those of the catalogue,
// the names in the data and the phrases of the languages.
type lexicon struct {
	// words are by their letters; sorted are those, and longest is how many letters the
	// longest has.
	words   map[string]*word
	sorted  []string
	longest int
	// plain are the words of the catalogue, in which slips are looked for.
	plain []plainWord
}

// plainWord is a word of the catalogue, letter by letter.
type plainWord struct {
	meaning
	text    string
	sound   string
	letters []rune
	// named tells a name of the data.
	named bool
}

// bare is the word without the mark of a stem.
func (w plainWord) bare() string { return strings.TrimSuffix(w.text, "*") }

// word is what a word can stand for.
type word struct {
	meanings []meaning
	// open words are stems: whatever goes on behind belongs to them.
	open bool
}

func newLexicon(c *catalogue, n *names) *lexicon {
	x := &lexicon{words: map[string]*word{}}
	for _, m := range c.Metrics {
		x.all(m.Words, meaning{sort: isMetric, name: m.Name})
	}
	for _, d := range c.Datasets {
		x.all(d.Words, meaning{sort: isDataset, name: d.Name})
	}
	for _, co := range c.Cohorts {
		x.all(co.Words, meaning{sort: isCohort, name: co.Name})
	}
	for _, a := range c.Ambiguous {
		of := meaning{sort: isUnclear, values: a.Choices}
		if a.Best {
			of.name = best
		}
		if a.Least {
			of.name = least
		}
		of.usual = a.Default
		x.all(a.Words, of)
	}
	for _, d := range c.Dimensions {
		x.all(d.Words, meaning{sort: isDimension, name: d.Name})
		for _, v := range d.Values {
			x.all(v.Words, meaning{sort: isValue, name: d.Name, values: []string{v.Value}})
		}
		for _, g := range d.Groups {
			x.all(g.Words, meaning{sort: isValue, name: d.Name, values: g.Values, group: g.code()})
		}
		for _, v := range n.by[d.Name] {
			of := meaning{sort: isValue, name: d.Name, values: []string{v.code}}
			x.add(v.code, of)
			x.add(v.label, of)
			if !strings.ContainsFunc(v.label, unicode.IsDigit) { // another number is another thing
				x.readSlips(v.label, of, true)
			}
			if short := strings.TrimPrefix(v.label, d.Prefix); d.Prefix != "" && short != v.label {
				x.add(short, of)
			}
		}
	}
	for _, key := range spoken() {
		for _, p := range phrases.Phrases(key) {
			if !strings.HasPrefix(p.Text, "/") {
				x.add(p.Text, meaning{sort: isPhrase, name: key})
			}
		}
	}
	x.sorted = slices.Sorted(maps.Keys(x.words))
	return x
}

// spoken are the phrases that are words of questions; others are parts of
// periods and numbers, which expressions read.
func spoken() []string {
	keys := slices.Concat(phrases.Under("op"), phrases.Under("piece"), phrases.Under("self"), phrases.Under("stop"), phrases.Under("chart"), phrases.Under("mean"), phrases.Under("per"))
	return append(keys, "point", "fiscal", "again", "filler")
}

func (x *lexicon) all(v vocabulary, m meaning) {
	for _, list := range v {
		for _, word := range list {
			x.add(word, m)
			m.stem = strings.HasSuffix(word, "*")
			x.readSlips(word, m, false)
		}
	}
}

// readSlips has a word be found behind a slip of the hand.
func (x *lexicon) readSlips(word string, m meaning, named bool) {
	bare := strings.TrimSuffix(word, "*")
	if letters := tight(bare); len(letters) <= maxWord {
		x.plain = append(x.plain, plainWord{m, word, sounds(bare), []rune(norm.NFD.String(string(letters))), named})
	}
}

// add puts a word in; one that ends in * is a stem.
func (x *lexicon) add(text string, m meaning) {
	text, open := strings.CutSuffix(text, "*")
	letters := tight(text)
	if len(letters) == 0 || len(letters) > maxWord {
		return
	}
	at := x.words[string(letters)]
	if at == nil {
		at = &word{}
		x.words[string(letters)], x.longest = at, max(x.longest, len(letters))
	}
	if m.sort != isValue && slices.ContainsFunc(at.meanings, func(known meaning) bool { return known.sort == m.sort && known.name == m.name }) {
		return
	}
	m.stem = open
	at.meanings = append(at.meanings, m)
	at.open = at.open || open
}

// tight is a word as it is compared: in small letters and without spaces.
func tight(word string) []rune { return []rune(strings.ToLower(korean.Tight(word))) }

// match is a word that was found from one letter to another.
type match struct {
	end int
	word
}

// matches are the words that begin at a letter, the longest first.
func (x *lexicon) matches(letters []letter, at int) []match {
	var found []match
	var text []byte
	for i := at; i < min(len(letters), at+x.longest); i++ {
		text = utf8.AppendRune(text, letters[i].r)
		if w := x.words[string(text)]; w != nil && whole(letters, at, i+1) {
			found = append([]match{{i + 1, *w}}, found...)
		}
	}
	return found
}

// letter is a letter of a question without its spaces; start tells that a word
// begins with it. from and to are its place in the text.
type letter struct {
	r        rune
	from, to int
	start    bool
}

// whole refuses a Latin word or number cut out of a longer one.
func whole(letters []letter, from, to int) bool {
	latin := func(i int) bool {
		return letters[i].r < unicode.MaxLatin1 && (unicode.IsLetter(letters[i].r) || unicode.IsDigit(letters[i].r))
	}
	before := from > 0 && !letters[from].start && latin(from) && latin(from-1)
	behind := to < len(letters) && !letters[to].start && latin(to-1) && latin(to)
	return !before && !behind
}

// exact are the meanings of a text that is a word of the lexicon as a whole.
func (x *lexicon) exact(text string) []meaning {
	if w := x.words[string(tight(text))]; w != nil {
		return w.meanings
	}
	return nil
}
