package semantic

import (
	"slices"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// vocabulary are the words for a thing, by language; all languages are read.
type vocabulary map[string][]string

// catalogue is what a database means, as its file says it.
type catalogue struct {
	Name          string         `yaml:"name"`
	Title         words.Text     `yaml:"title"`
	DefaultPeriod string         `yaml:"default_period"`
	Datasets      []dataset      `yaml:"datasets"`
	Relationships []relationship `yaml:"relationships"`
	Dimensions    []dimension    `yaml:"dimensions"`
	Cohorts       []cohort       `yaml:"cohorts"`
	Metrics       []metric       `yaml:"metrics"`
	Ambiguous     []ambiguous    `yaml:"ambiguous"`
	Lacking       []lacking      `yaml:"lacking"`
	// Self are the dimensions that "my" means, by attribute of a person.
	Self     map[string][]string `yaml:"self"`
	Policies access.Policies     `yaml:"policies"`

	datasets   map[string]*dataset
	dimensions map[string]*dimension
	metrics    map[string]*metric
	// paths are the joins from a dataset to those that it has one of.
	paths map[string]map[string][]relationship
}

// dataset is a table and what its rows are.
type dataset struct {
	Name   string     `yaml:"name"`
	Source string     `yaml:"source"` // the table
	Title  words.Text `yaml:"title"`
	// PrimaryKey is one column: joins lead to one row by it.
	PrimaryKey []string   `yaml:"primary_key"`
	Time       *timeField `yaml:"time"`
	// Count counts the rows, Main is what "the total" of them means; Entity
	// is the dimension that names a row of things and people.
	Count  string     `yaml:"count"`
	Main   string     `yaml:"main"`
	Entity string     `yaml:"entity"`
	Words  vocabulary `yaml:"words"`
	// Done are verbs of it that name no figure of their own: "when was I last there".
	Done vocabulary `yaml:"done"`
	// List are the dimensions that a listing of rows shows.
	List []string `yaml:"list"`
}

// key is the column that tells rows apart.
func (d *dataset) key() string { return strings.Join(d.PrimaryKey, ",") }

// timeField is when a row happened, as text: YYYY-MM-DD, or YYYY-MM where the
// grain is a month.
type timeField struct {
	Field string `yaml:"field"`
	// Of is the dataset with the field, one to this one's many; the dataset
	// itself where nothing is said.
	Of    string `yaml:"of"`
	Grain Grain  `yaml:"grain"`
	// From is the first day that the data has wholly; "" is its first day.
	From string `yaml:"from"`
	// Fresh is how many days may pass without a new row; 0 says nothing of it.
	Fresh int `yaml:"fresh"`
}

// relationship joins many rows to one: both sides are dataset.column.
type relationship struct {
	From string `yaml:"from"`
	To   string `yaml:"to"`
}

// dimension is what rows are kept, listed or broken down by.
type dimension struct {
	Name    string `yaml:"name"`
	Dataset string `yaml:"dataset"`
	// Field is a column, Expr a sum over columns.
	Field string `yaml:"field"`
	Expr  string `yaml:"expr"`
	// Label is the column with the name of the thing that Field identifies.
	Label string `yaml:"label"`
	// Kind is text, number, flag or date; text where nothing is said.
	Kind  string     `yaml:"kind"`
	Unit  string     `yaml:"unit"`
	Title words.Text `yaml:"title"`
	Words vocabulary `yaml:"words"`
	// Counts is the unit that its things are counted in: person, place or
	// piece.
	Counts string `yaml:"counts"`
	// Place tells that its values only say where: a sum of a place is still a
	// bare one.
	Place  bool    `yaml:"place"`
	Values []value `yaml:"values"`
	Groups []group `yaml:"groups"`
	// FromData reads the names of the values from the database; Prefix may be
	// left out of them.
	FromData bool   `yaml:"from_data"`
	Prefix   string `yaml:"prefix"`
	// Noun is the entity that a value names: a team leader is an employee.
	Noun string `yaml:"noun"`
	// Implies is a further condition that a condition on it brings.
	Implies *Filter `yaml:"implies"`
	// Figure is the metric that a number of the rows is where no single row is
	// meant: what was spent a head.
	Figure string `yaml:"figure"`
	// Assumed tells that the choice of it among others is said.
	Assumed bool       `yaml:"assumed"`
	Note    words.Text `yaml:"note"`
}

// value is one of a dimension's values and the words for it. Note is said where rows are
// chosen by it.
type value struct {
	Value string     `yaml:"value"`
	Title words.Text `yaml:"title"`
	Words vocabulary `yaml:"words"`
	Note  words.Text `yaml:"note"`
}

// group is a word for several values.
type group struct {
	Title  words.Text `yaml:"title"`
	Words  vocabulary `yaml:"words"`
	Values []string   `yaml:"values"`
}

// code names the group among the values of its dimension.
func (g group) code() string { return "+" + strings.Join(g.Values, "+") }

// bundles are the groups that are one row of a request.
func (d *dimension) bundles(r Request) []group {
	return slices.DeleteFunc(slices.Clone(d.Groups), func(g group) bool { return !slices.Contains(r.Bundles, g.code()) })
}

// cohort are things that began within a period, "opened this year", or whose
// metric is compared with a number, "short of the target", or that have no rows of
// a dataset, "not visited".
type cohort struct {
	Name      string     `yaml:"name"`
	Lacks     string     `yaml:"lacks"`
	Dimension string     `yaml:"dimension"`
	Count     string     `yaml:"count"`
	Metric    string     `yaml:"metric"`
	Op        Op         `yaml:"op"`
	Number    float64    `yaml:"number"`
	Title     words.Text `yaml:"title"`
	Words     vocabulary `yaml:"words"`
}

// metric is a number: an aggregate over rows of a dataset, or a ratio of two
// metrics.
type metric struct {
	Name    string `yaml:"name"`
	Dataset string `yaml:"dataset"`
	// Aggregate is sum, count, avg, median, min, max or count_distinct.
	Aggregate string   `yaml:"aggregate"`
	Field     string   `yaml:"field"`
	Expr      string   `yaml:"expr"`
	Where     []Filter `yaml:"where"`
	Ratio     *ratio   `yaml:"ratio"`
	// Of is the dimension whose policy holds for the metric too.
	Of    string     `yaml:"of"`
	Unit  string     `yaml:"unit"`
	Title words.Text `yaml:"title"`
	Words vocabulary `yaml:"words"`
	Note  words.Text `yaml:"note"`
	// Sample is what a group needs to be ranked by the metric.
	Sample *leastSample `yaml:"sample"`
	// Assumed tells that the choice of this metric is said.
	Assumed bool `yaml:"assumed"`
	// Adverse tells that the highest is the worst.
	Adverse bool `yaml:"adverse"`
}

// ratio divides one metric by another. Parts shows both beside it.
type ratio struct {
	Of    string  `yaml:"of"`
	Per   string  `yaml:"per"`
	Scale float64 `yaml:"scale"`
	Parts bool    `yaml:"parts"`
}

type leastSample struct {
	Metric string  `yaml:"metric"`
	Least  float64 `yaml:"least"`
}

// ambiguous are words that several metrics could mean.
type ambiguous struct {
	Words   vocabulary `yaml:"words"`
	Choices []string   `yaml:"choices"`
	// Best tells that the words ask for the highest: "popular".
	Best bool `yaml:"best"`
	// Least tells that they say that something is not so, or least: "unsold". It
	// needs a default.
	Least bool `yaml:"least"`
	// Default is the choice that is taken and said; "" asks.
	Default string `yaml:"default"`
}

// lacking is what no data is kept of, and what is the nearest that there is. Measure tells that
// questions go on with it: "stock?", "and in Seoul?".
type lacking struct {
	Title   words.Text `yaml:"title"`
	Measure bool       `yaml:"measure"`
	Words   vocabulary `yaml:"words"`
	Near    words.Text `yaml:"near"`
}

// named is the word of it that a text begins with, where it is no longer one.
func (k *lacking) named(text string) string {
	for _, list := range k.Words {
		for _, word := range list {
			rest, ok := strings.CutPrefix(text, word)
			tail := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
			if ok && (tail == "" || korean.IsParticle(tail) || phrases.Has(tail, "ending")) {
				return word
			}
		}
	}
	return ""
}

// additive tells whether values of a metric add up to that of the whole.
func (m *metric) additive() bool {
	return m.Ratio == nil && (m.Aggregate == "sum" || m.Aggregate == "count")
}

// additive tells whether values of a metric are parts of a whole.
func (c *catalogue) additive(ref MetricRef) bool {
	return ref.Per == "" && c.metrics[ref.Name].additive()
}

// base are the metrics that are summed up from rows: itself, or both sides of
// the ratio.
func (c *catalogue) base(ref MetricRef) []*metric {
	if ref.Per != "" {
		return []*metric{c.metrics[ref.Name], c.metrics[ref.Per]}
	}
	m := c.metrics[ref.Name]
	if m.Ratio != nil {
		return []*metric{c.metrics[m.Ratio.Of], c.metrics[m.Ratio.Per]}
	}
	return []*metric{m}
}

// values are all values of a dimension in the catalogue by their code.
func (d *dimension) title(code, language string) (string, bool) {
	for _, v := range d.Values {
		if v.Value == code {
			return v.Title.In(language), true
		}
	}
	for _, g := range d.Groups {
		if g.code() == code {
			return g.Title.In(language), true
		}
	}
	return "", false
}

// side is the dataset and the column of one side of a relationship.
func side(s string) (dataset, column string) {
	dataset, column, _ = strings.Cut(s, ".")
	return dataset, column
}

// reaches tells whether each row of a dataset has one value of a dimension.
func (c *catalogue) reaches(dataset string, d *dimension) bool {
	_, ok := c.paths[dataset][d.Dataset]
	return ok
}
