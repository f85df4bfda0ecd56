package company

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/assistants/company/migrations"
	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/search/webtool"
	"golang.org/x/sync/errgroup"
)

// Name is what sessions choose the assistant by.
const Name = "company"

//go:embed texts/*.yaml
var textFiles embed.FS

//go:embed phrases/*.yaml examples/*.txt
var phraseFiles embed.FS

var (
	texts   = words.Must(textFiles, "texts")
	phrases = dialog.Must(phraseFiles, "phrases")
	// examples are messages by what they mean; a label is a name of meantBy.
	examples = dialog.MustExamples(phraseFiles, "examples")
)

// numbers is the semantic layer: what a question asks of the catalogue, and
// what comes of it.
type numbers interface {
	Spell(ctx context.Context, p access.Person, text string) (string, error)
	Read(ctx context.Context, q semantic.Question) (semantic.Reading, error)
	Check(ctx context.Context, r semantic.Request, p access.Person) (semantic.Reading, error)
	Summary(r semantic.Request) string
	Covers(p access.Person, language string) semantic.Coverage
	Run(ctx context.Context, r semantic.Request, p access.Person) (semantic.Result, error)
	Things(ctx context.Context, q semantic.Question, limit int) (seen []semantic.Thing, hidden []string, err error)
}

// records are what was filed: read beside all transactions, written in one of their own.
type records interface {
	assistant.Store
	Record(ctx context.Context, what string, effects ...store.Effect) error
}

// Config is what the assistant needs of the house.
type Config struct {
	// Numbers and People are the company's data and who works there.
	Numbers numbers
	People  access.Directory
	// Company and Person are who asks where nothing else tells.
	Company, Person string
	// Sample tells that the data is the built-in sample.
	Sample bool
	// RulesDir is a folder of rules that documents are checked by, over the built-in
	// ones; "" has none.
	RulesDir string
	// Store has what was filed; nil knows of nothing.
	Store records
	// Handbook are texts that an operator has ingested for the company, nil
	// none; Embedder finds texts by meaning too.
	Handbook knowledge.Ingested
	Embedder knowledge.Embedder
	// Web is a search service; nil never leaves the house.
	Web       *webtool.Source
	Model     *llm.Client // nil is no model
	Scheduler teams.Scheduler
	// TodayFunc is the date that answers reckon from; nil is the real one in
	// Korea.
	TodayFunc func() time.Time
	// StepEndedFunc is told how each step ended; nil is nobody.
	StepEndedFunc func(team, outcome string, took time.Duration)
	Logger        *slog.Logger
}

// desk is the assistant at work.
type desk struct {
	Config
	crew  *supervisor.Crew[GlobalSessionState]
	model ask.Model
	// The prompts have a model choose a request, and say what figures say.
	promptRead, promptAnswer *llm.Prompt

	rules   func() *compliance.Rules
	papers  func() *drafts.Set
	schemas func() *filing.Schemas
	search  *retrieval.Retriever
}

type (
	turn    = engine.Turn[GlobalSessionState]
	with    = engine.With[GlobalSessionState]
	step    = supervisor.Step[GlobalSessionState]
	result  = supervisor.Result[GlobalSessionState]
	runInfo = engine.RunInfo
)

// The nodes are the phases, and what stands before and between them.
const (
	nodeAnalyzing  = string(PhaseAnalyzing)
	nodeClarifying = string(PhaseClarifying)
	nodePlanning   = string(PhasePlanning)
	nodeExecuting  = string(PhaseExecuting)
	nodeCompleted  = string(PhaseCompleted)
	nodeInitialize = "initialize"
	nodeApproving  = "approving"
)

// New is the assistant, ready to be run. Its errors name the file of what is
// wrong.
func New(cfg Config) (assistant.Assistant, error) {
	d, err := newDesk(cfg)
	if err != nil {
		return assistant.Assistant{}, fmt.Errorf("company: %w", err)
	}
	a := assistant.New(d.graph(), texts)
	a.Teams, a.Views, a.Tables, a.UserTables = Teams(), d.views(), migrations.FS, filing.UserTables()
	a.Run = func(ctx context.Context) error {
		var both errgroup.Group
		both.Go(func() error { return examples.Run(ctx) })
		both.Go(func() error { return d.run(ctx) })
		return both.Wait()
	}
	return a, nil
}

func newDesk(cfg Config) (*desk, error) {
	if cfg.TodayFunc == nil {
		cfg.TodayFunc = func() time.Time { return time.Now().In(korean.Zone) }
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	cfg.Scheduler.MaxParallel = cmp.Or(cfg.Scheduler.MaxParallel, maxParallel)
	// Nobody waits at the start for what is built in.
	d := &desk{Config: cfg, rules: compliance.Shipped, papers: drafts.Shipped, schemas: filing.Shipped}
	var err error
	if d.model, d.promptRead, d.promptAnswer, err = newModel(&cfg); err != nil {
		return nil, err
	}
	if cfg.RulesDir != "" {
		own, err := compliance.Open(cfg.RulesDir)
		if err != nil {
			return nil, err
		}
		d.rules = func() *compliance.Rules { return own }
	}
	d.search = retrieval.New(retrieval.Config{
		RulesFunc: d.rules, Store: cfg.Store, Things: cfg.Numbers, Handbook: cfg.Handbook, Company: cfg.Company, Embedder: cfg.Embedder, Web: cfg.Web,
	})
	d.crew = supervisor.NewCrew(supervisor.CrewConfig[GlobalSessionState]{
		Teams: supervisor.Teams[GlobalSessionState]{
			DataAnalysisAgent: d.analyzeData, InformationRetrievalAgent: d.retrieve, DocumentGenerationAgent: d.writeDocument,
			ComplianceValidationAgent: d.checkRules, StorageDecisionAgent: d.keep,
		},
		Scheduler: cfg.Scheduler, Quick: reckons, Copy: copied, Started: started, Ended: ended, StepEnded: cfg.StepEndedFunc, Logger: cfg.Logger,
	})
	return d, nil
}

// reckons tells that a step asks nobody: neither data nor a search.
func reckons(step state.ExecutionStep) bool {
	return step.AgentName != DataAnalysisAgent && step.AgentName != InformationRetrievalAgent
}

func (d *desk) graph() *engine.Graph[GlobalSessionState] {
	return &engine.Graph[GlobalSessionState]{
		Assistant:     Name,
		SchemaVersion: 1,
		Begin:         begin,
		Bound:         bound,
		Validate:      (*GlobalSessionState).validate,
		Status:        func(s *GlobalSessionState) string { return s.WorkflowStatus.Status },
		Phase:         func(s *GlobalSessionState) string { return string(s.CurrentPhase) },
		Failed:        d.failed,
		Forked:        func(s *GlobalSessionState, info runInfo) { s.SessionID, s.RunID = info.SessionID, info.RunID },
		Steps:         func(s *GlobalSessionState) []state.ExecutionStep { return s.ExecutionSteps },
		Start:         nodeInitialize,
		Nodes: engine.Nodes[GlobalSessionState]{
			nodeInitialize: {Enter: d.initialize, Next: engine.To(nodeAnalyzing, nodeApproving)},
			nodeAnalyzing:  {Enter: d.analyze, Next: engine.To(nodeClarifying, nodePlanning, nodeApproving, nodeCompleted)},
			nodeClarifying: {Enter: d.clarify, Next: engine.To(nodeAnalyzing, nodeCompleted)},
			nodePlanning:   {Enter: d.plan, Next: engine.To(nodeExecuting, nodeCompleted)},
			nodeExecuting:  {Enter: d.execute, Next: engine.To(nodePlanning, nodeCompleted)},
			nodeApproving:  {Enter: d.approve, Next: engine.To(nodeCompleted)},
			nodeCompleted:  {Enter: d.complete, Next: engine.To(engine.End)},
		},
	}
}

// failed writes a failed or cancelled run down.
func (d *desk) failed(s *GlobalSessionState, f engine.Failure) []engine.Event {
	s.WorkflowStatus.Status, s.CurrentAgent = "failed", nil
	s.problem(&s.Errors, f.At, string(f.Code), "", f.Err.Error())
	s.note(f.At, "run."+string(f.Status), s.RunID, string(f.Code))
	return d.crew.Abandon(s, f.At)
}

// snapshot is the state as it is now; its lists are not to be changed.
func snapshot(t *turn) GlobalSessionState {
	var s GlobalSessionState
	t.View(func(v *GlobalSessionState) { s = copied(v) })
	return s
}
