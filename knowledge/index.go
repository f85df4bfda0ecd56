package knowledge

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// document is what an index searches. Empty fields are fine.
type document struct {
	ID     string
	Fields [fields]string
	// Phrases are what people say whose answer it is. They are a field, and
	// each is also compared by itself: a message is like one of them, not
	// like all together.
	Phrases []string
	// Group is what documents of one source share, a law's name.
	Group string
	// Topic is what records of the same article share, "" for none.
	Topic string
}

// The fields of a document. Titles and keywords name the subject; text
// mentions much besides, and a translation only helps words that the lexicon
// does not translate.
const (
	fieldHead = iota // where it belongs: a law's names, a handbook's chapter
	fieldTitle
	fieldKeywords
	fieldPhrases // filled from Phrases
	fieldText
	fieldTranslation
	fields
)

// boosts are how much a hit in each field counts.
var boosts = [fields]float64{1.2, 2.6, 2.4, 1.6, 1, 0.3}

// The constants of BM25.
const bm25K, bm25B = 6, 0.75

// index finds documents by the words of their fields and by their phrases, in
// memory. Nothing of it changes after newIndex, so many goroutines may search
// it.
type index struct {
	lexicon *lexicon
	entries []entry
	places  map[string]int // of documents among the entries
	units   []unit
	terms   map[string]int32 // a term's number
	lists   []list           // by term
	runs    bool             // of letters are searched for
}

// entry is a document as ranking sees it.
type entry struct{ id, group, topic string }

// unit is a phrase of a document, or a sentence of its text with its title.
type unit struct {
	doc    int32
	said   bool    // a phrase
	weight float64 // of its terms
}

// list is where a term stands.
type list struct {
	word  bool // no pair of syllables
	idf   float64
	docs  []posting // in order
	units []int32   // by number
}

// posting is a document that holds a term, with BM25's worth of it.
type posting struct {
	doc   int32
	worth float32
}

// newIndex builds an index of documents, with the runs of their letters or without.
// Ids have to be unique and not empty.
func newIndex(ctx context.Context, docs []document, lexicon *lexicon, runs bool) (*index, error) {
	x := &index{lexicon: lexicon, runs: runs, places: map[string]int{}, terms: map[string]int32{}}
	b := &builder{index: x, seen: map[string][]int32{}}
	for _, d := range docs {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("build index: %w", err)
		}
		if _, taken := x.places[d.ID]; d.ID == "" || taken {
			return nil, fmt.Errorf("build index: document id %q is empty or used twice", d.ID)
		}
		b.add(d)
	}
	b.weigh()
	return x, nil
}

// builder fills an index. What it meets it writes down in order, and brings it
// to the terms at the end: some hundred thousand short lists that grow were
// half of a server's start.
type builder struct {
	*index
	seen    map[string][]int32 // the terms of words
	sure    []bool             // by term: a word, no pair of syllables
	inDocs  []met              // by document, then field
	inUnits []met              // by unit
	lengths [][fields]float64  // by document, in terms
}

// met are the terms of a document's field, as often as they stand there, or of a unit.
type met struct {
	place
	terms []int32
}

// place is where a term stands: a document and its field, or a unit.
type place struct {
	at    int32
	field uint8
}

// byTerm lists the places of each term one behind the other, as they were met,
// and where those of each term begin and the last one's end.
func byTerm(all []met, terms int) (places []place, begin []int) {
	begin = make([]int, terms+1)
	for _, m := range all {
		for _, t := range m.terms {
			begin[t+1]++
		}
	}
	for t := range terms {
		begin[t+1] += begin[t]
	}
	places = make([]place, begin[terms])
	next := slices.Clone(begin)
	for _, m := range all {
		for _, t := range m.terms {
			places[next[t]] = m.place
			next[t]++
		}
	}
	return places, begin
}

// numbers are those of a text's terms, as often as they stand in it.
func (b *builder) numbers(text string) []int32 {
	var all []int32
	for _, s := range words(normalise(text)) {
		known, ok := b.seen[s.text]
		if !ok {
			for _, t := range termsOf(s.text) {
				known = append(known, b.number(t))
			}
			b.seen[s.text] = known
		}
		all = append(all, known...)
	}
	return all
}

// counted are the numbers of a text's terms with those of its runs.
func (b *builder) counted(text string) []int32 {
	all := b.numbers(text)
	if b.runs {
		for run := range runsOf(normalise(text)) {
			all = append(all, b.number(run))
		}
	}
	return all
}

func (b *builder) number(term string) int32 {
	n, ok := b.terms[term]
	if !ok {
		n = int32(len(b.sure))
		b.terms[term] = n
		b.sure = append(b.sure, strings.HasPrefix(term, wordMark))
	}
	return n
}

func (b *builder) add(d document) {
	at := len(b.entries)
	b.places[d.ID] = at
	b.entries = append(b.entries, entry{d.ID, d.Group, d.Topic})
	b.lengths = append(b.lengths, [fields]float64{})
	d.Fields[fieldText] = plain(d.Fields[fieldText])
	for field, text := range d.Fields {
		b.count(at, field, b.counted(text))
	}
	for _, phrase := range d.Phrases {
		b.count(at, fieldPhrases, b.counted(phrase))
		b.unit(at, b.numbers(phrase), true)
	}
	title := b.numbers(d.Fields[fieldTitle])
	for _, sentence := range korean.Sentences(d.Fields[fieldText]) {
		b.unit(at, append(b.numbers(sentence), title...), false)
	}
}

// count notes the terms of a field.
func (b *builder) count(doc, field int, terms []int32) {
	b.inDocs = append(b.inDocs, met{place{int32(doc), uint8(field)}, terms})
	b.lengths[doc][field] += float64(len(terms))
}

func (b *builder) unit(doc int, terms []int32, said bool) {
	slices.Sort(terms)
	b.inUnits = append(b.inUnits, met{place{at: int32(len(b.units))}, slices.Compact(terms)})
	b.units = append(b.units, unit{doc: int32(doc), said: said})
}

// weigh makes BM25 worths of what was met in documents, and weighs the units.
func (b *builder) weigh() {
	averages := b.averages()
	b.lists = make([]list, len(b.sure))
	counts, begin := byTerm(b.inDocs, len(b.lists))
	for t := range b.lists {
		b.lists[t].word = b.sure[t]
		b.lists[t].docs = b.worths(counts[begin[t]:begin[t+1]], averages)
		n := float64(len(b.lists[t].docs))
		b.lists[t].idf = math.Log(1 + (float64(len(b.entries))-n+0.5)/(n+0.5))
	}
	stands, begin := byTerm(b.inUnits, len(b.lists))
	all := make([]int32, len(stands))
	for t := range b.lists {
		l := &b.lists[t]
		l.units = all[begin[t]:begin[t+1]]
		for i, m := range stands[begin[t]:begin[t+1]] {
			l.units[i] = m.at
			if l.word {
				b.units[m.at].weight += l.idf
			} else {
				b.units[m.at].weight += l.idf * pairBoost
			}
		}
	}
}

// worths are BM25's of one term, from where it was met.
func (b *builder) worths(counts []place, averages [fields]float64) (docs []posting) {
	for i := 0; i < len(counts); {
		doc, sum := counts[i].at, 0.0
		for i < len(counts) && counts[i].at == doc {
			field, n := counts[i].field, 0.0
			for ; i < len(counts) && counts[i].at == doc && counts[i].field == field; i++ {
				n++
			}
			length := b.lengths[doc][field] / averages[field]
			sum += boosts[field] * n / (1 - bm25B + bm25B*length)
		}
		docs = append(docs, posting{doc, float32(sum * (bm25K + 1) / (sum + bm25K))})
	}
	return docs
}

// averages are the lengths of fields over the documents that have them.
func (b *builder) averages() (all [fields]float64) {
	var having [fields]float64
	for _, lengths := range b.lengths {
		for field, n := range lengths {
			all[field] += n
			if n > 0 {
				having[field]++
			}
		}
	}
	for field := range all {
		all[field] /= max(1, having[field])
	}
	return all
}
