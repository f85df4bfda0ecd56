//go:build linux || darwin || freebsd

package main

import (
	"fmt"
	"syscall"
)

// freeBytes is what a folder's disk has left for who is not root.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("look at the disk of %s: %w", dir, err)
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil //nolint:unconvert // neither is negative, and their types differ by system
}
