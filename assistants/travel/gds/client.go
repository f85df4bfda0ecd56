package gds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
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
	// Timeout bounds one request (8 s).
	Timeout time.Duration
	// PerSecond is how many requests a second the service may be sent (5).
	PerSecond float64
	// MaxAttempts is how often a request is tried that failed for a while:
	// 429, 5xx or the network (3). Pause is the wait before the second
	// (300 ms); it doubles, and Retry-After overrules it up to MaxPause.
	MaxAttempts     int
	Pause, MaxPause time.Duration // MaxPause: 5 s
	// MaxPages bounds how far a search is read on (3).
	MaxPages int
	// Cache keeps searches for TTL (10 min); nil keeps none.
	Cache cacheStore
	TTL   time.Duration
	// HTTP is the client; nil is one of its own.
	HTTP   *http.Client
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&c.Timeout, 8*time.Second)
	def(&c.Pause, 300*time.Millisecond)
	def(&c.MaxPause, 5*time.Second)
	def(&c.TTL, 10*time.Minute)
	if c.PerSecond <= 0 {
		c.PerSecond = 5
	}
	if c.MaxAttempts <= 0 {
		c.MaxAttempts = 3
	}
	if c.MaxPages <= 0 {
		c.MaxPages = 3
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
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

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 8 << 20

// Client searches flights. It is safe for concurrent use and starts no
// goroutine.
type Client struct {
	Config
	base  *url.URL
	limit *rate.Limiter
	token tokenHolder
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
	return &Client{Config: cfg, base: base, limit: rate.NewLimiter(rate.Limit(cfg.PerSecond), max(int(cfg.PerSecond), 1)), token: newTokenHolder()}, nil
}

// get fetches a page with a token. A token that has become invalid is
// replaced once; what fails for a while is tried again.
func (c *Client) get(ctx context.Context, target string, into any) error {
	renewed := false
	return c.retry(ctx, func() (time.Duration, error) {
		token, err := c.bearer(ctx)
		if err != nil {
			return 0, err
		}
		again, err := c.send(ctx, http.MethodGet, target, nil, token, into)
		if errors.Is(err, ErrUnauthorized) && !renewed {
			renewed = true
			c.token.drop(token)
			if token, err = c.bearer(ctx); err != nil {
				return 0, err
			}
			again, err = c.send(ctx, http.MethodGet, target, nil, token, into)
		}
		return again, err
	})
}

// retry calls f until it ends well, for good, or too often. f says how long
// the service wants to be left alone.
func (c *Client) retry(ctx context.Context, f func() (time.Duration, error)) error {
	pause := c.Pause
	for attempt := 1; ; attempt++ {
		wanted, err := f()
		if err == nil || attempt >= c.MaxAttempts || !errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
			return err
		}
		timer := time.NewTimer(min(max(pause, wanted), c.MaxPause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(err, context.Cause(ctx))
		}
		pause *= 2
	}
}

// send is one request. Its errors name the service's own code and never hold
// the key, the secret or the token.
func (c *Client) send(ctx context.Context, method, target string, form url.Values, token string, into any) (time.Duration, error) {
	if err := c.limit.Wait(ctx); err != nil {
		return 0, fmt.Errorf("gds: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	req.Header.Set("Accept", "application/json")
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnavailable, withoutURL(err))
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w: %w", ErrUnavailable, err)
	case len(raw) > maxAnswer:
		return 0, fmt.Errorf("%w: more than %d bytes", ErrAnswer, maxAnswer)
	case res.StatusCode != http.StatusOK:
		return retryAfter(res), failure(res.StatusCode, raw)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return 0, nil
}

// withoutURL is a transport's error without the address, which may hold a
// search's details.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// failure is the error of a status, with what the service says of it.
func failure(status int, raw []byte) error {
	var said struct {
		Errors []struct {
			Code  int    `json:"code"`
			Title string `json:"title"`
		} `json:"errors"`
		Error string `json:"error"`
	}
	_ = json.Unmarshal(raw, &said) // what is no JSON says nothing more
	text := strconv.Itoa(status)
	if len(said.Errors) > 0 {
		text += fmt.Sprintf(" %d %s", said.Errors[0].Code, said.Errors[0].Title)
	} else if said.Error != "" {
		text += " " + said.Error
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fmt.Errorf("%w: %s", ErrUnauthorized, text)
	case status == http.StatusTooManyRequests || status >= 500:
		return fmt.Errorf("%w: %s", ErrUnavailable, text)
	}
	return fmt.Errorf("%w: %s", ErrRefused, text)
}

// retryAfter is how long the service wants to be left alone, in seconds or
// until a date.
func retryAfter(res *http.Response) time.Duration {
	value := res.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return time.Until(at)
	}
	return 0
}
