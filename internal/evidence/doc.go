// Package evidence holds what an answer may state: facts with their sources,
// the figures in them, and whether a sentence says only what its facts say.
//
// It knows no team and no model, so that the check that stands between a
// model's text and a user can be tested, and fuzzed, by itself.
//
//	teams' states → Fact … List ─┬─▶ Check(sentence, facts) → what is wrong
//	                             └─▶ Conflicts, Dated → what a user is told
package evidence
