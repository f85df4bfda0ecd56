// Package store keeps what must outlive a process: sessions, runs and their
// history, and what is remembered of users. It speaks to SQLite, one file
// on this machine, or to Postgres, shared by several nodes; callers see no
// difference but Exclusive.
//
// Writes of running work go through Apply, which puts the transitions of
// many runs into one transaction:
//
//	Submit ── queued ──▶ Claim ── running ──▶ Apply … Apply ── finished
//	                       ▲                    │
//	                       └── lease lapsed ────┘ (the fence grows, so the
//	                           earlier owner's writes are refused)
//
// Every method takes at most ten seconds; the errors that a caller can
// branch on are those of errors.go, everything else is for the operator.
// Times are kept in milliseconds and come back in UTC.
package store

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate -f ../sqlc.yaml
