// Package ws is the WebSocket door of the chat: it lets a browser or a
// mobile app ask questions of a session and shows it, in order and exactly
// once, what becomes of them.
//
//	           ┌────────────────── conn ──────────────────┐
//	frames ──▶ │ receive ─▶ decode ─▶ handle ─▶ Submit, …  │
//	           │                        │ reply            │
//	frames ◀── │ frameWriter ◀──────────┘                  │
//	           │  ▲                                        │
//	           │  └── play ◀── Stream (store, then live)   │
//	           └───────────────────────────────────────────┘
//
// gorilla reads and writes the frames, over a line that gathers what is
// written together and sends it with one system call. One goroutine reads;
// the stream wakes another when something may be at hand, which plays it
// and ends; a timer starts one for what is due at a time. An idle socket
// costs the first and a small buffer, about 8 KB. Whoever writes holds the
// frame writer, so that a burst of frames leaves in one piece. Nothing is queued:
// replies wait for the writer, events wait in the stream. The stream's events
// may come from any node.
//
// Two dialects are spoken. A client that negotiated the subprotocol
// madang.v1, or said hello, hears every event; any other hears only the
// base events. A base client asks for nothing when it comes back, so the
// server replays what the session's sockets have not been sent (see
// delivery.go for what counts as sent).
package ws
