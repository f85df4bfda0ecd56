package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// listing is how long the history's list takes, without the states.
func listing(ctx context.Context, b *bench, s *stand) (figures, error) {
	client, session, err := s.one(ctx)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	for range b.pace.listed / 5 {
		if _, _, err := client.Ask(trivial); err != nil {
			return nil, err
		}
	}
	var (
		times  []time.Duration
		bodies [][]byte
	)
	for range 45 {
		started := time.Now()
		body, err := checkpoints(ctx, s.addr, session)
		if err != nil {
			return nil, err
		}
		times, bodies = append(times, time.Since(started)), append(bodies, body)
	}
	// Afterwards: to read them takes as long as to list them, and leaves
	// garbage whose collection would be measured with the next.
	for _, body := range bodies {
		var entries []json.RawMessage
		if err := json.Unmarshal(body, &entries); err != nil || len(entries) != b.pace.listed {
			return nil, fmt.Errorf("%d checkpoints of %d: %w", len(entries), b.pace.listed, err)
		}
	}
	slices.Sort(times)
	return figures{listTime: ms(load.Percentile(times, .5))}, nil
}

// checkpoints is a session's list as it comes over REST, in one page.
func checkpoints(ctx context.Context, addr, session string) (body []byte, err error) {
	url := fmt.Sprintf("http://%s/api/v1/sessions/%s/checkpoints?limit=2000", addr, session)
	res, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, res.Status)
	}
	var read bytes.Buffer // with room beforehand: growing is not the server's work
	read.Grow(int(max(res.ContentLength, 0)) + bytes.MinRead)
	_, err = read.ReadFrom(res.Body)
	return read.Bytes(), err
}
