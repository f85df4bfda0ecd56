package planning

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// signs that rules and conditions may name besides concepts.
var knownSigns = []string{
	"strong", "weak", "topic", "region", "date", "amount", "percentage",
	"quote", "parts2", "parts3", "unknown1", "unknown2", "any", "article", foundSign,
}

var classes = []string{ClassTopic, ClassNoun, ClassAct, ClassCue, ClassFiller, ClassForeign, ClassInjection}

// mistake is what is wrong at a path of the configuration ("intents[2]");
// other is a second place that it is about.
type mistake struct{ path, text, other string }

// checker gathers what is wrong with a configuration.
type checker struct {
	cfg                               *Config
	concepts, intents, teams, actions map[string]bool
	errs                              []mistake
}

// Validate lists what is wrong with the configuration.
func (c *Config) Validate() []string {
	var list []string
	for _, e := range c.check() {
		list = append(list, strings.TrimSuffix(e.path+": "+e.text+" "+e.other, " "))
	}
	return list
}

func (c *Config) check() []mistake {
	k := checker{cfg: c, concepts: map[string]bool{}, intents: map[string]bool{}, teams: map[string]bool{}, actions: map[string]bool{}}
	k.basics()
	k.vocabulary()
	k.readings()
	k.references()
	return k.errs
}

func (k *checker) add(path, format string, args ...any) {
	k.errs = append(k.errs, mistake{path: path, text: fmt.Sprintf(format, args...)})
}

func (k *checker) basics() {
	c := k.cfg
	if c.Name == "" {
		k.add("name", "name is empty")
	}
	for _, v := range []float64{c.Thresholds.EarlyExit, c.Thresholds.Part, c.Thresholds.AskModel} {
		if v < 0 || v > 1 {
			k.add("thresholds", "%v is not within 0-1", v)
		}
	}
	for i := range c.Facts {
		k.fact(fmt.Sprintf("facts[%d]", i), &c.Facts[i])
	}
}

func (k *checker) fact(path string, f *Fact) {
	switch {
	case f.Name == "" || f.Match.Regexp == nil || f.Match.MatchString(""):
		k.add(path, "a fact needs a name and an expression that is not in every text")
	case f.Value == "" && (f.Match.NumSubexp() != 1 || f.Max < f.Min):
		k.add(path, "%s needs a value, or a group that is counted with its min and max", f.Name)
	}
}

// vocabulary gathers the keys and refuses what is used twice or unknown.
func (k *checker) vocabulary() {
	unique := func(path string, seen map[string]bool, key string) {
		if key == "" || seen[key] {
			k.add(path, "key %q is empty or there twice", key)
		}
		seen[key] = true
	}
	kinds := map[string]int{}
	for i, in := range k.cfg.Intents {
		path := fmt.Sprintf("intents[%d]", i)
		unique(path, k.intents, in.Key)
		k.oneOf(path, "kind", in.Kind, []string{KindWork, KindUnclear, KindIrrelevant})
		kinds[in.Kind]++
		if len(in.lines()) == 0 {
			k.add(path, "intent %s has no examples: write what users say, one a line", in.Key)
		}
		k.text(path, in.Description)
	}
	if kinds[KindUnclear] != 1 || kinds[KindIrrelevant] != 1 || kinds[KindWork] == 0 {
		k.add("intents", "one unclear, one irrelevant and at least one of work are needed")
	}
	for i, c := range k.cfg.Concepts {
		path := fmt.Sprintf("concepts[%d]", i)
		unique(path, k.concepts, c.Key)
		k.oneOf(path, "class", c.Class, classes)
		k.oneOf(path, "domain", c.Domain, []string{"", "strong", "weak", "none"})
		if len(c.Words) == 0 {
			k.add(path, "concept %s has no words", c.Key)
		}
		if c.Intent != "" {
			k.known(path, "intent", c.Intent, k.intents)
		}
	}
	for i, t := range k.cfg.Teams {
		unique(fmt.Sprintf("teams[%d]", i), k.teams, t.Key)
	}
	for _, a := range k.cfg.Actions {
		k.actions[a.Key] = true
	}
}

// readings refuses what could be read in two ways: an example of two intents,
// a word of two topics of different intents, a word of two roles.
func (k *checker) readings() {
	type reading struct{ path, meaning string }
	seen := map[string]reading{}
	note := func(group, text, path, meaning string) {
		key := group + ":" + strings.ToLower(strings.Join(strings.Fields(text), ""))
		if before, ok := seen[key]; ok && before.meaning != meaning {
			k.errs = append(k.errs, mistake{path, fmt.Sprintf("%q is read as %s here, remove it here or where it is read as %s:", text, meaning, before.meaning), before.path})
		}
		seen[key] = reading{path, meaning}
	}
	for i, in := range k.cfg.Intents {
		for _, line := range in.lines() {
			note("example", line, fmt.Sprintf("intents[%d]", i), in.Key)
		}
	}
	for i, c := range k.cfg.Concepts {
		for _, word := range c.Words {
			if c.Class == ClassTopic && c.Intent != "" {
				note("topic", word, fmt.Sprintf("concepts[%d]", i), c.Intent)
			}
		}
	}
	for group, roles := range map[string][]WordRole{"percentage_roles": k.cfg.PercentageRoles, "date_roles": k.cfg.DateRoles} {
		for i, r := range roles {
			for _, word := range r.Words {
				note(group, word, fmt.Sprintf("%s[%d]", group, i), r.Role)
			}
		}
	}
}

// references checks every name that points to another part of the file.
func (k *checker) references() {
	for i, r := range k.cfg.Rules {
		path := fmt.Sprintf("rules[%d]", i)
		k.signs(path, r.If, r.Unless)
		for intent := range r.Add {
			k.known(path, "intent", intent, k.intents)
		}
	}
	for i, in := range k.cfg.Intents {
		path := fmt.Sprintf("intents[%d]", i)
		k.all(path, "action", in.Actions, k.actions)
		k.signs(path, in.Needs, in.Alone, in.Unless, in.Though)
		if g := k.cfg.Guidance[in.Key]; in.Kind != KindWork {
			k.text("guidance", g.Message)
		}
	}
	for i, t := range k.cfg.Teams {
		path := fmt.Sprintf("teams[%d]", i)
		k.oneOf(path, "step_type", t.StepType, []string{state.StepTypePlanning, state.StepTypeSearch, state.StepTypeDocument, state.StepTypeAnalysis})
		if t.Agent == "" {
			k.add(path, "team %s has no agent", t.Key)
		}
	}
	for i, a := range k.cfg.Actions {
		k.action(fmt.Sprintf("actions[%d]", i), a)
	}
	for i, a := range k.cfg.Asks {
		path := fmt.Sprintf("asks[%d]", i)
		k.signs(path, a.When, a.Unless)
		k.all(path, "action", a.Actions, k.actions)
		k.all(path, "intent", a.Intents, k.intents)
		k.text(path, a.Ask)
		if len(a.About) == 0 {
			k.add(path, "about is missing: what would an answer tell?")
		}
	}
	for i, f := range k.cfg.Facts {
		k.signs(fmt.Sprintf("facts[%d]", i), f.When)
	}
	s := k.cfg.Sums
	k.signs("sums", s.PairSigns, s.RentSigns, s.LetSigns, s.LoanSigns, s.DebtSigns)
	g := k.cfg.Signs
	k.signs("signs", g.Documents, g.Tasks, g.Elsewhere, g.Whole)
	if g.Overall != "" {
		k.signs("signs", []string{g.Overall})
	}
}

func (k *checker) action(path string, a Action) {
	k.known(path, "team", a.Team, k.teams)
	k.all(path, "action", a.Needs, k.actions)
	k.all(path, "intent", a.Intents, k.intents)
	if a.Seconds < 0 {
		k.add(path, "seconds is negative")
	}
	k.signs(path, a.When, a.Unless)
	k.text(path, a.Task)
	k.text(path, a.Describe)
}

func (k *checker) text(path string, t words.Text) {
	if lacks := t.Lacks(Korean, English); len(lacks) > 0 {
		k.add(path, "a text is missing in %s", strings.Join(lacks, ", "))
	}
}

func (k *checker) oneOf(path, kind, value string, values []string) {
	if !slices.Contains(values, value) {
		k.add(path, "%s %q is not one of %s", kind, value, strings.Join(values, ", "))
	}
}

func (k *checker) known(path, kind, key string, set map[string]bool) {
	if !set[key] {
		k.add(path, "%s %q is unknown", kind, key)
	}
}

func (k *checker) all(path, kind string, keys []string, set map[string]bool) {
	for _, key := range keys {
		k.known(path, kind, key, set)
	}
}

func (k *checker) signs(path string, lists ...[]string) {
	for _, list := range lists {
		for _, entry := range list {
			for _, sign := range strings.Split(entry, "+") {
				if !k.concepts[sign] && !slices.Contains(knownSigns, sign) &&
					!strings.HasPrefix(sign, "amount:") && !strings.HasPrefix(sign, "attr:") && !strings.HasPrefix(sign, foundSign+":") && !strings.HasPrefix(sign, objectSign) {
					k.add(path, "sign %q is unknown", sign)
				}
			}
		}
	}
}
