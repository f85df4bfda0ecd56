// Package store keeps what must outlive a process: sessions, runs and their
// history, and what is remembered of users. It speaks to SQLite, one file
// on this machine, or to Postgres, shared by several nodes; callers see no
// difference but Exclusive.
//
// Writes of running work go through Write, which puts submissions and
// transitions of many sessions into one transaction:
//
//	          ┌─ free session ─────────────┐
//	Write ────┤                            ▼
//	          └─ queued ──▶ Claim ──▶ running ── Write … Write ── finished
//	               ▲          ▲            │
//	               │          └────────────┤ lease lapsed (the fence grows,
//	               │                       │ so the earlier owner's writes
//	               └─ Resume ◀── waiting ◀─┘ are refused)
//
// A session's row in heads is the lock, the numbering and the claim: every
// transaction about a session changes it first. A transition in the middle
// of a run changes nothing else and adds its rows.
//
// There are two ways to write. The plain one is single statements that both
// databases understand; on Postgres what is common (a claim at once in a free
// session, a transition of a held run, or both together) goes as a group in one
// round trip.
// A group is numbered here, from the Head that its writers hand in, and the
// server refuses it when a head stands elsewhere; then the plain way finds
// out.
//
// States are kept as changes against the step before, at most 32 in a row,
// and rebuilt when they are read.
//
// Every method takes at most ten seconds; the errors that a caller can
// branch on are those of errors.go, everything else is for the operator.
// Times are kept in milliseconds and come back in UTC.
package store

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate -f ../sqlc.yaml
