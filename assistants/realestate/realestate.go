package realestate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/supervisor/toolloop"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/clause"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
	"github.com/madang-dev/madang/teams/search/deals"
	"github.com/madang-dev/madang/teams/tools"
)

// Name is what sessions choose the assistant by.
const Name = "realestate"

// Config is what the assistant needs of the house; all may be zero.
type Config struct {
	Memory *memory.Memory
	// Ground is what the assistant stands on, of Prepare; nil prepares it.
	Ground *Ground
	Model  *llm.Client
	// Lead is how much the model leads; "" is always.
	Lead ask.Lead
	// Prompts has the files below prompts/; nil is the built-in ones.
	Prompts fs.FS
	// ToolsFunc are tools that the model may call besides the adviser's own;
	// nil has none.
	ToolsFunc func() tools.Set
	// Sources look outside for deals and homes; nil is the sample of the packs.
	Sources search.Sources
	// ModelTimeout is how long a plan or a step waits for the model; 0 is
	// ten seconds.
	ModelTimeout time.Duration
	Scheduler    teams.Scheduler
	TodayFunc    func() time.Time
	// StepEndedFunc is told how each step ended.
	StepEndedFunc func(team, outcome string, took time.Duration)
	// PacksDir is a folder whose files replace the built-in packs of the
	// same name; "" uses only the built-in ones.
	PacksDir string
	// Shelf is what the teams look things up in, of NewShelf; nil is one of
	// the packs alone, as they are now.
	Shelf  *knowledge.Shelf
	Logger *slog.Logger
}

// NewShelf is the assistant's knowledge: its packs, with what the shelf's
// configuration adds. The folder is that of Config.PacksDir.
func NewShelf(ctx context.Context, packsDir string, cfg knowledge.ShelfConfig) (*knowledge.Shelf, error) {
	if err := datafile.Folder(packsDir); err != nil {
		return nil, fmt.Errorf("packs_dir: %w", err)
	}
	cfg.Library.FS = packFS(packsDir)
	return knowledge.NewShelf(ctx, cfg)
}

// New is the assistant, ready to be run. Its errors name the file of a pack
// and, where there is one, the line.
func New(ctx context.Context, cfg Config) (a assistant.Assistant, err error) {
	if cfg.Ground == nil {
		if cfg.Ground, err = Prepare(cfg.PacksDir); err != nil {
			return a, err
		}
	}
	if cfg.Shelf == nil {
		if cfg.Shelf, err = NewShelf(ctx, cfg.PacksDir, knowledge.ShelfConfig{Logger: cfg.Logger}); err != nil {
			return a, err
		}
	}
	prompts, err := newPrompts(cfg.Prompts)
	if err != nil {
		return a, err
	}
	teamSet, err := newTeamSet(cfg)
	if err != nil {
		return a, err
	}
	d := newDesk(cfg, cfg.Ground.planner, prompts, teamSet.generation)
	d.calculator = teamSet.analyst
	own := teamSet.tools(cfg.Ground.planner, d.author)
	if err := own.Check(); err != nil {
		return a, err
	}
	d.loop = &toolloop.Loop[State]{
		ToolsFunc: func() tools.Set {
			if cfg.ToolsFunc == nil {
				return own
			}
			return slices.Concat(own, cfg.ToolsFunc())
		},
		PlanFunc: func(s *State) *state.Planning { return s.PlanningState }, TodayFunc: func(s *State) string { return s.Today },
	}
	teams := teamSet.teams()
	teams[toolloop.Team] = d.loop.Work
	a = assistant.New(d.graph(teams), texts)
	a.Teams = []string{search.TeamName, analysis.TeamName, document.TeamName}
	a.Run = examples.Run
	return a, nil
}

// Ground is what the assistant takes from files, and nothing of the
// house.
type Ground struct {
	planner *planning.Planner
	tables  *analysis.Tables
	figures forms.Tables // of the same file, by their path
	clauses *clause.Catalog
}

// Prepare makes the ground, which takes a while: a start has other things to
// do meanwhile. The folder is that of Config.PacksDir.
func Prepare(packsDir string) (*Ground, error) {
	var (
		g     Ground
		group errgroup.Group
		files = packFS(packsDir)
	)
	group.Go(func() (err error) { g.planner, err = newPlanner(); return err })
	group.Go(func() (err error) { g.clauses, err = load(files, "clauses.yaml", clause.Load); return err })
	group.Go(func() (err error) { g.tables, err = load(files, "rates.yaml", analysis.LoadTables); return err })
	group.Go(func() (err error) {
		g.figures, err = load(files, "rates.yaml", func(f datafile.File) (forms.Tables, error) { return forms.ReadTables(f.Text) })
		return err
	})
	if err := group.Wait(); err != nil {
		return &g, err
	}
	limits, err := clauseLimits(g.tables, g.figures)
	g.clauses = g.clauses.With(limits)
	return &g, err
}

func newPlanner() (*planning.Planner, error) {
	file, err := datafile.Open(configs.FS, "planning/realestate.yaml")
	if err != nil {
		return nil, fmt.Errorf("planning file: %w", err)
	}
	config, err := planning.Load(file)
	if err != nil {
		return nil, fmt.Errorf("planning/realestate.yaml: %w", err)
	}
	return planning.New(config, clausesIn)
}

// clausesIn are where the clauses of a contract stand in a text. Who asks
// whether there is such a rule shows none.
func clausesIn(text string) []korean.Span {
	if !document.ShowsClause(text) {
		return nil
	}
	var spans []korean.Span
	for _, c := range clause.Extract(text) {
		if !knowledge.IsExistence(text[c.Start:]) {
			spans = append(spans, korean.Span{Start: c.Start, End: c.End})
		}
	}
	return spans
}

func newPrompts(files fs.FS) (p prompts, err error) {
	if files == nil {
		files = configs.FS
	}
	for name, at := range map[string]**llm.Prompt{"plan": &p.plan, "answer": &p.answer} {
		if *at, err = llm.LoadPrompt(files, name); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Plans is how the assistant reads queries and plans for them, by itself and
// with the model where it is not nil: for measuring how well it does. Of the
// configuration it takes Model, ModelTimeout and Logger.
func Plans(with Config) (func(ctx context.Context, req planning.Request) (planning.Result, *state.ModelUse, error), error) {
	planner, err := newPlanner()
	if err != nil {
		return nil, err
	}
	prompts, err := newPrompts(with.Prompts)
	if err != nil {
		return nil, err
	}
	d := newDesk(with, planner, prompts, nil)
	// What the first query learns is no time of a query that is measured.
	if _, err := planner.Plan(context.Background(), planning.Request{Query: "jeonse"}); err != nil {
		return nil, err
	}
	return func(ctx context.Context, req planning.Request) (planning.Result, *state.ModelUse, error) {
		rules, err := planner.Plan(ctx, req)
		if err != nil {
			return rules, nil, err
		}
		return d.consult(ctx, req, rules, with.Lead, func(q modelQuestion) (ask.Heard, error) { return d.model(d.ModelTimeout).Ask(ctx, q.call()) })
	}, nil
}

// teamSet is the three teams.
type teamSet struct {
	library *knowledge.Shelf
	// market is where deals come from besides the library; nil is nowhere.
	market search.MarketSource
	// outside tells that search looks outside the process.
	outside  bool
	searcher *search.Team
	analyst  *analysis.Team
	writer   *document.Team
}

// newTeamSet is the teams; cfg's shelf and ground have to be there.
func newTeamSet(cfg Config) (*teamSet, error) {
	tables, clauses := cfg.Ground.tables, cfg.Ground.clauses
	writer, err := document.New(document.Config{Clauses: clauses, Facts: cfg.Ground.figures, AsOf: tables.CompiledOn,
		IngestedFunc: func(text string) (string, string) { return cfg.Shelf.Now().Ingested(text) }})
	if err != nil {
		return nil, err
	}
	return &teamSet{
		library: cfg.Shelf, market: cfg.Sources.Market, outside: cfg.Sources.Market != nil || cfg.Sources.Property != nil,
		searcher: search.New(search.Config{Library: cfg.Shelf.Now, Sources: cfg.Sources}),
		analyst:  analysis.New(analysis.Config{Tables: tables, Loans: cfg.Shelf.Now().Loans()}),
		writer:   writer,
	}, nil
}

// teams are the teams by the name that plans call them.
func (q *teamSet) teams() supervisor.Teams[State] {
	return supervisor.Teams[State]{search.TeamName: q.search, analysis.TeamName: q.analyse, document.TeamName: q.write}
}

// load reads one pack file.
func load[T any](files fs.FS, name string, read func(datafile.File) (T, error)) (T, error) {
	var none T
	file, err := datafile.Open(files, name)
	if err != nil {
		return none, fmt.Errorf("pack %s: %w", name, err)
	}
	v, err := read(file)
	if err != nil {
		return none, fmt.Errorf("pack %s: %w", name, err)
	}
	return v, nil
}

// Districts is the table of districts that reported deals are asked for by,
// from the packs; a folder's replaces the built-in one.
func Districts(packsDir string) ([]deals.District, error) {
	return load(packFS(packsDir), "districts.csv", func(f datafile.File) ([]deals.District, error) {
		return deals.ReadDistricts(bytes.NewReader(f.Text))
	})
}

// generation names what the teams look things up in at the moment, and tells
// whether another search could find something else: in a source outside, in
// knowledge that is changed while the server runs.
func (q *teamSet) generation() (name string, changing bool) {
	sum := sha256.Sum256([]byte(q.library.Generation()))
	return hex.EncodeToString(sum[:8]), q.outside || q.library.Partial() || q.library.Now().Counts().Passages > 0
}

// packFS is the built-in packs, each file replaced by the folder's of the
// same name.
func packFS(dir string) fs.FS { return datafile.Over(dir, packs.FS) }
