package knowledge

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFuse(t *testing.T) {
	t.Parallel()
	words := []scored{{"a", 0.9}, {"b", 0.5}, {"c", 0.4}}
	near := []scored{{"c", 0.8}, {"d", 0.7}, {"b", 0.6}}
	// c is third and first, b second and third, a first, d second.
	want := []scored{{"c", 0.4}, {"b", 0.4}, {"a", 0.4}, {"d", 0.4}}
	if diff := cmp.Diff(want, fuse(words, near)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(words, fuse(words, nil)); diff != "" {
		t.Errorf("without vectors:\n%s", diff)
	}
	if diff := cmp.Diff(near, fuse(nil, near)); diff != "" {
		t.Errorf("without words:\n%s", diff)
	}
}

func TestDot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(rapid.Float32Range(-1, 1), 0, 40).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Float32Range(-1, 1), len(a), len(a)).Draw(t, "b")
		want := 0.0
		for i := range a {
			want += float64(a[i]) * float64(b[i])
		}
		if got := dot(a, b); math.Abs(got-want) > 1e-5 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestNearest(t *testing.T) {
	t.Parallel()
	var v vectors
	for _, one := range []vector{{"x", []float32{1, 0}}, {id: "none"}, {"y", []float32{0.6, 0.8}}, {"long", []float32{1, 0, 0}}, {"away", []float32{-1, 0}}} {
		v.add(one.id, one.of)
	}
	want := []scored{{"x", 1}, {"y", 0.6}}
	if diff := cmp.Diff(want, v.nearest([]float32{1, 0}, 5, 0.5)); diff != "" {
		t.Error(diff)
	}
	if got := v.nearest([]float32{1, 0}, 1, 0.5); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// BenchmarkNearest looks through 10,000 vectors of 1,024 numbers.
func BenchmarkNearest(b *testing.B) {
	var v vectors
	for i := range 10_000 {
		one := make([]float32, 1024)
		for d := range one {
			one[d] = float32((i*31+d*17)%101) / 1700
		}
		v.add(fmt.Sprint(i), one)
	}
	for b.Loop() {
		v.nearest(v[0].of, 10, 0.5)
	}
}
