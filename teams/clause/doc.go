// Package clause finds the clauses of a contract in a text and judges each:
// risky or not, how severe, why, by which article and what to write instead. A
// clause that forbids the bad thing ("전입신고를 금지하지 않는다") is fine.
//
// Extract tells the clauses from what their reader says about them. A Catalog
// (clauses.yaml) judges them by meaning: the concepts that stand in a clause,
// who acts, and whether what is said is denied, which an odd number of negations
// does. The package knows no risk and no law by itself.
package clause
