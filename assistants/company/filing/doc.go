// Package filing decides where something is stored and stores it: rows of a
// known form go into a table, texts that are to be found again into pieces for
// the search, rows that no table takes are kept as a file, and what is several
// of these goes to several places.
//
//	d := schemas.Decide(item)           // pure: the decision with its reasons
//	effect := schemas.Write(item, d, now) // in the transaction of the caller
//
// It also keeps the company's documents with their versions and checks
// (document.go). Everything belongs to one company.
package filing
