package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
}

// Team reckons. It holds no state and may be used by many goroutines.
type Team struct {
	tables  *Tables
	clauses *clause.Catalog
	clock   func() time.Time
}

// New is a team; it panics without tables or clauses, which is a mistake of
// the wiring.
func New(cfg Config) *Team {
	if cfg.Tables == nil || cfg.Clauses == nil {
		panic("analysis: New without Tables or Clauses")
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	return &Team{tables: cfg.Tables, clauses: cfg.Clauses, clock: cfg.Clock}
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

// methods lists what the team can do, with the work of each.
func methods() map[string]func(*run) error {
	return map[string]func(*run) error{
		MethodRentIncrease:   (*run).rentIncrease,
		MethodConversion:     (*run).conversion,
		MethodLTVDSR:         (*run).loanLimits,
		MethodRepayment:      (*run).repayment,
		MethodBrokerageFee:   (*run).brokerage,
		MethodAcquisitionTax: (*run).acquisitionTax,
		MethodMarketStats:    (*run).market,
		MethodContractRisk:   (*run).contractRisk,
		MethodJeonseRisk:     (*run).jeonseRisk,
		MethodGuarantee:      (*run).guarantee,
		MethodRefusalDamage:  (*run).refusalDamage,
		MethodCapitalGains:   (*run).capitalGains,
		MethodHoldingTax:     (*run).holdingTax,
		MethodRentCredit:     (*run).rentCredit,
		MethodRentReport:     (*run).rentReport,
	}
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
	known := methods()
	if !slices.ContainsFunc(r.list, func(m string) bool { return known[m] != nil }) {
		return r.fail(ErrNoMethod), fmt.Errorf("execute %v: %w", req.Methods, ErrNoMethod)
	}
	progress(0, r.words.Say("report.start"))
	for i, name := range r.list {
		if err := ctx.Err(); err != nil {
			r.cancel()
			return r.fail(err), fmt.Errorf("execute analysis: %w", err)
		}
		work, ok := known[name]
		if !ok {
			r.state.AnalysisProgress[name] = ProgressUnknown
			continue
		}
		r.do(name, work)
		progress((i+1)*100/len(r.list), r.words.Say("title."+name))
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
		AnalysisType: analysisType(list), InputData: InputData{Question: question, Methods: list, MarketRows: len(req.Market)},
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
func analysisType(list []string) string {
	kind := ""
	for _, m := range list {
		k := TypeFinance
		switch m {
		case MethodMarketStats:
			k = TypeMarket
		case MethodContractRisk, MethodJeonseRisk, MethodGuarantee:
			k = TypeRisk
		case MethodRentIncrease, MethodConversion, MethodRefusalDamage, MethodRentReport:
			k = TypeLegal
		}
		if kind != "" && kind != k {
			return TypeComprehensive
		}
		kind = k
	}
	if kind == "" {
		return TypeComprehensive
	}
	return kind
}
