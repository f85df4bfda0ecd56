//go:build !linux && !darwin && !freebsd

package main

import "errors"

// freeBytes can't be asked here.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
