package auth

import (
	"context"
	"net/http"
	"time"
)

// Reached is what was found of an identity provider.
type Reached struct {
	Keys int // that are used here
	// Ahead is how far the provider's clock is before this machine's, to about a
	// second; zero where it does not tell the time.
	Ahead time.Duration
}

// Reach asks a provider for its keys, at jwksURL or where issuer says that they
// are, as a Gate would.
func Reach(ctx context.Context, issuer, jwksURL string, client *http.Client) (Reached, error) {
	p := newProvider(issuer, jwksURL, client)
	keys, err := p.publicKeys(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	return Reached{Keys: len(keys), Ahead: p.ahead}, err
}
