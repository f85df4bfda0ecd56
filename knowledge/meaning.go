package knowledge

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// meaning makes the vectors of queries, within what a search may take.
type meaning struct {
	embedder Embedder
	rest     atomic.Int64 // unix ns until which the embedder is left alone

	mu     sync.Mutex // guards recent
	recent []asked    // the newest last
}

// asked is a query with its vector.
type asked struct {
	text   string
	vector []float32
}

// maxRecent is how many queries are remembered: one is searched for in several
// places.
const maxRecent = 32

// vector is a query's, of length 1.
func (m *meaning) vector(ctx context.Context, text string, dims int) ([]float32, error) {
	if v := m.remembered(text); len(v) == dims {
		return v, nil
	}
	now := time.Now()
	if now.UnixNano() < m.rest.Load() {
		return nil, errRests
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	made, err := m.embedder.Embed(ctx, []string{text})
	if err == nil && (len(made) != 1 || len(made[0]) != dims) {
		err = errForeign
	}
	if err != nil {
		m.rest.Store(now.Add(embedRest).UnixNano())
		return nil, err
	}
	length := math.Sqrt(float64(dot(made[0], made[0])))
	unit := make([]float32, dims)
	for i, f := range made[0] {
		unit[i] = float32(float64(f) / length)
	}
	m.remember(asked{text, unit})
	return unit, nil
}

func (m *meaning) remembered(text string) []float32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.recent, func(a asked) bool { return a.text == text }); i >= 0 {
		return m.recent[i].vector
	}
	return nil
}

func (m *meaning) remember(a asked) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.recent) == maxRecent {
		m.recent = slices.Delete(m.recent, 0, 1)
	}
	m.recent = append(m.recent, a)
}

// vectorOf is a query's vector, nil where nothing has one to compare it with
// or the embedder failed. It fails only when ctx ends.
func (l *Library) vectorOf(ctx context.Context, text string) (v []float32, way string, err error) {
	dims := l.dims()
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

// dims is the length of the library's vectors, 0 without any.
func (l *Library) dims() int {
	if n := l.near.Load(); n != nil {
		return n.articles.dims
	}
	if l.beyond != nil {
		return l.beyond.near.dims
	}
	return 0
}
