package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// Calculation is one thing that the team reckons: what it takes from a
// message is data, what it makes of it a function. Below its name the texts
// hold rule, rule_formula and, for each input, ask.NAME, its title is
// title.NAME; where it reckons also headline and formula.
type Calculation struct {
	Name   string  `yaml:"name"`
	Type   string  `yaml:"type"` // market, risk, legal or finance (the design's analysis_type)
	Inputs []Input `yaml:"inputs"`
	// Needs are the inputs without which nothing is reckoned; of "a|b" one.
	Needs []string `yaml:"needs"`
	// Cites are the articles it rests on: "shop 2".
	Cites []string `yaml:"cites"`
	// Result is the figure that half is asked of ("반반 내면").
	Result string `yaml:"result"`
	// Cost tells that Result is paid for the same deal as other costs, so that they
	// add up.
	Cost bool `yaml:"cost"`
	// Over are calculations that are more general: where this one is meant they
	// are left out.
	Over []string `yaml:"over"`

	formula `yaml:"-"`
}

// Outcome is what was reckoned. Its keys of texts stand below the name of the
// calculation, or are whole keys of the team's.
type Outcome struct {
	// Figures are sums (int64), rates and whatever else the texts name beside
	// the inputs; sums and rates are metrics too. Words are for texts alone.
	Figures, Words   map[string]any
	Verdict, Formula string // "" are headline and formula
	// Needs is an input that lacks: it is asked for (ask.NEEDS), and without
	// Figures the rule is told. Asks are what would make it more exact.
	Needs   string
	Asks    []string
	Assumed []string // what is taken for granted
	Notes   []string // what to know about it, each behind its answer.Kind: "caveat rough"
	Advice  []string
	Cites   []string // articles in place of the calculation's
	Sources []Source // beside that of the table
	// Of is the source in place of the table's; without Cites it is cited itself.
	Of      *Source
	Loan    *EligibilityResult
	Remarks []words.Message // conditions whose texts have arguments of their own
	Rule    bool            // what holds is told, and no figure of the user's
	Title   string          // of the finding, "" is the calculation's
	Bars    []bar           // of a chart
	Also    []Outcome       // further findings
	// Skip tells nothing but what is asked for; Instead is the calculation that
	// does, unless it is planned.
	Skip    bool
	Instead string
	// Unverified are figures of the built-in sample.
	Unverified bool
	Market     *MarketResult
}

// join rests an outcome on what another rests on.
func (o *Outcome) join(part Outcome) {
	o.Notes, o.Cites, o.Sources = append(o.Notes, part.Notes...), append(o.Cites, part.Cites...), append(o.Sources, part.Sources...)
}

// message is a text with what the outcome has found so far.
func (o *Outcome) message(key string) words.Message {
	return words.Message{Key: key, Args: Inputs(o.Words).with(o.Figures)}
}

// ErrCalculation is wrapped by what New refuses of a calculation.
var ErrCalculation = errors.New("analysis: calculation")

// catalogue is what calculations.yaml holds.
var catalogue = datafile.ShippedFile[calculations](files, "calculations.yaml")()

// calculations is calculations.yaml.
type calculations struct {
	// Sums are the roles that sums have for calculations alone; the first that fits
	// holds.
	Sums         []narrowing   `yaml:"sums"`
	Calculations []Calculation `yaml:"calculations"`
}

// validate refuses a role that no phrase tells: it would never be found.
func (n narrowing) validate() error {
	for _, key := range []string{"sum." + n.Role, n.When} {
		if key != "" && len(phrases.Phrases(key)) == 0 {
			return fmt.Errorf("%w: role %s: no phrases under %q", ErrCalculation, n.Role, key)
		}
	}
	return nil
}

func (c *Calculation) validate() error {
	if c.Name == "" || c.reckon == nil {
		return fmt.Errorf("%w %q: a name and a function are needed", ErrCalculation, c.Name)
	}
	keys := []string{"title." + c.Name}
	for _, need := range c.Needs {
		name, _, _ := strings.Cut(need, "|")
		keys = append(keys, c.Name+".ask."+name, c.Name+".rule", c.Name+".rule_formula")
	}
	for _, in := range c.Inputs {
		if units[in.Unit].read == nil {
			return fmt.Errorf("%w %s: input %s: no unit %q", ErrCalculation, c.Name, in.Name, in.Unit)
		}
		if in.Loose {
			keys = append(keys, "assumed."+in.Name)
		}
	}
	for _, key := range keys {
		if !texts.Has(key) {
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
	if err := r.check(); err != nil {
		return err
	}
	need := c.lacks(r.Inputs)
	if need != "" && r.rest != nil { // which is the finding then, and no remark beside it
		r.guessed = slices.DeleteFunc(r.guessed, func(m words.Message) bool { return m.Key == "assumed.left" })
	}
	for _, a := range r.guessed {
		r.assumed(r.words.Text(r.message(a.Key, a.Args)))
	}
	r.state.InputData.Taken = union(r.state.InputData.Taken, slices.Sorted(maps.Keys(r.Inputs)))
	r.explain(c)
	if need != "" {
		if !r.told { // else what a word means was the question
			need, _, _ = strings.Cut(need, "|")
			r.tell(c, r.soFar(need))
		}
		return nil
	}
	if err := c.check(r.Inputs); err != nil {
		return err
	}
	out, err := c.reckon(r.Given)
	if err != nil {
		return err
	}
	r.spent(c, out)
	if r.tell(c, out); out.Instead != "" && !slices.Contains(r.list, out.Instead) {
		return r.team.methods[out.Instead].do(r)
	}
	return nil
}

// soFar is what can be told while an input lacks: what one sum leaves of another.
func (r *run) soFar(need string) Outcome {
	if r.rest == nil {
		return Outcome{Needs: need}
	}
	return Outcome{Needs: need, Figures: r.rest, Verdict: "assumed.left", Formula: "formula_left_of"}
}

// check refuses a needed sum of nothing, and what is out of its bounds.
func (c *Calculation) check(in Inputs) error {
	for _, i := range c.Inputs {
		if v, ok := in[i.Name]; ok {
			if err := i.check(v); err != nil {
				return err
			}
		}
	}
	for _, need := range c.Needs {
		if won, ok := in[need].(int64); ok && won == 0 {
			return refuse(need, won, "input.above_zero")
		}
	}
	return nil
}

// tell makes an outcome's finding with its metrics, questions and chart.
func (r *run) tell(c *Calculation, out Outcome) {
	args := r.with(out.Words).with(out.Figures)
	if out.Needs != "" {
		r.incomplete = true
		out.Asks = append(out.Asks, out.Needs)
		if out.Figures == nil {
			out.Verdict, out.Formula, out.Rule = cmp.Or(out.Verdict, "rule"), "rule_formula", true
		}
	}
	for _, name := range out.Asks {
		r.open(name, r.message(c.Name+".ask."+name, args), c.roles(name)...)
	}
	for _, key := range out.Assumed {
		r.assumed(r.words.Text(r.message(c.key(key), args)))
		r.state.InputData.Taken = union(r.state.InputData.Taken, []string{strings.TrimPrefix(key, "assumed_")})
	}
	r.measure(out.Figures)
	if !out.Skip {
		for _, key := range out.Advice {
			r.state.Recommendations = union(r.state.Recommendations, []string{r.words.Say(c.key(key))})
		}
		r.conclude(c, out, args)
	}
	r.draw(c, out)
	r.lent(out.Loan)
	r.state.RawAnalysis.Market = cmp.Or(out.Market, r.state.RawAnalysis.Market)
	for _, also := range out.Also {
		r.tell(c, also)
	}
}

// halved puts half of the result first where half is asked for, and no input is.
func (r *run) halved(c *Calculation, out Outcome, headline words.Message) words.Message {
	sum, ok := out.Figures[c.Result].(int64)
	if _, at := r.percent(r.rates, shareHalf); at < 0 || !ok || sum == 0 {
		return headline
	}
	return words.M("report.half", "half", sum/2, "all", headline)
}

// spent notes what the deal costs by a calculation.
func (r *run) spent(c *Calculation, out Outcome) {
	if sum, ok := out.Figures[c.Result].(int64); ok && c.Cost && !out.Skip {
		r.costs = append(r.costs, cost{words.M("title." + c.Name), sum})
	}
}

// total puts the sum of several costs first where it is asked for.
func (r *run) total() {
	if len(r.costs) < 2 || len(r.state.Findings) == 0 || !r.all.says("together") {
		return
	}
	sum, parts := int64(0), make([]words.Message, 0, len(r.costs))
	for _, c := range r.costs {
		sum += c.won
		parts = append(parts, words.M("report.cost", "name", c.name, "sum", c.won))
	}
	f := &r.state.Findings[0]
	f.Headline = r.words.Say("report.total", "sum", sum, "parts", parts, "all", f.Headline)
}

// measure makes sums and rates metrics.
func (r *run) measure(figures map[string]any) {
	for name, v := range figures {
		switch v := v.(type) {
		case int64:
			r.metric(name, float64(v))
		case Rate:
			r.metric(name+"_pct", v.Pct())
		}
	}
}

// explain tells once what words of the question mean to those who ask.
func (r *run) explain(c *Calculation) {
	if c.explain == nil {
		return
	}
	for _, out := range c.explain(r.Given) {
		title := r.words.Say(out.Title)
		if !slices.ContainsFunc(r.state.Findings, func(f Finding) bool { return f.Title == title }) {
			r.tell(c, out)
		}
	}
}

// lent records a loan product, with a question for what is open of one that can
// be had.
func (r *run) lent(x *EligibilityResult) {
	if x == nil {
		return
	}
	for _, u := range x.open {
		if x.MaxLoan > 0 {
			x.Open = append(x.Open, r.words.Text(u))
			r.open(x.Product, words.M("loan.ask.check", "name", x.Name, "u", u))
		}
	}
	r.state.RawAnalysis.Loans = append(r.state.RawAnalysis.Loans, *x)
}

// roles are what a sum or a day may be called that stands for an input.
func (c *Calculation) roles(input string) []string {
	for _, in := range c.Inputs {
		if in.Name == input {
			return in.Roles
		}
	}
	return nil
}

// key is the key of a text of the calculation, or a whole one.
func (c *Calculation) key(key string) string {
	if own := c.Name + "." + key; texts.Has(own) {
		return own
	}
	return key
}

// message is a text of the calculation with its inputs, figures and table (t).
func (r *run) message(key string, args Inputs) words.Message {
	m := words.Message{Key: key, Args: map[string]any{}}
	if r.calc.table != nil {
		m.Args["t"] = r.calc.table(r.Tables)
	}
	maps.Copy(m.Args, args)
	return m
}
