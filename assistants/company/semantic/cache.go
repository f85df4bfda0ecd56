package semantic

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
)

// maxCached is how many results are kept, maxAge for how long.
const (
	maxCached = 256
	maxAge    = 10 * time.Minute
)

// cache keeps results by everything that decides them: the request, the
// statement, what the person may see and the version of the data. What two
// people may see differently they never share.
type cache struct {
	now   func() time.Time
	mu    sync.Mutex
	by    map[string]cached
	order []string
}

type cached struct {
	result Result
	at     time.Time
}

func newCache(now func() time.Time) *cache { return &cache{now: now, by: map[string]cached{}} }

// cacheKey is the key of a result.
func cacheKey(r Request, k compiled, p access.Person, version string) (string, error) {
	said, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%v\x00%s\x00%s", said, k.sql, k.args, p.Scope(), version))
	return hex.EncodeToString(sum[:16]), nil
}

// find is a result that is young enough, with its age.
func (c *cache) find(key string) (Result, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.by[key]
	age := c.now().Sub(e.at)
	if !ok || age > maxAge {
		return Result{}, false
	}
	r := e.result
	r.Cached, r.AgeSeconds = true, int64(age.Seconds())
	return r, true
}

// keep keeps a result; the oldest goes when there are too many.
func (c *cache) keep(r Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.by[r.Key]; !ok {
		c.order = append(c.order, r.Key)
	}
	c.by[r.Key] = cached{r, c.now()}
	if len(c.order) > maxCached {
		delete(c.by, c.order[0])
		c.order = c.order[1:]
	}
}
