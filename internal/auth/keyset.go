package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/fault"
)

const (
	// keysFresh is how long keys are used before they are asked for again.
	keysFresh = 10 * time.Minute
	// keysHeld is how long the last good keys serve while the provider is away
	// or lies; what it withdrew is trusted that much longer at most.
	keysHeld = 24 * time.Hour
	// keysPause is the time between two questions, however many tokens come
	// with keys that nobody knows: else strangers would have us flood the
	// provider.
	keysPause = 10 * time.Second
	// keysWait bounds a question.
	keysWait = 3 * time.Second
	maxKeys  = 100
)

// errNoKey is a token signed by a key that the provider does not have.
var errNoKey = errors.New("the key of the token is not known")

// keySet holds a provider's public keys.
type keySet struct {
	fetchFunc func(ctx context.Context) ([]publicKey, error)
	now       func() time.Time
	log       *slog.Logger

	mu      sync.Mutex
	keys    []publicKey
	good    time.Time // of the last good answer
	asked   time.Time // of the last question
	asking  chan struct{}
	trouble error // of the last question
}

// find is the key of a token. An unknown key has the provider asked once for all
// that wait; the error is Unavailable when no keys are there to judge by.
func (s *keySet) find(ctx context.Context, kid, alg string) (any, error) {
	for {
		key, wait, err := s.look(ctx, kid, alg)
		if wait == nil {
			return key, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, fault.Wrap(fault.Unavailable, ctx.Err())
		}
	}
}

// look finds the key among those that are held; wait is not nil while the
// provider is being asked and its answer may tell more.
func (s *keySet) look(ctx context.Context, kid, alg string) (key any, wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	held := len(s.keys) > 0 && now.Sub(s.good) < keysHeld
	key = s.match(kid, alg)
	if (!held || key == nil || now.Sub(s.good) >= keysFresh) && s.asking == nil && now.Sub(s.asked) >= keysPause {
		s.asked, s.asking = now, make(chan struct{})
		go s.refresh(context.WithoutCancel(ctx), s.asking)
	}
	switch {
	case held && key != nil:
		return key, nil, nil // while newer ones are fetched, these serve
	case s.asking != nil:
		return nil, s.asking, nil
	case held:
		return nil, nil, fmt.Errorf("%w: kid %.60q, algorithm %s", errNoKey, kid, alg)
	}
	return nil, nil, fault.Wrap(fault.Unavailable, fmt.Errorf("no keys of the identity provider: %w", s.trouble))
}

// match is the key of that id and algorithm; without an id the only one of the
// algorithm.
func (s *keySet) match(kid, alg string) (key any) {
	for _, k := range s.keys {
		if k.alg != alg || kid != "" && k.id != kid {
			continue
		}
		if key != nil {
			return nil
		}
		key = k.key
	}
	return key
}

func (s *keySet) refresh(ctx context.Context, done chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, keysWait)
	defer cancel()
	keys, err := s.fetchFunc(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asking, s.trouble = nil, err; err == nil {
		s.keys, s.good = keys, s.now()
	} else {
		s.log.Warn("keys of the identity provider can't be had; the last good ones serve", "error", err,
			"last_good", s.good, "until", s.good.Add(keysHeld))
	}
	close(done)
}
