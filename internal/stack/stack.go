// Package stack gives goroutines that will go deep the room for it at once. A
// stack grows by being copied, with all pointers to what stands on it put
// right; runs and steps, which are goroutines of their own and write JSON,
// spent a twentieth of a full server's time on that.
package stack

import "runtime"

// room is what a run's or a step's work takes, so that the stack has 16 KB.
const room = 12 << 10

// Reserve makes room. Call it where a goroutine begins, when there is little
// to copy.
//
//go:noinline
func Reserve() {
	var b [room]byte
	runtime.KeepAlive(&b)
}
