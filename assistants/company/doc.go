// Package company is the assistant of a company's staff: a query analyser, a
// planner and an execution manager over five agents, which read numbers, look
// things up, write documents, check them against rules and decide where they
// are kept.
//
//	analyzing → planning → executing → completed
//	   │  ▲         ▲          │
//	   ▼  │         └ re-plan ─┤
//	clarifying               approving (the user hands a document in)
//
// Who asks decides what the planner can see at all (access); numbers come
// through a catalogue and never by SQL of a model (semantic).
package company
