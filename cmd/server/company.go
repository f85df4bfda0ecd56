package main

import (
	"log/slog"
	"time"

	"github.com/madang-dev/madang/assistants/company"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/search/webtool"
)

// companyAssistant answers with the figures of the settings' database, else with
// those of the sample company.
func (h *house) companyAssistant(settings configs.Settings, stepEnded func(team, outcome string, took time.Duration), log *slog.Logger) (assistant.Assistant, error) {
	var err error
	if h.figures, err = newFigures(settings, log); err != nil {
		return assistant.Assistant{}, err
	}
	cfg := company.Config{
		Numbers: h.figures, People: sample.People(), Company: sample.Company, Person: settings.Company.Person, Sample: settings.Company.DatabaseURL == "", RulesDir: settings.Company.RulesDir,
		Store: h.store, Handbook: ingest.Collection{Store: h.store, Assistant: company.Name, Model: h.model.Embedder().Model()}, Embedder: vectors(h.model),
		Model: h.model, Scheduler: teams.Scheduler{StepTimeout: settings.Limits.StepTimeout},
		TodayFunc: today(settings), StepEndedFunc: stepEnded, Logger: log,
	}
	tools, err := searchTools(settings.Search.ToolsFile, log)
	if err != nil {
		return assistant.Assistant{}, err
	}
	cfg.Web = tools[webtool.ScopeWeb]
	return company.New(cfg)
}
