package llmtest

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"github.com/madang-dev/madang/llm"
)

// Dimensions is the length of an Embedder's vectors.
const Dimensions = 48

// Embedder makes a vector of each text by chance: equal texts have equal vectors,
// others have others, and none means anything.
type Embedder struct{}

// Embed gives vectors in the order of the texts. It fails only when ctx ends.
func (Embedder) Embed(ctx context.Context, texts []string) ([][]float32, llm.Usage, error) {
	var used llm.Usage
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if ctx.Err() != nil {
			return nil, used, context.Cause(ctx)
		}
		used.InputTokens += llm.Estimate(text)
		h := fnv.New64a()
		_, _ = h.Write([]byte(text))
		chance := rand.New(rand.NewPCG(h.Sum64(), 0)) //nolint:gosec // the same for the same text is what is wanted
		out[i] = make([]float32, Dimensions)
		for d := range out[i] {
			out[i][d] = float32(chance.NormFloat64())
		}
	}
	return out, used, nil
}
