package chaos

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/madang-dev/madang/store/postgres"
)

// maxRefusal is how long a command may take to be refused when the database
// is away: the server's own bound for a command, and the way.
const maxRefusal = 6 * time.Second

// refused waits until each query was acknowledged or refused, holds the
// slowest reply against the bound, and counts the refusals by code.
func (c *cluster) refused(clients []*client, asks []*ask) map[string]int {
	c.t.Helper()
	codes, began := make(map[string]int), time.Now()
	replied := func(cl *client, a *ask) bool {
		cl.mu.Lock()
		defer cl.mu.Unlock()
		return a.runID != "" || len(a.refusals) > 0
	}
	for i, cl := range clients {
		for !replied(cl, asks[i]) && time.Since(began) < patience {
			pause(5 * time.Millisecond)
		}
		cl.mu.Lock()
		for _, code := range asks[i].refusals {
			codes[code]++
		}
		if asks[i].given {
			c.t.Errorf("%s: a query was refused for good: %v", cl.name, asks[i].refusals)
		}
		cl.mu.Unlock()
	}
	took := time.Since(began)
	c.t.Logf("refused %v within %s", codes, took.Round(time.Millisecond))
	c.holds("the last reply", took, bound{maxRefusal, 4 * maxRefusal})
	return codes
}

// begin gives each client a query and waits until all are stored. A socket's
// commands are carried out one after the other, each with its own time, so that
// one without an answer would use up its time before that of the one behind it.
func (c *cluster) begin(clients []*client, steps int, each time.Duration) {
	c.t.Helper()
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(steps, each, false)))
	}
	for i, cl := range clients {
		cl.acked(asks[i])
	}
}

// Reliability 9: Postgres crashes in the middle of runs and is away for ten
// seconds.
func TestPostgresStopped(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{ownPostgres: true})
	clients := c.converse(6, false)
	c.begin(clients, 12, 300*time.Millisecond)
	c.underWay(c.nodes[0], 2, 2)
	c.pgServer.Stop()
	stopped := time.Now()
	refuses(t, fmt.Sprintf("127.0.0.1:%d", c.pgServer.Port()))
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(2, 10*time.Millisecond, false)))
	}
	codes := c.refused(clients, asks)
	if codes["backend_unavailable"] < len(clients) || len(codes) != 1 {
		t.Errorf("refusals: %v", codes)
	}
	for _, n := range c.nodes {
		c.alive(n)
		if code, status := c.readiness(n); code != http.StatusServiceUnavailable {
			t.Errorf("%s: /readyz %d %q", n.name, code, status)
		}
		at := time.Now()
		code, raw, err := n.get("/api/v1/chat/sessions")
		if err != nil || code != http.StatusServiceUnavailable {
			t.Errorf("%s: sessions: %d after %s: %v %.200s", n.name, code, time.Since(at), err, raw)
		}
	}
	pause(time.Until(stopped.Add(10 * time.Second)))
	c.pgServer.Start(t)
	c.verdict()
	for _, n := range c.nodes {
		if n.gone() {
			t.Errorf("%s died with the database: %s", n.name, n.cmd.ProcessState)
		}
	}
}

// The way to Postgres breaks off again and again and is slow in between.
func TestPostgresFlaps(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := append(c.converse(5, false), c.converse(1, true)...)
	for range pick(6, 20) {
		for _, cl := range clients {
			cl.ask(work(3, 30*time.Millisecond, c.rng.IntN(2) == 0))
		}
		pause(between(c.rng, 50*time.Millisecond, 400*time.Millisecond))
		c.pg.cut() // proves that nobody answers
		pause(between(c.rng, 10*time.Millisecond, 700*time.Millisecond))
		c.pg.join()
		c.pg.slow(between(c.rng, time.Millisecond, 20*time.Millisecond))
		pause(between(c.rng, 100*time.Millisecond, 800*time.Millisecond))
		c.pg.mend()
	}
	db := c.verdict()
	for _, r := range db.Runs {
		if r.Status != "completed" {
			t.Errorf("run %s is %s", r.ID, r.Status)
		}
	}
}

// A Postgres that stands still answers nothing and refuses nothing.
func TestPostgresFrozen(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := c.converse(4, false)
	c.begin(clients, 12, 300*time.Millisecond)
	c.underWay(c.nodes[0], 1, 2)
	c.pg.blackHole()
	silent(t, c.pg.proxy.Listen, "\x00\x00\x00\x08\x04\xd2\x16\x2f") // SSLRequest
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(2, 10*time.Millisecond, false)))
	}
	if codes := c.refused(clients, asks); codes["backend_unavailable"] < len(clients) || len(codes) != 1 {
		t.Errorf("refusals: %v", codes)
	}
	for _, n := range c.nodes {
		c.alive(n)
	}
	c.pg.mend()
	c.verdict()
}

// Reliability 10: the connection is cut when COMMIT has been carried out
// and before its answer has arrived: every write is there once.
func TestCutAfterCommit(t *testing.T) {
	t.Parallel()
	cutWrites(t, 0)
}

// Reliability 10, the other way round: the connection breaks, and what was
// sent on it is carried out only after the node has looked what became of it.
// Such a write must be refused or have been counted on, never come on top of
// the same work done again.
func TestCommitComesLate(t *testing.T) {
	t.Parallel()
	cutWrites(t, 2500*time.Millisecond)
}

// stored is how a run stands in the database.
func (c *cluster) stored(runID string) (line string) {
	c.t.Helper()
	err := c.db.QueryRowContext(c.t.Context(), `SELECT concat_ws(' ', r.status, 'owner', r.owner, 'fence', r.fence,
    'attempt', r.attempt, 'ended', to_timestamp(r.finished_at / 1000.0), 'now', now(), 'events', count(e.seq), 'head', h)
FROM runs r JOIN heads h ON h.session_id = r.session_id LEFT JOIN events e ON e.session_id = r.session_id AND e.run_id = r.id
WHERE r.id = $1 GROUP BY r.id, h`, runID).Scan(&line)
	if err != nil {
		return err.Error()
	}
	return line
}

func cutWrites(t *testing.T, late time.Duration) {
	t.Helper()
	chance := random(t)
	var at []int
	for len(at) < pick(10, 25) {
		if n := 1 + chance.IntN(pick(100, 250)); !slices.Contains(at, n) {
			at = append(at, n)
		}
	}
	w := newWire(at...)
	w.late = late
	c := newCluster(t, plan{chance: chance, wired: w})
	clients := c.converse(4, false)
	w.arm()
	for began := time.Now(); time.Since(began) < patience; {
		if _, cuts := w.counts(); cuts == len(at) {
			break
		}
		var asks []*ask
		for _, cl := range clients {
			asks = append(asks, cl.ask(work(4, 10*time.Millisecond, true)))
		}
		for i, cl := range clients {
			// Several of the cuts may fall upon one query.
			if end := cl.answered(asks[i]); end != "final_response" {
				t.Errorf("a run ended with %q, acknowledged after %s, refusals %v; %s",
					end, asks[i].acked.Sub(asks[i].sent), asks[i].refusals, c.stored(cl.run(asks[i])))
			}
		}
	}
	commits, cuts := w.counts()
	if cuts != len(at) {
		t.Errorf("only %d of %d faults fired", cuts, len(at))
	}
	t.Logf("%d of %d commits were cut off from their answer: %v", cuts, commits, slices.Sorted(slices.Values(at)))
	c.verdict()
}

// Reliability 11: every connection of the pool is taken.
func TestPoolExhausted(t *testing.T) {
	t.Parallel()
	const pool = 3
	c := newCluster(t, plan{args: []string{"--db-max-conns", fmt.Sprint(pool)}})
	clients := c.converse(12, false)
	unlock := c.lock()
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(2, 10*time.Millisecond, false)))
	}
	poll(t, "all connections to wait", func() bool {
		all, locked := c.waiting()
		return locked >= len(c.nodes)*(pool-1) && locked == all // one of each may be on its way
	})
	codes := c.refused(clients, asks)
	if codes["backend_unavailable"] < len(clients) || len(codes) != 1 {
		t.Errorf("refusals: %v", codes)
	}
	for _, n := range c.nodes {
		c.alive(n)
	}
	unlock()
	c.verdict()
}

// lock takes every table until unlock is called. It takes them one by one, and
// a node may hold one that is still to come while it waits for one that was
// taken: the database then gives up one of the two, and the lock tries again.
func (c *cluster) lock() (unlock func()) {
	c.t.Helper()
	for began := time.Now(); ; {
		tx, err := c.db.BeginTx(context.WithoutCancel(c.t.Context()), nil)
		if err != nil {
			c.t.Fatal(err)
		}
		unlock = func() { _ = tx.Rollback() } // a second time it has ended
		c.t.Cleanup(unlock)
		_, err = tx.ExecContext(c.t.Context(), `DO $$ DECLARE t text; BEGIN
		FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
			EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', t);
		END LOOP; END $$`)
		if err == nil {
			return unlock
		}
		unlock()
		if !postgres.Collided(err) || time.Since(began) > patience {
			c.t.Fatal(err)
		}
	}
}

// waiting counts the nodes' connections, and those of them that wait for a
// lock.
func (c *cluster) waiting() (all, locked int) {
	c.t.Helper()
	err := c.db.QueryRowContext(c.t.Context(), `SELECT count(*), count(*) FILTER (WHERE wait_event_type = 'Lock')
		FROM pg_stat_activity WHERE datname = current_database() AND application_name <> $1`, harness).Scan(&all, &locked)
	if err != nil {
		c.t.Fatal(err)
	}
	return all, locked
}

// Reliability 11: the disk is full; Postgres says so by its own code.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := c.converse(6, false)
	c.begin(clients, 12, 300*time.Millisecond)
	c.underWay(c.nodes[0], 2, 2)
	c.fill("events", "messages", "checkpoints", "runs")
	full := time.Now()
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(2, 10*time.Millisecond, false)))
	}
	codes := c.refused(clients, asks)
	if codes["backend_unavailable"] < len(clients) || len(codes) != 1 {
		t.Errorf("refusals: %v", codes)
	}
	pause(time.Until(full.Add(3 * time.Second)))
	c.refusesRows("events")
	for _, n := range c.nodes {
		c.alive(n)
	}
	c.empty("events", "messages", "checkpoints", "runs")
	db := c.verdict()
	for _, r := range db.Runs {
		if r.Status != "completed" {
			t.Errorf("run %s is %s: a full disk is no reason to fail", r.ID, r.Status)
		}
	}
}

// fill makes each insert fail as on a full disk.
func (c *cluster) fill(tables ...string) {
	c.t.Helper()
	c.exec(`CREATE OR REPLACE FUNCTION chaos_full() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
	for _, table := range tables {
		c.exec("CREATE TRIGGER chaos_full BEFORE INSERT ON " + table + " FOR EACH STATEMENT EXECUTE FUNCTION chaos_full()")
	}
}

func (c *cluster) empty(tables ...string) {
	c.t.Helper()
	for _, table := range tables {
		c.exec("DROP TRIGGER chaos_full ON " + table)
	}
}

// refusesRows proves that inserts fail.
func (c *cluster) refusesRows(table string) {
	c.t.Helper()
	if _, err := c.db.ExecContext(c.t.Context(), "INSERT INTO "+table+" SELECT * FROM "+table+" LIMIT 1"); err == nil {
		c.t.Errorf("%s takes rows: the fault did not fire", table)
	}
}

func (c *cluster) exec(query string) {
	c.t.Helper()
	if _, err := c.db.ExecContext(c.t.Context(), query); err != nil {
		c.t.Fatalf("%v in %s", err, query)
	}
}
