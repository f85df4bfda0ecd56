package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Embedder turns texts into vectors of one length, in their order.
type Embedder interface {
	// Model names what makes the vectors: only those of one can be compared.
	Model() string
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// How articles and passages were searched.
const (
	WayWords    = "words"
	WayHybrid   = "hybrid"   // by words and by vectors
	WayDegraded = "degraded" // by words, because the embedder failed
)

// DefaultMinSimilarity is a cosine that texts on different subjects rarely
// reach.
const DefaultMinSimilarity = 0.5

// What the vectors of a query may take, and how long a failing embedder is
// left alone: nobody waits for it meanwhile.
const (
	embedTimeout = 300 * time.Millisecond
	embedRest    = 5 * time.Second
)

var (
	errRests   = errors.New("knowledge: the embedder rests")
	errForeign = errors.New("knowledge: the embedder's vectors are not those of the passages")
)

// rrf is the constant of reciprocal rank fusion.
const rrf = 60

// beyond searches passages, by words and, where they have vectors, by
// meaning.
type beyond struct {
	index *Index
	near  vectors
	least float64
}

func newBeyond(ctx context.Context, cfg Config, lexicon *Lexicon, least float64) (*beyond, error) {
	b := &beyond{least: least}
	if cfg.Embedder != nil {
		b.near = newVectors(cfg.Passages)
	}
	var err error
	if b.index, err = NewIndex(ctx, passageDocuments(cfg.Passages, lexicon), lexicon); err != nil {
		return nil, fmt.Errorf("passages: %w", err)
	}
	b.index.single = true
	return b, nil
}

// search finds passages; v is the query's vector, nil without one. It fails
// only when ctx ends.
func (b *beyond) search(ctx context.Context, q Query, v []float32) ([]Found, error) {
	found, err := find(ctx, b.index, q)
	if err != nil || v == nil {
		return found, err
	}
	return fuse(found, b.near.nearest(v, q.limit()*2, b.least)), nil
}

// vectors are those of records, one behind the other.
type vectors struct {
	ids  []string
	dims int
	all  []float32
}

// newVectors takes the vectors that have the length of the first.
func newVectors(passages []Passage) vectors {
	var v vectors
	for _, p := range passages {
		v.add(p.ID, p.Vector)
	}
	return v
}

// add takes a record's vector unless there is none, or none of the length of
// the first.
func (v *vectors) add(id string, vector []float32) bool {
	if v.dims == 0 {
		v.dims = len(vector)
	}
	if len(vector) == 0 || len(vector) != v.dims {
		return false
	}
	v.ids = append(v.ids, id)
	v.all = append(v.all, vector...)
	return true
}

// nearest lists the records that are most similar to a vector, best first,
// none below least, and none where vectors have another length.
func (v vectors) nearest(to []float32, limit int, least float64) []Found {
	if len(to) != v.dims {
		return nil
	}
	best := make([]Found, 0, limit+1)
	for i, id := range v.ids {
		cosine := float64(dot(to, v.all[i*v.dims:(i+1)*v.dims]))
		if cosine < least || len(best) == limit && cosine <= best[limit-1].Score {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, cosine, func(f Found, score float64) int { return cmp.Compare(score, f.Score) })
		for at < len(best) && best[at].Score == cosine {
			at++ // equals stay in their order
		}
		best = slices.Insert(best, at, Found{id, cosine})[:min(len(best)+1, limit)]
	}
	for i := range best {
		best[i].Score = rounded(min(1, best[i].Score))
	}
	return best
}

// dot goes eight by eight, which keeps the processor's units busy.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	i := 0
	for ; i+8 <= len(a); i += 8 {
		x, y := (*[8]float32)(a[i:]), (*[8]float32)(b[i:]) // one check of bounds for eight
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		s4 += x[4] * y[4]
		s5 += x[5] * y[5]
		s6 += x[6] * y[6]
		s7 += x[7] * y[7]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
}

// fuse joins two rankings by reciprocal rank: what both have high comes
// first. Scores stay those of the ranking by words, else the similarity,
// and never rise down the list.
func fuse(words, near []Found) []Found {
	rank, score := map[string]float64{}, map[string]float64{}
	var ids []string
	for _, list := range [][]Found{words, near} {
		for i, f := range list {
			if _, seen := rank[f.ID]; !seen {
				ids = append(ids, f.ID)
				score[f.ID] = f.Score
			}
			rank[f.ID] += 1 / float64(rrf+i+1)
		}
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(rank[b], rank[a]) })
	out := make([]Found, len(ids))
	for i, id := range ids {
		out[i] = Found{id, score[id]}
		if i > 0 {
			out[i].Score = min(out[i].Score, out[i-1].Score)
		}
	}
	return out
}
