package redis_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/testdb"
)

func open(t testing.TB, url string) *redis.Client {
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
	return c
}

func addr(s *testdb.Server) string { return fmt.Sprintf("127.0.0.1:%d", s.Port()) }

func TestStoppedRedisFailsFastAndHeals(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	failsWithin(t, c, time.Second)
	server.Start(t)
	if err := c.Ping(t.Context()); err != nil {
		t.Errorf("after the restart: %v", err)
	}
}

// A connection of the pool that a restart cut is not noticed by who asks next.
func TestARestartIsNotNoticed(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	c := open(t, server.URL())
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	server.Start(t)
	if err := c.Ping(t.Context()); err != nil {
		t.Error(err)
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

func failsWithin(t *testing.T, c *redis.Client, limit time.Duration) {
	t.Helper()
	start := time.Now()
	if err := c.Ping(t.Context()); err == nil || time.Since(start) > limit {
		t.Errorf("%v after %v", err, time.Since(start))
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
