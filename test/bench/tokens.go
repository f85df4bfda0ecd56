package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// begun bounds how many of a batch's questions are not answered by a first token
// yet: the streams are measured, not the questions' planning.
const begun = 16

// streaming is n answers of a model that are shown while it writes them, all of
// them at once.
func streaming(n int) func(context.Context, *bench, *stand) (figures, error) {
	return func(ctx context.Context, b *bench, s *stand) (figures, error) {
		var first []time.Duration
		var used time.Duration
		times := max(1, b.pace.streamed/n)
		for range times {
			took, cpu, err := b.streams(ctx, s, n)
			if err != nil {
				return nil, err
			}
			first, used = append(first, took...), used+cpu
		}
		slices.Sort(first)
		_, tokens := answerTokens()
		return figures{
			tokenCPU: us(used) / float64(times*n*len(tokens)),
			tokenP50: ms(load.Percentile(first, .5)), tokenP99: ms(load.Percentile(first, .99)),
		}, nil
	}
}

// streams has one batch streamed. It returns how long after the model's first
// token each client was shown something, and the CPU time from the moment on in
// which all had been until all had their whole answer.
func (b *bench) streams(ctx context.Context, s *stand, n int) (first []time.Duration, used time.Duration, err error) {
	sessions, err := s.advisers(ctx, n)
	if err != nil {
		return nil, 0, err
	}
	group, streams := b.model.begin(n, max(200*time.Microsecond, time.Duration(n)*40*time.Microsecond))
	first, errs := make([]time.Duration, n), make([]error, n)
	var shown, done sync.WaitGroup
	shown.Add(n)
	turn := make(chan struct{}, begun)
	for i, q := range streams {
		done.Go(func() {
			turn <- struct{}{}
			client, err := begin(ctx, s, sessions[i], q)
			first[i] = time.Duration(time.Now().UnixNano() - q.begun.Load())
			<-turn
			shown.Done()
			if err == nil {
				err = whole(client, s.ours)
			}
			errs[i] = err
			if client != nil {
				_ = client.Close()
			}
		})
	}
	shown.Wait()
	err = b.startProfile(ctx, s)
	before := cpu(s.pid(), false)
	close(group.goOn)
	done.Wait()
	used = cpu(s.pid(), false) - before
	return first, used, errors.Join(err, errors.Join(errs...), b.endProfile())
}

// begin is a client that was shown the begin of its answer.
func begin(ctx context.Context, s *stand, session string, q *stream) (*load.Client, error) {
	clients, err := load.Open(ctx, s.server(), []string{session})
	if err != nil {
		return nil, err
	}
	if err = clients[0].Send(load.Probe(q.query()).Query); err == nil {
		_, err = clients[0].Until("answer_delta")
	}
	return clients[0], err
}

// whole reads the rest of an answer, which is the model's with all its tokens.
func whole(c *load.Client, ours bool) error {
	end, err := c.Until("final_response")
	if err != nil {
		return err
	}
	head, rest := answerTokens()
	want := fmt.Sprintf(`"tokens":%d}`, len(head)+len(rest))
	if ours {
		want = `"answered_by":"model"`
	}
	if !strings.Contains(string(end), want) {
		return fmt.Errorf("no %s in %.3000s", want, end)
	}
	return nil
}
