package clause

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// ErrCatalog is wrapped by every error of Load.
var ErrCatalog = errors.New("clause: catalog")

// Severity is how much a clause can hurt.
type Severity = string

// The severities, from the lightest.
const (
	Low    Severity = "low"
	Medium Severity = "medium"
	High   Severity = "high"
)

// Kind is the kind of contract that a clause stands in.
type Kind = string

// The kinds. AnyKind applies every rule, for a text whose kind is unknown.
const (
	AnyKind        Kind = ""
	Lease          Kind = "lease"
	ShopLease      Kind = "shop_lease"
	RentalBusiness Kind = "rental_business"
	Sale           Kind = "sale"
	Presale        Kind = "presale"
	Brokerage      Kind = "brokerage"
)

var kinds = []Kind{Lease, ShopLease, RentalBusiness, Sale, Presale, Brokerage}

// Ground is what is said of a risky clause and by which law.
type Ground struct {
	Severity Severity   `yaml:"severity"`
	Why      words.Text `yaml:"why"`
	Law      words.Text `yaml:"law"`
	// LawVerified tells that the text of the named articles was read.
	LawVerified bool       `yaml:"law_verified"`
	Recommended words.Text `yaml:"recommended"`
	// KeepsCase tells that the recommended wording holds in the case that the
	// clause names ("반려동물을 기르면"), which then stands before it.
	KeepsCase bool `yaml:"keeps_case"`
}

// wording is what to write instead of a clause.
func (g Ground) wording(clause, language string) string {
	text := g.Recommended.In(language)
	if _, end, ok := phrases.Find(clause, "case."+language); ok && g.KeepsCase {
		return strings.TrimSpace(clause[:end]) + " " + text
	}
	return text
}

// Rule is one risk of the catalogue.
type Rule struct {
	ID        string     `yaml:"id"` // "RC-01"
	AppliesTo []Kind     `yaml:"applies_to"`
	Title     words.Text `yaml:"title"`
	Ground    `yaml:",inline"`
	// In is another ground in some kinds of contracts.
	In map[Kind]Ground `yaml:"in"`
	// Frames are the ways in which a clause bears it.
	Frames []Frame `yaml:"frames"`
	// Otherwise marks what is said of a clause that bears no other risk: a right
	// given up, whichever it is.
	Otherwise bool `yaml:"otherwise"`
}

// ground is what is said in a kind of contract.
func (r *Rule) ground(kind Kind) Ground {
	if g, ok := r.In[kind]; ok {
		return g
	}
	return r.Ground
}

// Catalog is a loaded set of rules; it is immutable and safe for concurrent
// use.
type Catalog struct {
	rules     []Rule
	words     vocabulary
	particles map[string][][]rune
	limits    map[string]float64
}

// With is the catalogue with figures of law that its frames name, which stand
// elsewhere. A frame whose limit is not given never holds.
func (c *Catalog) With(limits map[string]float64) *Catalog {
	of := *c
	of.limits = limits
	return &of
}

// limit is a number as a frame has it, or a limit by its name, that of the kind
// first.
func (c *Catalog) limit(kind Kind) func(string) (float64, bool) {
	return func(name string) (float64, bool) {
		if n, err := strconv.ParseFloat(name, 64); err == nil {
			return n, true
		}
		if n, ok := c.limits[name+"."+kind]; ok {
			return n, true
		}
		n, ok := c.limits[name]
		return n, ok
	}
}

// catalogFile is the shape of clauses.yaml.
type catalogFile struct {
	Version    int    `yaml:"version"`
	CompiledOn string `yaml:"compiled_on"`
	// Concepts are what clauses speak of, each with the ways of saying it.
	Concepts map[string][]string `yaml:"concepts"`
	Clauses  []Rule              `yaml:"clauses"`
}

// expand lists the ways of saying a phrase in which "{concept}" stands for each
// of that concept's own phrases.
func (f *catalogFile) expand(text string) ([]string, error) {
	before, rest, composed := strings.Cut(text, "{")
	if !composed {
		return []string{text}, nil
	}
	name, after, _ := strings.Cut(rest, "}")
	if len(f.Concepts[name]) == 0 {
		return nil, fmt.Errorf("no concept %q", name)
	}
	var all []string
	for _, part := range f.Concepts[name] {
		if strings.Contains(part, "{") {
			return nil, fmt.Errorf("%q of %q is composed itself", part, text)
		}
		more, err := f.expand(before + strings.Trim(part, "^$") + after)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// Load reads a catalogue. Unknown keys, an empty field, an unknown severity,
// kind or concept and a double id are errors that name the line or the rule.
func Load(data datafile.File) (*Catalog, error) {
	var file catalogFile
	if err := data.Decode(&file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	if file.Version != 2 || len(file.Clauses) == 0 {
		return nil, fmt.Errorf("%w: version %d is not 2, or has no clauses", ErrCatalog, file.Version)
	}
	c := &Catalog{rules: file.Clauses, words: vocabulary{}, particles: map[string][][]rune{}}
	for concept, list := range file.Concepts {
		for _, text := range list {
			said, err := file.expand(text)
			if err != nil {
				return nil, fmt.Errorf("%w: concept %s: %w", ErrCatalog, concept, err)
			}
			for _, one := range said {
				if err := c.learn(concept, one); err != nil {
					return nil, err
				}
			}
		}
	}
	seen := map[string]bool{}
	for i := range c.rules {
		rule := &c.rules[i]
		if err := rule.check(file.Concepts); err != nil {
			return nil, fmt.Errorf("%w: clause %d (%s): %w", ErrCatalog, i+1, rule.ID, err)
		}
		if seen[rule.ID] {
			return nil, fmt.Errorf("%w: clause %d: id %s is used twice", ErrCatalog, i+1, rule.ID)
		}
		seen[rule.ID] = true
	}
	return c, nil
}

func (c *Catalog) learn(concept, text string) error {
	if slices.Contains([]string{subject, topic, owning, facing}, concept) {
		c.particles[concept] = append(c.particles[concept], fold(text).runes)
		return nil
	}
	p := newPhrase(concept, text)
	if len(p.parts) == 0 || len(p.parts[0]) < 2 {
		return fmt.Errorf("%w: concept %s: %q is too short", ErrCatalog, concept, text)
	}
	c.words.add(p)
	if p, ok := p.contracted(); ok {
		c.words.add(p)
	}
	return nil
}

var ruleID = regexp.MustCompile(`^RC-\d{2,3}$`)

func (r *Rule) check(concepts map[string][]string) error {
	if !ruleID.MatchString(r.ID) {
		return fmt.Errorf("id %q is not RC- and two or three digits", r.ID)
	}
	if r.Title["ko"] == "" || r.Title["en"] == "" {
		return errors.New("title lacks ko or en")
	}
	if len(r.AppliesTo) == 0 || len(r.Frames) == 0 {
		return errors.New("applies_to or frames is empty")
	}
	for _, k := range r.AppliesTo {
		if !slices.Contains(kinds, k) {
			return fmt.Errorf("applies_to %q is not one of %v", k, kinds)
		}
	}
	for i := range r.Frames {
		if err := r.Frames[i].check(concepts); err != nil {
			return fmt.Errorf("frame %d: %w", i+1, err)
		}
	}
	for kind, g := range r.In {
		if err := g.check(); err != nil {
			return fmt.Errorf("in %s: %w", kind, err)
		}
	}
	return r.Ground.check()
}

func (g Ground) check() error {
	if !slices.Contains([]Severity{Low, Medium, High}, g.Severity) {
		return fmt.Errorf("severity %q is not low, medium or high", g.Severity)
	}
	for name, t := range map[string]words.Text{"why": g.Why, "law": g.Law, "recommended": g.Recommended} {
		if t["ko"] == "" || t["en"] == "" {
			return fmt.Errorf("%s lacks ko or en", name)
		}
	}
	return nil
}

func (r *Rule) appliesTo(kind Kind) bool {
	return kind == AnyKind || slices.Contains(r.AppliesTo, kind)
}
