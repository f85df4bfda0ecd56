// Package llm is how assistants ask a language model, where one is
// configured, and nothing else does.
//
//	Call (prompt, data) ─▶ Client ─▶ Model ─▶ provider
//	                        │ bounds: time, tokens, money
//	                        │ retries, breaker
//	                        └ answer checked, repaired once
//
// Every caller has a way without a model: a nil *Client answers ErrOff, and
// so does each failure end in a sentinel that the caller falls back on. What
// a model said is recorded by the caller (llm/ask), so that a replay
// hears the same.
package llm
