package ws

import (
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
)

// BenchmarkQuery is a query and its eight frames over each of 64 sockets of
// their own sessions, with an engine that does no work.
func BenchmarkQuery(b *testing.B) {
	const sockets = 64
	ids := make([]string, sockets)
	for i := range ids {
		ids[i] = "session-" + string(rune('a'+i/26)) + string(rune('a'+i%26))
	}
	e := newInMem(ids...)
	e.submitFunc = func(q engine.Query, runID string) { e.answer(q.SessionID, runID) }
	d := open(b, e, func(c *Config) { c.Rate, c.Burst = 1e9, 1e9 })
	conns := make([]*websocket.Conn, sockets)
	for i, id := range ids {
		conn, _, err := d.tryDial(dialing{query: "?last_seq=0", protocol: Subprotocol}, id)
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		conns[i] = conn
	}
	b.ResetTimer()
	var all sync.WaitGroup
	for i, conn := range conns {
		all.Go(func() {
			for n := i; n < b.N; n += sockets {
				ask(b, conn)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}

// ask sends a query and reads until its last event.
func ask(b *testing.B, conn *websocket.Conn) {
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"query","query":"전세금 5% 인상 가능해?"}`)); err != nil {
		b.Error(err)
		return
	}
	for {
		_, body, err := conn.ReadMessage()
		if err != nil {
			b.Error(err)
			return
		}
		if string(body[:24]) == `{"type":"final_response"` {
			return
		}
	}
}
