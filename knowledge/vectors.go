package knowledge

import (
	"cmp"
	"slices"
)

// vectors are those of records, all of one length.
type vectors []vector

type vector struct {
	id string
	of []float32
}

// dims is the length of the vectors, 0 without any.
func (v vectors) dims() int {
	if len(v) == 0 {
		return 0
	}
	return len(v[0].of)
}

// add takes a record's vector unless there is none, or none of the length of
// the first.
func (v *vectors) add(id string, of []float32) bool {
	if len(of) == 0 || len(*v) > 0 && len(of) != v.dims() {
		return false
	}
	*v = append(*v, vector{id, of})
	return true
}

// nearest lists the records that are most similar to a vector, best first,
// none below least, and none where vectors have another length.
func (v vectors) nearest(to []float32, limit int, least float64) []scored {
	if len(to) != v.dims() {
		return nil
	}
	var best []scored
	for _, one := range v {
		if cosine := dot(to, one.of); cosine >= least {
			best = append(best, scored{one.id, rounded(min(1, cosine))})
		}
	}
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.Score, a.Score) })
	return best[:min(len(best), limit)]
}

func dot(a, b []float32) float64 {
	sum := float32(0)
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}

// rrf is the constant of reciprocal rank fusion.
const rrf = 60

// Fuse joins rankings by reciprocal rank, by the ids of what they hold: what
// several have high comes first, each once.
func Fuse[T any](id func(T) string, lists ...[]T) []T {
	rank := map[string]float64{}
	var out []T
	for _, list := range lists {
		for i, one := range list {
			if _, seen := rank[id(one)]; !seen {
				out = append(out, one)
			}
			rank[id(one)] += 1 / float64(rrf+i+1)
		}
	}
	slices.SortStableFunc(out, func(a, b T) int { return cmp.Compare(rank[id(b)], rank[id(a)]) })
	return out
}

// fuse joins two rankings. Scores stay those of the ranking by words, else the
// similarity, and never rise down the list.
func fuse(words, near []scored) []scored {
	out := Fuse(func(s scored) string { return s.ID }, words, near)
	for i := 1; i < len(out); i++ {
		out[i].Score = min(out[i].Score, out[i-1].Score)
	}
	return out
}
