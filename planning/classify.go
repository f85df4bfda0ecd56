package planning

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// verdict is how the intents score for a text.
type verdict struct {
	intent     int // index into Config.Intents
	confidence float64
	chances    []float64 // by intent, summing to 1
}

// offsets are the scores that the rules give, before any training.
func (p *Planner) offsets(r *reading) []float64 {
	scores := make([]float64, len(p.cfg.Intents))
	for i, n := range r.counts {
		if n > 0 && p.speaksFor[i] >= 0 {
			scores[p.speaksFor[i]] += p.cfg.Concepts[i].Weight
		}
	}
	for i := range p.rules {
		rule := &p.rules[i]
		if !allOf(r.signs, rule.when) || anyOf(r.signs, rule.unless) {
			continue
		}
		for _, g := range rule.add {
			scores[g.intent] += g.score
		}
	}
	return scores
}

func allOf(signs map[string]bool, list []string) bool {
	for _, s := range list {
		if !signs[s] {
			return false
		}
	}
	return true
}

func anyOf(signs map[string]bool, list []string) bool {
	for _, s := range list {
		if signs[s] {
			return true
		}
	}
	return false
}

// classify scores a reading and settles its intent.
func (p *Planner) classify(r *reading) verdict {
	scores := p.offsets(r)
	p.model.score(p.features(r, nil), scores)
	for k := range scores {
		scores[k] /= p.cfg.Model.Temperature
	}
	softmax(scores)
	v := verdict{chances: scores}
	for k, chance := range scores {
		if chance > scores[v.intent] {
			v.intent = k
		}
	}
	v.confidence = scores[v.intent]
	if v.intent == p.unclear {
		v.confidence = p.usable(r)
	}
	return v
}

// usable is how sure it is that something can be done with an unclear query
// (the confidence that the early exit looks at): every kind of evidence
// found adds to it. A bare "집" stays below 0.3, "집 살 건데 얼마나 나와?"
// does not.
func (p *Planner) usable(r *reading) float64 {
	usable := 0.08
	for _, evidence := range []struct {
		sign string
		add  float64
	}{{"strong", 0.14}, {"weak", 0.08}, {"topic", 0.2}, {"region", 0.1}, {"amount", 0.12}, {"percentage", 0.1}} {
		if r.signs[evidence.sign] {
			usable += evidence.add
		}
	}
	if r.signs["strong"] || r.signs["weak"] {
		usable += 0.1 * float64(min(p.acts(r), 2))
	}
	return math.Round(min(usable, 0.6)*100) / 100
}

// acts counts the different things that are asked to be done.
func (p *Planner) acts(r *reading) int {
	acts := 0
	for i, n := range r.counts {
		if n > 0 && p.cfg.Concepts[i].Class == ClassAct {
			acts++
		}
	}
	return acts
}

func softmax(scores []float64) {
	top := math.Inf(-1)
	for _, s := range scores {
		top = max(top, s)
	}
	var sum float64
	for i, s := range scores {
		scores[i] = math.Exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}

// maxGrams bounds the words whose spelling is looked at; what a query wants
// is said in its beginning, the rest is a contract that was pasted.
const maxGrams = 120

// features names what the trained weights look at: concepts, pairs of what
// is spoken of and what is to be done, words, and the sound of pairs of
// syllables, which survives typing mistakes and missing spaces. When vocab
// is nil only features known from training are returned.
func (p *Planner) features(r *reading, vocab map[string]int32) []int32 {
	f := featureSet{known: p.model.vocab, grow: vocab, seen: make(map[int32]bool, 64)}
	var acts, things []string
	for i, n := range r.counts {
		if n == 0 {
			continue
		}
		c := &p.cfg.Concepts[i]
		if c.Class == ClassFiller {
			continue
		}
		f.add("c:", c.Key)
		switch c.Class {
		case ClassAct, ClassCue:
			acts = append(acts, c.Key)
		case ClassTopic, ClassNoun:
			things = append(things, c.Key)
		}
	}
	for _, a := range acts {
		for _, t := range things {
			f.add("p:", a, "+", t)
		}
	}
	for _, sign := range []string{"strong", "weak", "topic", "region", "amount", "percentage", "quote", "parts2", "parts3", "unknown1", "unknown2"} {
		if r.signs[sign] {
			f.add("s:", sign)
		}
	}
	f.add("n:", bucket(len(r.tokens)))
	f.words(r)
	return f.ids
}

func bucket(n int) string {
	switch {
	case n <= 1:
		return "1"
	case n <= 3:
		return "3"
	case n <= 6:
		return "6"
	}
	return "many"
}

type featureSet struct {
	known, grow map[string]int32
	seen        map[int32]bool
	ids         []int32
	buf         []byte
}

// add enters a feature; when grow is set, unknown ones are numbered.
func (f *featureSet) add(parts ...string) {
	f.buf = f.buf[:0]
	for _, part := range parts {
		f.buf = append(f.buf, part...)
	}
	id, ok := f.known[string(f.buf)]
	if f.grow != nil {
		if id, ok = f.grow[string(f.buf)]; !ok {
			id, ok = int32(len(f.grow)), true
			f.grow[string(f.buf)] = id
		}
	}
	if ok && !f.seen[id] {
		f.seen[id] = true
		f.ids = append(f.ids, id)
	}
}

// words adds the words that the lexicon does not know and the syllable
// pairs of all words outside quotations.
func (f *featureSet) words(r *reading) {
	for i, t := range r.tokens {
		if i >= maxGrams {
			return
		}
		if inside(r.quotes, t.start) {
			continue
		}
		word := r.norm[t.start:t.end]
		if numeric(word) {
			continue
		}
		if !t.content && t.runes <= 8 {
			f.add("w:", word)
		}
		if word[0] >= utf8.RuneSelf {
			f.pairs(word)
		}
	}
}

func (f *featureSet) pairs(word string) {
	var sounds strings.Builder
	for _, r := range word {
		sounds.WriteRune(korean.Sound(r))
	}
	s := sounds.String()
	prev := 0
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		if i > 0 {
			f.add("g:", s[prev:i+size])
		}
		prev, i = i, i+size
	}
}
