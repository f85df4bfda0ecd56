package redis

import (
	"context"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/limit"
)

// takeScript is limit's algorithm in one step that no other node gets between,
// by Redis's own clock, in microseconds.
var takeScript = goredis.NewScript(`
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000000 + tonumber(t[2])
local one, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + one * cost
local wait = full - now - one * math.max(burst, cost)
if wait > 0 then return wait end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
return 0`)

// Take is a limit.TakeFunc whose buckets all nodes on this Redis share.
func (c *Client) Take(ctx context.Context, key string, r limit.Rate, cost int) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	one := int64(float64(time.Second/time.Microsecond) / r.PerSecond)
	wait, err := takeScript.Run(ctx, c.redis, []string{c.name("limit", key)}, one, r.Burst, cost).Int64()
	if err != nil {
		return 0, fmt.Errorf("take from %s: %w", key, err)
	}
	return time.Duration(wait) * time.Microsecond, nil
}
