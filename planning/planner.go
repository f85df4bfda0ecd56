package planning

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/korean"
)

// Planner reads queries and draws up plans by one configuration. It is safe
// for many goroutines; the examples are learnt once, by the first query.
type Planner struct {
	cfg      *Config
	lexicon  *lexicon
	sounds   *lexicon // by sound, for what is written wrong
	places   []korean.Place
	examples func() *examples // learnt when the first query comes
	intents  map[string]int
	teams    map[string]Team

	// clauses finds the clauses of a contract in a text; nil finds none.
	clauses func(text string) []korean.Span
	// shown are those of the newest texts: a turn reads one a dozen times, and half of
	// what a pasted contract takes is to find its clauses.
	shown               *cache.LRU[[]korean.Span]
	unclear, irrelevant int
	library             int // the intent that the library answers, -1 for none
	reviews             int // the intent of a message that shows clauses, -1 for none
}

// New builds a planner. It fails when the
// configuration contradicts itself. Clauses finds the clauses of a contract
// that stand in a text; without it only quoted words are one.
func New(cfg *Config, clauses func(text string) []korean.Span) (*Planner, error) {
	if errs := cfg.Validate(); len(errs) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrConfig, strings.Join(errs, "; "))
	}
	p := &Planner{
		cfg: cfg, lexicon: newLexicon(false), sounds: newLexicon(true),
		intents: map[string]int{}, teams: map[string]Team{}, library: -1, reviews: -1,
		clauses: clauses, shown: cache.NewLRU[[]korean.Span](256, 1<<14),
	}
	for _, t := range cfg.Teams {
		p.teams[t.Key] = t
	}
	for k, in := range cfg.Intents {
		p.intents[in.Key] = k
		if in.Library {
			p.library = k
		}
		if in.Clauses {
			p.reviews = k
		}
		switch in.Kind {
		case KindUnclear:
			p.unclear = k
		case KindIrrelevant:
			p.irrelevant = k
		}
	}
	p.indexWords()
	p.examples = sync.OnceValue(p.learn)
	return p, nil
}

// indexWords enters the words of the configuration and of the places; those
// of the domain are recognised by their sound as well.
func (p *Planner) indexWords() {
	for i, c := range p.cfg.Concepts {
		for _, word := range c.Words {
			p.lexicon.add(word, int32(i), -1)
			if c.Class != ClassFiller && c.Class != ClassForeign && korean.BeginsHangul(word) {
				p.sounds.add(word, int32(i), -1)
			}
		}
	}
	p.places = korean.Places()
	for i, place := range p.places {
		for _, word := range place.Words {
			p.lexicon.add(word, -1, int32(i))
		}
	}
}

// Teams lists the keys of the teams in the order of the configuration.
func (p *Planner) Teams() []string {
	keys := make([]string, 0, len(p.cfg.Teams))
	for _, t := range p.cfg.Teams {
		keys = append(keys, t.Key)
	}
	return keys
}

// Guidance is what to say instead of an answer to an irrelevant or unclear
// query: a message and questions that can be asked. Intents of work have
// none.
func (p *Planner) Guidance(intent, language string) (message string, examples []string) {
	g, ok := p.cfg.Guidance[intent]
	if !ok {
		return "", nil
	}
	return g.Message.In(language), slices.Clone(g.Examples.In(language))
}
