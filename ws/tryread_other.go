//go:build !unix

package ws

import "syscall"

func (r *receiver) tryRead(uintptr) bool { return true }

// rawConn is nil where a file can't be read without waiting: there a socket
// waits with a buffer in hand.
func rawConn(any) syscall.RawConn { return nil }
