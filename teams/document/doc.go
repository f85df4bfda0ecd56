// Package document is the team that writes contracts with a user and reads
// the contracts that a user was given.
//
// A conversation goes through four doors:
//
//	"임대차계약서 써줘"  → the words are read into a typed contract, what is
//	                       missing or contradictory is asked for, and when
//	                       enough is known a draft is rendered and checked
//	"이 조항 좀 봐줘"    → risky clauses are named with law and wording
//	"수정 문구로 다시"   → the last reviewed text is written again
//	"문자 초안 써줘"     → a message or notice between the parties is drafted,
//	                       with its sums worked out; it is never sent
//
// What a kind of contract asks, checks and says stands in forms/, what a
// message says in letters/; the package knows no field of them by name but
// those that letters reckon with.
//
// Between turns everything that was said lives in a Draft, which the caller
// keeps in the session's state. A draft is never an official form: every
// document says so and asks to be compared with the official one.
package document
