package api

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/store"
)

// written is a list as it is sent.
func written(t *testing.T, lists *listings, session string, rows []store.ListedCheckpoint) string {
	t.Helper()
	l := lists.begin(session)
	defer lists.end(l)
	for i := range rows {
		l.add(&rows[i])
	}
	body, err := l.done()
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// reflected is the list as encoding/json writes it.
func reflected(t *testing.T, session string, rows []store.ListedCheckpoint) string {
	t.Helper()
	entries := make([]checkpointEntry, len(rows))
	for i, r := range rows {
		entries[i] = checkpointEntry{
			ID: string(r.ID), SessionID: session, RunID: string(r.RunID), ParentID: string(r.ParentID), StepNo: r.StepNo,
			Node: string(r.Node), NextNode: string(r.NextNode), Phase: string(r.Phase), Label: string(r.Label), Status: string(r.Status),
			SchemaVersion: int(r.SchemaVersion), MessageID: r.MessageID, CreatedAt: r.CreatedAt,
		}
	}
	body, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestListIsWrittenAsItIsDescribed(t *testing.T) {
	t.Parallel()
	words := []string{"", "step_0", "T3 step_0 started", "전세금 5% 인상", `say "hi" \ there`, "<b>&amp;</b>", "a\x00\x1f\x7f\n\t", "\xff\xfe", "\u2028\u2029\ufffd", "😀"}
	word := func() []byte { return []byte(words[rand.N(len(words))] + words[rand.N(len(words))]) }
	var lists listings
	for range 300 {
		rows := make([]store.ListedCheckpoint, rand.N(6))
		for i := range rows {
			rows[i] = store.ListedCheckpoint{
				ID: word(), RunID: word(), ParentID: word(), StepNo: rand.Int64(), Node: word(), NextNode: word(),
				Phase: word(), Status: word(), Label: word(), SchemaVersion: rand.Int64N(9), MessageID: -rand.Int64N(9),
				CreatedAt: time.UnixMilli(rand.Int64N(253_402_300_800_000)).UTC(),
			}
		}
		session := string(word())
		if diff := cmp.Diff(reflected(t, session, rows), written(t, &lists, session, rows)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func FuzzListText(f *testing.F) {
	for _, s := range []string{"", "plain", "한글", `"\/`, "\x00", "\u2028", "\xc3\x28", "<>&"} {
		f.Add(s, int64(1_700_000_000_123))
	}
	f.Fuzz(func(t *testing.T, text string, at int64) {
		rows := []store.ListedCheckpoint{{ID: []byte(text), Label: []byte(text), Status: []byte(text), CreatedAt: time.UnixMilli(at % 253_402_300_800_000).UTC()}}
		if y := rows[0].CreatedAt.Year(); y < 0 || y > 9999 {
			return // encoding/json refuses it
		}
		var lists listings
		if diff := cmp.Diff(reflected(t, text, rows), written(t, &lists, text, rows)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestListRefusesADateThatJSONCannotHold(t *testing.T) {
	t.Parallel()
	var lists listings
	l := lists.begin("s")
	l.add(&store.ListedCheckpoint{CreatedAt: time.UnixMilli(1 << 60)})
	if _, err := l.done(); err == nil {
		t.Error("the year is beyond 9999")
	}
}

// BenchmarkList writes the list of a long conversation.
func BenchmarkList(b *testing.B) {
	row := store.ListedCheckpoint{
		ID: []byte("session-00000000-0000-7000-8000-000000000001.700"), RunID: []byte("run-00000000-0000-7000-8000-000000000001"),
		ParentID: []byte("session-00000000-0000-7000-8000-000000000001.699"), StepNo: 700, Node: []byte("execute_teams"),
		NextNode: []byte("aggregate_results"), Phase: []byte("executing"), Label: []byte("T3 step_0 started"), Status: []byte("executing"),
		SchemaVersion: 1, MessageID: 12, CreatedAt: time.UnixMilli(1_700_000_000_123).UTC(),
	}
	var lists listings
	b.ReportAllocs()
	for b.Loop() {
		l := lists.begin("session-00000000-0000-7000-8000-000000000001")
		for range 1400 {
			l.add(&row)
		}
		if _, err := l.done(); err != nil {
			b.Fatal(err)
		}
		lists.end(l)
	}
}
