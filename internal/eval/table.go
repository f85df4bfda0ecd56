package eval

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// columns are the figures that are shown of each kind, in this order.
var columns = []struct {
	kind  Kind
	names []string
}{
	{Retrieval, []string{"law_hit1", "law_hit3", "law_hit5", "law_mrr", "hit1", "hit3", "hit5", "mrr", "nothing"}},
	{Intents, []string{"intent"}},
	{Answers, []string{"answers", "cites", "contains", "absent", "numbers", "not_found", "declined", "by_model"}},
	{Strangers, []string{"law_hit3", "hit3", "numbers", "not_found", "declined", "risky", "alarm", "seen", "first", "next", "turns", "act", "kept", "moved", "said", "recalled", "withheld"}},
}

// Write prints the results as tables.
func (r Results) Write(out io.Writer) error {
	p := printer{w: tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)}
	for _, of := range columns {
		p.kind(r, of.kind, of.names)
	}
	for _, e := range r.Entries {
		p.details(e)
	}
	return p.end()
}

// printer keeps the first error.
type printer struct {
	w   *tabwriter.Writer
	err error
}

// end writes what is left.
func (p *printer) end() error {
	if p.err != nil {
		return fmt.Errorf("write results: %w", p.err)
	}
	return p.w.Flush()
}

func (p *printer) row(cells ...string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, strings.Join(cells, "\t"))
	}
}

func (p *printer) kind(r Results, kind Kind, names []string) {
	names = append(names, "ece", "p50", "p99")
	header := append([]string{strings.ToUpper(string(kind)), "half", "with", "n"}, names...)
	for _, e := range r.Entries {
		if e.Kind != kind {
			continue
		}
		if header != nil {
			p.row(header...)
			header = nil
		}
		cells := []string{e.Set, e.Split, e.With, fmt.Sprint(e.Cases)}
		for _, name := range names {
			cells = append(cells, e.cell(name))
		}
		p.row(cells...)
	}
	p.row()
}

// cell is a figure as it is shown.
func (r Result) cell(name string) string {
	v, ok := r.Figure(name)
	switch h := r.Checks[name]; {
	case !ok:
		return "-"
	case h.N > 0:
		return fmt.Sprintf("%d/%d %.1f%%", h.Held, h.N, 100*v)
	case name == "p50" || name == "p99":
		return fmt.Sprintf("%.1f ms", v)
	}
	return fmt.Sprintf("%.3f", v)
}

// details prints how far confidences can be believed, and what went wrong.
func (p *printer) details(r Result) {
	p.row(strings.TrimSpace(r.Set+" "+r.Split) + " · " + r.With)
	if len(r.Bins) > 0 {
		p.row("  confidence", "n", "mean", "right")
	}
	for _, b := range r.Bins {
		p.row(fmt.Sprintf("  %.1f-%.1f", b.From, b.To), fmt.Sprint(b.Count), fmt.Sprintf("%.2f", b.Said), fmt.Sprintf("%.1f%%", 100*b.Right))
	}
	for _, m := range r.Missed {
		p.row(fmt.Sprintf("  ✗ %s %s | want %s | found %s", m.ID, m.Text, strings.Join(m.Want, ", "), strings.Join(m.Found, ", ")))
	}
	p.row()
}
