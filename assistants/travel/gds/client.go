package gds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/remote"
)

// cacheStore keeps answers for a while; cache.InMem and cache/redis do.
type cacheStore interface {
	Get(ctx context.Context, key string) ([]byte, bool, error)
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
}

// Config is what a Client needs; BaseURL, Key and Secret have no default.
type Config struct {
	BaseURL     string // https://host[/path], without /v1
	Key, Secret string
	// Remote bounds what the service is asked.
	Remote remote.Config
	// MaxPages bounds how far a search is read on (3).
	MaxPages int
	// Cache keeps searches for TTL (10 min); nil keeps none.
	Cache  cacheStore
	TTL    time.Duration
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.TTL <= 0 {
		c.TTL = 10 * time.Minute
	}
	if c.MaxPages <= 0 {
		c.MaxPages = 3
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// What a Client's errors are, besides the context's.
var (
	ErrUnauthorized = errors.New("gds: the service refuses the key")
	ErrRefused      = errors.New("gds: the service refuses the search")
	ErrUnavailable  = errors.New("gds: the service is not available")
	ErrAnswer       = errors.New("gds: the service's answer can't be read")
)

// Client searches flights. It is safe for concurrent use and starts no
// goroutine.
type Client struct {
	Config
	base    *url.URL
	service *remote.Client
	token   tokenHolder
}

// New is a client of a service.
func New(cfg Config) (*Client, error) {
	cfg = cfg.withDefaults()
	base, err := url.Parse(strings.TrimRight(cfg.BaseURL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("gds: the base URL must be http or https with a host")
	}
	if cfg.Key == "" || cfg.Secret == "" {
		return nil, errors.New("gds: key and secret are needed")
	}
	return &Client{Config: cfg, base: base, service: remote.New(cfg.Remote), token: newTokenHolder()}, nil
}

// get fetches a page with a token. A token that has become invalid is
// replaced once.
func (c *Client) get(ctx context.Context, target string, into any) error {
	token, err := c.bearer(ctx)
	if err != nil {
		return err
	}
	err = c.send(ctx, target, nil, token, into)
	if !errors.Is(err, ErrUnauthorized) {
		return err
	}
	c.token.drop(token)
	if token, err = c.bearer(ctx); err != nil {
		return err
	}
	return c.send(ctx, target, nil, token, into)
}

// send asks for a page, or with a form for a token. Its errors name the
// service's own code and never hold the key, the secret or the token.
func (c *Client) send(ctx context.Context, target string, form url.Values, token string, into any) error {
	req := remote.Request{URL: target, Header: http.Header{"Accept": {"application/json"}}}
	if form != nil {
		req.Method, req.Body = http.MethodPost, []byte(form.Encode())
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.service.Do(ctx, req)
	switch {
	case errors.Is(err, remote.ErrUnavailable):
		return fmt.Errorf("%w: %w: %s", ErrUnavailable, err, said(answer))
	case errors.Is(err, remote.ErrTooLarge):
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case answer.Status != http.StatusOK:
		return failure(answer)
	}
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return nil
}

// failure is the error of a refusal.
func failure(a remote.Answer) error {
	if a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden {
		return fmt.Errorf("%w: %s", ErrUnauthorized, said(a))
	}
	return fmt.Errorf("%w: %s", ErrRefused, said(a))
}

// said is an answer's status with what the service says of it.
func said(a remote.Answer) string {
	var body struct {
		Errors []struct {
			Code  int    `json:"code"`
			Title string `json:"title"`
		} `json:"errors"`
		Error string `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &body) // what is no JSON says nothing more
	text := strconv.Itoa(a.Status)
	if len(body.Errors) > 0 {
		text += fmt.Sprintf(" %d %s", body.Errors[0].Code, body.Errors[0].Title)
	} else if body.Error != "" {
		text += " " + body.Error
	}
	return text
}
