//go:build unix

package ws

import (
	"errors"
	"io"
	"syscall"
)

// tryRead reads what has come in, if anything has: the inbox is taken for a
// moment only, and none is held while the socket waits.
func (r *receiver) tryRead(fd uintptr) bool {
	in := newInbox()
	n, err := syscall.Read(int(fd), in.buf[:])
	for errors.Is(err, syscall.EINTR) {
		n, err = syscall.Read(int(fd), in.buf[:])
	}
	if errors.Is(err, syscall.EAGAIN) {
		inboxes.Put(in)
		return false
	}
	if n == 0 && err == nil {
		err = io.EOF
	}
	in.to = max(n, 0)
	r.in, r.inErr = in, err
	return true
}

// rawConn is the connection's file, to wait for without a buffer; nil for
// one that has none, like that of TLS.
func rawConn(conn any) syscall.RawConn {
	file, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}
