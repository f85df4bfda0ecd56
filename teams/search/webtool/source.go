package webtool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
)

// The bounds of one search.
const (
	maxPages  = 10
	maxPlaces = 5
	maxItems  = 2_000
)

// Config is what a Source needs besides its Tool; all may be zero.
type Config struct {
	// Cache is this source's alone and weighs answers by their bytes; nil keeps
	// none.
	Cache  *cache.LRU[[]byte]
	HTTP   *http.Client
	Logger *slog.Logger
}

// Source searches with a declared service. It is safe for many goroutines.
type Source struct {
	tool    Tool
	cfg     Config
	service *remote.Client
}

// New is a source of a tool that Load has read.
func New(t Tool, cfg Config) *Source {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	if t.TTL <= 0 {
		t.TTL = 5 * time.Minute
	}
	return &Source{tool: t, cfg: cfg, service: remote.New(remote.Config{Timeout: t.Timeout, PerSecond: t.PerSecond, HTTP: cfg.HTTP})}
}

// Name is what results are credited to.
func (s *Source) Name() string { return s.tool.Name }

// Ask is what a tool's templates are filled with: one place of a filter, the
// first of its types, and its bounds, whole won and ㎡; what is not asked
// for is "".
type Ask struct {
	Sido, Sigungu, Dong    string
	ComplexType, DealType  string
	PriceMin, PriceMax     string
	DepositMin, DepositMax string
	MonthlyMin, MonthlyMax string
	AreaMin, AreaMax       string
	Limit                  int
	// Query is the words that pages are searched for.
	Query string
}

func asks(f knowledge.PropertyFilter) []Ask {
	a := Ask{Limit: f.Limit}
	if len(f.ComplexTypes) == 1 {
		a.ComplexType = knowledge.ComplexType(f.ComplexTypes[0])
	}
	if len(f.DealTypes) == 1 {
		a.DealType = f.DealTypes[0]
	}
	a.PriceMin, a.PriceMax = won(f.PriceWon)
	a.DepositMin, a.DepositMax = won(f.DepositWon)
	a.MonthlyMin, a.MonthlyMax = won(f.MonthlyWon)
	a.AreaMin, a.AreaMax = number(f.AreaM2.Min), number(f.AreaM2.Max)
	if len(f.Places) == 0 {
		return []Ask{a}
	}
	var all []Ask
	for _, p := range f.Places[:min(len(f.Places), maxPlaces)] {
		a.Sido, a.Sigungu, a.Dong = p.Sido, p.Sigungu, p.Dong
		all = append(all, a)
	}
	return all
}

func won(r knowledge.Range[int64]) (least, most string) { return number(r.Min), number(r.Max) }

func number[T int64 | float64](n T) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'f', -1, 64)
}

// Listings are the homes on offer that match, asked for by place and page; what
// can't be read is left out. Errors are remote's and the context's.
func (s *Source) Listings(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.Listing, error) {
	found, err := results(ctx, s, asks(f), listing)
	return f.Listings(found), err
}

// results are what is made of the items of some asks.
func results[T any](ctx context.Context, s *Source, all []Ask, make func(values) (T, error)) ([]T, error) {
	var found []T
	for _, ask := range all {
		items, err := s.items(ctx, ask)
		if err != nil {
			return nil, fmt.Errorf("webtool: %w", err)
		}
		for i, it := range items {
			one, err := make(values{tool: &s.tool, item: it})
			if err != nil {
				s.cfg.Logger.Warn("result left out", "tool", s.tool.Name, "item", i, "error", err)
				continue
			}
			found = append(found, one)
		}
	}
	return found, nil
}

// items are all pages of one search.
func (s *Source) items(ctx context.Context, ask Ask) ([]any, error) {
	first, pages := 0, 1
	if p := s.tool.Page; p != nil {
		first, pages = p.First, p.Max
	}
	var all []any
	for page := range pages {
		raw, err := s.page(ctx, ask, first+page)
		if err != nil {
			return nil, err
		}
		var answer any
		if err := json.Unmarshal(raw, &answer); err != nil {
			return nil, fmt.Errorf("%w: %w", remote.ErrAnswer, err)
		}
		list, ok := datafile.At(answer, s.tool.Items).([]any)
		if !ok {
			return nil, fmt.Errorf("%w: no list at %q", remote.ErrAnswer, s.tool.Items)
		}
		all = append(all, list...)
		if len(list) == 0 || len(all) >= maxItems {
			break
		}
	}
	return all[:min(len(all), maxItems)], nil
}

// page is one answer, from the cache when it has it.
func (s *Source) page(ctx context.Context, ask Ask, page int) ([]byte, error) {
	q := url.Values{}
	for name, t := range s.tool.query {
		var b strings.Builder
		if err := t.Execute(&b, ask); err != nil {
			return nil, fmt.Errorf("%w: query %s: %w", remote.ErrRequest, name, err)
		}
		if text := strings.TrimSpace(b.String()); text != "" {
			q.Set(name, text)
		}
	}
	if s.tool.Page != nil {
		q.Set(s.tool.Page.Param, strconv.Itoa(page))
	}
	key := q.Encode()
	if raw, ok := s.cfg.Cache.Get(key); ok {
		return raw, nil
	}
	raw, err := s.ask(ctx, q)
	if err == nil && json.Valid(raw) {
		s.cfg.Cache.SetFor(key, raw, len(key)+len(raw), s.tool.TTL)
	}
	return raw, err
}

func (s *Source) ask(ctx context.Context, q url.Values) ([]byte, error) {
	target, err := url.Parse(s.tool.URL)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", remote.ErrRequest, err)
	}
	all := target.Query()
	for name := range q {
		all.Set(name, q.Get(name))
	}
	target.RawQuery = all.Encode()
	header := http.Header{"Accept": {"application/json"}}
	for name, text := range s.tool.headers {
		header.Set(name, text)
	}
	a, err := s.service.Fetch(ctx, remote.Request{URL: target.String(), Header: header})
	return a.Body, err
}
