package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path"
	"strings"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/metrics"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/openai"
	"github.com/madang-dev/madang/llm/scripted"
	"github.com/madang-dev/madang/teams/tools/mcp"
)

// scriptPrefix marks the name of a file instead of a model.
const scriptPrefix = "scripted:"

// errNoPrice stops a server whose caps on money could not be kept.
var errNoPrice = errors.New("model: a cap on money needs the prices (model.price_input, model.price_output, and model.price_embedding with an embedding model)")

// uncounted is for commands whose numbers nobody asks for.
func uncounted() *metrics.Metrics { return metrics.New(metrics.Config{}) }

// openModel is the language model of the settings, nil without one.
func (h *house) openModel(settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) (*llm.Client, error) {
	s := settings.Model
	if s.Name == "" && s.Embedding == "" {
		log.Info("no model is configured: assistants answer by rules and packs")
		return nil, nil
	}
	cfg := llm.Config{
		Name: s.Name, EmbeddingName: s.Embedding,
		Timeout: s.Timeout, Silence: s.SilenceTimeout, Concurrent: s.Concurrent, MaxTokens: s.MaxTokens,
		Caps: caps(s), Logger: log,
		Price:          price(s.PriceInput, s.PriceOutput),
		EmbeddingPrice: price(s.PriceEmbedding, 0),
		Meter: llm.Meter{
			CalledFunc: meter.ModelCalled,
			SpentFunc:  func(u llm.Usage, cost int64) { meter.ModelSpent(u.InputTokens, u.OutputTokens, cost) },
		},
	}
	if h.store != nil { // else nobody but this process asks
		cfg.Ledger = h.store
	}
	if err := chooseModel(&cfg, s); err != nil {
		return nil, err
	}
	if s.Mask {
		cfg.HideFunc = guard.Hide
	}
	priced := (cfg.Model == nil || cfg.Price.Known) && (cfg.Embedder == nil || cfg.EmbeddingPrice.Known)
	if s.CostPerRun+s.CostPerUserDay+s.CostPerAddressDay+s.CostPerCompanyDay+s.CostPerDay > 0 && !priced {
		return nil, errNoPrice
	}
	log.Info("a model is configured", "model", cfg.Name, "embedding_model", cfg.EmbeddingName,
		"priced", priced, "caps", cfg.Caps)
	return llm.NewClient(cfg), nil
}

// chooseModel makes the providers that the settings name.
func chooseModel(cfg *llm.Config, s configs.Model) error {
	server := openai.Config{BaseURL: s.BaseURL, APIKey: s.APIKey}
	if file, found := strings.CutPrefix(s.Name, scriptPrefix); found {
		script, err := scripted.Load(file)
		if err != nil {
			return fmt.Errorf("model.name: %w", err)
		}
		cfg.Name, cfg.Model = scripted.Name, scripted.New(script)
	} else if s.Name != "" {
		server.Model = s.Name
		cfg.Model = openai.New(server)
	}
	if s.Embedding != "" {
		server.Model = s.Embedding
		cfg.Embedder = openai.NewEmbedder(server)
	}
	return nil
}

// openTools are the MCP servers of the settings; nil is none.
func openTools(s configs.Model, log *slog.Logger) (*mcp.Servers, error) {
	if s.ToolsFile == "" || s.Name == "" {
		return nil, nil
	}
	list, err := mcp.Load(s.ToolsFile, os.LookupEnv)
	if err != nil {
		return nil, fmt.Errorf("model.tools_file: %w", err)
	}
	return mcp.New(list, log), nil
}

func caps(s configs.Model) llm.Caps {
	return llm.Caps{
		TokensPerRun: int64(s.TokensPerRun), TokensPerUserDay: int64(s.TokensPerUserDay), TokensPerAddressDay: int64(s.TokensPerAddressDay),
		TokensPerCompanyDay: int64(s.TokensPerCompanyDay), TokensPerDay: int64(s.TokensPerDay),
		CostPerRun: micros(s.CostPerRun), CostPerUserDay: micros(s.CostPerUserDay), CostPerAddressDay: micros(s.CostPerAddressDay),
		CostPerCompanyDay: micros(s.CostPerCompanyDay), CostPerDay: micros(s.CostPerDay),
	}
}

// price is what the settings say of a million tokens; below 0 nobody knows.
func price(input, output float64) llm.Price {
	if input < 0 || output < 0 {
		return llm.Price{}
	}
	return llm.Price{Known: true, Input: micros(input), Output: micros(output)}
}

// micros is money in millionths.
func micros(money float64) int64 { return int64(math.Round(money * 1_000_000)) }

// purposes are the prompts that ship with the program, for metrics.
func purposes() []string {
	out := []string{llm.EmbeddingPurpose}
	files, err := fs.Glob(configs.FS, "prompts/*.md")
	if err != nil {
		panic(err) // only a pattern that can't be read
	}
	for _, f := range files {
		out = append(out, strings.TrimSuffix(path.Base(f), ".md"))
	}
	return out
}
