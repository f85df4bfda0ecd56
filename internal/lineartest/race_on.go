//go:build race

package lineartest

// every is how many units there are to one that is tried: the race detector makes
// readers ten times slower, and the rest is tried without it (make unit).
const every = 8
