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
	_, err := c.client(x).ListModels(ctx)
	if x.status == http.StatusOK || x.status == http.StatusNotFound {
		return nil
	}
	return x.translate(ctx, err) // a redirect too, which the library takes as good
}
