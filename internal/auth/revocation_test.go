package auth

import (
	"context"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// taken is the database of two nodes, as far as it is about what was taken back: each
// answer takes its time.
type taken struct {
	records
	answer time.Duration
	mu     sync.Mutex
	void   map[string]time.Time
}

func (s *taken) Revoke(_ context.Context, subject string, at, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.void[subject] = at
	return nil
}

func (s *taken) Revocations(context.Context, time.Time) (map[string]time.Time, error) {
	s.mu.Lock()
	void := maps.Clone(s.void)
	s.mu.Unlock()
	time.Sleep(s.answer)
	return void, nil
}

// Whatever the moment of a revocation, every node, the one that was asked too, ends
// what is open within two seconds, while the database answers in less than half of one.
func TestRevocationsReachEveryNodeInTwoSeconds(t *testing.T) {
	t.Parallel()
	for moment := time.Duration(0); moment < 1500*time.Millisecond; moment += 90 * time.Millisecond {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			db := &taken{answer: 450 * time.Millisecond, void: map[string]time.Time{}}
			kim := Identity{UserID: "kim", TokenID: "kim-1", Issued: time.Now()}
			ended, over := make(chan time.Time, 8), make(chan error, 2)
			var nodes []*Gate
			for range 2 {
				g := New(Config{Store: db, CookieSecret: []byte("made-up"), Secret: []byte("made-up")})
				nodes = append(nodes, g)
				go func() {
					over <- g.Run(ctx, func() {
						if g.Revoked(kim) {
							ended <- time.Now()
						}
					})
				}()
			}
			time.Sleep(moment)
			revoked := time.Now()
			if err := nodes[0].Revoke(ctx, TokenSubject("kim-1"), time.Time{}); err != nil {
				t.Fatal(err)
			}
			for range nodes {
				select {
				case at := <-ended:
					if late := at.Sub(revoked); late > 2*time.Second {
						t.Errorf("revoked after %v, ended %v later", moment, late)
					}
				case <-time.After(time.Minute):
					t.Errorf("revoked after %v: a node was not told", moment)
				}
			}
			stop()
			for range nodes {
				if err := <-over; err != nil {
					t.Error(err)
				}
			}
		})
	}
}
