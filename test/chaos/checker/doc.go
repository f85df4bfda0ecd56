// Package checker judges a server by what its clients saw and what its
// database holds, and by nothing else. It imports no other package of the
// module, so that a mistake of the server can't be a mistake of its judge.
//
//	recordings of clients ──┐
//	                        ├─▶ Check ─▶ violations
//	rows of the database ───┘
//
// A recording is the frames of a client as they arrived, connection by
// connection. Read is the only place that knows tables and columns. Check is
// a pure function; its own tests give it histories that are broken by hand,
// one for each kind of violation.
package checker
