package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// figures are one measurement's numbers by name.
type figures map[string]float64

// The names of figures, which carry their units.
const (
	perSecond  = "queries/s"
	firstP50   = "first p50 ms"
	finalP50   = "final p50 ms"
	finalP99   = "final p99 ms"
	serverCPU  = "server CPU µs"
	dbCPU      = "Postgres CPU µs"
	walBytes   = "WAL bytes"
	fileBytes  = "file bytes"
	downBytes  = "sent bytes"
	othersCPU  = "others' CPU %"
	turnEarly  = "turn 10 ms"
	turnLate   = "turn 1,000 ms"
	turnTime   = "turn 1,000 / 10, time"
	turnBytes  = "turn 1,000 / 10, bytes"
	deliverCPU = "CPU µs a delivery"
	rssCold    = "RSS KB a socket"
	rssAfter   = "RSS KB after traffic"
	listTime   = "list ms"
	keptBytes  = "stored bytes a turn"
	baseRSS    = "RSS MB when ready"
	ackP99     = "ack p99 ms"
	hearP99    = "heard elsewhere p99 ms"
	busCPU     = "Redis CPU µs a query"
	besideCPU  = "watching node's CPU µs a query"
	readyTime  = "ready ms"
	tokenCPU   = "CPU µs a token"
	tokenP50   = "first token p50 ms"
	tokenP99   = "first token p99 ms"
)

// usage is what a contestant has used so far.
type usage struct {
	cpu, db time.Duration
	// bus and beside are those of the company.
	bus, beside time.Duration
	wal, file   int64
	// own and busy are this process's time and the whole machine's.
	own, busy time.Duration
}

// used is the time of all that is measured or measures.
func (u *usage) used() time.Duration { return u.own + u.cpu + u.bus + u.beside }

func (b *bench) usage(ctx context.Context, s *stand) (u usage, err error) {
	u.cpu, u.file = cpu(s.pid(), false), s.written()
	u.own, u.busy, u.db = b.own(), busy(), b.db.cpu()
	if s.beside != nil {
		u.bus, u.beside = cpu(s.beside.redis, false), cpu(s.beside.node.pid(), false)
	}
	if s.db != nil {
		u.wal, err = s.db.wal(ctx)
	}
	return u, err
}

// queries puts a load on and counts what a query costs.
func (b *bench) queries(ctx context.Context, s *stand, sessions []string, work load.Work) (figures, error) {
	var before, after usage
	result, err := load.Run(ctx, load.Config{
		Server: s.server(), Sessions: sessions, Work: work, Warm: b.pace.warm, For: b.pace.window,
		StartedFunc: func() (err error) {
			before, err = b.usage(ctx, s)
			return errors.Join(err, b.startProfile(ctx, s))
		},
		EndedFunc: func() (err error) { after, err = b.usage(ctx, s); return err },
	})
	if err != nil {
		return nil, err
	}
	n := float64(len(result.Last))
	f := figures{
		perSecond: n / result.Took.Seconds(),
		firstP50:  ms(load.Percentile(result.First, .5)),
		finalP50:  ms(load.Percentile(result.Last, .5)),
		finalP99:  ms(load.Percentile(result.Last, .99)),
		serverCPU: us(after.cpu-before.cpu) / n,
		downBytes: float64(result.Down) / n,
		// Of the machine, what neither we nor the contestant used.
		othersCPU: 100 * share(after.busy-before.busy-(after.used()-before.used()), result.Took),
	}
	if len(result.Ack) > 0 {
		f[ackP99] = ms(load.Percentile(result.Ack, .99))
	}
	if s.beside != nil {
		f[busCPU], f[besideCPU] = us(after.bus-before.bus)/n, us(after.beside-before.beside)/n
	}
	switch {
	case s.db != nil:
		f[dbCPU], f[walBytes] = us(after.db-before.db)/n, float64(after.wal-before.wal)/n
	case s.durable:
		f[fileBytes] = float64(after.file-before.file) / n
	}
	return f, b.endProfile()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
func us(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// startProfile asks the server for a profile of what is measured now.
func (b *bench) startProfile(ctx context.Context, s *stand) error {
	if b.profile == "" || s.ops == "" {
		return nil
	}
	file, err := os.Create(b.profile)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	b.profiling = done
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", s.ops, max(int(b.pace.window.Seconds()), 1))
	go func() {
		defer file.Close()
		res, err := get(ctx, url)
		if err != nil {
			done <- err
			return
		}
		defer res.Body.Close()
		if _, err = io.Copy(file, res.Body); err == nil && res.StatusCode != http.StatusOK {
			err = fmt.Errorf("profile: %s", res.Status)
		}
		done <- err
	}()
	return nil
}

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func (b *bench) endProfile() error {
	if b.profiling == nil {
		return nil
	}
	err := <-b.profiling
	b.profiling = nil
	return err
}
