// Package scoring marks a free answer by a rubric: weighted criteria, each of
// concepts that an answer has to hold in one of several wordings.
//
//	result := rubric.Mark(answer, question, hint)   // by the rubric's own terms
//	result, wrong := rubric.Reckon(answer, awards)  // by what a judge awarded
//
// A criterion earns all of its points, half of them or none, and names the words
// of the answer that earned them. A claim that its clause takes back ("don't
// check") does not count, and neither form nor what was copied from the question
// earns anything. Reading is linear in the answer.
//
// Which words take a claim back is in phrases/, one file a language.
package scoring
