//go:build unix && !solaris && !aix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// hold keeps the directory itself, which nobody deletes under a server as a lock
// file may be. A file system that can't lock a directory leaves it to the lock
// file.
func hold(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock data directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(ErrInUse, f.Close())
	}
	return f, nil
}
