package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/assistants/company"
	"github.com/madang-dev/madang/assistants/interview"
	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/assistants/travel/gds"
	"github.com/madang-dev/madang/assistants/tutor"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/metrics"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	asking "github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/tools"
)

// assistants are what sessions can choose; the first is the default. Only those that
// are wanted are built.
func (h *house) assistants(ctx context.Context, settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) ([]assistant.Assistant, error) {
	stepEnded := meter.StepEnded
	var (
		ground                        *realestate.Ground
		teacher, planned, asks, staff assistant.Assistant
		parts                         errgroup.Group // what takes long, side by side
		known                         = []string{realestate.Name, tutor.Name, travel.Name, company.Name, interview.Name}
		wanted                        = settings.Assistants
	)
	if len(wanted) == 0 {
		wanted = known
	}
	if settings.Probe && !slices.Contains(wanted, probe.Name) {
		wanted = append(slices.Clip(wanted), probe.Name)
	}
	part := func(name string, build func() error) {
		if !slices.Contains(wanted, name) {
			return
		}
		parts.Go(func() error {
			if err := build(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		})
	}
	part(realestate.Name, func() (err error) { h.shelf, err = h.knowledge(ctx, settings, meter, log); return err })
	part(realestate.Name, func() (err error) { ground, err = realestate.Prepare(settings.PacksDir); return err })
	part(tutor.Name, func() (err error) { teacher, err = tutor.New(h.lessons(settings, log)); return err })
	part(interview.Name, func() (err error) {
		asks, err = interview.New(interview.Config{Store: h.store, Model: h.model, PacksDir: settings.Interview.PacksDir, Logger: log})
		return err
	})
	part(travel.Name, func() (err error) { planned, err = h.travelPlanner(settings, stepEnded, log); return err })
	part(company.Name, func() (err error) { staff, err = h.companyAssistant(settings, stepEnded, log); return err })
	parts.Go(func() (err error) {
		if h.serves {
			h.migrated, err = h.store.Migrate(ctx)
			if err == nil {
				err = h.store.CheckKeys(ctx)
			}
		}
		if err != nil {
			return fmt.Errorf("database: %w", err)
		}
		return nil
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	built := map[string]assistant.Assistant{tutor.Name: teacher, travel.Name: planned, interview.Name: asks, company.Name: staff, probe.Name: probe.New(probe.Config{
		Scheduler: teams.Scheduler{StepTimeout: settings.Limits.StepTimeout}, StepEndedFunc: stepEnded,
	})}
	if slices.Contains(wanted, realestate.Name) {
		var err error
		built[realestate.Name], err = h.adviser(ctx, settings, ground, func() tools.Set { return slices.Concat(planned.Tools, teacher.Tools, h.tools.Tools()) }, stepEnded, log)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", realestate.Name, err)
		}
	}
	var all []assistant.Assistant
	for _, name := range wanted {
		a, ok := built[name]
		if !ok {
			return nil, fmt.Errorf("assistants: %q is none of %s", name, strings.Join(known, ", "))
		}
		all = append(all, a)
	}
	return all, h.tables(ctx, all)
}

// adviser is the real-estate assistant; its model is lent the tools of others.
func (h *house) adviser(ctx context.Context, settings configs.Settings, ground *realestate.Ground, lent func() tools.Set, stepEnded func(team, outcome string, took time.Duration), log *slog.Logger) (assistant.Assistant, error) {
	from, err := h.searchSources(settings, log)
	if err != nil {
		return assistant.Assistant{}, err
	}
	return realestate.New(ctx, realestate.Config{
		Shelf: h.shelf, Ground: ground,
		Sources:       from,
		Memory:        h.memory(),
		Model:         h.model,
		Lead:          asking.Lead(settings.Model.Lead),
		ToolsFunc:     lent,
		Prompts:       datafile.Over(settings.Model.Prompts, configs.FS),
		Scheduler:     teams.Scheduler{StepTimeout: settings.Limits.StepTimeout},
		TodayFunc:     h.today(settings),
		StepEndedFunc: stepEnded,
		PacksDir:      settings.PacksDir,
		Logger:        log,
	})
}

// tables tells the store of the assistants' own tables and brings them up to date.
func (h *house) tables(ctx context.Context, all []assistant.Assistant) error {
	for _, a := range all {
		h.store.UserTables(a.Name(), a.UserTables...)
		if !h.serves || a.Tables == nil {
			continue
		}
		n, err := h.store.MigrateTables(ctx, a.Name(), a.Tables)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name(), err)
		}
		h.migrated += n
	}
	return nil
}

// knowledge is the real-estate assistant's: its packs and what was ingested.
func (h *house) knowledge(ctx context.Context, settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) (*knowledge.Shelf, error) {
	return realestate.NewShelf(ctx, settings.PacksDir, knowledge.ShelfConfig{
		Library:  knowledge.Config{SearchedFunc: meter.KnowledgeSearched, Embedder: vectors(h.model)},
		Ingested: ingest.Collection{Store: h.store, Assistant: realestate.Name, Model: h.model.Embedder().Model()},
		Later:    h.serves,
		Sweep:    settings.KnowledgeSweep, Logger: log, ReloadedFunc: meter.KnowledgeReloaded,
	})
}

// lessons is what the tutor is made of.
func (h *house) lessons(settings configs.Settings, log *slog.Logger) tutor.Config {
	cfg := tutor.Config{Store: h.store, Model: h.model, Logger: log}
	if settings.Today != "" {
		cfg.TodayFunc = today(settings)
	}
	return cfg
}

// travelPlanner searches flights with the service of the settings, or shows
// the built-in sample.
func (h *house) travelPlanner(settings configs.Settings, stepEnded func(team, outcome string, took time.Duration), log *slog.Logger) (assistant.Assistant, error) {
	cfg := travel.Config{
		Scheduler: teams.Scheduler{StepTimeout: settings.Limits.StepTimeout},
		Model:     h.model, TodayFunc: today(settings), StepEndedFunc: stepEnded,
		PacksDir: settings.PacksDir, Logger: log,
	}
	if s := settings.Travel; s.FlightsURL != "" {
		flights, err := gds.New(gds.Config{
			BaseURL: s.FlightsURL, Key: s.FlightsKey, Secret: s.FlightsSecret,
			Logger: log,
		})
		if err != nil {
			return assistant.Assistant{}, err
		}
		cfg.Flights = flights
	}
	return travel.New(cfg)
}

// members are the assistants as the engine has them.
func members(all []assistant.Assistant) []engine.Assistant {
	list := make([]engine.Assistant, len(all))
	for i := range all {
		list[i] = all[i]
	}
	return list
}

// introductions are how the assistants present themselves at the doors.
func introductions(all []assistant.Assistant) []api.Assistant {
	list := make([]api.Assistant, len(all))
	for i, a := range all {
		list[i] = api.Assistant{
			Name: a.Name(), Title: a.Title, Description: a.Description, Examples: a.Starters,
			Views: a.Views, EditedFunc: a.Edited,
		}
		list[i].Start, list[i].Edges = a.Shape()
	}
	return list
}
