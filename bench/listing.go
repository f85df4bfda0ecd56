package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/madang-dev/madang/bench/load"
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
	var times []time.Duration
	for range 5 {
		started := time.Now()
		n, err := checkpoints(ctx, s.addr, session)
		if err != nil || n != b.pace.listed {
			return nil, fmt.Errorf("%d checkpoints of %d: %w", n, b.pace.listed, err)
		}
		times = append(times, time.Since(started))
	}
	slices.Sort(times)
	return figures{listTime: ms(load.Percentile(times, .5))}, nil
}

// checkpoints goes through all pages of a session's list.
func checkpoints(ctx context.Context, addr, session string) (int, error) {
	var n, before int64
	for {
		url := fmt.Sprintf("http://%s/api/v1/sessions/%s/checkpoints?limit=200", addr, session)
		if before > 0 {
			url += fmt.Sprintf("&before_step=%d", before)
		}
		page, err := checkpointPage(ctx, url)
		n += int64(len(page))
		if err != nil || len(page) == 0 || page[len(page)-1].StepNo == 1 {
			return int(n), err
		}
		before = page[len(page)-1].StepNo
	}
}

type checkpointEntry struct {
	StepNo int64 `json:"step_no"`
}

func checkpointPage(ctx context.Context, url string) (page []checkpointEntry, err error) {
	res, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, res.Status)
	}
	return page, json.NewDecoder(res.Body).Decode(&page)
}
