package webtool

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"text/template"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/teams/search"
)

// Tool is one declared service.
type Tool struct {
	Name  string `yaml:"name"`
	Scope string `yaml:"scope"`
	URL   string `yaml:"url"`
	// Query and Headers are templates over an Ask; ${NAME} is a variable of
	// the environment.
	Query   map[string]string `yaml:"query"`
	Headers map[string]string `yaml:"headers"`
	Items   string            `yaml:"items"`
	Fields  map[string]Field  `yaml:"fields"`
	Page    *Page             `yaml:"page"`
	// Timeout bounds a request (8 s), PerSecond their rate (5); TTL is how
	// long an answer is kept (5 min).
	Timeout   time.Duration `yaml:"timeout"`
	PerSecond float64       `yaml:"per_second"`
	TTL       time.Duration `yaml:"ttl"`

	query   map[string]*template.Template
	headers map[string]string
	line    int // where the declaration begins, for what is wrong with it
}

// UnmarshalYAML keeps the line besides.
func (t *Tool) UnmarshalYAML(n *yaml.Node) error {
	type plain Tool
	err := n.Load((*plain)(t), yaml.WithKnownFields())
	t.line = n.Line
	return err
}

// Field says where a value is found in an item.
type Field struct {
	Path string `yaml:"path"`
	// Times multiplies a number (10000 for 만원).
	Times float64 `yaml:"times"`
	// Map translates words; one that it does not have leaves the item out.
	Map map[string]string `yaml:"map"`
}

// UnmarshalYAML takes a path alone, too.
func (f *Field) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Load(&f.Path)
	}
	type plain Field
	return n.Load((*plain)(f), yaml.WithKnownFields())
}

// Page says how to ask for more.
type Page struct {
	Param string `yaml:"param"`
	First int    `yaml:"first"`
	Max   int    `yaml:"max"`
}

// ScopeWeb is pages of the web: what teams of real estate do not search.
const ScopeWeb = "web"

// fieldNames are what a scope's results are made of; those with true are
// needed.
var fieldNames = map[string]map[string]bool{
	search.ScopeProperty: {
		"id": true, "name": true, "sido": true, "sigungu": true, "dong": false, "property_type": true, "deal_type": true,
		"price_won": false, "deposit_won": false, "monthly_won": false, "management_fee_won": false,
		"area_m2": true, "floor": false, "build_year": false, "available_from": false,
	},
	ScopeWeb: {"title": true, "url": true, "snippet": false},
}

// Load reads declarations. lookup is the environment. Unknown keys and what
// can't work are refused by name.
func Load(r io.Reader, lookup func(name string) (string, bool)) ([]Tool, error) {
	raw, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("search tools: %w", err)
	}
	var file struct {
		Tools []Tool `yaml:"tools"`
	}
	if err := datafile.Decode(raw, &file); err != nil {
		return nil, fmt.Errorf("search tools: %w", err)
	}
	scopes := map[string]string{}
	for i := range file.Tools {
		t := &file.Tools[i]
		if err := t.ready(lookup); err != nil {
			return nil, fmt.Errorf("search tools: line %d: tool %d (%s): %w", t.line, i+1, t.Name, err)
		}
		if other, twice := scopes[t.Scope]; twice {
			return nil, fmt.Errorf("search tools: %s and %s are both for %s", other, t.Name, t.Scope)
		}
		scopes[t.Scope] = t.Name
	}
	return file.Tools, nil
}

// ready checks the declaration and makes what is made once.
func (t *Tool) ready(lookup func(string) (string, bool)) error {
	known, ok := fieldNames[t.Scope]
	switch u, err := url.Parse(t.URL); {
	case t.Name == "":
		return errors.New("a name is needed")
	case !ok:
		return fmt.Errorf("scope %q: property or web", t.Scope)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("url has to be http or https with a host")
	case t.Timeout < 0 || t.PerSecond < 0: // every request would fail
		return fmt.Errorf("timeout %v and per_second %v: neither may be below 0", t.Timeout, t.PerSecond)
	case t.Page != nil && (t.Page.Param == "" || t.Page.Max < 1 || t.Page.Max > maxPages):
		return fmt.Errorf("page needs a param and a max of 1 to %d", maxPages)
	}
	for _, name := range slices.Sorted(maps.Keys(t.Fields)) {
		if _, ok := known[name]; !ok {
			return fmt.Errorf("field %q is none of a %s", name, t.Scope)
		}
		if t.Fields[name].Path == "" {
			return fmt.Errorf("field %q needs a path", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if _, ok := t.Fields[name]; known[name] && !ok {
			return fmt.Errorf("field %q is needed", name)
		}
	}
	return t.compile(lookup)
}

func (t *Tool) compile(lookup func(string) (string, bool)) error {
	t.query, t.headers = map[string]*template.Template{}, map[string]string{}
	for name, text := range t.Query {
		text, err := datafile.Expand(text, lookup)
		if err != nil {
			return fmt.Errorf("query %s: %w", name, err)
		}
		if t.query[name], err = template.New(name).Option("missingkey=error").Parse(text); err != nil {
			return fmt.Errorf("query %s: %w", name, err)
		}
		if err := t.query[name].Execute(io.Discard, Ask{}); err != nil {
			return fmt.Errorf("query %s: %w", name, err)
		}
	}
	for name, text := range t.Headers {
		text, err := datafile.Expand(text, lookup)
		if err != nil {
			return fmt.Errorf("header %s: %w", name, err)
		}
		t.headers[name] = text
	}
	return nil
}
