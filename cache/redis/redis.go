// Package redis is the cache that several nodes share. It is the one room
// that knows go-redis.
package redis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/madang-dev/madang/cache"
)

// DefaultTimeout bounds one call, retry and connecting included. go-redis
// by itself lets a Redis that swallows packets hold a caller for 20 s.
const DefaultTimeout = 300 * time.Millisecond

// Config says where Redis is.
type Config struct {
	URL string // redis://[user:password@]host:port/db, rediss:// or unix://
	// Timeout bounds one call; 0 and more than DefaultTimeout is
	// DefaultTimeout.
	Timeout time.Duration
	// PoolSize is the number of connections; 0 is 16.
	PoolSize int
}

// Cache is a cache in Redis; safe for concurrent use.
type Cache struct {
	client  *goredis.Client
	timeout time.Duration
}

// Open readies a cache without connecting: a Redis that is away now must
// not keep the program from starting. Only a URL that can't be read is an
// error, whose text does not repeat the URL's password.
func Open(c Config) (*Cache, error) {
	opts, err := goredis.ParseURL(c.URL)
	if err != nil {
		return nil, errors.New("redis: the URL can't be read; it should look like redis://:password@host:6379/0")
	}
	if c.Timeout <= 0 || c.Timeout > DefaultTimeout {
		c.Timeout = DefaultTimeout
	}
	if c.PoolSize <= 0 {
		c.PoolSize = 16
	}
	opts.ContextTimeoutEnabled = true
	opts.DialTimeout, opts.ReadTimeout, opts.WriteTimeout = c.Timeout, c.Timeout, c.Timeout
	opts.PoolTimeout, opts.PoolSize = c.Timeout, c.PoolSize
	// One quick retry heals a pooled connection that a restart of Redis
	// cut; more would only make callers wait for what the store knows.
	opts.MaxRetries, opts.MinRetryBackoff, opts.MaxRetryBackoff = 1, time.Millisecond, 8*time.Millisecond
	opts.DialerRetries = 1
	opts.DisableIdentity = true
	opts.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return &Cache{client: goredis.NewClient(opts), timeout: c.Timeout}, nil
}

// Close ends the connections.
func (c *Cache) Close() error {
	if err := c.client.Close(); err != nil {
		return fmt.Errorf("close redis: %w", err)
	}
	return nil
}

// Ping tells whether Redis answers.
func (c *Cache) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	if err := c.client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("ping redis: %w", err)
	}
	return nil
}

// Get is the value and whether there is one. A value longer than
// cache.MaxValue was not written by a Cache and is cache.ErrTooLarge; it is
// not fetched whole.
func (c *Cache) Get(ctx context.Context, key string) ([]byte, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	// GETRANGE instead of GET bounds what a foreign value can make us read;
	// it answers "" for a missing key, which EXISTS in the same trip tells
	// from an empty value.
	pipe := c.client.Pipeline()
	exists := pipe.Exists(ctx, key)
	value := pipe.GetRange(ctx, key, 0, cache.MaxValue)
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, false, fmt.Errorf("get %s: %w", key, err)
	}
	if exists.Val() == 0 {
		return nil, false, nil
	}
	if len(value.Val()) > cache.MaxValue {
		return nil, false, fmt.Errorf("get %s: %w", key, cache.ErrTooLarge)
	}
	return []byte(value.Val()), true, nil
}

// Set keeps the value for at most ttl.
func (c *Cache) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if err := cache.Check(value, ttl); err != nil {
		return errors.Join(err, c.Delete(ctx, key))
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	// PX rounds down to nothing below a millisecond, which Redis refuses.
	if err := c.client.Set(ctx, key, value, max(ttl, time.Millisecond)).Err(); err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	return nil
}

// Delete drops the value; a key without one is no error.
func (c *Cache) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	if err := c.client.Del(ctx, key).Err(); err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// LogTo sends what go-redis says by itself (dials that failed and the like)
// to l at debug level; callers see the same failures as errors. go-redis
// has one logger for the process, so only main calls this, once.
func LogTo(l *slog.Logger) { goredis.SetLogger(logger{l}) }

type logger struct{ *slog.Logger }

func (l logger) Printf(ctx context.Context, format string, args ...any) {
	l.DebugContext(ctx, fmt.Sprintf(format, args...))
}
