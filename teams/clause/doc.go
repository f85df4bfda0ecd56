// Package clause reads contract text and points at the clauses that put the
// reader at risk: which words, why they are risky, which article says so and
// what to write instead. A clause that forbids the bad thing ("전입신고를
// 금지하지 않는다") is not reported.
//
// The rules are data (a clauses.yaml); this package loads and applies them.
package clause
