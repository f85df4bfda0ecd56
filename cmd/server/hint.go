package main

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/knowledge"
)

// ear is the engine's bus, by which the shelf hears of new knowledge too.
type ear struct {
	*redis.Bus
	shelf *knowledge.Shelf
}

// Run is the bus's.
func (e ear) Run(ctx context.Context, h bus.Handler) error {
	e.Subscribe(bus.Knowledge)
	h = h.Complete()
	engine := h
	h.HeardFunc = func(sessionID string, payload []byte) {
		if sessionID == bus.Knowledge {
			e.shelf.Hint()
			return
		}
		engine.HeardFunc(sessionID, payload)
	}
	h.LostFunc = func() {
		engine.LostFunc()
		e.shelf.Hint()
	}
	return e.Bus.Run(ctx, h)
}

// announce tells running servers that knowledge has changed. One that does
// not hear it finds it at its next look.
func announce(ctx context.Context, settings configs.Settings, c console) {
	if settings.RedisURL == "" {
		return
	}
	client, err := redis.Open(settings.RedisURL)
	if err == nil {
		defer client.Close()
		err = client.Announce(ctx, bus.Knowledge, nil)
	}
	if err != nil {
		fmt.Fprintf(c.err, "running servers were not told at once, and take it over at their next look: %v\n", err)
	}
}
