package semantic

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// expand reads words for a comparison as the metric and the number that they
// compare it with: "short of the target" is an achievement below 100 %.
func (r *reader) expand() {
	for i := 0; i < len(r.toks); i++ {
		t := r.toks[i]
		j := slices.IndexFunc(r.l.c.Cohorts, func(c cohort) bool { return t.sort == isCohort && c.Name == t.name && c.Metric+c.Lacks != "" })
		if j < 0 {
			continue
		}
		c := r.l.c.Cohorts[j]
		if c.Lacks != "" {
			i += r.absent(i, c.Lacks)
			continue
		}
		of := t
		of.meaning, of.others = meaning{sort: isMetric, name: c.Metric}, nil
		t.meaning, t.others = meaning{sort: isNumber}, nil
		t.number = figure{value: c.Number, unit: r.l.c.metrics[c.Metric].Unit, op: c.Op}
		r.toks = slices.Replace(r.toks, i, i+1, of, t)
		i++
	}
}

// absent reads a word for things that have no rows of a dataset as the two words that
// say so, and tells how many it added: "not visited".
func (r *reader) absent(i int, dataset string) int {
	lacks, of := r.toks[i], r.toks[i]
	lacks.meaning, lacks.others = meaning{sort: isPhrase, name: "op.lacks"}, nil
	of.meaning, of.others = meaning{sort: isDataset, name: dataset}, nil
	hangul := korean.BeginsHangul(lacks.text)
	if j := r.beside(i, true, isMetric, isDataset); hangul && j >= 0 && r.fact(r.toks[j]) == dataset {
		r.toks[i] = lacks // "a visit" stands before it
		return 0
	}
	if hangul {
		r.toks = slices.Replace(r.toks, i, i+1, of, lacks)
	} else {
		r.toks = slices.Replace(r.toks, i, i+1, lacks, of)
	}
	return 1
}

// cohorts keeps things that began within the period that is named before them.
func (r *reader) cohorts() {
	for i := range r.toks {
		t := &r.toks[i]
		if d := r.l.c.dimensions[t.name]; t.sort == isDimension && d.Kind == "date" && r.l.c.datasets[d.Dataset].Time == nil {
			// "Who joined in 2023": the period is that of the day.
			if j := r.beside(i, strings.ContainsFunc(t.text, korean.IsHangul), isPeriod); j >= 0 && !r.toks[j].used && r.toks[j].period.From != "" {
				t.used, r.toks[j].used = true, true
				r.r.Filters = append(r.r.Filters, Filter{Dimension: t.name, Op: In, Period: &r.toks[j].period})
			}
		}
		if t.sort != isCohort {
			continue
		}
		// The period before it, else the one behind.
		for j := range r.toks {
			p := &r.toks[(i-1-j+2*len(r.toks))%len(r.toks)]
			if p.sort == isPeriod && !p.used {
				r.cohort(t, p)
				break
			}
		}
	}
}

func (r *reader) cohort(t, p *token) {
	for _, c := range r.l.c.Cohorts {
		if c.Name != t.name {
			continue
		}
		period := p.period
		r.r.Filters = append(r.r.Filters, Filter{Dimension: c.Dimension, Op: In, Period: &period})
		t.used, p.used = true, true
		if len(r.r.Metrics) > 0 {
			r.add(MetricRef{Name: c.Count})
		}
		early := slices.ContainsFunc(r.datasets(), func(name string) bool { return r.l.c.datasets[name].early(period) })
		if !early && !slices.ContainsFunc(r.toks, func(o token) bool { return o.sort == isPeriod && !o.used }) {
			p.used = false // one period is that of both
		}
	}
}
