// Package ws is the WebSocket door of the chat: it lets a browser or a
// mobile app ask questions of a session and shows it, in order and exactly
// once, what becomes of them.
//
//	           ┌────────────────── conn ──────────────────┐
//	frames ──▶ │ receive ─▶ decode ─▶ handle ─▶ Submit, …  │
//	           │                        │ reply            │
//	frames ◀── │ pen ◀──────────────────┘                  │
//	           │  ▲                                        │
//	           │  └── play ◀── Stream (store, then live)   │
//	           └───────────────────────────────────────────┘
//
// One goroutine waits for frames, with no buffer in hand and hardly a
// stack. The stream rouses another when something may be at hand, which
// plays it and ends; a timer starts one for what is due at a time. An idle
// socket costs the first, and about 5 KB. Whoever writes holds the pen, so
// that a burst of frames leaves in one piece and with one system call.
// Nothing is queued: replies wait for the pen, events wait in the stream.
// The stream's events may come from any node.
//
// Two dialects are spoken. A client that negotiated the subprotocol
// madang.v1, or said hello, hears every event; any other hears only the
// base events. A base client asks for nothing when it comes back, so the
// server replays what the session's sockets have not been sent (see
// delivery.go for what counts as sent).
package ws
