package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/assistants/travel/gds"
	"github.com/madang-dev/madang/assistants/tutor"
	"github.com/madang-dev/madang/cache"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/metrics"
	"github.com/madang-dev/madang/remote"
	"github.com/madang-dev/madang/teams"
)

// assistants are what sessions can choose; the first is the default. meter
// may be nil.
func (h *house) assistants(ctx context.Context, settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) ([]engine.Assistant, error) {
	var stepEnded func(team, outcome string, took time.Duration)
	if meter != nil {
		stepEnded = meter.StepEnded
	}
	var (
		ground           *realestate.Ground
		teacher, planned engine.Assistant
		parts            errgroup.Group // what takes long, side by side
	)
	part := func(name string, build func() error) {
		parts.Go(func() error {
			if err := build(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		})
	}
	part("real-estate assistant", func() (err error) { h.shelf, err = h.knowledge(ctx, settings, meter, log); return err })
	part("real-estate assistant", func() (err error) { ground, err = realestate.Prepare(settings.PacksDir); return err })
	part("tutor", func() (err error) { teacher, err = tutor.New(h.lessons(settings, log)); return err })
	part("travel planner", func() (err error) { planned, err = h.travelPlanner(settings, stepEnded, log); return err })
	part("database", func() (err error) {
		if h.serves {
			_, err = h.store.Migrate(ctx)
		}
		if err == nil {
			h.remembered, err = h.memory(ctx, settings, meter, log)
		}
		return err
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	market, property, err := h.searchSources(settings, log)
	if err != nil {
		return nil, fmt.Errorf("real-estate assistant: %w", err)
	}
	adviser, err := realestate.New(ctx, realestate.Config{
		Shelf: h.shelf, Ground: ground,
		Market: market, Property: property,
		Memory:        h.remembered,
		Model:         h.model,
		Scheduler:     teams.Scheduler{StepTimeout: settings.Limits.StepTimeout},
		TodayFunc:     today(settings),
		StepEndedFunc: stepEnded,
		PacksDir:      settings.PacksDir,
		Logger:        log,
	})
	if err != nil {
		return nil, fmt.Errorf("real-estate assistant: %w", err)
	}
	all := []engine.Assistant{adviser, teacher, planned}
	if settings.Probe {
		all = append(all, probe.New(probe.Config{
			Scheduler: teams.Scheduler{StepTimeout: settings.Limits.StepTimeout}, StepEndedFunc: stepEnded,
		}))
	}
	return all, nil
}

// knowledge is the real-estate assistant's: its packs and what was ingested.
func (h *house) knowledge(ctx context.Context, settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) (*knowledge.Shelf, error) {
	return realestate.NewShelf(ctx, settings.PacksDir, knowledge.ShelfConfig{
		Library:  knowledge.Config{SearchedFunc: meter.KnowledgeSearched, Embedder: vectors(h.model)},
		Ingested: ingest.Collection{Store: h.store, Assistant: realestate.Name, Model: h.model.Embedder().Name()},
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
func (h *house) travelPlanner(settings configs.Settings, stepEnded func(team, outcome string, took time.Duration), log *slog.Logger) (engine.Assistant, error) {
	cfg := travel.Config{
		Scheduler: teams.Scheduler{StepTimeout: settings.Limits.StepTimeout},
		Model:     h.model, TodayFunc: today(settings), StepEndedFunc: stepEnded,
		PacksDir: settings.PacksDir, Logger: log,
	}
	if s := settings.Travel; s.FlightsURL != "" {
		flights, err := gds.New(gds.Config{
			BaseURL: s.FlightsURL, Key: s.FlightsKey, Secret: s.FlightsSecret,
			Remote: remote.Config{Timeout: s.FlightsTimeout, PerSecond: s.FlightsPerSecond},
			Cache:  cache.NewInMem(cache.InMemConfig{MaxEntries: 1000}), Logger: log,
		})
		if err != nil {
			return nil, err
		}
		cfg.Flights = flights
	}
	return travel.New(cfg)
}

// introductions are how the assistants present themselves; the first is the
// default.
func (h *house) introductions(settings configs.Settings, log *slog.Logger) ([]api.Assistant, error) {
	tutoring, err := introduceTutor(h.lessons(settings, log))
	if err != nil {
		return nil, fmt.Errorf("tutor: %w", err)
	}
	all := []api.Assistant{introduction(), tutoring, travelIntroduction()}
	if settings.Probe {
		all = append(all, api.Assistant{
			Name:        probe.Name,
			Title:       words.Text{"ko": "측정용 상담", "en": "Probe"},
			Description: words.Text{"ko": "해야 할 일이 미리 정해져 있어 성능과 장애 대응을 시험할 때 씁니다.", "en": "Work that is known beforehand, for measuring and for tests of failures."},
			Examples:    []words.Text{{"ko": `{"steps":3,"step_ms":500,"parallel":true}`}},
		})
	}
	return all, nil
}

// introduction is how the real-estate adviser presents itself.
func introduction() api.Assistant {
	a := api.Assistant{
		Name:        realestate.Name,
		Title:       words.Text{"ko": "부동산 상담", "en": "Real-estate adviser"},
		Description: words.Text{"ko": "임대차·매매 법률, 시세, 대출, 세금과 계약서를 검색·분석·문서 팀이 함께 답합니다.", "en": "Search, analysis and document teams answer on leases, prices, loans, taxes and contracts."},
	}
	for _, e := range realestate.Examples() {
		a.Examples = append(a.Examples, words.Text{"ko": e.KO, "en": e.EN})
	}
	return a
}

// travelIntroduction is how the travel planner presents itself.
func travelIntroduction() api.Assistant {
	a := api.Assistant{
		Name:        travel.Name,
		Title:       words.Text{"ko": "여행 플래너", "en": "Travel planner"},
		Description: words.Text{"ko": "여행지, 기간, 예산, 인원, 스타일을 물어보고 항공·숙소·일정·예산을 함께 따져 세 가지 플랜을 제안합니다.", "en": "Asks where, how long, how much, how many and what you like, then offers three plans with flights, lodging, days and costs."},
	}
	for _, e := range travel.Examples() {
		a.Examples = append(a.Examples, words.Text{"ko": e.KO, "en": e.EN})
	}
	return a
}

// introduceTutor is how the tutor presents itself, with what it shows.
func introduceTutor(cfg tutor.Config) (api.Assistant, error) {
	views, err := tutor.Views(cfg)
	if err != nil {
		return api.Assistant{}, err
	}
	a := api.Assistant{
		Name:        tutor.Name,
		Title:       words.Text{"ko": "AI 활용법 학습 튜터", "en": "Tutor for using AI well"},
		Description: words.Text{"ko": "여덟 장의 AI 활용법을 설명, 퀴즈, 평가와 피드백으로 함께 공부합니다. 입문과 실무 응용 과정이 있습니다.", "en": "Eight chapters on using AI well, each explained, asked about and discussed, for beginners and for work."},
		Views:       views, EraseFunc: tutor.Erase,
	}
	if a.ExportFunc, err = tutor.Export(cfg); err != nil {
		return api.Assistant{}, err
	}
	for _, e := range tutor.Examples() {
		a.Examples = append(a.Examples, words.Text{"ko": e.KO, "en": e.EN})
	}
	return a, nil
}
