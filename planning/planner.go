package planning

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/madang-dev/madang/internal/korean"
)

// Planner reads queries and draws up plans by one configuration. It is safe
// for many goroutines; nothing in it changes after New.
type Planner struct {
	cfg       *Config
	lexicon   *lexicon
	sounds    *lexicon // by sound, for what is written wrong
	places    []korean.Place
	model     model
	rules     []compiledRule
	speaksFor []int // concept → intent, -1 for none
	intents   map[string]int
	teams     map[string]Team
	readers   map[string]bool

	unclear, irrelevant int
}

type compiledRule struct {
	when, unless []string
	add          []gain
}

// gain is what a rule adds to the score of an intent.
type gain struct {
	intent int
	score  float64
}

// New builds a planner and trains its weights. It fails when the
// configuration contradicts itself.
func New(cfg *Config) (*Planner, error) {
	if errs := cfg.Validate(); len(errs) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrConfig, strings.Join(errs, "; "))
	}
	p := &Planner{
		cfg: cfg, lexicon: newLexicon(nil), sounds: newLexicon(korean.Sound),
		intents: map[string]int{}, teams: map[string]Team{}, readers: map[string]bool{},
	}
	for _, reader := range cfg.Entities {
		p.readers[reader] = true
	}
	for _, t := range cfg.Teams {
		p.teams[t.Key] = t
	}
	p.indexIntents()
	p.indexWords()
	p.train()
	return p, nil
}

func (p *Planner) indexIntents() {
	for k, in := range p.cfg.Intents {
		p.intents[in.Key] = k
		switch in.Kind {
		case KindUnclear:
			p.unclear = k
		case KindIrrelevant:
			p.irrelevant = k
		}
	}
	for _, r := range p.cfg.Rules {
		c := compiledRule{when: r.If, unless: r.Unless, add: make([]gain, 0, len(r.Add))}
		for intent, add := range r.Add {
			c.add = append(c.add, gain{p.intents[intent], add})
		}
		slices.SortFunc(c.add, func(a, b gain) int { return a.intent - b.intent })
		p.rules = append(p.rules, c)
	}
}

func (p *Planner) indexWords() {
	var sounds sync.WaitGroup
	sounds.Go(p.indexSounds)
	defer sounds.Wait()
	for i, c := range p.cfg.Concepts {
		intent := -1
		if k, ok := p.intents[c.Intent]; ok && c.Intent != "" {
			intent = k
		}
		p.speaksFor = append(p.speaksFor, intent)
		for _, word := range c.Words {
			p.lexicon.add(word, int32(i), -1)
		}
	}
	if !p.readers["regions"] {
		return
	}
	p.places = korean.Places()
	for i, place := range p.places {
		for _, word := range place.Words {
			p.lexicon.add(word, -1, int32(i))
		}
	}
}

// indexSounds enters the words that are recognised by their sound as well.
func (p *Planner) indexSounds() {
	for i, c := range p.cfg.Concepts {
		if c.Class == ClassFiller || c.Class == ClassForeign {
			continue
		}
		for _, word := range c.Words {
			if firstHangul(word) {
				p.sounds.add(word, int32(i), -1)
			}
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
	if language == English {
		return g.Message.En, slices.Clone(g.Examples.En)
	}
	return g.Message.Ko, slices.Clone(g.Examples.Ko)
}
