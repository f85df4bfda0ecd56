package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
	"github.com/madang-dev/madang/teams/search/deals"
	"github.com/madang-dev/madang/teams/search/webtool"
)

// What searches are kept of a source, besides their number: about 50 MB of
// deals (rows), and the answers of a declared tool (bytes).
const (
	keptDeals   = 100_000
	keptAnswers = 64 << 20
)

// searchSources are where the real-estate adviser looks besides its packs: the
// services of the settings, nil where there is none.
func (h *house) searchSources(settings configs.Settings, log *slog.Logger) (from search.Sources, err error) {
	s := settings.Search
	tools, err := searchTools(s.ToolsFile, log)
	if err != nil {
		return from, err
	}
	if t := tools[search.ScopeProperty]; t != nil {
		from.Property = t
	}
	if s.DealsKey == "" {
		return from, nil
	}
	districts, err := realestate.Districts(settings.PacksDir)
	if err != nil {
		return from, err
	}
	reported, err := deals.New(deals.Config{
		BaseURL: s.DealsURL, Key: s.DealsKey, Districts: districts, Months: s.DealsMonths, Clock: today(settings),
		Cache: cache.NewLRU[[]knowledge.MarketRow](2000, keptDeals), Logger: log,
	})
	if err != nil {
		return from, err
	}
	from.Market = reported
	return from, nil
}

// searchTools are the services of a file by what they are for; no file has none.
func searchTools(path string, log *slog.Logger) (map[string]*webtool.Source, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("search tools: %w", err)
	}
	tools, err := webtool.Load(f, os.LookupEnv)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	by := map[string]*webtool.Source{}
	for _, t := range tools {
		by[t.Scope] = webtool.New(t, webtool.Config{Cache: cache.NewLRU[[]byte](500, keptAnswers), Logger: log})
	}
	return by, nil
}
