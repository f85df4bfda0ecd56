// Package toolloop has a language model call tools while it writes an answer.
//
//	Respond ─▶ Ask ─▶ the model ─┬─▶ an answer, or why there is none
//	    ▲                        └─▶ calls ─▶ (approval) ─▶ steps of the plan
//	    └──────── the supervisor carries them out ◀──────────────┘
//
// Each answer of the model and each call is a Do of the run: recorded before it
// is used, heard again after a crash and in a replay. A call is a step: it is
// shown with its progress, bounded by its time, skipped and cancelled like any
// other. The conversation with the model is put together from these records each
// time and never stored as a whole, so that a run writes what is new and no more.
package toolloop
