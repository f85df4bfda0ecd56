package ws

import (
	"bufio"
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
)

// BenchmarkIdleSocket reports the heap and stack bytes of an idle socket,
// greeted and after one event. The number holds the client's connection too.
func BenchmarkIdleSocket(b *testing.B) {
	const sockets = 2_000
	for b.Loop() {
		e := newInMem(sessionID)
		d := open(b, e, func(c *Config) { c.MaxPerUser = -1 })
		before := inUse()
		conns := make([]net.Conn, sockets)
		for i := range conns {
			conns[i] = handshake(b, d)
		}
		await(b, "sockets", func() bool { return d.Stats().Connections == sockets })
		e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{Message: "m"})
		awaitWritten(b, d, 1)
		b.ReportMetric(float64(inUse()-before)/sockets, "B/socket")
		for _, c := range conns {
			_ = c.Close()
		}
		await(b, "no sockets", func() bool { return d.Stats().Connections == 0 })
	}
}

func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// handshake is a client that keeps nothing but its connection.
func handshake(b *testing.B, d *door) net.Conn {
	host := strings.Split(strings.TrimPrefix(d.url, "ws://"), "/")[0]
	conn, err := net.Dial("tcp", host)
	if err != nil {
		b.Fatal(err)
	}
	_, err = conn.Write([]byte("GET /api/v1/chat/ws/" + sessionID + " HTTP/1.1\r\nHost: " + host +
		"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
	if err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReaderSize(conn, 64).ReadString('\n')
	if err != nil || !strings.Contains(line, "101") {
		b.Fatal(line, err)
	}
	return conn
}
