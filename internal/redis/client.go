// Package redis is what several nodes share in Redis: the bus between them and
// the counts of limits, over one pool of connections. It is the one room that
// knows go-redis.
package redis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

const (
	// callTimeout bounds one call, retry and connecting included. go-redis
	// by itself lets a Redis that swallows packets hold a caller for 20 s.
	callTimeout = 300 * time.Millisecond
	// poolSize is the number of connections.
	poolSize = 16
)

// Client is the way to one Redis; safe for concurrent use.
type Client struct {
	redis *goredis.Client
	db    int
}

// Open readies a client without connecting: a Redis that is away now must
// not keep the program from starting. Only a URL that can't be read is an
// error, whose text does not repeat the URL's password: it is
// redis://[user:password@]host:port/db, rediss:// or unix://.
func Open(url string) (*Client, error) {
	opts, err := goredis.ParseURL(url)
	if err != nil {
		return nil, errors.New("redis: the URL can't be read; it should look like redis://:password@host:6379/0")
	}
	opts.ContextTimeoutEnabled = true
	opts.DialTimeout, opts.ReadTimeout, opts.WriteTimeout = callTimeout, callTimeout, callTimeout
	opts.PoolTimeout, opts.PoolSize = callTimeout, poolSize
	// One quick retry heals a pooled connection that a restart of Redis
	// cut; more would only make callers wait for what the store knows.
	opts.MaxRetries, opts.MinRetryBackoff, opts.MaxRetryBackoff = 1, time.Millisecond, 8*time.Millisecond
	opts.DialerRetries = 1
	opts.DisableIdentity = true
	opts.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return &Client{redis: goredis.NewClient(opts), db: opts.DB}, nil
}

// Close ends the connections; a Bus must have ended its Run before.
func (c *Client) Close() error {
	if err := c.redis.Close(); err != nil {
		return fmt.Errorf("close redis: %w", err)
	}
	return nil
}

// Ping tells whether Redis answers.
func (c *Client) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := c.redis.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("ping redis: %w", err)
	}
	return nil
}

// name is the one way to name a key or a channel of the bus. The number of
// the database is part of it because channels know no databases.
func (c *Client) name(noun string, parts ...string) string {
	return key(noun, append([]string{strconv.Itoa(c.db)}, parts...)...)
}

// key is the program's prefix, the noun, the version of what is sent, and what
// it belongs to. Parts are escaped, so that no user id can reach another one's
// key.
func key(noun string, parts ...string) string {
	var b strings.Builder
	b.WriteString("madang:bus-" + noun + ":v1")
	for _, p := range parts {
		b.WriteString(":" + url.QueryEscape(p))
	}
	return b.String()
}

// LogTo sends what go-redis says by itself (dials that failed and the like)
// to l at debug level; callers see the same failures as errors. go-redis
// has one logger for the process, so only main calls this, once.
func LogTo(l *slog.Logger) { goredis.SetLogger(logger{l}) }

type logger struct{ *slog.Logger }

func (l logger) Printf(ctx context.Context, format string, args ...any) {
	l.DebugContext(ctx, fmt.Sprintf(format, args...))
}
