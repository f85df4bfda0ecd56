package lineartest

import (
	"runtime"
	"syscall"
	"time"
)

// timed is the time of the processor that reading takes on one thread: what
// other tests and processes take of it does not count.
func timed(text string, read func(string)) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := spent()
	read(text)
	return spent() - start
}

func spent() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &use); err != nil {
		return 0 // then nothing takes any time
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
