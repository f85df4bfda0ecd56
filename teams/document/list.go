package document

import (
	"cmp"
	"maps"
	"slices"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// distinct keeps the first of equal values, in order.
func distinct[T comparable](values []T) []T {
	var out []T
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func bounded[T any](list []T, n int) []T {
	if len(list) > n {
		return list[:n]
	}
	return list
}
