package semantic

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/cache"
)

// maxCached is how many results are kept, maxAge for how long.
const (
	maxCached = 256
	maxAge    = 10 * time.Minute
)

// cached is a result with when it was found. Its key is everything that decides
// it: the request, the statement, what the person may see and the version of the
// data. What two people may see differently they never share.
type cached struct {
	result Result
	at     time.Time
}

func newCache() *cache.LRU[cached] { return cache.NewLRU[cached](maxCached, maxCached) }

// cacheKey is the key of a result.
func cacheKey(r Request, k compiled, p access.Person, version string) (string, error) {
	said, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%v\x00%s\x00%s", said, k.sql, k.args, p.Scope(), version))
	return hex.EncodeToString(sum[:16]), nil
}

// cachedResult is a result that is young enough, with its age.
func (l *Layer) cachedResult(key string) (Result, bool) {
	e, ok := l.cache.Get(key)
	age := l.now().Sub(e.at)
	if !ok || age > maxAge {
		return Result{}, false
	}
	r := e.result
	r.Cached, r.AgeSeconds = true, int64(age.Seconds())
	return r, true
}
