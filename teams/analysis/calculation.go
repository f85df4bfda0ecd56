package analysis

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// Calculation is one thing that the team reckons: what it takes from a
// message is data, what it makes of it a function. Below its name the texts
// hold rule, rule_formula and, for each input, ask.NAME, its title is
// title.NAME; for a Reckon also headline and formula.
type Calculation struct {
	Name   string  `yaml:"name"`
	Type   string  `yaml:"type"` // a Type constant
	Inputs []Input `yaml:"inputs"`
	// Needs are the inputs without which nothing is reckoned; of "a|b" one.
	Needs []string `yaml:"needs"`
	// Cites are the articles it rests on: "shop 2".
	Cites []string `yaml:"cites"`

	Texts  *words.Catalogue                            `yaml:"-"`
	Reckon func(t *Tables, in Inputs) (Outcome, error) `yaml:"-"`
	// table holds its figures of law, with their source.
	table func(t *Tables) any
	// explain tells what words of the question mean to those who ask.
	explain func(r *run)
	// work is what a calculation does that is more than a Reckon.
	work func(r *run) error
}

// Outcome is what a Reckon found.
type Outcome struct {
	// Figures are sums (int64), rates and whatever else the texts name beside
	// the inputs; sums and rates are metrics too.
	Figures map[string]any
	Verdict string   // key of the headline below the name; "" is headline
	Notes   []string // keys of conditions below the name
	Sources []Source // beside that of the table
}

// ErrCalculation is wrapped by what New refuses of a calculation.
var ErrCalculation = errors.New("analysis: calculation")

// calculations are those that every team has: the entries of
// calculations.yaml with what they do.
func calculations() ([]Calculation, error) {
	var file struct {
		Calculations []Calculation `yaml:"calculations"`
	}
	text, err := files.ReadFile("calculations.yaml")
	if err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("calculations.yaml: %w", err)
	}
	does := reckonings()
	for i := range file.Calculations {
		c := &file.Calculations[i]
		do := does[c.Name]
		c.Texts, c.Reckon, c.table, c.work, c.explain = texts, do.reckon, do.table, do.work, do.explain
	}
	return file.Calculations, nil
}

func (c *Calculation) validate() error {
	if c.Name == "" || c.Reckon == nil && c.work == nil || c.Texts == nil {
		return fmt.Errorf("%w %q: name, texts and a function are needed", ErrCalculation, c.Name)
	}
	keys := []string{"title." + c.Name}
	if c.Reckon != nil {
		keys = append(keys, c.Name+".headline", c.Name+".formula")
	}
	for _, need := range c.Needs {
		name, _, _ := strings.Cut(need, "|")
		keys = append(keys, c.Name+".ask."+name, c.Name+".rule", c.Name+".rule_formula")
	}
	for _, in := range c.Inputs {
		if readers[in.Unit] == nil {
			return fmt.Errorf("%w %s: input %s: no unit %q", ErrCalculation, c.Name, in.Name, in.Unit)
		}
		if in.Loose {
			keys = append(keys, "assumed."+in.Name)
		}
	}
	for _, key := range keys {
		if !c.Texts.Has(key) {
			return fmt.Errorf("%w %s: its texts lack %s: add it to each language", ErrCalculation, c.Name, key)
		}
	}
	return nil
}

// lacks is the first need that the inputs do not meet, "" if none.
func (c *Calculation) lacks(in Inputs) string {
	for _, need := range c.Needs {
		if !slices.ContainsFunc(strings.Split(need, "|"), in.Has) {
			return need
		}
	}
	return ""
}

// do reckons, or asks for the first thing that is missing and tells the rule.
func (c *Calculation) do(r *run) error {
	if err := r.in.check(); err != nil {
		return err
	}
	r.note(c)
	if c.explain != nil {
		c.explain(r)
	}
	if need := c.lacks(r.in); need != "" && r.told {
		return nil // what a word means was the question
	} else if need != "" {
		name, _, _ := strings.Cut(need, "|")
		r.ask(name, r.say(c.Name+".ask."+name))
		r.conclude(r.message(c.Name+".rule", r.in), r.basis(c, c.Name+".rule_formula", r.in), true)
		return nil
	}
	if c.work != nil {
		return c.work(r)
	}
	out, err := c.Reckon(r.tables, r.in)
	if err != nil {
		return err
	}
	args := r.in.with(out.Figures)
	for name, v := range out.Figures {
		switch v := v.(type) {
		case int64:
			r.metric(name, float64(v))
		case Rate:
			r.metric(name+"_pct", v.Pct())
		}
	}
	key := "headline"
	if out.Verdict != "" {
		key = out.Verdict
	}
	b := r.basis(c, c.Name+".formula", args)
	for _, s := range out.Sources {
		b.rest(s)
	}
	for _, n := range out.Notes {
		b.Notes = append(b.Notes, Note{answer.KindCondition, r.message(c.Name+"."+n, args)})
	}
	r.found(r.message(c.Name+"."+key, args), b)
	return nil
}

// note records what was read and what was taken for granted.
func (r *run) note(c *Calculation) {
	for _, in := range c.Inputs {
		v, known := r.in[in.Name]
		if won, ok := v.(int64); known && ok {
			r.understoodWon(in.Name, won)
		} else if known {
			r.understood(in.Name, fmt.Sprint(v))
		}
	}
	for _, a := range r.guessed {
		r.assumed(r.words.Text(r.message(a.Key, a.Args)))
	}
}

// basis is what a calculation rests on by its data: its articles and the
// source of its table.
func (r *run) basis(c *Calculation, formula string, args Inputs) Basis {
	var statute []Citation
	for _, s := range c.Cites {
		law, article, _ := strings.Cut(s, " ")
		statute = append(statute, cite(law, article))
	}
	source := arithmetic
	if c.table != nil {
		if s, ok := reflect.ValueOf(c.table(r.tables)).FieldByName("Source").Interface().(Source); ok {
			source = s
		}
	}
	return basis(r.message(formula, args), statute, source)
}

// message is a text of the calculation with its inputs, figures and table (t).
func (r *run) message(key string, args Inputs) words.Message {
	m := words.Message{Key: key, Args: map[string]any{}}
	for name, v := range args {
		m.Args[name] = v
	}
	if r.calc.table != nil {
		m.Args["t"] = r.calc.table(r.tables)
	}
	if r.calc.Texts == texts || !r.calc.Texts.Has(key) {
		return m
	}
	// A catalogue of its own says it in the language of the run.
	return words.M("report.text", "text", r.calc.Texts.In(r.words.Language()).Text(m))
}

func (r *run) say(key string) string { return r.words.Text(r.message(key, nil)) }
