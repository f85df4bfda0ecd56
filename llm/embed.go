package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// EmbeddingPurpose is what metrics and reports call embeddings.
const EmbeddingPurpose = "embedding"

// A request to an embedder has at most so many texts, and unless it is one
// text so many bytes.
const (
	batchTexts = 64
	batchBytes = 128 << 10
)

// Embeddings are an Embedder within a client's bounds: the time limit is a
// batch's, and what is away is asked again. A nil *Embeddings is that of a
// house without an embedder and answers ErrOff.
type Embeddings struct {
	c    *Client
	gate *gate
}

// Embedder is nil without an embedder.
func (c *Client) Embedder() *Embeddings {
	if c == nil {
		return nil
	}
	return c.vectors
}

// Model is the embedding model's name; vectors of another can't be compared.
func (e *Embeddings) Model() string {
	if e == nil {
		return ""
	}
	return e.c.cfg.EmbeddingName
}

// Embed turns texts into vectors of one length, in batches. Its errors are
// those of Ask.
func (e *Embeddings) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if e == nil {
		return nil, ErrOff
	}
	all := make([][]float32, 0, len(texts))
	for rest := texts; len(rest) > 0; {
		n := batch(rest)
		started := time.Now()
		vectors, err := e.batch(ctx, rest[:n])
		if err == nil && len(all) > 0 && len(all[0]) != len(vectors[0]) {
			err = fmt.Errorf("%w: vectors of different lengths", ErrBadAnswer)
		}
		e.c.cfg.Meter.CalledFunc(EmbeddingPurpose, outcome(ctx, err), time.Since(started))
		if err != nil {
			return nil, err
		}
		all, rest = append(all, vectors...), rest[n:]
	}
	return all, nil
}

// batch is how many of the texts one request takes.
func batch(texts []string) (n int) {
	bytes := 0
	for n < len(texts) && n < batchTexts {
		if bytes += len(texts[n]); n > 0 && bytes > batchBytes {
			break
		}
		n++
	}
	return n
}

func (e *Embeddings) batch(outer context.Context, texts []string) (vectors [][]float32, err error) {
	ctx, cancel := context.WithTimeoutCause(outer, e.c.cfg.Timeout, errSlow)
	defer cancel()
	again := func(err error) bool { return errors.Is(err, ErrUnavailable) && !errors.Is(err, errResting) }
	err = e.c.tries(ctx, again, func() error {
		vectors, err = e.once(ctx, texts)
		switch {
		case err == nil:
			return nil
		case outer.Err() != nil:
			return context.Cause(outer)
		}
		return reason(ctx, err)
	})
	return vectors, err
}

func (e *Embeddings) once(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	_, err = e.gate.pass(ctx, func() (Response, error) {
		it := item{purpose: EmbeddingPurpose, model: e.c.cfg.EmbeddingName, price: e.c.cfg.EmbeddingPrice}
		most := Usage{}
		for _, t := range texts {
			most.InputTokens += Estimate(t)
		}
		holds, err := e.c.budget.hold(ctx, it, most)
		if err != nil {
			return Response{}, err
		}
		told := texts
		if hide := e.c.cfg.HideFunc; hide != nil {
			told = hiddenTexts(texts, hide)
		}
		got, used, err := e.c.cfg.Embedder.Embed(ctx, told)
		cost := e.c.budget.settle(ctx, it, holds, used)
		e.c.cfg.Meter.SpentFunc(used, cost)
		if err == nil {
			vectors, err = got, sound(got, len(texts))
		}
		switch {
		case err == nil:
			return Response{}, nil
		case ctx.Err() != nil && !errors.Is(context.Cause(ctx), errSlow):
			return Response{}, notSent{err} // the caller's doing
		}
		return Response{}, reason(ctx, err)
	})
	return vectors, err
}

// sound refuses vectors that can't be compared.
func sound(vectors [][]float32, want int) error {
	if len(vectors) != want {
		return fmt.Errorf("%w: %d vectors for %d texts", ErrBadAnswer, len(vectors), want)
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return fmt.Errorf("%w: vectors of different lengths", ErrBadAnswer)
		}
		for _, x := range v {
			if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
				return fmt.Errorf("%w: a vector holds what is no number", ErrBadAnswer)
			}
		}
	}
	return nil
}
