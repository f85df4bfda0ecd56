package openai

import (
	"context"
	"fmt"

	api "github.com/sashabaranov/go-openai"

	"github.com/madang-dev/madang/llm"
)

// Embedder is an embedding model. It is safe for many goroutines.
type Embedder struct{ cfg Config }

// NewEmbedder is an embedder; it panics without a model's name.
func NewEmbedder(cfg Config) *Embedder { return &Embedder{cfg: checked(cfg)} }

// Embed asks the server in one request.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, llm.Usage, error) {
	x := &exchange{}
	r, err := e.cfg.client(x).CreateEmbeddings(ctx, api.EmbeddingRequestStrings{
		Input: texts, Model: api.EmbeddingModel(e.cfg.Model), EncodingFormat: api.EmbeddingEncodingFormatFloat,
	})
	used := llm.Usage{InputTokens: r.Usage.PromptTokens}
	if used.InputTokens == 0 && x.accepted() {
		used.Estimated = true
		for _, t := range texts {
			used.InputTokens += llm.Estimate(t)
		}
	}
	if err != nil {
		return nil, used, x.translate(ctx, err)
	}
	out := make([][]float32, len(texts))
	for _, d := range r.Data {
		if d.Index < 0 || d.Index >= len(out) || out[d.Index] != nil {
			return nil, used, fmt.Errorf("%w: a vector for no text", llm.ErrBadAnswer)
		}
		out[d.Index] = d.Embedding
	}
	for _, v := range out {
		if len(v) == 0 {
			return nil, used, fmt.Errorf("%w: a text without a vector", llm.ErrBadAnswer)
		}
	}
	return out, used, nil
}
