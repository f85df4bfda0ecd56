package scripted

import (
	"context"
	"hash/fnv"
	"math"
	"strings"

	"github.com/madang-dev/madang/llm"
)

// Embedder makes vectors of a text's words and pairs of letters: equal texts
// have equal vectors, alike ones near ones. It understands nothing.
type Embedder struct{ dimensions int }

// NewEmbedder is an embedder as the script wants it.
func NewEmbedder(s *Script) *Embedder { return &Embedder{dimensions: s.Embedding.Dimensions} }

// Embed makes a vector of length 1 of each text.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, llm.Usage, error) {
	var used llm.Usage
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if ctx.Err() != nil {
			return nil, used, context.Cause(ctx)
		}
		used.InputTokens += llm.Estimate(text)
		out[i] = e.vector(text)
	}
	return out, used, nil
}

func (e *Embedder) vector(text string) []float32 {
	sums := make([]float64, e.dimensions)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		e.add(sums, word)
		runes := []rune(word)
		for i := range len(runes) - 1 {
			e.add(sums, string(runes[i:i+2]))
		}
	}
	length := 0.0
	for _, x := range sums {
		length += x * x
	}
	out := make([]float32, e.dimensions)
	if length == 0 {
		out[0] = 1 // a text without words
		return out
	}
	for i, x := range sums {
		out[i] = float32(x / math.Sqrt(length))
	}
	return out
}

func (e *Embedder) add(sums []float64, feature string) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(feature))
	n := h.Sum64()
	sign := 1.0
	if n>>63 == 1 {
		sign = -1
	}
	sums[(n&(1<<62-1))%uint64(len(sums))] += sign
}
