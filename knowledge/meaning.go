package knowledge

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
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

// minSimilarity is a cosine that texts on different subjects rarely
// reach.
const minSimilarity = 0.5

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

// maxRecent is how many queries are remembered: one is searched for in several
// places.
const maxRecent = 32

// meaning makes the vectors of queries, within what a search may take.
type meaning struct {
	embedder Embedder

	mu     sync.Mutex // guards what follows
	rests  time.Time  // until when the embedder is left alone
	recent []vector   // of queries, the newest last
}

// vector is a query's, of length 1.
func (m *meaning) vector(ctx context.Context, text string, dims int) ([]float32, error) {
	m.mu.Lock()
	known, rests := slices.IndexFunc(m.recent, func(v vector) bool { return v.id == text && len(v.of) == dims }), time.Now().Before(m.rests)
	if known >= 0 {
		defer m.mu.Unlock()
		return m.recent[known].of, nil
	}
	m.mu.Unlock()
	if rests {
		return nil, errRests
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	made, err := m.embedder.Embed(ctx, []string{text})
	var unit []float32
	if err == nil {
		// A vector without a direction would be near to everything and to nothing:
		// its cosines are NaN, which no threshold refuses.
		var ok bool
		if len(made) == 1 && len(made[0]) == dims {
			unit, ok = Unit(made[0])
		}
		if !ok {
			err = errForeign
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.rests = time.Now().Add(embedRest)
		return nil, err
	}
	m.recent = append(m.recent, vector{text, unit})
	m.recent = m.recent[max(0, len(m.recent)-maxRecent):]
	return unit, nil
}

// vectorOf is a query's vector, nil where nothing has one to compare it with
// or the embedder failed. It fails only when ctx ends.
func (l *Library) vectorOf(ctx context.Context, text string) (v []float32, way string, err error) {
	dims := l.nearPassages.dims()
	if n := l.near.Load(); n != nil {
		dims = n.articles.dims()
	}
	if l.meaning == nil || dims == 0 {
		return nil, WayWords, nil
	}
	v, err = l.meaning.vector(ctx, text, dims)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return nil, WayDegraded, nil //nolint:nilerr // words find it still, and way says so
	}
	return v, WayHybrid, nil
}

// maxDims is how many numbers a vector has at most.
const maxDims = 8192

// Unit is a vector of length 1, so that a dot product is a cosine; false for one that
// is empty, too long or of no direction.
func Unit(v []float32) ([]float32, bool) {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	length := math.Sqrt(sum)
	if len(v) == 0 || len(v) > maxDims || length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return nil, false
	}
	out := make([]float32, len(v))
	for i, f := range v {
		out[i] = float32(float64(f) / length)
	}
	return out, true
}
