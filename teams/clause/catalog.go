package clause

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/madang-dev/madang/datafile"
)

// ErrCatalog is wrapped by every error of Load.
var ErrCatalog = errors.New("clause: catalog")

// Severity is how much a clause can hurt.
type Severity string

// The severities, from the lightest.
const (
	Low    Severity = "low"
	Medium Severity = "medium"
	High   Severity = "high"
)

// Kind is the kind of contract that a clause stands in.
type Kind string

// The kinds. AnyKind applies every rule, for a text whose kind is unknown.
const (
	AnyKind Kind = ""
	Lease   Kind = "lease"
	Sale    Kind = "sale"
)

// Text is one sentence in both languages of the product.
type Text struct {
	KO string `yaml:"ko"`
	EN string `yaml:"en"`
}

// In is the sentence in a language: "en" is English, all else Korean.
func (t Text) In(language string) string {
	if language == "en" {
		return t.EN
	}
	return t.KO
}

// Rule is one risky clause of the catalogue.
type Rule struct {
	ID        string   `yaml:"id"` // "RC-01"
	Severity  Severity `yaml:"severity"`
	AppliesTo []Kind   `yaml:"applies_to"`
	Title     Text     `yaml:"title"`
	// Patterns find the clause within a sentence; Unless clears it.
	Patterns []string `yaml:"patterns"`
	Unless   []string `yaml:"unless"`
	Why      Text     `yaml:"why"`
	Law      Text     `yaml:"law"`
	// LawVerified tells that the text of the named articles was read.
	LawVerified bool `yaml:"law_verified"`
	Recommended Text `yaml:"recommended"`

	find   []matcher
	unless []matcher
}

// matcher is a compiled pattern and the words that a text needs for it.
type matcher struct {
	re    *regexp.Regexp
	needs []string
}

// Catalog is a loaded set of rules; it is immutable and safe for concurrent
// use.
type Catalog struct {
	// CompiledOn is the day (YYYY-MM-DD) that the rules were collected.
	CompiledOn string
	rules      []Rule
}

// Rules lists the rules in the order of the file.
func (c *Catalog) Rules() []Rule { return append([]Rule(nil), c.rules...) }

// catalogFile is the shape of clauses.yaml.
type catalogFile struct {
	Version    int    `yaml:"version"`
	CompiledOn string `yaml:"compiled_on"`
	Clauses    []Rule `yaml:"clauses"`
}

// Load reads a catalogue. Unknown keys, an empty field, an unknown severity
// or kind, a double id and a pattern that does not compile are errors that
// name the line or the rule.
func Load(data datafile.File) (*Catalog, error) {
	var file catalogFile
	if err := data.Decode(&file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("%w: version %d is not 1", ErrCatalog, file.Version)
	}
	if len(file.Clauses) == 0 {
		return nil, fmt.Errorf("%w: no clauses", ErrCatalog)
	}
	seen := map[string]bool{}
	for i := range file.Clauses {
		rule := &file.Clauses[i]
		if err := rule.compile(); err != nil {
			return nil, fmt.Errorf("%w: clause %d (%s): %w", ErrCatalog, i+1, rule.ID, err)
		}
		if seen[rule.ID] {
			return nil, fmt.Errorf("%w: clause %d: id %s is used twice", ErrCatalog, i+1, rule.ID)
		}
		seen[rule.ID] = true
	}
	return &Catalog{CompiledOn: file.CompiledOn, rules: file.Clauses}, nil
}

var ruleID = regexp.MustCompile(`^RC-\d{2,3}$`)

func (r *Rule) compile() error {
	if !ruleID.MatchString(r.ID) {
		return fmt.Errorf("id %q is not RC- and two or three digits", r.ID)
	}
	switch r.Severity {
	case Low, Medium, High:
	default:
		return fmt.Errorf("severity %q is not low, medium or high", r.Severity)
	}
	if len(r.AppliesTo) == 0 {
		return errors.New("applies_to is empty")
	}
	for _, k := range r.AppliesTo {
		if k != Lease && k != Sale {
			return fmt.Errorf("applies_to %q is not lease or sale", k)
		}
	}
	for name, t := range map[string]Text{"title": r.Title, "why": r.Why, "law": r.Law, "recommended": r.Recommended} {
		if t.KO == "" || t.EN == "" {
			return fmt.Errorf("%s lacks ko or en", name)
		}
	}
	if len(r.Patterns) == 0 {
		return errors.New("patterns is empty")
	}
	var err error
	if r.find, err = compileAll(r.Patterns); err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	if r.unless, err = compileAll(r.Unless); err != nil {
		return fmt.Errorf("unless: %w", err)
	}
	return nil
}

// compileAll compiles patterns so that they ignore case, cross line ends and
// take as little as they can: the words behind a match decide whether it is
// denied.
func compileAll(patterns []string) ([]matcher, error) {
	var compiled []matcher
	for _, p := range patterns {
		re, err := regexp.Compile(`(?isU)` + p)
		if err != nil {
			return nil, err
		}
		if re.MatchString("") {
			return nil, fmt.Errorf("%q matches the empty text", p)
		}
		compiled = append(compiled, matcher{re: re, needs: needs(re.String())})
	}
	return compiled, nil
}

func (r *Rule) appliesTo(kind Kind) bool {
	if kind == AnyKind {
		return true
	}
	for _, k := range r.AppliesTo {
		if k == kind {
			return true
		}
	}
	return false
}
