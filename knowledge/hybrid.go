package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"
)

// Embedder turns texts into vectors of one length, in their order.
type Embedder interface {
	// Model names what makes the vectors: only those of one can be compared.
	Model() string
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// How passages were searched.
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
	index    *Index
	embedder Embedder // nil without vectors
	near     vectors
	least    float64
	told     func(way string)
	rest     atomic.Int64 // unix ns until which the embedder is left alone
}

func newBeyond(ctx context.Context, cfg Config, lexicon *Lexicon) (*beyond, error) {
	b := &beyond{least: cfg.MinSimilarity, told: cfg.SearchedFunc}
	if b.least == 0 {
		b.least = DefaultMinSimilarity
	}
	if b.told == nil {
		b.told = func(string) {}
	}
	if cfg.Embedder != nil {
		if b.near = newVectors(cfg.Passages); len(b.near.ids) > 0 {
			b.embedder = cfg.Embedder
		}
	}
	var err error
	if b.index, err = NewIndex(ctx, passageDocuments(cfg.Passages, lexicon), lexicon); err != nil {
		return nil, fmt.Errorf("passages: %w", err)
	}
	b.index.single = true
	return b, nil
}

// search finds passages and tells in which way. It fails only when ctx ends.
func (b *beyond) search(ctx context.Context, q Query) (found []Found, way string, err error) {
	found, err = find(ctx, b.index, q)
	if err != nil {
		return nil, "", err
	}
	way = WayWords
	if b.embedder != nil {
		way = WayHybrid
		v, err := b.vector(ctx, q.Text)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		if err != nil {
			way = WayDegraded
		} else {
			found = fuse(found, b.near.nearest(v, q.limit()*2, b.least))
		}
	}
	b.told(way)
	return found, way, nil
}

// vector is a query's, of length 1.
func (b *beyond) vector(ctx context.Context, text string) ([]float32, error) {
	now := time.Now()
	if now.UnixNano() < b.rest.Load() {
		return nil, errRests
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	made, err := b.embedder.Embed(ctx, []string{text})
	if err == nil && (len(made) != 1 || len(made[0]) != b.near.dims) {
		err = errForeign
	}
	if err != nil {
		b.rest.Store(now.Add(embedRest).UnixNano())
		return nil, err
	}
	length := math.Sqrt(float64(dot(made[0], made[0])))
	unit := make([]float32, b.near.dims)
	for i, f := range made[0] {
		unit[i] = float32(float64(f) / length)
	}
	return unit, nil
}

// vectors are those of passages, one behind the other.
type vectors struct {
	ids  []string
	dims int
	all  []float32
}

// newVectors takes the vectors that have the length of the first.
func newVectors(passages []Passage) vectors {
	var v vectors
	for _, p := range passages {
		if len(p.Vector) == 0 {
			continue
		}
		if v.dims == 0 {
			v.dims = len(p.Vector)
		}
		if len(p.Vector) == v.dims {
			v.ids = append(v.ids, p.ID)
			v.all = append(v.all, p.Vector...)
		}
	}
	return v
}

// nearest lists the passages that are most similar to a vector, best first,
// none below least.
func (v vectors) nearest(to []float32, limit int, least float64) []Found {
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
