package semantic

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// named is a part of a question in the catalogue's own words, and how to find it in a request.
type named struct {
	word string
	// of is what the word stands for; nil where that is no name of the catalogue.
	of *meaning
	in func(Request) bool
}

// value is a part that keeps to a value, or with not leaves it out: by a condition of its own, of
// what happened, of a metric, or since only that row is shown.
func (l *Layer) value(d *dimension, code, word string, not bool) named {
	is := func(op Op) func(Filter) bool {
		return func(f Filter) bool {
			of := l.c.dimensions[f.Dimension]
			return of.Field == d.Field && f.Op == op && slices.Contains(f.Values, code)
		}
	}
	in, out := is(In), is(NotIn)
	if not {
		in, out = out, in
	}
	return named{word, &meaning{sort: isValue, name: d.Name, values: []string{code}}, func(r Request) bool {
		happened := func(e Exists) bool {
			return slices.ContainsFunc(e.Filters, in) || e.Not && not && slices.ContainsFunc(e.Filters, out)
		}
		return slices.ContainsFunc(r.conditions(), in) || slices.ContainsFunc(r.Exists, happened) ||
			slices.ContainsFunc(r.baseMetrics(l.c), func(m *metric) bool { return slices.ContainsFunc(m.Where, in) }) ||
			slices.Contains(r.Fields, d.Name) // "is P10 on sale?"
	}}
}

// word is the first word of several in a language that is read as one thing alone.
func (l *Layer) word(v vocabulary, language string, of sort, name string) string {
	for _, w := range v[language] {
		all := l.known.Load().lex.exact(strings.TrimSuffix(w, "*"))
		if !strings.HasSuffix(w, "*") && len(all) > 0 && all[0].sort == of && all[0].name == name {
			return w
		}
	}
	return ""
}

// valuesIn are one of each dimension that has words for some, and with not none of it.
func (l *Layer) valuesIn(language string, not bool) (all []named) {
	for i := range l.c.Dimensions {
		d := &l.c.Dimensions[i]
		if known := l.known.Load().names.by[d.Name]; len(known) > 1 {
			all = append(all, l.value(d, known[1].code, known[1].label, not))
		}
		for _, v := range d.Values {
			if w := l.word(v.Words, language, isValue, d.Name); w != "" {
				all = append(all, l.value(d, v.Value, w, not))
				break
			}
		}
	}
	return all
}

func (l *Layer) metricsIn(language string) (all []named) {
	for i := range l.c.Metrics {
		m := &l.c.Metrics[i]
		if w := l.word(m.Words, language, isMetric, m.Name); w != "" {
			all = append(all, named{word: w, of: &meaning{sort: isMetric, name: m.Name}, in: func(r Request) bool {
				of := l.c.base(MetricRef{Name: m.Name})
				return slices.ContainsFunc(r.baseMetrics(l.c), func(b *metric) bool { return slices.Contains(of, b) }) ||
					slices.ContainsFunc(of, func(b *metric) bool {
						return r.Rows == b.Dataset || slices.ContainsFunc(r.Exists, func(e Exists) bool { return e.Dataset == b.Dataset })
					})
			}})
		}
	}
	return all
}

// groupings are the dimensions that figures may be broken down by, in the words of a language.
func (l *Layer) groupings(language string) (all []named) {
	for i := range l.c.Dimensions {
		d := &l.c.Dimensions[i]
		if w := l.word(d.Words, language, isDimension, d.Name); w != "" && (d.Kind == "" || d.Kind == "text") {
			all = append(all, named{word: w, of: &meaning{sort: isDimension, name: d.Name}, in: func(r Request) bool {
				return slices.ContainsFunc(append(slices.Clone(r.Groups), r.Fields...), func(g string) bool {
					o := l.c.dimensions[g]
					return o.Field == d.Field || slices.Contains(o.Words[language], w)
				}) || r.Rows != "" && l.c.datasets[r.Rows].Entity == d.Name
			}})
		}
	}
	return all
}

// times are two that the data has, in the words of a language.
func times(language string) (all []named) {
	words := map[string][]string{"ko": {"지난달", "올해"}, "en": {"last month", "this year"}}[language]
	day, _ := time.Parse(time.DateOnly, today)
	for i, key := range []string{"last_month", "this_year"} {
		want := relative(key, day)
		all = append(all, named{word: words[i], in: func(r Request) bool {
			is := func(p Period) bool { return p.From == want.From && p.To == want.To }
			return is(r.Period) || slices.ContainsFunc(r.Exists, func(e Exists) bool { return is(e.Period) })
		}})
	}
	return all
}

// bounds are numbers that things are held to.
func bounds(language string) []named {
	word := map[string]string{"ko": "700만원 이상", "en": "over 7000000 won"}[language]
	return []named{{word: word, in: func(r Request) bool {
		is := func(n float64) bool { return n == 7000000 }
		return slices.ContainsFunc(r.Filters, func(f Filter) bool { return is(f.Number) }) ||
			slices.ContainsFunc(r.Having, func(c Condition) bool { return is(c.Number) }) ||
			r.Against != nil && is(r.Against.Number)
	}}}
}

// patterns are questions with parts, and what is asked before them: with "/" between the two.
var patterns = map[string][]string{
	"ko": {
		"{when} {value} {metric}", "{metric} {value} {when}", "{value} {metric}", "{value} {other} {metric}",
		"{when} {not} 제외한 {metric}", "{when} {metric} {not} 빼고", "{value} {not} 말고 {metric}",
		"{when} {value} {metric} {by}별", "{by}별 {metric}", "{value} {metric} {by}별로 상위 3",
		"{value} {metric} {bound} 거래처", "{value} 거래처 목록", "{when} {metric} 없는 {value} 거래처",
		"{metric} / {value}은?", "{when} {metric} / {value} {other}은?", "{when} {metric} / {not} 빼고", "{metric} / {value} {when}",
		"{metric} {by}별 / {value}만",
	},
	"en": {
		"{metric} of {value} {when}", "{value} {metric} {when}", "{metric} for {value}", "{metric} for {value} and {other}",
		"{metric} without {not} {when}", "{metric} {when} except {not}", "{metric} for {value} excluding {not}",
		"{metric} by {by} for {value} {when}", "{metric} by {by}", "top 3 {by} by {metric} for {value}",
		"{value} customers with {metric} {bound}", "list customers {value}", "{value} customers without {metric} {when}",
		"{metric} / and {value}?", "{metric} {when} / {value} {other}?", "{metric} {when} / without {not}", "{metric} / {value} {when}",
		"{metric} by {by} / only {value}",
		"share of {value} in {metric} {when}", "compare {metric} of {value} and {other} {when}", "{metric} of {value} {when} compared with last year",
		"monthly {metric} of {value} {when}", "which {value} customer has the most {metric} {when}", "customers with the lowest {metric} in {value} {when}",
		"top 3 customers by {metric} {when} / and for {value}?", "{metric} by customer {when} / only {value} {bound}", "how many {value} customers have {metric} {when}",
		"{metric} of {value} {when} / by {by}", "{value} customers whose {metric} fell {when}",
	},
}

// sampled is one of how many questions are asked: all of them take a minute.
const sampled = 31

// Whatever a question names in the catalogue's own words, the answer is of it, or says that it is
// not, or there is none.
func TestNothingThatIsSaidIsDropped(t *testing.T) {
	t.Parallel()
	l := open(t)
	became, n := map[string]int{}, 0
	for _, language := range []string{"ko", "en"} {
		parts := map[string][]named{
			"{metric}": l.metricsIn(language), "{value}": l.valuesIn(language, false), "{other}": l.valuesIn(language, false),
			"{not}": l.valuesIn(language, true), "{by}": l.groupings(language), "{when}": times(language), "{bound}": bounds(language),
		}
		for i, m := range parts["{metric}"] {
			for j := range parts["{value}"] {
				for k, form := range patterns[language] {
					if n++; n%sampled > 0 {
						continue
					}
					said := map[string]named{"{metric}": m, "{value}": parts["{value}"][j]}
					for slot, of := range parts {
						if _, ok := said[slot]; !ok {
							said[slot] = of[(i+3*j+k)%len(of)]
						}
					}
					became[l.holds(t, language, form, said)]++
				}
			}
		}
	}
	t.Log(became)
	if n := became["answer"]; n < 300 {
		t.Errorf("%d are answered", n)
	}
}

// holds asks a question of some form with its parts, and tells what became of it.
func (l *Layer) holds(t *testing.T, language, form string, parts map[string]named) string {
	t.Helper()
	q := Question{Language: language, Person: person(t, "E024"), Today: today}
	var r Reading
	for turn := range strings.SplitSeq(form, " / ") {
		for slot, p := range parts {
			turn = strings.ReplaceAll(turn, slot, p.word)
		}
		if q.Text != "" && r.Request == nil {
			return "nothing before"
		}
		var err error
		if q.Text, q.Previous = turn, r.Request; !l.says(turn, form, parts) {
			return "other words" // together they are those of something longer
		}
		if r, err = l.Read(t.Context(), q); err != nil {
			t.Fatal(turn, err)
		}
	}
	if r.Request == nil {
		return kind(r)
	}
	for slot, p := range parts {
		told := slices.ContainsFunc(r.Request.Assumptions, func(a Assumption) bool {
			return strings.Contains(fmt.Sprint(a), p.word) && strings.HasPrefix(a.Key, "unused")
		})
		if !strings.Contains(form, slot) || told || p.in(*r.Request) {
			continue
		}
		value := p.of != nil && p.of.values != nil
		again := strings.Contains(form, "{not}") && parts["{not}"].of.name == parts["{value}"].of.name ||
			strings.Contains(form, "{other}") && parts["{other}"].of.name == parts["{value}"].of.name ||
			value && strings.Contains(form, "/") && slices.ContainsFunc(r.Request.Groups, func(g string) bool {
				return l.c.dimensions[g].Field == l.c.dimensions[p.of.name].Field // one of a kind gives way to all
			})
		property := !value && strings.Contains(form, "/") && len(r.Request.Fields) > 0
		if value && again || property {
			continue // of two of one kind the later counts; "P02, on sale?" is a question of its own
		}
		t.Errorf("%s [%s]: %s of %s is not in %s", form, q.Text, slot, p.word, l.Summary(*r.Request))
	}
	return "answer"
}

// says tells whether a text is read as one that has what its form has.
func (l *Layer) says(text, form string, parts map[string]named) bool {
	read := l.known.Load().lex.scan(text, nil)
	for slot, p := range parts {
		if p.of == nil || !strings.Contains(form, slot) || !strings.Contains(text, p.word) {
			continue
		}
		if !slices.ContainsFunc(read, func(t token) bool {
			return slices.ContainsFunc(append(t.others, t.meaning), func(m meaning) bool {
				return m.sort == p.of.sort && m.name == p.of.name && (m.values == nil || slices.Contains(m.values, p.of.values[0]))
			})
		}) {
			return false
		}
	}
	return true
}
