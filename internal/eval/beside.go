package eval

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// What the product was measured with, where a model makes a difference.
const (
	WithRules = "rules"
	WithModel = "model"
)

// WriteBeside prints what was measured by rules and with a model side by side:
// each figure in both columns with their difference, and the cases that only
// one of them got right.
func (r Results) WriteBeside(out io.Writer) error {
	p := printer{w: tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)}
	for _, rules := range r.Entries {
		i := slices.IndexFunc(r.Entries, func(e Result) bool {
			return e.Set == rules.Set && e.Split == rules.Split && e.With == WithModel
		})
		if rules.With == WithRules && i >= 0 {
			p.beside(rules, r.Entries[i])
		}
	}
	return p.end()
}

func (p *printer) beside(rules, model Result) {
	p.row(rules.Set+" "+rules.Split, WithRules, WithModel, "difference")
	for _, of := range columns {
		if of.kind != rules.Kind {
			continue
		}
		for _, name := range slices.Concat(of.names, []string{"ece", "p50", "p99"}) {
			a, ok := rules.Figure(name)
			b, also := model.Figure(name)
			if ok && also {
				p.row("  "+name, rules.cell(name), model.cell(name), fmt.Sprintf("%+.3f", b-a))
			}
		}
	}
	p.only("  + only with the model: ", rules.Missed, model.Missed)
	p.only("  − only by rules: ", model.Missed, rules.Missed)
	p.row()
}

// only lists the cases that one way missed and the other did not.
func (p *printer) only(title string, missed, other []Missed) {
	for _, m := range missed {
		if !slices.ContainsFunc(other, func(o Missed) bool { return o.ID == m.ID }) {
			p.row(title + m.ID + " " + m.Text)
		}
	}
}
