package planning

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// signs that rules and conditions may name besides concepts.
var knownSigns = []string{
	"strong", "weak", "topic", "region", "date", "amount", "percentage",
	"quote", "parts2", "parts3", "unknown1", "unknown2", "any",
}

var knownReaders = []string{"amounts", "percentages", "areas", "periods", "dates", "regions", "articles", "people", "attributes"}

// checker gathers what is wrong with a configuration.
type checker struct {
	cfg      *Config
	concepts map[string]bool
	intents  map[string]bool
	teams    map[string]bool
	actions  map[string]bool
	errs     []string
}

// Validate lists what is wrong with the configuration.
func (c *Config) Validate() []string {
	k := checker{cfg: c, concepts: map[string]bool{}, intents: map[string]bool{}, teams: map[string]bool{}, actions: map[string]bool{}}
	k.basics()
	k.vocabulary()
	k.references()
	return k.errs
}

func (k *checker) add(format string, args ...any) {
	k.errs = append(k.errs, fmt.Sprintf(format, args...))
}

func (k *checker) basics() {
	c := k.cfg
	if c.Name == "" {
		k.add("name is empty")
	}
	for _, v := range []float64{c.Thresholds.EarlyExit, c.Thresholds.Part, c.Thresholds.FollowUp, c.Thresholds.AskModel} {
		if v < 0 || v > 1 {
			k.add("thresholds: %v is not within 0-1", v)
		}
	}
	if m := c.Model; m.Epochs < 1 || m.Epochs > 200 || m.Rate <= 0 || m.Decay < 0 || m.Temperature <= 0 {
		k.add("model: epochs 1-200, rate and temperature above 0, decay from 0 are needed")
	}
	for _, reader := range c.Entities {
		if !slices.Contains(knownReaders, reader) {
			k.add("entities: %q is not one of %s", reader, strings.Join(knownReaders, ", "))
		}
	}
}

// vocabulary gathers the keys and refuses what is used twice or unknown.
func (k *checker) vocabulary() {
	unique := func(seen map[string]bool, kind, key string) {
		if key == "" || seen[key] {
			k.add("%s %q is empty or there twice", kind, key)
		}
		seen[key] = true
	}
	kinds := map[string]int{}
	for _, in := range k.cfg.Intents {
		unique(k.intents, "intent", in.Key)
		kinds[in.Kind]++
		if in.Kind != KindWork && in.Kind != KindUnclear && in.Kind != KindIrrelevant {
			k.add("intent %s: kind %q is unknown", in.Key, in.Kind)
		}
		if strings.TrimSpace(in.Examples) == "" {
			k.add("intent %s has no examples", in.Key)
		}
	}
	if kinds[KindUnclear] != 1 || kinds[KindIrrelevant] != 1 || kinds[KindWork] == 0 {
		k.add("intents: one unclear, one irrelevant and at least one of work are needed")
	}
	for _, c := range k.cfg.Concepts {
		unique(k.concepts, "concept", c.Key)
		k.concept(c)
	}
	for _, t := range k.cfg.Teams {
		unique(k.teams, "team", t.Key)
	}
	for _, a := range k.cfg.Actions {
		k.actions[a.Key] = true
	}
}

func (k *checker) concept(c Concept) {
	switch c.Class {
	case ClassTopic, ClassNoun, ClassAct, ClassCue, ClassFiller, ClassForeign, ClassInjection:
	default:
		k.add("concept %s: class %q is unknown", c.Key, c.Class)
	}
	if c.Domain != "" && c.Domain != "strong" && c.Domain != "weak" && c.Domain != "none" {
		k.add("concept %s: domain %q is not strong, weak or none", c.Key, c.Domain)
	}
	if len(c.Words) == 0 {
		k.add("concept %s has no words", c.Key)
	}
	if c.Intent != "" && !k.intents[c.Intent] {
		k.add("concept %s: intent %q is unknown", c.Key, c.Intent)
	}
}

// references checks every name that points to another part of the file.
func (k *checker) references() {
	for i, r := range k.cfg.Rules {
		where := fmt.Sprintf("rule %d", i+1)
		k.signs(where, r.If, r.Unless)
		for intent := range r.Add {
			k.known(where, "intent", intent, k.intents)
		}
	}
	for _, in := range k.cfg.Intents {
		for _, a := range in.Actions {
			k.known("intent "+in.Key, "action", a, k.actions)
		}
	}
	types := []string{state.StepTypePlanning, state.StepTypeSearch, state.StepTypeDocument, state.StepTypeAnalysis}
	for _, t := range k.cfg.Teams {
		if !slices.Contains(types, t.StepType) || t.Agent == "" {
			k.add("team %s: step_type %q is unknown or agent is empty", t.Key, t.StepType)
		}
	}
	for _, a := range k.cfg.Actions {
		k.action(a)
	}
	for i, a := range k.cfg.Asks {
		where := fmt.Sprintf("ask %d", i+1)
		k.signs(where, a.When, a.Unless)
		for _, key := range a.Actions {
			k.known(where, "action", key, k.actions)
		}
		for _, key := range a.Intents {
			k.known(where, "intent", key, k.intents)
		}
		k.text(where, a.Ask)
	}
	for _, in := range k.cfg.Intents {
		if g, ok := k.cfg.Guidance[in.Key]; in.Kind != KindWork && (!ok || g.Message.Ko == "" || g.Message.En == "") {
			k.add("guidance for %s is missing", in.Key)
		}
	}
}

func (k *checker) action(a Action) {
	where := "action " + a.Key
	k.known(where, "team", a.Team, k.teams)
	for _, need := range a.Needs {
		k.known(where, "action", need, k.actions)
	}
	if a.Seconds < 0 {
		k.add("%s: seconds is negative", where)
	}
	for _, intent := range a.Intents {
		k.known(where, "intent", intent, k.intents)
	}
	k.signs(where, a.When, a.Unless)
	k.text(where, a.Task)
	k.text(where, a.Describe)
}

func (k *checker) text(where string, t Text) {
	if t.Ko == "" || t.En == "" {
		k.add("%s: a text is missing in ko or en", where)
	}
}

func (k *checker) known(where, kind, key string, set map[string]bool) {
	if !set[key] {
		k.add("%s: %s %q is unknown", where, kind, key)
	}
}

func (k *checker) signs(where string, lists ...[]string) {
	for _, list := range lists {
		for _, entry := range list {
			for _, sign := range strings.Split(entry, "+") {
				if k.concepts[sign] || slices.Contains(knownSigns, sign) ||
					strings.HasPrefix(sign, "amount:") || strings.HasPrefix(sign, "attr:") {
					continue
				}
				k.add("%s: sign %q is unknown", where, sign)
			}
		}
	}
}
