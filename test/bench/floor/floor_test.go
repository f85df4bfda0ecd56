package main

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/test/bench/load"
)

var trivial = load.Probe("전세금 5% 인상 가능해?",
	"plan_ready", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "final_response")

// counting is how many rows of each kind there are.
const counting = "SELECT kind, count(*), sum(length(payload)) FROM history GROUP BY kind ORDER BY kind"

type scanner interface {
	Next() bool
	Scan(dest ...any) error
}

// check compares the rows of n queries with the recorded work.
func check(t *testing.T, rows scanner, w *recording, n int) {
	t.Helper()
	bytes := func(all ...[]byte) (sum int) {
		for _, b := range all {
			sum += len(b)
		}
		return sum
	}
	want := map[int][2]int{
		int(kindRun): {1, 0}, int(kindMessage): {2, len("전세금 5% 인상 가능해?") + len(w.answer)},
		int(kindSave): {saves, bytes(w.changes[:]...)}, int(kindEvent): {frames, bytes(w.frames[:]...)},
	}
	seen := 0
	for rows.Next() {
		var kind, count, size int
		if err := rows.Scan(&kind, &count, &size); err != nil {
			t.Fatal(err)
		}
		seen++
		if count != n*want[kind][0] || size != n*want[kind][1] {
			t.Errorf("kind %d: %d rows, %d bytes, want %d times %v", kind, count, size, n, want[kind])
		}
	}
	if seen != len(want) {
		t.Errorf("%d kinds of rows", seen)
	}
}

// answer has each of two sockets ask three queries of the floor.
func answer(t *testing.T, kind, url, dir string) *recording {
	t.Helper()
	w, err := readWork()
	if err != nil {
		t.Fatal(err)
	}
	h, err := open(kind, url, dir)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&door{work: w, history: h})
	t.Cleanup(server.Close)
	clients, err := load.Open(t.Context(), load.Server{Addr: strings.TrimPrefix(server.URL, "http://")}, []string{"a", "b"})
	t.Cleanup(func() { load.Close(clients) })
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, c := range clients {
			if _, _, err := c.Ask(trivial); err != nil {
				t.Fatal(err)
			}
		}
	}
	return w
}

// Teams that take their time do so side by side, and the frames are as many.
func TestTheTeamsWorkSideBySide(t *testing.T) {
	t.Parallel()
	w, err := readWork()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&door{work: w, history: nothing{}})
	t.Cleanup(server.Close)
	clients, err := load.Open(t.Context(), load.Server{Addr: strings.TrimPrefix(server.URL, "http://")}, []string{"a"})
	t.Cleanup(func() { load.Close(clients) })
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if _, _, err := clients[0].Ask(load.Probe(`{"step_ms":300,"parallel":true}`, trivial.Types...)); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 300*time.Millisecond || took >= 900*time.Millisecond {
		t.Errorf("took %s", took)
	}
}

func TestTheSocketFloorAnswers(t *testing.T) {
	t.Parallel()
	answer(t, "socket", "", "")
}

func TestThePostgresFloorKeepsWhatItSends(t *testing.T) {
	t.Parallel()
	url := testdb.Postgres(t)
	w := answer(t, "postgres", url, "")
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, err := conn.Query(t.Context(), counting)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	check(t, rows, w, 6)
}

func TestTheSQLiteFloorKeepsWhatItSends(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := answer(t, "sqlite", "", dir)
	db, err := sql.Open("sqlite", filepath.Join(dir, "floor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), counting)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	check(t, rows, w, 6)
}

func TestNoSuchFloor(t *testing.T) {
	t.Parallel()
	if _, err := open("cellar", "", ""); err == nil {
		t.Error("opened")
	}
}

// The relay passes each token on in a frame of its own, and tells how many there
// were; a stream that is cut off has no end.
func TestTheRelayPassesTokensOn(t *testing.T) {
	t.Parallel()
	const token = `data: {"choices":[{"delta":{"content":"a"}}]}` + "\n\n"
	for stream, want := range map[string]string{token + token + "data: [DONE]\n\n": `"tokens":2}`, token: ""} {
		model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, stream) }))
		t.Cleanup(model.Close)
		server := httptest.NewServer(&relay{url: model.URL})
		t.Cleanup(server.Close)
		clients, err := load.Open(t.Context(), load.Server{Addr: strings.TrimPrefix(server.URL, "http://")}, []string{"a"})
		t.Cleanup(func() { load.Close(clients) })
		if err != nil {
			t.Fatal(err)
		}
		if err := clients[0].Send(trivial.Query); err != nil {
			t.Fatal(err)
		}
		for range strings.Count(stream, token) {
			if _, err := clients[0].Until("answer_delta"); err != nil {
				t.Fatal(err)
			}
		}
		if end, err := clients[0].Until("final_response"); (err == nil) != (want != "") || !strings.Contains(string(end), want) {
			t.Errorf("%s, %v", end, err)
		}
	}
}
