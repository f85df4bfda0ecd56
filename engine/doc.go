// Package engine runs assistants durably. An assistant is a Graph of named
// nodes over one typed state; a query is a run through it.
//
//	Submit ──▶ run row + user message (one transaction) ──▶ ack
//	   │
//	   ▼            ┌───────────── Turn ──────────────┐
//	claim (fence) ─▶│ node ─ commit ─ commit ─ outcome │─▶ next node … End
//	                └───────┬─────────────────────────┘
//	                        ▼ group commit
//	        checkpoint + events + messages + fence check (one transaction)
//	                        ▼ only after it
//	                 streams of the session's watchers
//
// What is promised: an event is seen only after the transaction that holds
// it; a session's events are numbered without holes; a run has one writer
// at a time and ends in exactly one terminal event; a node that is entered
// again after a crash sees what was committed.
package engine
