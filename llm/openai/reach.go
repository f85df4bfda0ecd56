package openai

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	api "github.com/sashabaranov/go-openai"
)

// Reach asks the server for its list of models, which costs nothing, and tells
// whether it answers and takes the key. A server without such a list is reached.
func (c Config) Reach(ctx context.Context) error {
	base := c.BaseURL
	base = cmp.Or(base, api.DefaultConfig("").BaseURL)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(base, "/")+"/models", nil)
	if err != nil {
		return fmt.Errorf("openai: %w", err)
	}
	if c.APIKey != "" {
		r.Header.Set("Authorization", "Bearer "+c.APIKey)
	}
	transport := c.Transport
	if transport == nil {
		transport = newTransport()
	}
	res, err := transport.RoundTrip(r)
	if err != nil {
		return fmt.Errorf("openai: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.CopyN(io.Discard, res.Body, 1<<20)
	if res.StatusCode == http.StatusOK || res.StatusCode == http.StatusNotFound {
		return nil
	}
	return fmt.Errorf("openai: the server answers %s", res.Status)
}
