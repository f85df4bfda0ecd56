package openai

import (
	"context"
	"net/http"
)

// Reach asks the server for its list of models, which costs nothing, and tells
// whether it answers and takes the key. A server without such a list is reached.
func (c Config) Reach(ctx context.Context) error {
	if c.Transport == nil {
		c.Transport = newTransport()
	}
	x := &exchange{}
	if _, err := c.client(x).ListModels(ctx); err != nil && x.status != http.StatusOK && x.status != http.StatusNotFound {
		return x.translate(ctx, err)
	}
	return nil
}
