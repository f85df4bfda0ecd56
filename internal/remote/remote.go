// Package remote asks other services over HTTP within bounds: so many
// requests a second, so long each, again when a service is busy, never more
// than so many bytes, and never a secret in an error.
package remote

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// What an error is, besides the context's.
var (
	// ErrUnavailable: the service could not be reached, was busy or failed,
	// however often it was asked.
	ErrUnavailable = errors.New("remote: the service is not available")
	// ErrUnauthorized: the service refuses the key or the token (401, 403).
	ErrUnauthorized = errors.New("remote: the service refuses the key")
	// ErrRefused: it refuses what is asked, with any other status but 200.
	ErrRefused = errors.New("remote: the service refuses the request")
	// ErrAnswer: its answer can't be read, or is longer than MaxBytes.
	ErrAnswer = errors.New("remote: the service's answer can't be read")
	// ErrRequest: the request can't be made.
	ErrRequest = errors.New("remote: no request can be made of this")
)

// Config bounds what a service is asked; zero values take the defaults named.
type Config struct {
	// Timeout bounds one request (8 s).
	Timeout time.Duration
	// PerSecond is how many requests a second the service may be sent (5).
	PerSecond float64
	// MaxAttempts is how often a request is tried that failed for a while:
	// 429, 5xx or the network (3). Pause is the wait before the second
	// (300 ms); it doubles, and Retry-After overrules it up to MaxPause (5 s).
	MaxAttempts     int
	Pause, MaxPause time.Duration
	// MaxBytes bounds an answer (8 MiB).
	MaxBytes int64
	// HTTP is the client; nil is one of its own that follows no redirect:
	// requests carry keys, which are for one service only.
	HTTP *http.Client
}

func (c Config) withDefaults() Config {
	c.Timeout = cmp.Or(c.Timeout, 8*time.Second)
	c.Pause = cmp.Or(c.Pause, 300*time.Millisecond)
	c.MaxPause = cmp.Or(c.MaxPause, 5*time.Second)
	c.PerSecond = cmp.Or(c.PerSecond, 5)
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 3)
	c.MaxBytes = cmp.Or(c.MaxBytes, 8<<20)
	if c.HTTP == nil {
		c.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return c
}

// Client asks one service. It is safe for many goroutines and starts none.
type Client struct {
	cfg   Config
	limit *rate.Limiter
}

// New is a client.
func New(cfg Config) *Client {
	cfg = cfg.withDefaults()
	return &Client{cfg: cfg, limit: rate.NewLimiter(rate.Limit(cfg.PerSecond), max(int(cfg.PerSecond), 1))}
}

// Request is what a service is asked.
type Request struct {
	Method string // "" is GET
	URL    string
	Header http.Header
	Body   []byte
}

// Answer is what it said. One of status 429 or 5xx comes with
// ErrUnavailable.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do asks until there is an answer or the attempts are used up.
func (c *Client) Do(ctx context.Context, req Request) (Answer, error) {
	pause := c.cfg.Pause
	for attempt := 1; ; attempt++ {
		answer, wanted, err := c.once(ctx, req)
		if err == nil || attempt >= c.cfg.MaxAttempts || !errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
			return answer, err
		}
		timer := time.NewTimer(min(max(pause, wanted), c.cfg.MaxPause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return Answer{}, errors.Join(err, context.Cause(ctx))
		}
		pause *= 2
	}
}

// Fetch is Do where only status 200 is an answer; any other comes with
// ErrUnauthorized or ErrRefused.
func (c *Client) Fetch(ctx context.Context, req Request) (Answer, error) {
	a, err := c.Do(ctx, req)
	switch {
	case err != nil || a.Status == http.StatusOK:
	case a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden:
		err = fmt.Errorf("%w: status %d", ErrUnauthorized, a.Status)
	default:
		err = fmt.Errorf("%w: status %d", ErrRefused, a.Status)
	}
	return a, err
}

// once is one request; wanted is how long the service wants to be left
// alone.
func (c *Client) once(ctx context.Context, r Request) (a Answer, wanted time.Duration, err error) {
	if err := c.limit.Wait(ctx); err != nil {
		return a, 0, fmt.Errorf("remote: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return a, 0, fmt.Errorf("%w: %w", ErrRequest, withoutURL(err))
	}
	if r.Header != nil {
		req.Header = r.Header
	}
	res, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return a, 0, fmt.Errorf("%w: %w", ErrUnavailable, withoutURL(err))
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, c.cfg.MaxBytes+1))
	switch {
	case err != nil:
		return a, 0, fmt.Errorf("%w: %w", ErrUnavailable, err)
	case int64(len(raw)) > c.cfg.MaxBytes:
		return a, 0, fmt.Errorf("%w: more than %d bytes", ErrAnswer, c.cfg.MaxBytes)
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= 500:
		wanted, err = RetryAfter(res.Header), fmt.Errorf("%w: status %d", ErrUnavailable, res.StatusCode)
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: raw}, wanted, err
}

// withoutURL is an error without the address, which may hold a key.
func withoutURL(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// RetryAfter is how long an answer's service wants to be left alone, in seconds or
// until a date.
func RetryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return time.Duration(min(max(seconds, 0), 1e6) * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return time.Until(at)
	}
	return 0
}
