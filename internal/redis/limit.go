package redis

import (
	"context"
	"errors"
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
for i, key in ipairs(KEYS) do
  local one, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now) + one
  local wait = full - now - one * math.max(burst, 1)
  if wait > 0 then return wait end
  redis.call('SET', key, string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
end
return 0`)

// Take is a limit.TakeFunc whose buckets all nodes on this Redis share.
func (c *Client) Take(ctx context.Context, buckets ...limit.Bucket) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var names []string
	var rates []any
	for _, b := range buckets {
		names = append(names, c.name("limit", b.Key))
		rates = append(rates, int64(float64(time.Second/time.Microsecond)/b.Rate.PerSecond), b.Rate.Burst)
	}
	wait, err := takeScript.Run(ctx, c.redis, names, rates...).Int64()
	if err != nil {
		return 0, fmt.Errorf("take from %q: %w", names, err)
	}
	return time.Duration(wait) * time.Microsecond, nil
}

// holdScript tells what a node holds of a key and adds up what the others do that
// live: those whose own key is there. A told number never takes a newer one's place.
var holdScript = goredis.NewScript(`
redis.call('SET', KEYS[2], '1', 'PX', ARGV[5])
local own = redis.call('HGET', KEYS[1], ARGV[1])
if not own or tonumber(string.match(own, '^%d+')) < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
end
redis.call('PEXPIRE', KEYS[1], 86400000)
local others, all = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] ~= ARGV[1] then
    if redis.call('EXISTS', ARGV[4] .. all[i]) == 1 then
      others = others + tonumber(string.match(all[i + 1], '%d+$'))
    else
      redis.call('HDEL', KEYS[1], all[i])
    end
  end
end
return others`)

// Counts are what all nodes on this Redis hold together; node names this process's
// life, not the machine: what a life before held is nobody's.
func (c *Client) Counts(node string) limit.Counts {
	return &counts{c, node, time.Now().UnixMicro()}
}

type counts struct {
	*Client
	node  string
	since int64
}

// alive begins the names of what says that nodes live.
func (c *counts) alive() string { return c.name("alive") + ":" }

func (c *counts) Hold(ctx context.Context, key string, mine int, version int64) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	others, err := holdScript.Run(ctx, c.redis, []string{c.name("held", key), c.alive() + c.node},
		c.node, c.since+version, mine, c.alive(), limit.Life.Milliseconds()).Int()
	if err != nil {
		return 0, fmt.Errorf("hold of %s: %w", key, err)
	}
	return others, nil
}

func (c *counts) Beat(ctx context.Context) (lost bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err = c.redis.SetArgs(ctx, c.alive()+c.node, "1", goredis.SetArgs{TTL: limit.Life, Get: true}).Err()
	if errors.Is(err, goredis.Nil) {
		return true, nil
	}
	return false, err
}
