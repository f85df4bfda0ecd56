package knowledge

import "context"

// The methods of a Library, each on the library of the moment.

// SearchArticles is Library.SearchArticles.
func (s *Shelf) SearchArticles(ctx context.Context, q Query) ([]Hit[Article], error) {
	return s.now().SearchArticles(ctx, q)
}

// SearchLoans is Library.SearchLoans.
func (s *Shelf) SearchLoans(ctx context.Context, q Query) ([]Hit[LoanProduct], error) {
	return s.now().SearchLoans(ctx, q)
}

// SearchGuarantees is Library.SearchGuarantees.
func (s *Shelf) SearchGuarantees(ctx context.Context, q Query) ([]Hit[Guarantee], error) {
	return s.now().SearchGuarantees(ctx, q)
}

// Gaps is Library.Gaps.
func (s *Shelf) Gaps(text string) []Gap { return s.now().Gaps(text) }

// Article is Library.Article.
func (s *Shelf) Article(law, article string) []Article { return s.now().Article(law, article) }

// TablesOf is Library.TablesOf.
func (s *Shelf) TablesOf(a Article) []TableChunk { return s.now().TablesOf(a) }

// Loans is Library.Loans.
func (s *Shelf) Loans(f LoanFilter) []LoanProduct { return s.now().Loans(f) }

// Market is Library.Market.
func (s *Shelf) Market(f PropertyFilter) []MarketRow { return s.now().Market(f) }

// Listings is Library.Listings.
func (s *Shelf) Listings(f PropertyFilter) []Listing { return s.now().Listings(f) }

// Counts is Library.Counts.
func (s *Shelf) Counts() Counts { return s.now().Counts() }

// Wordings is Library.Wordings.
func (s *Shelf) Wordings(text string) [][]string { return s.now().Wordings(text) }
