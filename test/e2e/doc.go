// Package e2e starts the real program and uses it as clients do: over HTTP,
// WebSocket and the terminal, with real kills and real restarts.
package e2e
