package auth

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// maxAnswer bounds what a provider may answer, in bytes.
const maxAnswer = 256 << 10

// provider is an OpenID provider: what it says of itself, asked for when it is
// needed first and again with the keys.
type provider struct {
	http         *http.Client
	issuer, keys string // keys is its JWKS address; "" asks for it

	mu    sync.Mutex
	known *metadata
	ahead time.Duration // the newest answer's clock, before ours
}

// metadata is what is used of OpenID Connect Discovery 1.0, section 3.
type metadata struct {
	Issuer        string `json:"issuer"`
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	EndSession    string `json:"end_session_endpoint"`
	JWKS          string `json:"jwks_uri"`
}

func newProvider(issuer, keys string, client *http.Client) *provider {
	client = cmp.Or(client, &http.Client{})
	mine := *client
	mine.Timeout = keysWait
	// A redirect could lead inside the house, or away from TLS.
	mine.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &provider{http: &mine, issuer: issuer, keys: keys}
}

// publicKeys asks for the keys.
func (p *provider) publicKeys(ctx context.Context) ([]publicKey, error) {
	address := p.keys
	if address == "" {
		m, err := p.discover(ctx, true)
		if err != nil {
			return nil, err
		}
		address = m.JWKS
	}
	body, err := p.get(ctx, address)
	if err != nil {
		return nil, err
	}
	return readKeys(body)
}

// discover is what the provider says of itself; anew asks even if it is known.
func (p *provider) discover(ctx context.Context, anew bool) (*metadata, error) {
	p.mu.Lock()
	known := p.known
	p.mu.Unlock()
	if known != nil && !anew {
		return known, nil
	}
	body, err := p.get(ctx, strings.TrimSuffix(p.issuer, "/")+"/.well-known/openid-configuration")
	if err != nil {
		return nil, err
	}
	var m metadata
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, fmt.Errorf("discovery: %w", err)
	}
	if m.Issuer != p.issuer {
		return nil, fmt.Errorf("discovery: %s says to be %.200q", p.issuer, m.Issuer)
	}
	for name, address := range map[string]string{"authorization_endpoint": m.Authorization, "token_endpoint": m.Token, "jwks_uri": m.JWKS} {
		if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "https" && !strings.HasPrefix(p.issuer, "http://") {
			return nil, fmt.Errorf("discovery: %s %.200q is not an address by https", name, address)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known = &m
	return &m, nil
}

func (p *provider) get(ctx context.Context, address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/json")
	return p.do(r)
}

// exchange turns a code of the authorization endpoint into an ID token (RFC 6749
// 4.1.3 with RFC 7636).
func (p *provider) exchange(ctx context.Context, form url.Values, id, secret string) (token string, err error) {
	m, err := p.discover(ctx, false)
	if err != nil {
		return "", err
	}
	form.Set("grant_type", "authorization_code")
	if form.Set("client_id", id); secret != "" {
		form.Set("client_secret", secret)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.Token, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	body, err := p.do(r)
	if err != nil {
		return "", err
	}
	var answer struct {
		IDToken string `json:"id_token"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", fmt.Errorf("token endpoint: %w", err)
	}
	if answer.IDToken == "" {
		return "", errors.New("token endpoint: no id_token; is the scope openid allowed?")
	}
	return answer.IDToken, nil
}

func (p *provider) do(r *http.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(r.Context(), keysWait)
	defer cancel()
	res, err := p.http.Do(r.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if at, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		p.mu.Lock()
		p.ahead = time.Until(at)
		p.mu.Unlock()
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, err
	case len(body) > maxAnswer:
		return nil, fmt.Errorf("%s answers more than %d bytes", r.URL.Redacted(), maxAnswer)
	case res.StatusCode != http.StatusOK:
		// The body of a refusal is left out: it may repeat what was sent.
		return nil, fmt.Errorf("%s answers %s", r.URL.Redacted(), res.Status)
	}
	return body, nil
}
