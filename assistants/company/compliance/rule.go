package compliance

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

// Severity is how grave a breach of a rule is.
type Severity string

// The severities, the gravest last.
const (
	Low      Severity = "low"
	Medium   Severity = "medium"
	High     Severity = "high"
	Critical Severity = "critical"
)

var severities = []Severity{Low, Medium, High, Critical}

// over tells whether a severity is graver than another.
func (s Severity) over(o Severity) bool {
	return slices.Index(severities, s) > slices.Index(severities, o)
}

// Status is how far a rule has been checked against its source.
type Status string

// The statuses. An Unverified rule only warns.
const (
	Verified       Status = "verified"
	CrossChecked   Status = "cross_checked"
	Unverified     Status = "unverified"
	InternalSample Status = "internal_sample"
)

var statuses = []Status{Verified, CrossChecked, Unverified, InternalSample}

var categories = []string{"medical_law", "rebate_law", "fair_trade", "anti_graft", "privacy", "internal_compliance"}

// Rule is one rule as it holds from a day on. A newer version of it is an
// entry of its own with the same id.
type Rule struct {
	ID       string   `yaml:"id"`
	Version  int      `yaml:"version"` // 1 where it is left out
	Category string   `yaml:"category"`
	Severity Severity `yaml:"severity"`
	Status   Status   `yaml:"status"`
	// From and To are the first and the last day (YYYY-MM-DD) that the entry
	// holds, "" is open.
	From string `yaml:"from"`
	To   string `yaml:"to"`
	// Targets are the types that it applies to, About the topics and questions
	// one of which has to be raised; none concerns every target of its types.
	Targets []string `yaml:"targets"`
	About   []string `yaml:"about"`
	// Of is the question that has to be raised for the rule to be told first: one of
	// public officials is not what a meal is asked about at first.
	Of string `yaml:"of"`
	// When narrows whom it concerns, Keep is what has to be kept to.
	When forms.Cond `yaml:"when"`
	Keep forms.Cond `yaml:"keep"`
	// Figures are the rule's own numbers: whole won, counts, and rates in
	// basis points.
	Figures map[string]int64 `yaml:"figures"`
	// Head is the figure, in won, that holds for each person, "" for none.
	Head string `yaml:"head"`

	// Sanction are the rules that say what breaking this one may bring.
	Sanction []string `yaml:"sanction"`

	Title   words.Text      `yaml:"title"`
	Article words.Text      `yaml:"article"`
	Message forms.Template  `yaml:"message"`
	Change  *forms.Template `yaml:"change"`

	asOf string
	// topics are the words of its titles, which every question is compared with.
	topics []map[string]bool
}

// holds tells whether the entry is the one of a day.
func (x *Rule) holds(day string) bool {
	return (x.From == "" || x.From <= day) && (x.To == "" || day <= x.To)
}

// kind is how a question is answered.
type kind string

const (
	kindWon     kind = "won"
	kindCount   kind = "count"
	kindRate    kind = "rate"
	kindYesNo   kind = "yesno"
	kindMention kind = "mention"
	kindChoice  kind = "choice"
)

var kinds = []kind{kindWon, kindCount, kindRate, kindYesNo, kindMention, kindChoice}

// numeric tells whether answers are numbers.
func (k kind) numeric() bool { return k == kindWon || k == kindCount || k == kindRate }

// question is one thing that rules ask of a target; see rules/questions.yaml.
type question struct {
	Key     string     `yaml:"key"`
	Kind    kind       `yaml:"kind"`
	Topics  []string   `yaml:"topics"`
	Ask     words.Text `yaml:"ask"`
	Acts    []string   `yaml:"acts"`
	Options []string   `yaml:"options"`
	Share   bool       `yaml:"share"`
	Mark    string     `yaml:"mark"` // only sums that this word marks
	Many    string     `yaml:"many"` // max, min or sum of several answers
	Assume  *assumed   `yaml:"assume"`
	Within  *within    `yaml:"within"`
}

// assumed is the answer where nobody gives one; Say is the text that tells
// of it, "" where it goes without saying.
type assumed struct {
	Num    int64  `yaml:"num"`
	Yes    bool   `yaml:"yes"`
	Choice string `yaml:"choice"`
	Say    string `yaml:"say"`
}

// within bounds a sum that is not known by another one.
type within struct {
	Of    string `yaml:"of"`
	Least int64  `yaml:"least"` // in parts per thousand
}

// Rules are the rules with the questions that they ask. They are read-only and
// safe for concurrent use.
type Rules struct {
	list      []*Rule
	questions []*question
	byKey     map[string]*question
	topics    []string
	version   string
}

// on are the rules of a day, in the order of the files.
func (r *Rules) on(day time.Time) []*Rule {
	at := day.Format(time.DateOnly)
	return slices.DeleteFunc(slices.Clone(r.list), func(x *Rule) bool { return !x.holds(at) })
}

// Version names the rules; it changes whenever one of them does.
func (r *Rules) Version() string { return r.version }
