package chaos

import (
	"cmp"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the checker's ways to the databases
	_ "modernc.org/sqlite"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/test/chaos/checker"
)

// plan is what a cluster is made of; zero values take the defaults named.
type plan struct {
	nodes int // 3
	// chance is the test's own source; nil makes it.
	chance *rand.Rand
	// args and env are given to every node; faults to one by its number, in its
	// first life.
	args   []string
	env    []string
	faults map[int][]string
	// everybody serves all assistants; without it there is the probe alone, as
	// building the others takes most of a node's start.
	everybody bool
	// sqlite is one node with a file of its own, without Postgres and Redis.
	sqlite bool
	// ownPostgres is for tests that stop the server itself.
	ownPostgres bool
	// direct leaves the proxy before Postgres out, for measurements.
	direct bool
	// mayFail is for tests whose faults end runs as failed; in all others a
	// failed run breaks a promise.
	mayFail bool
	// wired stands before Postgres in the proxy's place: a wire that can be
	// cut between a COMMIT and its answer.
	wired *wire
}

// cluster is nodes on one Postgres and one Redis, or one node on SQLite.
type cluster struct {
	t       *testing.T
	rng     *rand.Rand
	nodes   []*node
	mayFail bool // as in its plan
	began   ticks

	pg, redis       *link
	pgServer        *testdb.Server // nil unless its own
	redisServer     *testdb.Server
	db              *sql.DB // straight to Postgres; nil on SQLite
	clients         []*client
	clientsFinished sync.WaitGroup
	// farewells are the connections of nodes that were told to stop.
	farewells []farewell
}

// harness is what the tests' own connections to Postgres are called.
const harness = "chaos"

func newCluster(t *testing.T, p plan) *cluster {
	t.Helper()
	if p.chance == nil {
		p.chance = random(t)
	}
	c := &cluster{t: t, rng: p.chance, mayFail: p.mayFail, began: machine()}
	if p.sqlite {
		c.nodes = []*node{c.newNode(0, p, "--data-dir", "data")}
	} else {
		c.onServers(p)
	}
	for i, n := range c.nodes {
		n.start(p.faults[i]...)
		if i == 0 {
			n.ready() // it brings the database up to date
		}
	}
	for _, n := range c.nodes {
		n.ready()
	}
	t.Cleanup(c.end)
	return c
}

// onServers prepares the nodes of a cluster on Postgres and Redis.
func (c *cluster) onServers(p plan) {
	c.t.Helper()
	t := c.t
	var pgURL string
	if p.ownPostgres {
		c.pgServer = testdb.NewPostgres(t)
		pgURL = c.pgServer.URL()
	} else {
		pgURL = testdb.Postgres(t)
	}
	c.redisServer = testdb.NewRedis(t)
	c.pg, c.redis = newLink(t, "postgres", pgURL), newLink(t, "redis", c.redisServer.URL())
	var err error
	if c.db, err = sql.Open("pgx", pgURL+"&application_name="+harness); err != nil {
		t.Fatal(err)
	}
	c.db.SetMaxOpenConns(4)
	t.Cleanup(func() { _ = c.db.Close() })
	database := c.pg.url
	if p.direct {
		database = pgURL
	}
	if p.wired != nil {
		database = p.wired.before(t, pgURL)
	}
	for i := range cmp.Or(p.nodes, 3) {
		n := c.newNode(i, p)
		n.env = append(n.env, "DATABASE_URL="+database, "REDIS_URL="+c.redis.url)
		c.nodes = append(c.nodes, n)
	}
}

func (c *cluster) newNode(i int, p plan, args ...string) *node {
	c.t.Helper()
	dir := filepath.Join(c.t.TempDir(), fmt.Sprintf("node%d", i))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		c.t.Fatal(err)
	}
	n := &node{
		t: c.t, name: fmt.Sprintf("node%d", i), addr: freeAddr(c.t), dir: dir,
		args: slices.Concat([]string{"--commands-per-second", "1000", "--burst", "1000"}, args, p.args),
		env:  slices.Clone(p.env),
	}
	if probed {
		n.args = append(n.args, "--probe")
		if !p.everybody {
			n.args = append(n.args, "--assistants", "probe")
		}
	}
	return n
}

// end stops what is left.
func (c *cluster) end() {
	for _, cl := range c.clients {
		cl.leave()
	}
	c.clientsFinished.Wait()
	for _, n := range c.nodes {
		if !n.gone() {
			_ = n.cmd.Process.Kill()
			n.wait()
		}
	}
}

// holdings tells who has which run.
func (c *cluster) holdings() map[string]checker.Holding {
	c.t.Helper()
	from, done := c.source()
	defer done()
	out, err := checker.Holdings(c.t.Context(), from, c.sessions()...)
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

// source is what the checker reads. SQLite's file is opened for one look only:
// a node that comes back must find it as if it were alone with it, or it would
// recover nothing.
func (c *cluster) source() (from checker.Source, done func()) {
	c.t.Helper()
	db, done := c.database()
	if c.db != nil {
		return checker.Postgres(db), done
	}
	return checker.SQLite(db), done
}

// database is what the nodes write to, for a look.
func (c *cluster) database() (db *sql.DB, done func()) {
	c.t.Helper()
	if c.db != nil {
		return c.db, func() {}
	}
	db, err := sql.Open("sqlite", "file:"+c.nodes[0].path("data/madang.db")+"?_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		c.t.Fatal(err)
	}
	return db, func() { _ = db.Close() }
}

// sessions are those of the clients; none is every session there is.
func (c *cluster) sessions() (ids []string) {
	for _, cl := range c.clients {
		if !slices.Contains(ids, cl.session) {
			ids = append(ids, cl.session)
		}
	}
	return ids
}

// owner is the node that has a run in hand, -1 for none.
func (c *cluster) owner(h checker.Holding) int {
	for i, n := range c.nodes {
		if strings.HasPrefix(h.Owner, n.name+"-") {
			return i
		}
	}
	return -1
}

// settle waits until every run has ended and every client has seen all.
func (c *cluster) settle() {
	c.t.Helper()
	deadline := time.Now().Add(patience)
	for _, cl := range c.clients {
		for cl.owes() {
			if time.Now().After(deadline) {
				c.t.Errorf("%s still owes: %s", cl.name, cl.debts())
				break
			}
			pause(5 * time.Millisecond)
		}
	}
	open := func() (runs []checker.Holding) {
		for _, h := range c.holdings() {
			if !h.Ended() {
				runs = append(runs, h)
			}
		}
		return runs
	}
	for len(open()) > 0 {
		if time.Now().After(deadline) {
			c.t.Errorf("runs that did not end within %s: %+v", patience, open())
			break
		}
		pause(20 * time.Millisecond)
	}
	lasts := c.lastSeqs()
	for _, cl := range c.clients {
		for !cl.has(lasts[cl.session]) {
			if time.Now().After(deadline) {
				c.t.Errorf("%s: %s", cl.name, cl.where(lasts[cl.session]))
				break
			}
			pause(20 * time.Millisecond)
		}
	}
}

// lastSeqs is the number of each session's newest event.
func (c *cluster) lastSeqs() map[string]int64 {
	c.t.Helper()
	db := c.read()
	out := make(map[string]int64)
	for _, e := range db.Events {
		out[e.SessionID] = max(out[e.SessionID], e.Seq)
	}
	return out
}

func (c *cluster) read() *checker.Database {
	c.t.Helper()
	from, done := c.source()
	defer done()
	db, err := checker.Read(c.t.Context(), from, c.sessions()...)
	if err != nil {
		c.t.Fatal(err)
	}
	return db
}

// verdict ends the clients and asks the checker. A run that failed is blamed
// like a broken promise, unless the plan allows it.
func (c *cluster) verdict() *checker.Database {
	c.t.Helper()
	c.settle()
	var recordings []checker.Recording
	for _, cl := range c.clients {
		cl.leave()
	}
	c.clientsFinished.Wait()
	frames, conns := 0, 0
	for _, cl := range c.clients {
		r := cl.recording()
		recordings = append(recordings, r)
		conns += len(r.Conns)
		for _, k := range r.Conns {
			frames += len(k.Frames)
		}
	}
	db := c.read()
	violations := checker.Check(recordings, db)
	if !c.mayFail {
		violations = append(violations, checker.Failures(db)...)
	}
	for i, v := range violations {
		if i < 3 && v.RunID != "" {
			c.t.Log(story(db, v.RunID))
		}
		if i == 15 {
			c.t.Errorf("... and %d more", len(violations)-i)
			break
		}
		c.t.Errorf("%s", v)
	}
	c.t.Logf("checked %d clients, %d connections, %d frames; %d runs, %d events, %d checkpoints: %d violations",
		len(recordings), conns, frames, len(db.Runs), len(db.Events), len(db.Checkpoints), len(violations))
	if c.t.Failed() {
		for _, n := range c.nodes {
			lines := n.complaints()
			c.t.Logf("%s complains %d times; the last:\n%s", n.name, len(lines), strings.Join(lines[max(0, len(lines)-8):], "\n"))
		}
	}
	return db
}

// story is a run's rows in short, for a failure's message.
func story(db *checker.Database, runID string) string {
	var b strings.Builder
	for _, r := range db.Runs {
		if r.ID == runID {
			fmt.Fprintf(&b, "run %s: %s, attempt %d, fence %d; checkpoints", r.ID, r.Status, r.Attempt, r.Fence)
		}
	}
	for _, k := range db.Checkpoints {
		if k.RunID == runID {
			fmt.Fprintf(&b, " | %d %q fence %d seq %d", k.StepNo, k.Label, k.Fence, k.Seq)
		}
	}
	b.WriteString("; events")
	for _, e := range db.Events {
		if e.RunID == runID {
			fmt.Fprintf(&b, " | %d %s", e.Seq, e.Type)
		}
	}
	return b.String()
}

// alive proves that a node goes on serving.
func (c *cluster) alive(n *node) {
	c.t.Helper()
	if code, raw, err := n.get("/livez"); err != nil || code != http.StatusOK {
		c.t.Errorf("%s: /livez: %d %s %v", n.name, code, raw, err)
	}
}
