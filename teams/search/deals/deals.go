package deals

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search"
)

// SourceName is what deals of the service are credited to.
const SourceName = "국토교통부 실거래가 공개시스템"

// BaseURL is the public data portal's.
const BaseURL = "https://apis.data.go.kr/1613000"

// ErrLimit is an error of Market, as are search.ErrTooWide, search.Incomplete,
// remote's and the context's.
var ErrLimit = errors.New("the key's requests of the day are used up")

// The bounds of one search, and those of one month of a district.
const (
	maxDistricts = 5
	maxRequests  = 48
	pageRows     = 1000
	maxPages     = 5
)

// How long a month is kept that deals may still be reported for, and any other.
const (
	keptOpen   = time.Hour
	keptClosed = 24 * time.Hour
)

// Config is what a Source needs; Key and Districts have no default.
type Config struct {
	BaseURL string // "" is BaseURL
	// Key is the service key, as it is or URL-encoded.
	Key       string
	Districts []District
	// Months is how many months are searched, the running one included (3).
	Months int
	// Remote bounds the requests.
	Remote remote.Config
	// Cache is this source's alone and weighs months by their rows. nil keeps none.
	Cache *cache.LRU[[]knowledge.MarketRow]
	// Clock is the time; nil is time.Now.
	Clock  func() time.Time
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	c.Months = cmp.Or(max(c.Months, 0), 3)
	c.BaseURL = cmp.Or(c.BaseURL, BaseURL)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return c
}

// Source finds deals. It is safe for many goroutines.
type Source struct {
	Config
	service *remote.Client
	key     string // encoded
}

// New is a source of deals.
func New(cfg Config) (*Source, error) {
	cfg = cfg.withDefaults()
	base, err := url.Parse(strings.TrimRight(cfg.BaseURL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("deals: the base URL must be http or https with a host")
	}
	cfg.BaseURL = base.String()
	if cfg.Key == "" || len(cfg.Districts) == 0 {
		return nil, errors.New("deals: a service key and the table of districts are needed")
	}
	return &Source{Config: cfg, service: remote.New(cfg.Remote), key: encoded(cfg.Key)}, nil
}

// encoded is the key as an address has it. The portal hands keys out both
// ways, and one that is encoded twice is refused.
func encoded(key string) string {
	if strings.Contains(key, "%") {
		if plain, err := url.QueryUnescape(key); err == nil {
			key = plain
		}
	}
	return url.QueryEscape(key)
}

// Name is what deals are credited to.
func (s *Source) Name() string { return SourceName }

// request is one month of one data set in one district.
type request struct {
	kind     kind
	district District
	month    time.Time
}

// Market finds deals of the newest months, the latest first. A filter that
// names no district, or too many, is search.ErrTooWide. When some requests
// failed it returns the rows of the others and a search.Incomplete.
func (s *Source) Market(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
	requests, err := s.requests(f)
	if err != nil {
		return nil, err
	}
	found := make([][]knowledge.MarketRow, len(requests))
	errs := make([]error, len(requests))
	var group errgroup.Group
	group.SetLimit(4)
	for i, r := range requests {
		group.Go(func() error {
			found[i], errs[i] = s.month(ctx, r)
			return nil
		})
	}
	_ = group.Wait() // errs has them all
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	rows := f.Market(unique(slices.Concat(found...)))
	return rows, s.outcome(requests, errs)
}

// outcome is nil, the failure of all requests, or what is missing of some.
func (s *Source) outcome(requests []request, errs []error) error {
	var missing []string
	failed := 0
	for i, err := range errs {
		if err == nil {
			continue
		}
		failed++
		r := requests[i]
		name := r.district.Sigungu + " " + r.kind.complexType + " " + r.month.Format("2006-01")
		if !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	switch failed {
	case 0:
		return nil
	case len(errs):
		return errors.Join(errs[0])
	}
	return &search.Incomplete{Missing: missing, Err: errors.Join(errs...)}
}

// requests are what a filter asks for, months first, so that what has to be
// left out is old.
func (s *Source) requests(f knowledge.PropertyFilter) ([]request, error) {
	districts := within(s.Districts, f.Places)
	if len(districts) == 0 || len(districts) > maxDistricts {
		return nil, search.ErrTooWide
	}
	now := s.Clock().In(korean.Zone)
	this := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, korean.Zone)
	var all []request
	for back := range s.Months {
		for _, d := range districts {
			for _, k := range kindsFor(f) {
				all = append(all, request{k, d, this.AddDate(0, -back, 0)})
			}
		}
	}
	return all[:min(len(all), maxRequests)], nil
}

// unique leaves out deals that were reported twice.
func unique(rows []knowledge.MarketRow) []knowledge.MarketRow {
	seen := make(map[string]bool, len(rows))
	return slices.DeleteFunc(rows, func(r knowledge.MarketRow) bool {
		again := seen[r.ID]
		seen[r.ID] = true
		return again
	})
}
