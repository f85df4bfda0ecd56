package travel

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

// Name is what sessions choose the assistant by.
const Name = "travel"

// flightSource finds round trips; hotelSource finds rooms. The pack is both.
type (
	flightSource interface {
		Flights(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error)
	}
	hotelSource interface {
		Hotels(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error)
	}
)

// Config is what the assistant needs of the house; all may be zero.
type Config struct {
	// Flights and Hotels answer searches; nil is the built-in sample.
	Flights   flightSource
	Hotels    hotelSource
	Model     *llm.Client // nil is no model
	Scheduler teams.Scheduler
	// TodayFunc is the date that answers reckon from; nil is the real one
	// in Korea.
	TodayFunc func() time.Time
	// StepEndedFunc is told how each step ended; nil is nobody.
	StepEndedFunc func(team, outcome string, took time.Duration)
	// PacksDir is a folder whose files replace the built-in packs of the
	// same name; "" uses only the built-in ones.
	PacksDir string
	Logger   *slog.Logger
}

// planner is the assistant at work.
type planner struct {
	Config
	pack   *catalog.Pack
	prompt *llm.Prompt
	crew   *supervisor.Crew[MultiAgentState]
}

type (
	turn = engine.Turn[MultiAgentState]
	with = engine.With[MultiAgentState]
)

// New is the assistant, ready to be run. Its errors name the file of a pack.
func New(cfg Config) (assistant.Assistant, error) {
	pack, err := openPack(cfg.PacksDir)
	if err != nil {
		return assistant.Assistant{}, fmt.Errorf("travel: %w", err)
	}
	if cfg.Flights == nil {
		cfg.Flights = pack
	}
	if cfg.Hotels == nil {
		cfg.Hotels = pack
	}
	if cfg.TodayFunc == nil {
		cfg.TodayFunc = func() time.Time { return time.Now().In(korean.Zone) }
	}
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	p := &planner{Config: cfg, pack: pack}
	if p.prompt, err = llm.LoadPrompt(configs.FS, promptName); err != nil {
		return assistant.Assistant{}, fmt.Errorf("travel: %w", err)
	}
	p.crew = supervisor.NewCrew(supervisor.CrewConfig[MultiAgentState]{
		Teams: supervisor.Teams[MultiAgentState]{
			flightExpert: p.searchFlights, hotelExpert: p.searchHotels, itineraryPlanner: p.planDays,
			budgetManager: p.analyzeBudget, planGenerator: p.generatePlans, documentWriter: p.writeDocument,
		},
		Scheduler: cfg.Scheduler, Quick: quick, Copy: func(s *MultiAgentState) MultiAgentState { return s.copied() },
		Started: started, Ended: ended, StepEnded: cfg.StepEndedFunc, Logger: cfg.Logger,
	})
	a := assistant.New(&engine.Graph[MultiAgentState]{
		Assistant:     Name,
		SchemaVersion: schemaVersion,
		Upgrades:      Upgrades(pack),
		Begin:         begin,
		Bound:         bound,
		Validate:      func(s *MultiAgentState) []string { return s.validate(pack) },
		Status:        func(s *MultiAgentState) string { return string(s.CurrentStep) },
		Failed:        p.failed,
		Forked:        forked,
		Steps:         func(s *MultiAgentState) []state.ExecutionStep { return s.Steps },
		Start:         "initialize",
		Nodes: engine.Nodes[MultiAgentState]{
			"initialize":     {Enter: p.initialize, Next: engine.To(infoCollector)},
			infoCollector:    {Enter: p.collectInfo, Next: engine.To("execute_agents", engine.End)},
			"execute_agents": {Enter: p.executeAgents, Next: engine.To(engine.End)},
		},
	}, texts)
	a.Teams, a.Tools, a.Run = Teams(), p.tools(), slot.Train
	return a, nil
}

// openPack reads the pack: the built-in one, with what a folder has of it instead.
func openPack(dir string) (*catalog.Pack, error) {
	if err := datafile.Folder(dir); err != nil {
		return nil, err
	}
	return catalog.Open(datafile.Over(dir, packs.FS))
}
