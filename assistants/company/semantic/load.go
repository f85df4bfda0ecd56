package semantic

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// catalogueFile is the name of a catalogue in its folder.
const catalogueFile = "catalogue.yaml"

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)
	// expression is what a formula over columns is made of; its names are
	// checked apart.
	expression  = regexp.MustCompile(`^[A-Za-z0-9_ .+*/()-]+$`)
	nameInside  = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	functions   = []string{"abs"}
	aggregates  = []string{"sum", "count", "avg", "median", "min", "max", "count_distinct"}
	kinds       = []string{"", "text", "number", "flag", "date"}
	catalogueOf = "semantic: " + catalogueFile
)

// loader checks a catalogue.
type loader struct {
	datafile.Flaws
	c *catalogue
}

// load reads and checks a catalogue. Errors name file, line and remedy.
func load(files fs.FS) (*catalogue, error) {
	c := &catalogue{}
	if err := datafile.Checked(files, catalogueFile, c, (&loader{c: c}).check); err != nil {
		return nil, fmt.Errorf("semantic: %w", err)
	}
	return c, nil
}

// check lists what is wrong, in the order in which it follows from each other.
func (l *loader) check() datafile.Flaws {
	l.index()
	l.datasets()
	l.relationships()
	l.dimensions()
	l.metrics()
	l.rest()
	for i := range l.c.Datasets {
		d := &l.c.Datasets[i]
		_, leads := l.c.paths[d.Name][timeOf(d)]
		l.Need(leads || len(l.Flaws) > 0, fmt.Sprintf("$.datasets[%d].time", i), "no relationship leads from %s to %s", d.Name, timeOf(d))
	}
	return l.Flaws
}

// index makes the maps by name.
func (l *loader) index() {
	c := l.c
	c.datasets, c.dimensions, c.metrics = map[string]*dataset{}, map[string]*dimension{}, map[string]*metric{}
	for i := range c.Datasets {
		c.datasets[l.once("datasets", i, c.Datasets[i].Name, c.datasets[c.Datasets[i].Name] != nil)] = &c.Datasets[i]
	}
	for i := range c.Dimensions {
		c.dimensions[l.once("dimensions", i, c.Dimensions[i].Name, c.dimensions[c.Dimensions[i].Name] != nil)] = &c.Dimensions[i]
	}
	for i := range c.Metrics {
		c.metrics[l.once("metrics", i, c.Metrics[i].Name, c.metrics[c.Metrics[i].Name] != nil)] = &c.Metrics[i]
	}
}

func (l *loader) once(list string, i int, name string, taken bool) string {
	path := fmt.Sprintf("$.%s[%d]", list, i)
	l.Need(identifier.MatchString(name), path, "%q is no name: use letters, digits and _", name)
	l.Need(!taken, path, "%q stands twice: rename one", name)
	return name
}

func (l *loader) datasets() {
	for i, d := range l.c.Datasets {
		path := fmt.Sprintf("$.datasets[%d]", i)
		l.Need(len(d.PrimaryKey) == 1, path, "primary_key of %d columns: write one, by which rows are joined", len(d.PrimaryKey))
		l.columns(path, d.Source, d.key())
		if d.Time != nil {
			l.columns(path, d.Time.Field)
			l.Need(d.Time.Of == "" || l.c.datasets[d.Time.Of] != nil, path+".time", "there is no dataset %q", d.Time.Of)
			l.Need(d.Time.Grain == Day || d.Time.Grain == Month, path+".time", "grain %q: write day or month", d.Time.Grain)
			l.Need(d.Time.Fresh == 0 || d.Time.Fresh > 0 && d.Time.Grain == Day, path+".time", "fresh %d: write how many days may pass without a new row, where the grain is day", d.Time.Fresh)
		}
		for _, m := range []string{d.Count, d.Main} {
			l.Need(m == "" || l.c.metrics[m] != nil, path, "there is no metric %q", m)
		}
		for _, name := range append(slices.Clone(d.List), d.Entity) {
			l.Need(name == "" || l.c.dimensions[name] != nil || l.c.metrics[name] != nil, path, "there is no dimension %q", name)
		}
		l.title(path, d.Title)
	}
}

// timeOf is the dataset with the time of a dataset's rows.
func timeOf(d *dataset) string {
	if d.Time != nil && d.Time.Of != "" {
		return d.Time.Of
	}
	return d.Name
}

func (l *loader) title(path string, title words.Text) {
	lacks := title.Lacks("ko", "en")
	l.Need(len(lacks) == 0, path, "title lacks %s", strings.Join(lacks, ", "))
}

// columns checks names that go into SQL.
func (l *loader) columns(path string, names ...string) {
	for _, name := range names {
		l.Need(identifier.MatchString(name), path, "%q is no name of a table or column", name)
	}
}

func (l *loader) dimensions() {
	for i, d := range l.c.Dimensions {
		path := fmt.Sprintf("$.dimensions[%d]", i)
		l.Need(l.c.datasets[d.Dataset] != nil, path, "there is no dataset %q", d.Dataset)
		l.formula(path, d.Field, d.Expr)
		if d.Label != "" {
			l.columns(path, d.Label)
		}
		l.Need(slices.Contains(kinds, d.Kind), path, "kind %q: write text, number, flag or date", d.Kind)
		l.title(path, d.Title)
		l.Need(d.Figure == "" || l.c.metrics[d.Figure] != nil, path+".figure", "there is no metric %q", d.Figure)
		if d.Implies != nil {
			l.Need(l.c.dimensions[d.Implies.Dimension] != nil, path+".implies", "there is no dimension %q", d.Implies.Dimension)
		}
	}
}

// formula checks a column or an expression over columns.
func (l *loader) formula(path, field, expr string) {
	if expr == "" {
		l.columns(path, field)
		return
	}
	plain := expression.MatchString(expr) && !strings.Contains(expr, "--") && !strings.Contains(expr, "/*")
	l.Need(field == "" && plain, path, "expr %q: write columns, numbers, + - * / and brackets, and no field beside it", expr)
}

func (l *loader) metrics() {
	for i, m := range l.c.Metrics {
		path := fmt.Sprintf("$.metrics[%d]", i)
		l.title(path, m.Title)
		if m.Sample != nil {
			l.Need(l.c.metrics[m.Sample.Metric] != nil, path+".sample", "there is no metric %q", m.Sample.Metric)
		}
		if m.Ratio != nil {
			for _, of := range []string{m.Ratio.Of, m.Ratio.Per} {
				base := l.c.metrics[of]
				l.Need(base != nil && base.Ratio == nil, path+".ratio", "%q is no metric that is summed up from rows", of)
			}
			continue
		}
		l.Need(l.c.datasets[m.Dataset] != nil, path, "there is no dataset %q", m.Dataset)
		l.Need(slices.Contains(aggregates, m.Aggregate), path, "aggregate %q: write one of %s", m.Aggregate, strings.Join(aggregates, ", "))
		if m.Aggregate != "count" {
			l.formula(path, m.Field, m.Expr)
		}
		for _, f := range m.Where {
			d := l.c.dimensions[f.Dimension]
			l.Need(d != nil && d.Dataset == m.Dataset, path+".where", "%q is no dimension of %s", f.Dimension, m.Dataset)
		}
	}
}

// rest checks what points at metrics and dimensions.
func (l *loader) rest() {
	for i, a := range l.c.Ambiguous {
		l.Need(!a.Least || a.Default != "", fmt.Sprintf("$.ambiguous[%d]", i), "least needs a default")
		for _, m := range a.Choices {
			l.Need(l.c.metrics[m] != nil, fmt.Sprintf("$.ambiguous[%d]", i), "there is no metric %q", m)
		}
	}
	for i, co := range l.c.Cohorts {
		path, lacks, d := fmt.Sprintf("$.cohorts[%d]", i), l.c.datasets[co.Lacks], l.c.dimensions[co.Dimension]
		switch {
		case co.Lacks != "":
			l.Need(lacks != nil && lacks.Time != nil, path, "%q is no dataset of what happened", co.Lacks)
		case co.Metric != "":
			l.Need(l.c.metrics[co.Metric] != nil && signs[co.Op] != "", path, "a comparison needs a metric and one of ge, gt, le, lt")
		default:
			l.Need(d != nil && d.Kind == "date" && l.c.metrics[co.Count] != nil, path, "a cohort needs a date dimension and a metric that counts it")
		}
	}
	for attribute, of := range l.c.Self {
		for _, d := range of {
			_, ok := (access.Person{}).Attribute(attribute)
			l.Need(ok && l.c.dimensions[d] != nil, "$.self", "%s: %s: write id, region or dept and dimensions", attribute, d)
		}
	}
	for role, p := range l.c.Policies {
		l.policy("$.policies."+string(role), p)
	}
}

// policy checks that a policy means what is there: a misspelt name would
// show what it should keep back.
func (l *loader) policy(path string, p access.Policy) {
	rules := []access.Rule{}
	for dataset, of := range p.Rows {
		l.Need(l.c.datasets[dataset] != nil, path, "there is no dataset %q", dataset)
		rules = append(rules, of...)
	}
	for _, dataset := range p.Hidden {
		l.Need(l.c.datasets[dataset] != nil, path, "there is no dataset %q", dataset)
	}
	for field, f := range p.Fields {
		l.Need(l.c.dimensions[field] != nil || l.c.metrics[field] != nil, path, "there is no dimension or metric %q", field)
		if f.Own != nil {
			rules = append(rules, *f.Own)
		}
		for _, by := range f.NotBy {
			l.Need(l.c.dimensions[by] != nil, path, "there is no dimension %q", by)
		}
	}
	for _, r := range rules {
		if r.Or == nil {
			continue
		}
		rules = append(rules, *r.Or)
		l.Need(r.Or.Or == nil, path, "what a rule shows besides has no or: of its own")
	}
	for _, r := range rules {
		_, ok := (access.Person{}).Attribute(r.Person)
		l.Need(ok && len(r.Dimensions) > 0, path, "a rule needs dimensions, and person: id, region or dept")
		for _, d := range r.Dimensions {
			l.Need(l.c.dimensions[d] != nil, path, "there is no dimension %q", d)
		}
	}
}

// relationships finds the way from each dataset to those that it has one of:
// the shortest. Two of one length could mean different things, so they are
// refused.
func (l *loader) relationships() {
	by := map[string][]relationship{}
	for i, r := range l.c.Relationships {
		for _, s := range []string{r.From, r.To} {
			dataset, column := side(s)
			if l.c.datasets[dataset] == nil || !identifier.MatchString(column) {
				l.Need(false, fmt.Sprintf("$.relationships[%d]", i), "%q: write dataset.column", s)
				return
			}
		}
		if target, column := side(r.To); l.c.datasets[target].key() != column {
			l.Need(false, fmt.Sprintf("$.relationships[%d]", i), "%s is not the key of %s: rows would be counted more than once", column, target)
			return
		}
		from, _ := side(r.From)
		by[from] = append(by[from], r)
	}
	l.c.paths = map[string]map[string][]relationship{}
	for name := range l.c.datasets {
		l.c.paths[name] = l.walk(name, by)
	}
}

// walk goes breadth first, so that the first way is the shortest.
func (l *loader) walk(start string, by map[string][]relationship) map[string][]relationship {
	ways := map[string][]relationship{start: {}}
	for reached := []string{start}; len(reached) > 0; {
		next := []string{}
		found := map[string]bool{}
		for _, at := range reached {
			for _, r := range by[at] {
				to, _ := side(r.To)
				l.Need(!found[to], "$.relationships", "two ways of one length lead from %s to %s: remove one", start, to)
				if _, ok := ways[to]; ok {
					continue
				}
				found[to] = true
				ways[to] = append(append([]relationship{}, ways[at]...), r)
				next = append(next, to)
			}
		}
		reached = next
	}
	return ways
}
