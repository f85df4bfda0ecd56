// Package ingest brings operators' own files into a pack of knowledge:
//
//	folder ─▶ walk ─▶ read by type ─▶ records ─▶ chunks ─▶ store
//	            │         │                                 │ one transaction
//	            │         └ problems {file, line, message}  │ a source
//	            └ gone from the folder: removed             └ vectors, if any
//
// A source is taken as a whole or not at all: one bad record keeps out its
// file, and the version before stays. Whatever a file holds, reading it is
// bounded in size, depth and time, and ends in records or in problems.
//
// Collection is the other direction: what is stored, for a knowledge.Shelf.
package ingest
