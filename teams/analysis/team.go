package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
)

// ErrNoMethod is returned for a request that names nothing the team can do.
var ErrNoMethod = errors.New("analysis: no known method")

// The methods, as the steps of a plan name them in their actions.
const (
	MethodRentIncrease   = "rent_increase"
	MethodConversion     = "conversion"
	MethodLTVDSR         = "ltv_dsr"
	MethodRepayment      = "repayment"
	MethodBrokerageFee   = "brokerage_fee"
	MethodAcquisitionTax = "acquisition_tax"
	MethodMarketStats    = "market_stats"
	MethodContractRisk   = "contract_risk"
	MethodJeonseRisk     = "jeonse_risk"
	MethodGuarantee      = "guarantee"
	MethodRefusalDamage  = "refusal_damage"
	MethodCapitalGains   = "capital_gains"
	MethodHoldingTax     = "holding_tax"
	MethodRentCredit     = "rent_credit"
	MethodRentReport     = "rent_report"
)

// Config is what a team is made of.
type Config struct {
	Tables  *Tables
	Clauses *clause.Catalog
	Loans   Loans
	// Calculations are further methods, each a formula with its texts.
	Calculations []Calculation
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
}

// Team reckons. It holds no state and may be used by many goroutines.
type Team struct {
	tables  *Tables
	clauses *clause.Catalog
	loans   Loans
	methods map[string]method
	clock   func() time.Time
}

// New is a team; it panics without tables or clauses, or on a calculation that
// lacks something, which are mistakes of the wiring.
func New(cfg Config) *Team {
	if cfg.Tables == nil || cfg.Clauses == nil {
		panic("analysis: New without Tables or Clauses")
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	t := &Team{tables: cfg.Tables, clauses: cfg.Clauses, loans: cfg.Loans, methods: methods(), clock: cfg.Clock}
	for _, c := range cfg.Calculations {
		if err := add(t.methods, c); err != nil {
			panic(err)
		}
	}
	return t
}

// Request is what the team is asked.
type Request struct {
	// Clock is the step's; nil is the team's.
	Clock    func() time.Time
	Shared   state.Shared
	Intent   state.AnalyzedIntent
	Question string   // "" is Shared.UserQuery
	Methods  []string // Method constants, in the order of the report
	Market   []knowledge.MarketRow
	Sources  []string // what earlier steps found, added to the report
}

// method is one thing that the team can do. Its title is title.NAME of the
// texts, unless it is a calculation of its own.
type method struct {
	kind  string // a Type constant
	work  func(*run) error
	title words.Message
}

// methods lists what every team can do.
func methods() map[string]method {
	list := map[string]method{
		MethodRentIncrease:   {kind: TypeLegal, work: (*run).rentIncrease},
		MethodConversion:     {kind: TypeLegal, work: (*run).conversion},
		MethodLTVDSR:         {kind: TypeFinance, work: (*run).loanLimits},
		MethodRepayment:      {kind: TypeFinance, work: (*run).repayment},
		MethodBrokerageFee:   {kind: TypeFinance, work: (*run).brokerage},
		MethodAcquisitionTax: {kind: TypeFinance, work: (*run).acquisitionTax},
		MethodMarketStats:    {kind: TypeMarket, work: (*run).market},
		MethodContractRisk:   {kind: TypeRisk, work: (*run).contractRisk},
		MethodJeonseRisk:     {kind: TypeRisk, work: (*run).jeonseRisk},
		MethodGuarantee:      {kind: TypeRisk, work: (*run).guarantee},
		MethodRefusalDamage:  {kind: TypeLegal, work: (*run).refusalDamage},
		MethodCapitalGains:   {kind: TypeFinance, work: (*run).capitalGains},
		MethodHoldingTax:     {kind: TypeFinance, work: (*run).holdingTax},
		MethodRentCredit:     {kind: TypeFinance, work: (*run).rentCredit},
		MethodRentReport:     {kind: TypeLegal, work: (*run).rentReport},
	}
	for name, m := range list {
		m.title = words.M("title." + name)
		list[name] = m
	}
	return list
}

// add puts a calculation among the methods.
func add(list map[string]method, c Calculation) error {
	if err := c.validate(); err != nil {
		return err
	}
	if _, ok := list[c.Name]; ok {
		return fmt.Errorf("%w %s: the name is taken", ErrCalculation, c.Name)
	}
	titles := words.Text{}
	for _, tag := range c.Texts.Languages() {
		titles[tag] = c.Texts.Say(tag, c.Name+".title")
	}
	list[c.Name] = method{kind: c.Type, work: c.work, title: words.M("report.text", "text", titles)}
	return nil
}

// Execute carries out the methods one after another. An input that is
// missing or absurd is part of the result, not an error; errors are a
// cancelled context and a request without any known method, and then the
// state that comes with the error says so too. progress may be nil and is
// called in this goroutine with 0-100 and a sentence for the user.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock != nil {
		of := *t
		of.clock, t = req.Clock, &of
	}
	if progress == nil {
		progress = func(int, string) {}
	}
	r := t.begin(req)
	if !slices.ContainsFunc(r.list, func(name string) bool { _, ok := t.methods[name]; return ok }) {
		return r.fail(ErrNoMethod), fmt.Errorf("execute %v: %w", req.Methods, ErrNoMethod)
	}
	progress(0, r.words.Say("report.start"))
	for i, name := range r.list {
		if err := ctx.Err(); err != nil {
			r.cancel()
			return r.fail(err), fmt.Errorf("execute analysis: %w", err)
		}
		m, ok := t.methods[name]
		if !ok {
			r.state.AnalysisProgress[name] = ProgressUnknown
			continue
		}
		r.do(name, m.work)
		progress((i+1)*100/len(r.list), r.words.Text(m.title))
	}
	return r.finish(), nil
}

// begin sets up the state of one request.
func (t *Team) begin(req Request) *run {
	question := req.Question
	if question == "" {
		question = req.Shared.UserQuery
	}
	start := t.clock()
	today := req.Shared.Today
	if _, err := parseDay("today", today); err != nil {
		today = start.Format(time.DateOnly)
	}
	var list []string
	for _, m := range req.Methods {
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	r := &run{
		team: t, tables: t.tables, words: texts.In(req.Shared.Language), today: today, list: list,
		marketRows: req.Market, facts: readFacts(question, req.Intent.Entities, today),
	}
	r.state = &TeamState{
		TeamName: TeamName, Status: state.SharedProcessing, SharedContext: req.Shared,
		AnalysisType: analysisType(t.methods, list), InputData: InputData{Question: question, Methods: list, MarketRows: len(req.Market)},
		Metrics: map[string]float64{}, Insights: []string{}, Recommendations: []string{},
		AnalysisProgress: map[string]string{}, StartTime: &start,
		Report: Report{Sections: []state.Section{}, Sources: slices.Clone(req.Sources)},
	}
	r.state.SharedContext.Status = state.SharedProcessing
	for _, m := range list {
		r.state.AnalysisProgress[m] = ProgressPending
	}
	return r
}

// analysisType is the design's word for a set of methods.
func analysisType(known map[string]method, list []string) string {
	kind := ""
	for _, name := range list {
		m := known[name]
		if kind != "" && kind != m.kind {
			return TypeComprehensive
		}
		kind = m.kind
	}
	return cmp.Or(kind, TypeComprehensive)
}
