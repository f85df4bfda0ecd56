// Package ws is the WebSocket door of the chat: it lets a browser or a
// mobile app ask questions of a session and shows it, in order and exactly
// once, what becomes of them.
//
//	           ┌────────────────── conn ──────────────────┐
//	frames ──▶ │ read ─▶ decode ─▶ handle ─▶ Submit, …    │
//	           │                     │ reply              │
//	frames ◀── │ pen ◀───────────────┘                    │
//	           │  ▲                                       │
//	           │  └── follow ◀── Stream (store, then live)│
//	           └──────────────────────────────────────────┘
//
// One goroutine reads; the other follows the session's stream, sends what
// it gives and beats the heart. Whoever writes holds the pen, so that a
// burst of frames leaves in one piece and with one system call. Nothing is
// queued: replies wait for the pen, events wait in the stream.
//
// Two dialects are spoken. A client that negotiated the subprotocol
// madang.v1, or said hello, hears every event; any other hears only the
// base events. A base client asks for nothing when it comes back, so the
// server replays what the session's sockets have not been sent (see
// delivery.go for what counts as sent).
package ws
