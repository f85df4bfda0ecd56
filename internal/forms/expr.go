package forms

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

// Cond is a condition over the values of a form: a text/template pipeline
// over the methods of Scope.
type Cond struct {
	calls []call
	line  int
	t     *template.Template
}

// UnmarshalYAML keeps the condition with its place.
func (c *Cond) UnmarshalYAML(n *yaml.Node) error {
	c.line = n.Line
	var source string
	if err := n.Load(&source); err != nil {
		return err
	}
	t, err := template.New("").Funcs(arithmetic).Parse("{{if " + source + "}}1{{end}}")
	c.t, c.calls = t, callsIn(source)
	return at(c.line, err)
}

// Calls are the texts behind the methods that the condition calls, as "price"
// in .Num "price".
func (c *Cond) Calls(methods ...string) []string { return keysOf(c.calls, methods) }

// Given tells whether a condition was written.
func (c *Cond) Given() bool { return c.t != nil }

// View is what conditions and texts are evaluated over: a Scope, or what
// embeds one.
type View interface {
	Lang() string
	All(key string) string
}

// Holds evaluates the condition; one that is not written is otherwise.
func (c *Cond) Holds(s View, otherwise bool) bool {
	if c.t == nil {
		return otherwise
	}
	var b strings.Builder
	return c.t.Execute(&b, s) == nil && b.Len() > 0
}

// Template is a text by language, written with the values of a form.
type Template struct {
	line  int
	calls []call // in all languages
	by    map[string]*template.Template
}

// UnmarshalYAML reads {ko: …, en: …}, or one text for all languages.
func (t *Template) UnmarshalYAML(n *yaml.Node) error {
	t.line = n.Line
	source := words.Text{}
	if n.Kind == yaml.MappingNode {
		if err := n.Load(&source); err != nil {
			return err
		}
		if lacks := source.Lacks("ko", "en"); len(lacks) > 0 {
			return at(t.line, fmt.Errorf("the text has no %s: add it", lacks[0]))
		}
	} else {
		var plain string
		if err := n.Load(&plain); err != nil {
			return err
		}
		source["ko"], source["en"] = plain, plain
	}
	t.by = map[string]*template.Template{}
	for lang, text := range source {
		parsed, err := parseText(lang, text)
		if err != nil {
			return at(t.line, err)
		}
		t.by[lang], t.calls = parsed, append(t.calls, callsIn(text)...)
	}
	return nil
}

func parseText(lang, text string) (*template.Template, error) {
	return template.New(lang).Option("missingkey=error").Funcs(words.Functions(lang)).Funcs(arithmetic).Parse(text)
}

// Calls is Cond.Calls of a text, in all its languages.
func (t *Template) Calls(methods ...string) []string { return keysOf(t.calls, methods) }

// In writes the text in the scope's language.
func (t *Template) In(s View) string { return t.write(s.Lang(), s) }

func (t *Template) write(lang string, s View) string {
	parsed := cmp.Or(t.by[lang], t.by[strings.Split(lang, "-")[0]], t.by["en"])
	var b strings.Builder
	if parsed == nil || parsed.Execute(&b, s) != nil {
		return ""
	}
	return b.String()
}

// Both is the text in Korean and English.
func (t *Template) Both(s View) (ko, en string) { return t.write("ko", s), t.write("en", s) }

// Phrases are what is looked for in a message: pieces of text, in which
// spaces don't matter, and expressions between slashes.
type Phrases struct {
	list []string
	line int
	re   *dialog.Expression
}

// UnmarshalYAML reads a list of phrases.
func (p *Phrases) UnmarshalYAML(n *yaml.Node) error {
	p.line = n.Line
	if err := n.Load(&p.list); err != nil {
		return err
	}
	if len(p.list) == 0 {
		return nil
	}
	re, err := dialog.Compile("(?i)" + p.expression())
	p.re = re
	if err == nil && re.MatchString("") {
		err = fmt.Errorf("an empty phrase would be in every text: %q", p.list)
	}
	return at(p.line, err)
}

// expression is the alternatives, longest first.
func (p *Phrases) expression() string {
	list := slices.Clone(p.list)
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	for i, phrase := range list {
		if len(phrase) > 2 && phrase[0] == '/' && phrase[len(phrase)-1] == '/' {
			list[i] = "(?:" + phrase[1:len(phrase)-1] + ")"
			continue
		}
		words := strings.Fields(phrase)
		for k := range words {
			words[k] = regexp.QuoteMeta(words[k])
		}
		list[i] = strings.Join(words, `\s*`)
	}
	return "(?:" + strings.Join(list, "|") + ")"
}

// In tells whether one of the phrases is in the text.
func (p *Phrases) In(text string) bool { return p.re.MatchString(text) }

// FindAll is where the first n phrases are in the text, in bytes, from left to right and not
// overlapping.
func (p *Phrases) FindAll(text string, n int) [][]int { return p.re.FindAllStringIndex(text, n) }

// Empty tells that there are no phrases.
func (p *Phrases) Empty() bool { return p.re == nil }

// placed is an error with the line of the file that it is about.
type placed struct {
	line int
	err  error
}

func (p *placed) Error() string { return p.err.Error() }
func (p *placed) Unwrap() error { return p.err }

func at(line int, err error) error {
	if err == nil {
		return nil
	}
	return &placed{line, err}
}

// arithmetic is what conditions and texts may reckon with.
var arithmetic = template.FuncMap{
	"add": func(list ...int64) (sum int64) {
		for _, n := range list {
			sum += n
		}
		return sum
	},
	"sub": func(a int64, list ...int64) int64 {
		for _, n := range list {
			a -= n
		}
		return a
	},
	"mul": func(a, b int64) int64 { return a * b },
	"div": func(a, b int64) int64 {
		if b == 0 {
			return 0
		}
		return a / b
	},
	"inc": func(i int) int { return i + 1 },
	"in": func(text string, pieces ...string) bool {
		return slices.ContainsFunc(pieces, func(p string) bool { return strings.Contains(text, p) })
	},
}

// call is a method that a source calls, with the texts behind it: .Num "price".
type call struct {
	method string
	texts  []string
}

// callsIn are the calls of a source; they are looked for when it is read, since
// rules ask for them whenever they are judged.
func callsIn(source string) []call {
	var list []call
	for _, found := range textCall.FindAllStringSubmatch(source, -1) {
		list = append(list, call{found[1], strings.Fields(strings.ReplaceAll(found[2], `"`, ""))})
	}
	return list
}

// keysOf are the first texts behind some methods.
func keysOf(calls []call, methods []string) []string {
	var list []string
	for _, c := range calls {
		if slices.Contains(methods, c.method) {
			list = append(list, c.texts[0])
		}
	}
	return list
}

var textCall = regexp.MustCompile(`\.([A-Z]\w*)((?:\s+"[^"\s]+")+)`)

// keyMethods are the methods of Scope that take keys, and how many; 0 is any
// number.
var keyMethods = map[string]int{
	"Has": 1, "Is": 1, "Yes": 1, "No": 1, "Num": 1, "Sum": 0, "Raw": 1, "All": 1, "Rows": 1, "Differ": 2, "Later": 2, "Ahead": 1, "DaysUntil": 1, "Workdays": 1, "YesOrNo": 1,
	"Text": 1, "List": 1, "Money": 1, "Day": 1, "Area": 1, "Boxes": 1, "Rate": 1, "Spoken": 1, "Reaches": 2, "Near": 1, "Latest": 0, "Gap": 1, "GapWon": 1, "Party": 3, "Plain": 0, "Each": 1, "M": 1, "Option": 1,
}

// Page parses a document of the form in a language. Errors name the file and
// the line within it.
func (f *Form) Page(lang, name, text string) (*template.Template, error) {
	parsed, err := parseText(lang, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, line := range strings.Split(text, "\n") {
		if err := f.look(i+1, callsIn(line)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return parsed, nil
}
