package gds

import (
	"context"
	"net/url"
	"time"
)

// early is how long before its end a token is replaced.
const early = 30 * time.Second

// tokenHolder keeps one token for all searches. Its channel is its lock, so
// that who waits for a token can stop waiting.
type tokenHolder struct {
	lock    chan struct{}
	value   string
	expires time.Time
}

func newTokenHolder() tokenHolder { return tokenHolder{lock: make(chan struct{}, 1)} }

// bearer is a token that is good for a while, fetched if need be; searches
// that need one at the same time wait for one request.
func (c *Client) bearer(ctx context.Context) (string, error) {
	h := &c.token
	select {
	case h.lock <- struct{}{}:
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	defer func() { <-h.lock }()
	if h.value != "" && time.Now().Before(h.expires) {
		return h.value, nil
	}
	var granted struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int64  `json:"expires_in"` // seconds
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {c.Key}, "client_secret": {c.Secret}}
	if err := c.send(ctx, c.base.String()+"/v1/security/oauth2/token", form, "", &granted); err != nil {
		return "", err
	}
	if granted.AccessToken == "" {
		return "", ErrAnswer
	}
	life := time.Duration(granted.ExpiresIn) * time.Second
	h.value, h.expires = granted.AccessToken, time.Now().Add(max(life-early, life/2))
	return h.value, nil
}

// drop forgets a token that the service no longer takes.
func (h *tokenHolder) drop(value string) {
	h.lock <- struct{}{}
	if h.value == value {
		h.value = ""
	}
	<-h.lock
}
