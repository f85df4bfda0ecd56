package chaos

import (
	"testing"
	"time"
)

// Reliability 25: the same client_msg_id 50 times on three nodes is one run.
func TestSameMessageFiftyTimes(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{args: []string{"--max-connections-per-user", "100"}})
	session := c.nodes[0].session()
	var clients []*client
	for i := range 50 {
		clients = append(clients, c.join(session, i, false))
	}
	for _, cl := range clients {
		cl.present()
	}
	query := work(2, 10*time.Millisecond, false)
	id := clients[0].uuid()
	asks := make([]*ask, len(clients))
	for i, cl := range clients {
		asks[i] = cl.askAs(id, query)
	}
	runs := make(map[string]int)
	for i, cl := range clients {
		cl.acked(asks[i])
		runs[cl.run(asks[i])]++
	}
	if len(runs) != 1 || runs[clients[0].run(asks[0])] != 50 {
		t.Errorf("acks by run: %v", runs)
	}
	db := c.verdict()
	if len(db.Runs) != 1 || len(db.Messages) != 2 {
		t.Errorf("%d runs, %d messages", len(db.Runs), len(db.Messages))
	}
}
