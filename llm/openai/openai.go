// Package openai asks any server that speaks OpenAI's chat and embeddings
// API: the service itself, vLLM, Ollama, llama.cpp and their like. It is the
// one room that knows the vendor's library, and the one gate where its errors
// become those of llm.
//
// Answers always come as a stream, whether the caller wants its parts or not:
// so a server that has died is noticed in the middle, and one that does not
// end is stopped. What such servers do differently is found out by asking:
// one that refuses a JSON Schema is asked for JSON only, then in words, and
// what worked is remembered.
package openai

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	api "github.com/sashabaranov/go-openai"

	"github.com/madang-dev/madang/llm"
)

// Config is where a server is. Timeouts are the caller's.
type Config struct {
	// BaseURL ends before /chat/completions; "" is OpenAI's own.
	BaseURL string
	// APIKey may be empty for a server that needs none.
	APIKey string
	// Model is the name that the server knows.
	Model string
	// Transport is for tests; nil is one of its own.
	Transport http.RoundTripper
}

// Model is a chat model. It is safe for many goroutines.
type Model struct {
	cfg Config
	// accepted is the form of requests that the server takes.
	accepted atomic.Int32
}

// New is a model; it panics without a name.
func New(cfg Config) *Model {
	return &Model{cfg: checked(cfg)}
}

func checked(cfg Config) Config {
	if cfg.Model == "" {
		panic("openai: a model needs a name")
	}
	if cfg.Transport == nil {
		cfg.Transport = newTransport()
	}
	return cfg
}

func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	t.TLSHandshakeTimeout = 5 * time.Second
	t.MaxResponseHeaderBytes = 64 << 10
	return t
}

// client is a client of the vendor's library for one exchange.
func (c Config) client(x *exchange) *api.Client {
	x.http = &http.Client{
		Transport: c.Transport,
		// A redirect would carry the question to a server that nobody named.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	cfg := api.DefaultConfig(c.APIKey)
	if c.BaseURL != "" {
		cfg.BaseURL = c.BaseURL
	}
	cfg.HTTPClient = x
	return api.NewClientWithConfig(cfg)
}

// Generate asks the server.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	first := form(m.accepted.Load())
	r, err := m.try(ctx, req, first)
	if !errors.Is(err, errForm) {
		return r, err
	}
	for _, next := range first.plainer(req.Schema != nil) {
		again, problem := m.try(ctx, req, next)
		if problem == nil {
			m.accepted.Store(int32(next))
			return again, nil
		}
		if !errors.Is(problem, errForm) {
			return again, problem
		}
	}
	return r, err
}
