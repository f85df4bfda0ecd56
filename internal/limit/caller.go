package limit

import "context"

// Caller is who does something, by all that is known of them; "" is not known.
type Caller struct{ Address, User, Company string }

// Rates are how often each scope may do one thing, Most how much of it at once;
// what is zero is no limit.
type (
	Rates struct{ Address, User, Company Rate }
	Most  struct{ Address, User, Company int }
)

// scope is one of what a caller is counted by.
type scope struct {
	name, key string
	rate      Rate
	most      int
}

// scopes are those that are known and limited, the widest last: what is refused
// for one user's sake is not counted for a company.
func (c Caller) scopes(r Rates, m Most) (out []scope) {
	for _, s := range []scope{{"user", c.User, r.User, m.User}, {"address", c.Address, r.Address, m.Address}, {"company", c.Company, r.Company, m.Company}} {
		if s.key != "" && (s.rate.PerSecond > 0 || s.most > 0) {
			out = append(out, s)
		}
	}
	return out
}

// TakeAll takes one from the caller's buckets of that kind, of each scope; its
// error is Take's.
func (l *Limiter) TakeAll(ctx context.Context, kind string, c Caller, r Rates) error {
	var buckets []Bucket
	for _, s := range c.scopes(r, Most{}) {
		buckets = append(buckets, Bucket{kind + " of " + s.name + ":" + s.key, s.rate})
	}
	return l.takeEach(ctx, buckets...)
}

// HoldAll is Hold of each scope, or of none.
func (l *Limiter) HoldAll(ctx context.Context, kind string, c Caller, m Most) (release func(), err error) {
	var held []func()
	release = func() {
		for _, f := range held {
			f()
		}
	}
	for _, s := range c.scopes(Rates{}, m) {
		one, err := l.Hold(ctx, kind+" of "+s.name, s.key, s.most)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, one)
	}
	return release, nil
}
