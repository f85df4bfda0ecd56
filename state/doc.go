// Package state holds the nouns that every room speaks of: session, run,
// step, plan, event, message, checkpoint and memory. It knows nothing of
// storage, sockets or models and imports only the standard library.
//
// Names on the wire are those of the state designs (snake_case); where a Go
// name differs from the design's, its comment says which type it is.
package state
