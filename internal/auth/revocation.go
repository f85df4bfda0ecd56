package auth

import (
	"context"
	"sync"
	"time"

	"github.com/madang-dev/madang/store"
)

const (
	// revocationSweep is how often what was revoked is read: with the database's
	// answer a socket ends within 2 s on every node.
	revocationSweep = time.Second
	// revocationHeld is how long a revocation stands where the end of what is
	// revoked is not known.
	revocationHeld = 400 * 24 * time.Hour
)

// revocations are what was taken back, as the store had it last.
type revocations struct {
	mu   sync.Mutex
	void map[string]time.Time
	// more tells that there is some of which nothing was ended yet.
	more bool
}

func (r *revocations) set(void map[string]time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for subject, at := range void {
		if !r.void[subject].Equal(at) {
			r.more = true
		}
	}
	r.void = void
}

// untold tells once that there is more.
func (r *revocations) untold() (more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	more, r.more = r.more, false
	return more
}

// TokenSubject names a token, as store.KeySubject names a key.
func TokenSubject(jti string) string { return "token:" + jti }

// Revoked tells whether an identity's proof was taken back.
func (g *Gate) Revoked(id Identity) bool {
	g.revoked.mu.Lock()
	defer g.revoked.mu.Unlock()
	void := g.revoked.void
	_, token := void[TokenSubject(id.TokenID)]
	_, key := void[store.KeySubject(id.KeyID)]
	return token && id.TokenID != "" || key && id.KeyID != ""
}

// Revoke takes back what a subject was given until now; every node knows of it
// with its next sweep, this one at once, and ends what is open with its own sweep.
// until is when all of it has ended anyway, zero where that is not known.
func (g *Gate) Revoke(ctx context.Context, subject string, until time.Time) error {
	now := g.cfg.Clock()
	if until.IsZero() {
		until = now.Add(revocationHeld)
	}
	if err := g.cfg.Store.Revoke(ctx, subject, now, until); err != nil {
		return err
	}
	return g.sweep(ctx)
}

// sweep reads what was revoked.
func (g *Gate) sweep(ctx context.Context) error {
	void, err := g.cfg.Store.Revocations(ctx, g.cfg.Clock())
	if err == nil {
		g.revoked.set(void)
	}
	return err
}

// Run keeps the revocations up to date until ctx ends, and has changedFunc end
// what is open of them.
func (g *Gate) Run(ctx context.Context, changedFunc func()) error {
	tick := time.NewTicker(revocationSweep)
	defer tick.Stop()
	for {
		if err := g.sweep(ctx); err != nil && ctx.Err() == nil {
			g.cfg.Logger.Warn("revocations can't be read; those known stand", "error", err)
		}
		if g.revoked.untold() {
			changedFunc()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
