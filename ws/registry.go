package ws

import (
	"maps"
	"slices"
	"sync"

	"github.com/madang-dev/madang/internal/fault"
)

// registry knows the sockets of the node, because http.Server.Shutdown does
// not: a hijacked connection is nobody's.
type registry struct {
	mu       sync.Mutex
	draining bool
	conns    map[*conn]struct{}
	accounts map[string]int   // sockets and those being made, by account
	sessions map[string]int   // sockets by session
	newest   map[string]*conn // of browsers' base clients, by session
	total    int              // sockets and those being made
	gone     sync.WaitGroup
}

func newRegistry() *registry {
	return &registry{
		conns:    make(map[*conn]struct{}),
		accounts: make(map[string]int),
		sessions: make(map[string]int),
		newest:   make(map[string]*conn),
	}
}

// reserve takes a place for a socket of the account; it must be released.
func (r *registry) reserve(account string, most, mostOfAccount int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.draining:
		return fault.New(fault.Draining, "")
	case most > 0 && r.total >= most:
		return fault.New(fault.Unavailable, "too many connections")
	case mostOfAccount > 0 && r.accounts[account] >= mostOfAccount:
		return fault.New(fault.TooManyConnections, "")
	}
	r.total++
	r.accounts[account]++
	// Under the lock, with the look at draining: a socket that was added while Drain
	// waits already would not be waited for.
	r.gone.Add(1)
	return nil
}

func (r *registry) release(account string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total--
	decrease(r.accounts, account)
	r.gone.Done()
}

// add makes a reserved place a socket's; false when Drain came first. older is
// the socket of the same page that it replaces, if there is one.
func (r *registry) add(c *conn) (older *conn, open bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.page != 0 {
		older = r.twin(c)
		r.newest[c.sessionID] = c
	}
	r.conns[c] = struct{}{}
	r.sessions[c.sessionID]++
	return older, !r.draining
}

func (r *registry) remove(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.conns, c)
	if r.newest[c.sessionID] == c {
		delete(r.newest, c.sessionID)
	}
	decrease(r.sessions, c.sessionID)
}

// decrease forgets a key at zero, so that the table does not grow with
// every key ever seen.
func decrease(counts map[string]int, key string) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}

// drain refuses new sockets from here on and lists those there are.
func (r *registry) drain() []*conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.draining = true
	return slices.Collect(maps.Keys(r.conns))
}

func (r *registry) list() []*conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.conns))
}

// count counts the sockets, and the sessions that have one.
func (r *registry) count() (sockets, sessions int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.conns), len(r.sessions)
}
