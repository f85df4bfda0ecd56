// Package knowledge is where teams look things up: statute articles with
// their tables, loan products and guarantees, a market sample and property
// listings, all read from the packs of an assistant when the server starts.
//
// Open reads and checks the packs and builds an index in memory. A query is
// answered in three steps:
//
//	"전세금 5% 인상 가능해?"
//	  → words without particles, filler words dropped, and other words for
//	    the same thing: 차임, 증액, 20분의 1   (text.go, lexicon.go, question.go)
//	  → in order by BM25 over weighted fields, the share of the question held,
//	    the best phrase of what people say and the best sentence   (rank.go)
//	  → each with the chance that it answers   (rank.go)
//
// What a query asks for and the library certainly does not hold are its gaps
// (gap.go).
//
// An article that the query names ("주임법 7조의2") comes first whatever its
// rank.
//
// What operators ingest (room ingest) are passages in the same index; one with
// the text of an article follows the article that explains it. Where passages
// have vectors, the ranking by words and that by meaning are fused by
// reciprocal rank (vectors.go).
//
// A Library never changes. A Shelf holds the one of the moment and puts a new
// one in its place when packs or passages have changed.
package knowledge
