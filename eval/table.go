package eval

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Write prints the results as tables.
func (r Results) Write(out io.Writer) error {
	p := printer{w: tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)}
	p.retrieval(r)
	p.intents(r)
	p.answers(r)
	for _, e := range r.Entries {
		p.details(e)
	}
	if p.err != nil {
		return fmt.Errorf("write results: %w", p.err)
	}
	return p.w.Flush()
}

// printer keeps the first error.
type printer struct {
	w   *tabwriter.Writer
	err error
}

func (p *printer) row(cells ...string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, strings.Join(cells, "\t"))
	}
}

func percent(v float64) string { return fmt.Sprintf("%.1f%%", 100*v) }

func (l Latency) cells() []string {
	return []string{fmt.Sprintf("%.1f ms", l.P50), fmt.Sprintf("%.1f ms", l.P99)}
}

func (p *printer) retrieval(r Results) {
	for i, e := range of(r, func(e Entry) bool { return e.Retrieval != nil }) {
		x := e.Retrieval
		if i == 0 {
			p.row("RETRIEVAL", "half", "library", "n", "law @1", "@3", "@5", "MRR", "article @1", "@3", "@5", "MRR", "nothing", "ECE", "p50", "p99")
		}
		nothing := "-"
		if x.Nothing > 0 {
			nothing = fmt.Sprintf("%d/%d", x.NothingRight, x.Nothing)
		}
		cells := []string{e.Set, orDash(e.Split), e.With, fmt.Sprint(x.Questions)}
		for _, k := range []Ranks{x.Law, x.Article} {
			cells = append(cells, percent(k.Hit1), percent(k.Hit3), percent(k.Hit5), fmt.Sprintf("%.3f", k.MRR))
		}
		p.row(append(append(cells, nothing, fmt.Sprintf("%.3f", x.Calibration.Error)), x.Latency.cells()...)...)
	}
	p.row()
}

func (p *printer) intents(r Results) {
	for i, e := range of(r, func(e Entry) bool { return e.Intents != nil }) {
		x := e.Intents
		if i == 0 {
			p.row("INTENTS", "half", "with", "n", "right", "accuracy", "ECE", "p50", "p99")
		}
		cells := []string{e.Set, orDash(e.Split), e.With, fmt.Sprint(x.Queries), fmt.Sprint(x.Right), percent(x.Accuracy), fmt.Sprintf("%.3f", x.Calibration.Error)}
		p.row(append(cells, x.Latency.cells()...)...)
	}
	p.row()
}

func (p *printer) answers(r Results) {
	for i, e := range of(r, func(e Entry) bool { return e.Answers != nil }) {
		x := e.Answers
		if i == 0 {
			p.row("ANSWERS", "half", "with", "n", "all checks held", "cites", "contains", "absent", "numbers", "not found", "declined", "by model", "ECE", "p50", "p99")
		}
		cells := []string{e.Set, orDash(e.Split), e.With, fmt.Sprint(x.Questions), fmt.Sprintf("%d (%s)", x.Right, percent(x.Accuracy))}
		for _, kind := range []string{"cites", "contains", "absent", "numbers", "not_found"} {
			h := x.Checks[kind]
			cells = append(cells, fmt.Sprintf("%d/%d", h.Held, h.N))
		}
		p.row(append(append(cells, fmt.Sprint(x.Declined), fmt.Sprint(x.ByModel), fmt.Sprintf("%.3f", x.Calibration.Error)), x.Latency.cells()...)...)
		if m := x.Marks; m != nil {
			p.row("  judge (1-5)", "", "", fmt.Sprint(m.N), fmt.Sprintf("correct %.2f", m.Correctness), fmt.Sprintf("grounded %.2f", m.Groundedness),
				fmt.Sprintf("complete %.2f", m.Completeness), fmt.Sprintf("tone %.2f", m.Tone))
		}
	}
	p.row()
}

// of are the results of a kind.
func of(r Results, kind func(Entry) bool) []Entry {
	return slices.DeleteFunc(slices.Clone(r.Entries), func(e Entry) bool { return !kind(e) })
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
