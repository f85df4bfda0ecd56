//go:build !race

package lineartest

const every = 1
