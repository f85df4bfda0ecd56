// Package chaos breaks a running cluster on purpose and lets an independent
// checker judge what its clients saw. It has no code but tests:
//
//	clients ──▶ node 0 ┐            ┌─▶ Postgres
//	   │  └───▶ node 1 ┼─ toxiproxy ┤
//	   │        node n ┘            └─▶ Redis
//	   ▼                                  │
//	recordings ────────▶ checker ◀────────┘ (a connection of its own)
//
// The nodes are real processes of the real program, built with the tag
// `failpoint`. Each test injects one fault, proves that it fired, and asks
// the checker. docs/chaos.md tells how to run them and to repeat a seed.
package chaos
