//go:build unix

package testdb_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
)

func TestPostgresGivesEachTestItsOwnDatabase(t *testing.T) {
	t.Parallel()
	a, b := testdb.Postgres(t), testdb.Postgres(t)
	if a == b {
		t.Fatalf("both got %s", a)
	}
	for _, address := range []string{a, b} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if u.Port() == "5432" {
			t.Error("uses the default port")
		}
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), "CREATE TABLE only_here (id text)"); err != nil {
			t.Error(err)
		}
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestPostgresKeepsDataOverStopAndStart(t *testing.T) {
	t.Parallel()
	s := testdb.NewPostgres(t)
	exec1(t, s.URL(), "CREATE TABLE kept (id text)")
	// What is stopped syncs as it does outside of tests.
	exec1(t, s.URL(), "DO $$ BEGIN IF current_setting('fsync') <> 'on' THEN RAISE 'it does not sync'; END IF; END $$")
	s.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := pgx.Connect(ctx, s.URL()); err == nil {
		t.Fatal("a stopped server answers")
	}
	s.Start(t)
	exec1(t, s.URL(), "INSERT INTO kept VALUES ('a')")
}

func exec1(t *testing.T, address, query string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

func TestRedisAnswers(t *testing.T) {
	t.Parallel()
	if address := testdb.Redis(t); !strings.HasPrefix(address, "redis://127.0.0.1:") {
		t.Errorf("address is %s", address)
	}
}

func TestFrozenServerDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := testdb.NewRedis(t)
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.Port()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	s.Freeze(t)
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		t.Fatal(err)
	}
	reply := make([]byte, 7)
	_ = conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if n, err := conn.Read(reply); err == nil {
		t.Errorf("a frozen server says %q", reply[:n])
	}
	s.Thaw(t)
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.ReadFull(conn, reply); err != nil || string(reply) != "+PONG\r\n" {
		t.Errorf("thawed it says %q, %v", reply, err)
	}
}

// The servers go with the process that started them, even by kill -9.
func TestServersDieWithTheProcess(t *testing.T) {
	t.Parallel()
	if os.Getenv("TESTDB_VICTIM") != "" {
		s := testdb.NewRedis(t)
		fmt.Printf("victim %d\n", s.Port())
		<-t.Context().Done() // until killed
		return
	}
	tmp := t.TempDir()
	if err := os.Chmod(tmp, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestServersDieWithTheProcess$")
	cmd.Env = append(os.Environ(), "TESTDB_VICTIM=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var port int
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, err := fmt.Sscanf(lines.Text(), "victim %d", &port); err == nil {
			break
		}
	}
	if port == 0 {
		t.Fatal("the victim started no server")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	deadline := time.Now().Add(10 * time.Second)
	for len(processesWith(t, fmt.Sprintf("127.0.0.1:%d", port))) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("server on port %d outlived its process", port)
		}
		<-time.After(10 * time.Millisecond)
	}
}

// processesWith lists the processes whose command line has a text.
func processesWith(t *testing.T, text string) (out []string) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		b, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(b), text) {
			out = append(out, path)
		}
	}
	return out
}

// A prepared database is given to the next test when a test has changed but its rows;
// nobody finds another's there.
func TestPreparedDatabasesAreEmptiedOrDropped(t *testing.T) {
	for _, c := range []struct {
		name, change string
		again        bool
	}{
		{"rows", "INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1)", true},
		{"rows that were changed", "INSERT INTO parent VALUES (1); UPDATE parent SET id = 2", true},
		{"nothing", "", true},
		{"a row that was there", "UPDATE seeded SET id = 2", false},
		{"a row less", "DELETE FROM seeded", false},
		{"a table", "CREATE TABLE more (id int)", false},
		{"a table less", "DROP TABLE child", false},
		{"a column", "ALTER TABLE child ADD more int", false},
		{"a function", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", false},
		{"figures for plans", "ANALYZE seeded", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var used string
			t.Run("first", func(t *testing.T) {
				used = prepared(t)
				exec1(t, used, c.change)
			})
			next := prepared(t)
			if again := used == next; again != c.again {
				t.Errorf("the next test has the same database: %t, want %t", again, c.again)
			}
			for table, want := range map[string]string{"parent": "(0,)", "child": "(0,)", "seeded": "(1,1)"} {
				exec1(t, next, fmt.Sprintf("DO $$ BEGIN IF (SELECT (count(*), max(id))::text FROM %s) <> '%s' "+
					"THEN RAISE 'not as it was prepared'; END IF; END $$", table, want))
			}
			exec1(t, next, "DO $$ BEGIN IF (SELECT sum(n_tup_upd) FROM pg_stat_user_tables) > 0 "+
				"THEN RAISE 'what another test did is counted'; END IF; END $$")
		})
	}
}

// Whoever is still connected may still write.
func TestPreparedDatabaseInUseIsDropped(t *testing.T) {
	var used string
	var conn *pgx.Conn
	t.Run("first", func(t *testing.T) {
		used = prepared(t)
		var err error
		if conn, err = pgx.Connect(t.Context(), used); err != nil {
			t.Fatal(err)
		}
	})
	if prepared(t) == used {
		t.Error("the next test has the same database")
	}
	_ = conn.Close(t.Context()) // dropping the database has cut it; until here it was held
}

func prepared(t *testing.T) (address string) {
	t.Helper()
	return testdb.PostgresLike(t, func(address string) error {
		ctx := context.Background()
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, `CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child (id int REFERENCES parent);
			CREATE TABLE seeded (id int); INSERT INTO seeded VALUES (1)`)
		return err
	})
}
