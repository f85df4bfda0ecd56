package search

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/knowledge"
)

// MarketSource knows deals. Name is what rows are credited to that are not
// of the sample.
type MarketSource interface {
	Name() string
	Market(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.MarketRow, error)
}

// PropertySource knows homes on offer.
type PropertySource interface {
	Name() string
	Listings(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.Listing, error)
}

// ErrTooWide is a source's answer to a filter that names no place, or more
// than it can be asked about at once.
var ErrTooWide = errors.New("search: the source wants a narrower place")

// Incomplete comes with a source's results when a part of them is missing.
type Incomplete struct {
	Missing []string // for the user, e.g. "마포구 아파트 2026-11"
	Err     error
}

func (i *Incomplete) Error() string { return "search: incomplete: " + i.Err.Error() }
func (i *Incomplete) Unwrap() error { return i.Err }

// Sources are where deals and homes are looked for besides; a nil one is the
// library.
type Sources struct {
	Market   MarketSource
	Property PropertySource
}

// builtIn is the library as a source of deals and homes.
type builtIn func() *knowledge.Library

func (builtIn) Name() string { return SampleSource }

func (b builtIn) Market(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
	return b().Market(f), ctx.Err()
}

func (b builtIn) Listings(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.Listing, error) {
	return b().Listings(f), ctx.Err()
}
