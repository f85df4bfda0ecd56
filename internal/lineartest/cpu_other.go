//go:build !linux

package lineartest

import "time"

func timed(text string, read func(string)) time.Duration {
	start := time.Now()
	read(text)
	return time.Since(start)
}
