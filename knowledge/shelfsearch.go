package knowledge

import "context"

// The methods of a Library, each on the library of the moment.

// SearchArticles is Library.SearchArticles.
func (s *Shelf) SearchArticles(ctx context.Context, q Query) ([]Hit[Article], error) {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.SearchArticles(ctx, q)
}

// Gaps is Library.Gaps.
func (s *Shelf) Gaps(text string) []Gap {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Gaps(text)
}

// SearchLoans is Library.SearchLoans.
func (s *Shelf) SearchLoans(ctx context.Context, q Query) ([]Hit[LoanProduct], error) {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.SearchLoans(ctx, q)
}

// SearchGuarantees is Library.SearchGuarantees.
func (s *Shelf) SearchGuarantees(ctx context.Context, q Query) ([]Hit[Guarantee], error) {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.SearchGuarantees(ctx, q)
}

// Article is Library.Article.
func (s *Shelf) Article(law, article string) []Article {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Article(law, article)
}

// TablesOf is Library.TablesOf.
func (s *Shelf) TablesOf(a Article) []TableChunk {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.TablesOf(a)
}

// Loans is Library.Loans.
func (s *Shelf) Loans(f LoanFilter) []LoanProduct {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Loans(f)
}

// Market is Library.Market.
func (s *Shelf) Market(f PropertyFilter) []MarketRow {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Market(f)
}

// Listings is Library.Listings.
func (s *Shelf) Listings(f PropertyFilter) []Listing {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Listings(f)
}

// Counts is Library.Counts.
func (s *Shelf) Counts() Counts {
	v := s.borrow()
	defer v.readers.Done()
	return v.Library.Counts()
}
