package search

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/knowledge"
)

// library answers every scope; *knowledge.Library and *knowledge.Shelf are.
type library interface {
	legalSource
	loanSource
	Market(f knowledge.PropertyFilter) []knowledge.MarketRow
	Listings(f knowledge.PropertyFilter) []knowledge.Listing
}

// legalSource knows the law; a library is one.
type legalSource interface {
	SearchArticles(ctx context.Context, q knowledge.Query) ([]knowledge.Hit[knowledge.Article], error)
	Article(law, article string) []knowledge.Article
	Gaps(text string) []knowledge.Gap
	TablesOf(a knowledge.Article) []knowledge.TableChunk
}

// marketSource knows deals. Name is what rows are credited to that are not
// of the sample.
type marketSource interface {
	Name() string
	Market(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.MarketRow, error)
}

// propertySource knows homes on offer.
type propertySource interface {
	Name() string
	Listings(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.Listing, error)
}

// loanSource knows loans; a library is one.
type loanSource interface {
	Loans(f knowledge.LoanFilter) []knowledge.LoanProduct
	SearchLoans(ctx context.Context, q knowledge.Query) ([]knowledge.Hit[knowledge.LoanProduct], error)
	SearchGuarantees(ctx context.Context, q knowledge.Query) ([]knowledge.Hit[knowledge.Guarantee], error)
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

// Sources are where the scopes look; a nil one is the library.
type Sources struct {
	Legal    legalSource
	Market   marketSource
	Property propertySource
	Loan     loanSource
}

func (s *Sources) fill(lib library) error {
	if lib == nil {
		if s.Legal == nil || s.Market == nil || s.Property == nil || s.Loan == nil {
			return errors.New("search: no library and not every source")
		}
		return nil
	}
	if s.Legal == nil {
		s.Legal = lib
	}
	if s.Market == nil {
		s.Market = builtIn{lib}
	}
	if s.Property == nil {
		s.Property = builtIn{lib}
	}
	if s.Loan == nil {
		s.Loan = lib
	}
	return nil
}

// builtIn is the library as a source of deals and homes.
type builtIn struct{ lib library }

func (builtIn) Name() string { return SampleSource }

func (b builtIn) Market(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
	return b.lib.Market(f), ctx.Err()
}

func (b builtIn) Listings(ctx context.Context, f knowledge.PropertyFilter) ([]knowledge.Listing, error) {
	return b.lib.Listings(f), ctx.Err()
}
