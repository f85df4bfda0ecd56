package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/cache"
)

// Cache is a cache in Redis; safe for concurrent use.
type Cache struct{ client *goredis.Client }

// Cache is the cache that all nodes on this Redis share.
func (c *Client) Cache() *Cache { return &Cache{c.redis} }

// Get is the value and whether there is one. A value longer than
// cache.MaxValue was not written by a Cache and is cache.ErrTooLarge; it is
// not fetched whole.
func (c *Cache) Get(ctx context.Context, key string) ([]byte, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
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
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	// PX rounds down to nothing below a millisecond, which Redis refuses.
	if err := c.client.Set(ctx, key, value, max(ttl, time.Millisecond)).Err(); err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	return nil
}

// Delete drops the value; a key without one is no error.
func (c *Cache) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := c.client.Del(ctx, key).Err(); err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}
