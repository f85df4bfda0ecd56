package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// scenario is one thing that is measured.
type scenario struct {
	name string
	of   func(c contestant) bool
	run  func(ctx context.Context, b *bench, s *stand) (figures, error)
}

func everyone(c contestant) bool   { return !c.streams }
func streamers(c contestant) bool  { return c.streams }
func plainOnes(c contestant) bool  { return c.bare() }
func ours(c contestant) bool       { return c.ours && c.bare() }
func oursOnPG(c contestant) bool   { return ours(c) && c.postgres }
func oursOnLite(c contestant) bool { return ours(c) && !c.postgres }
func idlers(c contestant) bool     { return oursOnPG(c) || c.known || c.name == socketFloor }

func scenarios(p pace) []scenario {
	list := []scenario{
		{name: "start", of: oursOnLite, run: readiness},
	}
	for _, n := range []int{1, 64} {
		list = append(list, scenario{name: fmt.Sprint(n), of: everyone, run: asking(n)})
	}
	// Next to what it is compared with: the machine changes its speed.
	list = append(list, scenario{name: "advice-64", of: ours, run: advice}, scenario{name: "256", of: plainOnes, run: asking(256)})
	for _, n := range []int{1, 64} {
		list = append(list, scenario{name: fmt.Sprintf("teams-%d", n), of: plainOnes, run: teamwork(n)})
	}
	list = append(list,
		scenario{name: "turns", of: oursOnPG, run: turns},
		scenario{name: "fanout", of: oursOnPG, run: fanout},
		scenario{name: "list", of: ours, run: listing},
		scenario{name: "apart-1", of: oursOnPG, run: heardApart},
		scenario{name: "apart-64", of: oursOnPG, run: loadApart},
	)
	for _, n := range p.idle {
		list = append(list, scenario{name: fmt.Sprintf("idle-%d", n), of: idlers, run: idle(n)})
	}
	for _, n := range p.streams {
		list = append(list, scenario{name: fmt.Sprintf("tokens-%d", n), of: streamers, run: streaming(n)})
	}
	return list
}

// trivial is the work that every contestant does.
var trivial = load.Probe("전세금 5% 인상 가능해?",
	"plan_ready", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "final_response")

func asking(n int) func(context.Context, *bench, *stand) (figures, error) {
	return func(ctx context.Context, b *bench, s *stand) (figures, error) {
		sessions, err := s.sessions(ctx, n)
		if err != nil {
			return nil, err
		}
		return b.queries(ctx, s, sessions, trivial)
	}
}

// teamwork is three teams of 50 ms side by side.
func teamwork(n int) func(context.Context, *bench, *stand) (figures, error) {
	return func(ctx context.Context, b *bench, s *stand) (figures, error) {
		sessions, err := s.sessions(ctx, n)
		if err != nil {
			return nil, err
		}
		return b.queries(ctx, s, sessions, load.Probe(`{"step_ms":50,"parallel":true}`, trivial.Types...))
	}
}

// advice is a real question to the real-estate assistant.
func advice(ctx context.Context, b *bench, s *stand) (figures, error) {
	sessions, err := s.advisers(ctx, 64)
	if err != nil {
		return nil, err
	}
	return b.queries(ctx, s, sessions, load.Probe("전세금 5% 인상 가능해?"))
}

// one opens a socket on a new conversation.
func (s *stand) one(ctx context.Context) (*load.Client, string, error) {
	sessions, err := s.sessions(ctx, 1)
	if err != nil {
		return nil, "", err
	}
	clients, err := load.Open(ctx, s.server(), sessions)
	if err != nil {
		return nil, "", err
	}
	return clients[0], sessions[0], nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// readiness starts the server anew, on an empty folder each time.
func readiness(ctx context.Context, b *bench, s *stand) (figures, error) {
	times := []time.Duration{s.took}
	for range 2 {
		again, err := b.start(ctx, s.contestant)
		if err != nil {
			return nil, err
		}
		again.stop()
		times = append(times, again.took)
	}
	slices.Sort(times)
	return figures{readyTime: ms(load.Percentile(times, .5)), baseRSS: float64(s.rss()) / (1 << 20)}, nil
}
