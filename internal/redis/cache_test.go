package redis_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/cache/cachetest"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/testdb"
)

// opened is a client and its cache.
type opened struct {
	*redis.Client
	*redis.Cache
}

func open(t testing.TB, url string) opened {
	t.Helper()
	c, err := redis.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return opened{c, c.Cache()}
}

func addr(s *testdb.Server) string { return fmt.Sprintf("127.0.0.1:%d", s.Port()) }

func TestContract(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	// A subtest is parallel: the server must outlive this function, which
	// it does because cleanups run after the subtests.
	cachetest.Suite(t, func(t *testing.T) cachetest.Cache { return open(t, server.URL()) })
}

func TestStoppedRedisFailsFastAndHeals(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	if err := c.Set(t.Context(), "k", []byte("v"), time.Minute); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	failsWithin(t, c, time.Second)
	server.Start(t)
	if err := c.Set(t.Context(), "k", []byte("v2"), time.Minute); err != nil {
		t.Fatalf("after the restart: %v", err)
	}
	if v, ok, err := c.Get(t.Context(), "k"); err != nil || !ok || string(v) != "v2" {
		t.Errorf("%q %v %v", v, ok, err)
	}
}

func TestRestartIsNotNoticed(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	server.Start(t)
	if _, ok, err := c.Get(t.Context(), "k"); err != nil || ok {
		t.Errorf("the pooled connection was cut: %v %v", ok, err)
	}
}

func TestFrozenRedisHoldsNobody(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Freeze(t)
	failsWithin(t, c, time.Second)
	server.Thaw(t)
	deadline := time.After(5 * time.Second)
	for c.Ping(t.Context()) != nil {
		select {
		case <-deadline:
			t.Fatal("does not heal")
		default:
		}
	}
}

// A black hole: connections are accepted and nothing is ever said, the
// first handshake included.
func TestBlackHoleHoldsNobody(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	failsWithin(t, open(t, "redis://"+l.Addr().String()), time.Second)
}

func failsWithin(t *testing.T, c opened, limit time.Duration) {
	t.Helper()
	for name, call := range map[string]func() error{
		"Get":    func() error { _, _, err := c.Get(t.Context(), "k"); return err },
		"Set":    func() error { return c.Set(t.Context(), "k", []byte("v"), time.Minute) },
		"Delete": func() error { return c.Delete(t.Context(), "k") },
		"Ping":   func() error { return c.Ping(t.Context()) },
	} {
		start := time.Now()
		err := call()
		took := time.Since(start)
		if err == nil || took > limit {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		t.Logf("%s failed after %v", name, took.Round(time.Millisecond))
	}
}

func TestForeignValues(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	send(t, addr(server), "LPUSH list x", "SETRANGE huge 2000000 x")
	if _, _, err := c.Get(t.Context(), "list"); err == nil {
		t.Error("a list was read as a value")
	}
	if _, _, err := c.Get(t.Context(), "huge"); !errors.Is(err, cache.ErrTooLarge) {
		t.Errorf("a huge value: %v", err)
	}
}

func TestEveryKeyHasATimeToLive(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	for _, ttl := range []time.Duration{1, time.Millisecond - 1, time.Second + 1, time.Hour} {
		if err := c.Set(t.Context(), "k", nil, ttl); err != nil {
			t.Fatal(err)
		}
		if got := send(t, addr(server), "PTTL k"); strings.HasPrefix(got, ":-1") {
			t.Errorf("ttl %v: the key is kept for ever", ttl)
		}
	}
}

func TestBadURLHidesItsPassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "http://x", "redis://u:hunter2@h:port/0", "redis://:hunter2@h/%zz"} {
		_, err := redis.Open(url)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// send speaks Redis' inline protocol and returns the last line read.
func send(t *testing.T, addr string, lines ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	got := make([]byte, 4<<10)
	n := 0
	for _, line := range lines {
		if _, err := conn.Write([]byte(line + "\r\n")); err != nil {
			t.Fatal(err)
		}
		if n, err = conn.Read(got); err != nil {
			t.Fatal(err)
		}
	}
	return string(got[:n])
}
