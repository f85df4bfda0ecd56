package analysis

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

// Calculation is a method that is a formula over sums, with everything that is
// said about it in files: below its name the texts hold title, headline,
// formula, rule and, for each input, ask.NAME. Inputs are read, missing ones
// asked for and assumptions noted by the team.
type Calculation struct {
	Name   string
	Type   string // a Type constant
	Texts  *words.Catalogue
	Inputs []Input
	// Cites are what it rests on, Sources where its figures come from.
	Cites   []Citation
	Sources []Source
	// Reckon gives the figures by name, in whole won; the inputs are above
	// zero and no larger than MaxWon.
	Reckon func(in map[string]int64) (map[string]int64, error)
}

// Input is a sum that a calculation needs.
type Input struct {
	Name  string
	Roles []string // Amount constants of state that it may have
	// Loose takes the only sum whose role nobody knows, which is said.
	Loose bool
}

// ErrCalculation is wrapped by what New refuses of a calculation.
var ErrCalculation = errors.New("analysis: calculation")

func (c Calculation) validate() error {
	if c.Name == "" || c.Reckon == nil || c.Texts == nil || len(c.Inputs) == 0 {
		return fmt.Errorf("%w %q: name, texts, inputs and a function are needed", ErrCalculation, c.Name)
	}
	keys := []string{"title", "headline", "formula", "rule"}
	for _, in := range c.Inputs {
		keys = append(keys, "ask."+in.Name)
		if in.Loose {
			keys = append(keys, "assumed."+in.Name)
		}
	}
	for _, key := range keys {
		if !c.Texts.Has(c.Name + "." + key) {
			return fmt.Errorf("%w %s: its texts lack %s.%s: add it to each language", ErrCalculation, c.Name, c.Name, key)
		}
	}
	return nil
}

// work carries the calculation out.
func (c Calculation) work(r *run) error {
	p := c.Texts.In(r.words.Language())
	say := func(key string, args ...any) words.Message {
		return words.M("report.text", "text", p.Say(c.Name+"."+key, args...))
	}
	r.title = say("title")
	in := map[string]int64{}
	for _, input := range c.Inputs {
		v := r.read(input, p, c.Name)
		if v != 0 {
			in[input.Name] = v
		}
		if err := amountOrZero(input.Name, v); err != nil {
			return err
		}
	}
	if r.incomplete {
		r.rule(say("rule"), basis(say("rule"), c.Cites, c.Sources...))
		r.title = words.Message{}
		return nil
	}
	figures, err := c.Reckon(maps.Clone(in))
	if err != nil {
		return err
	}
	maps.Copy(in, figures)
	var args []any
	for _, name := range slices.Sorted(maps.Keys(in)) {
		args = append(args, name, in[name])
	}
	for name, v := range figures {
		r.metric(name, float64(v))
	}
	r.found(say("headline", args...), basis(say("formula", args...), c.Cites, c.Sources...))
	r.title = words.Message{}
	return nil
}

// read is an input's sum: the one with its role, else the only one without any.
// A missing one is asked for.
func (r *run) read(input Input, p words.Printer, name string) int64 {
	v := r.facts.sum(input.Roles...)
	if loose := r.facts.loose(); v == 0 && input.Loose && len(loose) == 1 {
		v = loose[0]
		r.assumed(p.Text(words.Message{Key: name + ".assumed." + input.Name, Args: map[string]any{"sum": v}}))
	}
	if v == 0 {
		r.ask(input.Name, p.Say(name+".ask."+input.Name))
	}
	r.understoodWon(input.Name, v)
	return v
}
