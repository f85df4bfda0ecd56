// Package eval tells how good the product is, in numbers that can be
// repeated: labelled sets are put to the planner, the library and the whole
// assistant, and what comes back is counted.
//
//	sets (YAML) ─▶ intents    planner or assistant  accuracy, confusion
//	            ─▶ retrieval  knowledge.Library     hit@k, MRR by law and article
//	            ─▶ answers    engine, in process    cites, numbers, what must not be said
//	                       ↓
//	            Result: tables, JSON, thresholds
//
// Sets may have two halves. "tune" may be looked at while something is
// changed; "report" is only counted, and is what a reader should believe.
// Confidences are compared with how often they were right.
package eval
