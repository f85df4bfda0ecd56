package planning

import (
	"math"
	"slices"
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

// offsets are the scores that the rules give.
func (p *Planner) offsets(r *reading) []float64 {
	scores := make([]float64, len(p.cfg.Intents))
	for i, n := range r.counts {
		if c := &p.cfg.Concepts[i]; n > 0 && c.Intent != "" {
			scores[p.intents[c.Intent]] += c.Weight
		}
	}
	for _, rule := range p.cfg.Rules {
		if slices.ContainsFunc(rule.If, func(sign string) bool { return !r.signs[sign] }) || hasAny(r.signs, rule.Unless) {
			continue
		}
		for intent, add := range rule.Add {
			scores[p.intents[intent]] += add
		}
	}
	return scores
}

// classify scores a reading and settles its intent.
func (p *Planner) classify(r *reading) verdict {
	scores := p.offsets(r)
	p.examples().score(p.features(r), scores)
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

// features are what a text is compared by with the examples: concepts, length,
// words, and the sound of pairs of syllables, which survives typing mistakes
// and missing spaces.
func (p *Planner) features(r *reading) []string {
	names := []string{"n:" + bucket(len(r.tokens))}
	for i, n := range r.counts {
		if c := &p.cfg.Concepts[i]; n > 0 && c.Class != ClassFiller {
			names = append(names, "c:"+c.Key)
		}
	}
	names = r.words(names)
	slices.Sort(names)
	return slices.Compact(names)
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

// words adds the words that the lexicon does not know and the syllable
// pairs of all words outside quotations.
func (r *reading) words(names []string) []string {
	for _, t := range r.tokens[:min(len(r.tokens), maxGrams)] {
		word := r.norm[t.start:t.end]
		if inside(r.quotes, t.start) || numeric(word) {
			continue
		}
		if !t.content && t.runes <= 8 {
			names = append(names, "w:"+word)
		}
		if word[0] < utf8.RuneSelf {
			continue
		}
		sounds := []rune(strings.Map(korean.Sound, word))
		for i := 0; i+1 < len(sounds); i++ {
			names = append(names, "g:"+string(sounds[i:i+2]))
		}
	}
	return names
}
