package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/madang-dev/madang/internal/estate"
	"slices"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// ErrNoMethod is returned for a request that names nothing the team can do.
var ErrNoMethod = errors.New("analysis: no known method")

// The methods that are told apart from others by name; a step of a plan names a
// method in its actions.
const (
	MethodConversion  = "conversion"
	MethodMarketStats = "market_stats"
	MethodJeonseRisk  = "jeonse_risk"
	MethodShopDeposit = "shop_deposit"
	MethodDSR         = "dsr"
)

// Config is what a team is made of.
type Config struct {
	Tables *Tables
	Loans  []knowledge.LoanProduct
}

// Team reckons. It holds no state and may be used by many goroutines.
type Team struct {
	tables  *Tables
	loans   []knowledge.LoanProduct
	methods map[string]*Calculation
	names   []string // of the calculations, in their order
}

// New is a team; it panics without tables, or on a calculation that
// lacks something, which are mistakes of the wiring.
func New(cfg Config) *Team {
	if cfg.Tables == nil {
		panic("analysis: New without Tables")
	}
	t := &Team{tables: cfg.Tables, loans: cfg.Loans, methods: map[string]*Calculation{}}
	for _, n := range catalogue.Sums {
		if err := n.validate(); err != nil {
			panic(err)
		}
	}
	does := reckonings()
	for _, c := range catalogue.Calculations {
		c.formula = does[c.Name]
		if err := t.add(c); err != nil {
			panic(err)
		}
	}
	return t
}

func (t *Team) add(c Calculation) error {
	if err := c.validate(); err != nil {
		return err
	}
	if t.methods[c.Name] != nil {
		return fmt.Errorf("%w %s: the name is taken", ErrCalculation, c.Name)
	}
	t.methods[c.Name] = &c
	t.names = append(t.names, c.Name)
	return nil
}

// Meant are the calculations that a question is about: it says so, and gives
// something that they reckon with.
func (t *Team) Meant(message, question string, e estate.Entities, today string) []string {
	return t.meant(readFacts(message, question, e, today))
}

// Title is what a calculation is called.
func (t *Team) Title(calculation, language string) string {
	return texts.Say(language, "title."+calculation)
}

// meant are first those that have all that they need.
func (t *Team) meant(f *facts) []string {
	var list, lacking []string
	for _, name := range t.names {
		if c := t.methods[name]; f.says("means." + name) {
			switch r := read(f, t.tables, c); {
			case c.lacks(r.Inputs) == "" && (r.named || len(r.Inputs) > 0):
				list = append(list, name)
			case r.named:
				lacking = append(lacking, name)
			}
		}
	}
	return append(list, lacking...)
}

// Names tells whether a text speaks of what a calculation reckons.
func Names(calculation, text string) bool { return phrases.Has(text, "means."+calculation) }

// Open are the calculations that a question asks for and that cannot be reckoned from
// what is said, with the roles of the facts that they take.
func (t *Team) Open(message, question string, e estate.Entities, today string) (names, roles []string) {
	f := readFacts(message, question, e, today)
	for _, name := range t.names {
		c := t.methods[name]
		if !f.says("means." + name) {
			continue
		}
		if r := read(f, t.tables, c); c.lacks(r.Inputs) == "" && (len(r.Inputs) > 0 || len(c.Inputs) == 0) {
			continue
		}
		names = append(names, name)
		for _, in := range c.Inputs {
			roles = union(roles, slices.Concat(in.Roles, in.Monthly, in.Share))
		}
	}
	return names, roles
}

// Costs are the calculations of what a deal costs that a talk asked for, where a question is
// for all of it together.
func (t *Team) Costs(question string, talk []string) (names []string) {
	for _, name := range t.names {
		if t.methods[name].Cost && phrases.Has(question, "together") && slices.ContainsFunc(talk, func(asked string) bool { return Names(name, asked) }) {
			names = append(names, name)
		}
	}
	return names
}

// Takes tells whether a message says more of what a question before it is reckoned with.
func (t *Team) Takes(question, message string, facts func(text string) estate.Entities) bool {
	both := question + " " + message
	before, after := readFacts(question, question, facts(question), ""), readFacts(both, question, facts(both), "")
	return slices.ContainsFunc(t.names, func(name string) bool {
		c := t.methods[name]
		return before.says("means."+name) && len(read(after, t.tables, c).Inputs) > len(read(before, t.tables, c).Inputs)
	})
}

// Request is what the team is asked.
type Request struct {
	// Clock is the step's; nil is time.Now.
	Clock    func() time.Time
	Shared   state.Shared
	Intent   state.AnalyzedIntent
	Question string   // "" is Shared.UserQuery
	Methods  []string // Method constants, in the order of the report
	// Given are inputs by their names, in place of what is read in the question.
	Given   Inputs
	Market  []knowledge.MarketRow
	Sources []string // what earlier steps found, added to the report
}

// Execute carries out the methods one after another. An input that is
// missing or absurd is part of the result, not an error; errors are a
// cancelled context and a request without any known method. progress may be nil
// and is called in this goroutine with 0-100 and a sentence for the user.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	if progress == nil {
		progress = func(int, string) {}
	}
	r := t.begin(req)
	if !slices.ContainsFunc(r.list, func(name string) bool { _, ok := t.methods[name]; return ok }) {
		return nil, fmt.Errorf("execute %v: %w", req.Methods, ErrNoMethod)
	}
	progress(0, r.words.Say("report.start"))
	for i, name := range r.list {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("execute analysis: %w", err)
		}
		c, ok := t.methods[name]
		if !ok {
			r.state.AnalysisProgress[name] = ProgressUnknown
			continue
		}
		r.do(c)
		progress((i+1)*100/len(r.list), r.heading())
	}
	return r.finish(req.Clock()), nil
}

// begin sets up the state of one request.
func (t *Team) begin(req Request) *run {
	question := req.Question
	if question == "" {
		question = req.Shared.UserQuery
	}
	start := req.Clock()
	today := req.Shared.Today
	if _, err := parseDay("today", today); err != nil {
		today = start.Format(time.DateOnly)
	}
	facts := readFacts(req.Shared.UserQuery, question, estate.EntitiesOf(req.Intent.Entities), today)
	meant := t.meant(facts)
	list := slices.DeleteFunc(union(union([]string{}, meant), req.Methods), func(name string) bool {
		aside := Names(name, question) && !facts.says("means."+name)
		return aside && len(meant) > 0 || slices.ContainsFunc(meant, func(m string) bool {
			return slices.Contains(t.methods[m].Over, name) && !t.lacks(facts, m)
		})
	})
	facts.methods, facts.loans, facts.deals, facts.given = list, t.loans, req.Market, req.Given
	slices.SortStableFunc(list, func(a, b string) int { return order(t.lacks(facts, a)) - order(t.lacks(facts, b)) })
	r := &run{team: t, words: texts.In(req.Shared.Language), list: list, all: facts}
	r.settled = slices.ContainsFunc(list, func(name string) bool {
		c := t.methods[name]
		return c != nil && len(c.Needs) > 0 && !t.lacks(facts, name)
	})
	r.state = &TeamState{
		TeamName: TeamName, Status: state.SharedProcessing, SharedContext: req.Shared,
		AnalysisType: analysisType(t.methods, list), InputData: InputData{Question: question, Methods: list},
		Metrics: map[string]float64{}, Insights: []string{}, Recommendations: []string{},
		AnalysisProgress: map[string]string{}, StartTime: &start,
		Report: Report{Sections: []state.Section{}, Sources: slices.Clone(req.Sources)},
	}
	r.state.SharedContext.Status = state.SharedProcessing
	return r
}

// lacks tells of a calculation that lacks something.
func (t *Team) lacks(f *facts, name string) bool {
	c := t.methods[name]
	return c != nil && c.lacks(read(f, t.tables, c).Inputs) != ""
}

// analysisType is the design's word for a set of methods.
func analysisType(known map[string]*Calculation, list []string) string {
	kind := ""
	for _, name := range list {
		c := known[name]
		if c == nil || kind != "" && kind != c.Type {
			return TypeComprehensive
		}
		kind = c.Type
	}
	return cmp.Or(kind, TypeComprehensive)
}
