// Package knowledge is where teams look things up: statute articles with
// their tables, loan products and guarantees, a market sample and property
// listings, all read from the packs of an assistant when the server starts.
//
// Open reads and checks the packs and builds an index in memory. A query is
// answered in four steps:
//
//	"전세금 5% 인상 가능해?"
//	  → words without particles, filler words dropped   (text.go, lexicon.go)
//	  → other words for the same thing: 차임, 증액, 20분의 1   (lexicon.go)
//	  → candidates by BM25 over weighted fields          (index.go)
//	  → kept when enough of the question is covered      (question.go)
//	  → in order by eight features and a fitted weight each (rank.go)
//
// The first article's score is the chance that it is right (sure.go). What a
// query asks for and the library does not hold are its gaps (gap.go).
//
// An article that the query names ("주임법 7조의2") comes first whatever its
// rank. Text that has nothing to do with the packs finds nothing.
//
// What operators ingest (room ingest) are passages: an index of their own is
// searched beside the articles, so that they change nothing of what the packs
// find, and a passage with the text of an article follows the article that
// explains it. Where passages have vectors, the ranking by words and that by
// meaning are fused by reciprocal rank (vectors.go).
//
// A Library never changes. A Shelf holds the one of the moment and puts a new
// one in its place when packs or passages have changed.
package knowledge
