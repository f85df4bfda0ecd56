package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// measured is a results of three rounds with the floor at 1,000 queries/s.
func measured() *results {
	r := newResults(full())
	for _, v := range []float64{700, 900, 850} {
		r.add(onPostgres, "64", figures{perSecond: v, walBytes: 27_000})
		r.add(postgresFloor, "64", figures{perSecond: 1000, walBytes: 16_000})
	}
	r.add(onSQLite, "start", figures{readyTime: 450})
	return &r
}

func TestMediansAndSpread(t *testing.T) {
	t.Parallel()
	r := measured()
	if v, ok := r.median(onPostgres, "64", perSecond); v != 850 || !ok {
		t.Errorf("median %v %v", v, ok)
	}
	if s := r.spread(onPostgres, "64", perSecond); s < .23 || s > .24 {
		t.Errorf("spread %v", s)
	}
	r.add(onSQLite, "start", figures{readyTime: 350})
	if v, _ := r.median(onSQLite, "start", readyTime); v != 400 {
		t.Errorf("median of two %v", v)
	}
	if _, ok := r.median(onSQLite, "64", perSecond); ok {
		t.Error("a median of nothing")
	}
}

// A machine that is slow for a round is slow for both.
func TestRatiosAreOfOneRound(t *testing.T) {
	t.Parallel()
	r := newResults(full())
	for i, v := range []float64{10, 20, 90} {
		r.add(sealedPG, "64", figures{serverCPU: v})
		r.add(onPostgres, "64", figures{serverCPU: []float64{10, 10, 90}[i]})
	}
	if v, ok := ratio(serverCPU, sealedPG, "64", onPostgres, "64")(&r); v != 1 || !ok {
		t.Errorf("ratio %v, %v", v, ok)
	}
}

func TestTargetsAreComparedWithTheFloor(t *testing.T) {
	t.Parallel()
	want := [][]string{
		{"measure", "reached", "target", ""},
		{"queries/s at 64 sockets, Postgres", "0.85 of the floor", "≥ 0.65", "held"},
		{"WAL bytes a query at 64", "1.69 of the floor", "≤ 1.60", "not held"},
		{"cold start to ready, SQLite", "450 ms", "", ""},
	}
	if diff := cmp.Diff(want, measured().goals()); diff != "" {
		t.Error(diff)
	}
}

func TestReportGoesWhereItIsAskedTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	md, out := filepath.Join(dir, "b.md"), filepath.Join(dir, "b.json")
	if err := os.WriteFile(md, []byte("before\n"+markBegin+"\nstale tables\n"+markEnd+"\nafter\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := measured().report(&table, out, md); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "postgres-64") || !strings.Contains(table.String(), "0.85 of the floor") {
		t.Errorf("table\n%s", table.String())
	}
	text, err := os.ReadFile(md)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"before\n" + markBegin, "| 0.85 of the floor |", "| postgres-64 | 850 |", markEnd + "\nafter\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "stale") {
		t.Error("the old tables are still there")
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var back results
	if err := json.Unmarshal(raw, &back); err != nil || len(back.Parts) != 3 || len(back.Parts[0].Rounds) != 3 {
		t.Errorf("%v in %s", err, raw)
	}
}

func TestAFileWithoutMarksIsLeftAlone(t *testing.T) {
	t.Parallel()
	md := filepath.Join(t.TempDir(), "b.md")
	if err := os.WriteFile(md, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := measured().report(&bytes.Buffer{}, "", md); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(md); string(text) != "mine" {
		t.Errorf("now it is %q", text)
	}
}

// The file that `make bench` writes into has the marks.
func TestTheDocumentHasMarks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), markBegin) || !strings.Contains(string(text), markEnd) {
		t.Error("docs/benchmarks.md lacks the marks")
	}
}

func TestWhichPartsAreWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		only, part string
		want       bool
	}{
		{"", "postgres-64", true},
		{"postgres-64", "postgres-64", true},
		{"postgres-64", "postgres-floor-64", false},
		{"sqlite-*, *-1", "socket-floor-1", true},
		{"sqlite-*", "postgres-1", false},
	} {
		b := &bench{}
		if c.only != "" {
			b.only = strings.Split(c.only, ",")
		}
		if got := b.wanted(c.part); got != c.want {
			t.Errorf("%q wants %s: %v", c.only, c.part, got)
		}
	}
}

func TestNumbersShowThreeDigits(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0.123: "0.12", 9.99: "9.99", 12.34: "12.3", 999.4: "999", 1234567: "1,234,567", -1.5: "-1.50"} {
		if got := number(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

// What the model streams is one answer of twenty sentences, the first of which is
// whole before the rest begins.
func TestTheModelsAnswerIsWhole(t *testing.T) {
	t.Parallel()
	first, rest := answerTokens()
	var answer struct{ Sentences []struct{ Text string } }
	if err := json.Unmarshal([]byte(strings.Join(first, "")+strings.Join(rest, "")), &answer); err != nil {
		t.Fatal(err)
	}
	if n := len(answer.Sentences); n != 20 || !strings.HasSuffix(strings.Join(first, ""), `"facts":["F1"]}`) {
		t.Errorf("%d sentences of %d and %d tokens", n, len(first), len(rest))
	}
}
