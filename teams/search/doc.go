// Package search is the team that finds things out: the law behind a
// question, what homes cost, which loans fit the user and what is on offer.
//
// The scopes of a step are searched one after another. One that fails does not
// take the others with it: the state says what is missing. When nothing
// matches a place exactly, the search is widened step by step and says so.
package search
