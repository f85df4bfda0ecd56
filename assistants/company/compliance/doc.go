// Package compliance checks documents and actions against rules that are
// data. A rule says whom it concerns, which questions it asks and, as a
// formula over their answers, what has to be kept to; answers come from the
// fields of a form, from data, or are read out of the text with the place
// where they stand.
//
//	rules := compliance.Shipped()
//	out := rules.Check(compliance.Target{Type: "visit_report", Text: text, Day: today}, "ko")
//
// A formula is a condition of package forms over the answers. An answer that
// nobody gave is tried as everything that it could be: a rule that holds
// whatever it is passes, one that is broken whatever it is fails, and
// everything between is unclear and for a person to decide.
package compliance
