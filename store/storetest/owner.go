package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// ownerTests are that nobody reaches what is another's, by any method.
func ownerTests() []test {
	return []test{
		on("every method is the owner's or the server's", everyMethod),
		on("owner: strangers find and change nothing", strangersFindNothing),
		on("owner: holders find what they hold", holdersFind),
	}
}

// everyMethod fails for a new method until it has a case here or stands among
// those of the server.
func everyMethod(t *testing.T, _ *harness) {
	methods, cases := reflect.TypeFor[*store.Store](), ownedCalls()
	servers := strings.Fields(ofServer)
	for m := range methods.Methods() {
		takes := m.Type.NumIn() > 2 && m.Type.In(2) == reflect.TypeFor[store.Owner]()
		_, tried := cases[m.Name]
		if takes != tried {
			t.Errorf("%s takes an owner: %t; has a case: %t", m.Name, takes, tried)
		}
		if servers := slices.Contains(servers, m.Name); takes == servers {
			t.Errorf("%s takes an owner: %t; is listed as the server's: %t", m.Name, takes, servers)
		}
	}
}

// strangersFindNothing has all methods called about the same holdings: nobody may
// change them.
func strangersFindNothing(t *testing.T, y *harness) {
	w := y.holdings()
	before := y.dump()
	for method, call := range ownedCalls() {
		for name, o := range strangers() {
			if found, err := call(t.Context(), y.Store, o, w); found > 0 || err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %s finds %d, %v", method, name, found, err)
			}
		}
		if after := y.dump(); after != before {
			t.Fatalf("%s: strangers changed rows:\n%s\nwere\n%s", method, after, before)
		}
	}
}

// holdersFind makes new holdings when a call has used up the last.
func holdersFind(t *testing.T, y *harness) {
	w, calls := y.holdings(), ownedCalls()
	for _, method := range slices.Sorted(maps.Keys(calls)) {
		for name, o := range holders() {
			found, err := calls[method](t.Context(), y.Store, o, w)
			if found == 0 || err != nil {
				w = y.holdings()
				found, err = calls[method](t.Context(), y.Store, o, w)
			}
			if found == 0 && (err == nil || errors.Is(err, store.ErrNotFound)) {
				t.Errorf("%s: %s finds nothing, %v", method, name, err)
			}
		}
	}
}

// ann is whose everything is.
var ann = store.UserKey("acme", "ann")

func holders() map[string]store.Owner {
	return map[string]store.Owner{
		"the user": store.User(ann), "the tenant": store.Tenant("acme", store.UserKey("acme", "bob")),
		"everybody": store.Everybody(""), "the server": store.Server(),
	}
}

// strangers have nothing of ann's, though some look like her.
func strangers() map[string]store.Owner {
	return map[string]store.Owner{
		"nobody": {}, "the empty user": store.User(""), "another user": store.User(store.UserKey("acme", "bob")),
		"a user in capitals": store.User(strings.ToUpper(ann)), "the same name at home": store.User("ann"),
		"the same name in another tenant": store.User(store.UserKey("umbra", "ann")),
		"a longer name":                   store.User(ann + "a"), "a shorter name": store.User(strings.TrimSuffix(ann, "n")),
		"a tenant's prefix as a name": store.User("@acme/"), "a pattern": store.User("%"),
		"another tenant": store.Tenant("umbra", ""), "a tenant that begins alike": store.Tenant("acm", ""),
		"a tenant without a name": store.Tenant("", ""),
	}
}

// holdings are what ann has: one of everything.
type holdings struct {
	session, hidden state.Session
	run, waiting    state.Run
	point           string // a checkpoint
	document        string
	memory          string
	event           string // a trigger's
}

func (y *harness) holdings() holdings {
	y.t.Helper()
	ctx, node := y.t.Context(), "node"
	y.beat(node, after(10))
	w := holdings{session: y.session(ann), hidden: y.session(ann)}
	y.must(y.DeleteSession(ctx, store.Server(), w.hidden.ID, false, noon))
	w.run = y.claim(y.submit(w.session.ID, "question").ID, node)
	w.event, w.document, w.point = "event-"+w.run.ID, "document-"+w.run.ID, state.CheckpointID(w.session.ID, 1)
	c := y.commit(w.run, "step")
	c.Documents = []state.Document{{ID: w.document, UserID: ann, Type: "lease", Title: "t", Markdown: "text"}}
	c.Memories = []state.Memory{{ConversationID: w.session.ID, RunID: w.run.ID, UserID: ann, Query: "q", Response: "r", Timestamp: noon}}
	c.Preferences = []state.Preference{{UserID: ann, Key: "region", Value: "seoul", UpdatedAt: noon}}
	c.Results = []store.Result{{Key: "model", Value: []byte("{}")}}
	y.apply(c)
	y.finish(w.run)
	y.personal(w)
	w.waiting = y.claim(y.submit(w.session.ID, "question").ID, node)
	ask := y.commit(w.waiting, "ask")
	ask.Status, ask.NextNode, ask.Interrupt = state.RunWaiting, "next", question("q1")
	y.apply(ask)
	memories, err := y.Memories(ctx, store.Server(), ann, noon, 1)
	y.must(err)
	w.memory = memories[0].ID
	return w
}

// personal is what is kept of ann beside her conversations.
func (y *harness) personal(w holdings) {
	y.t.Helper()
	ctx := y.t.Context()
	y.must(y.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: w.run.ID, SessionID: w.session.ID, UserID: ann, Rating: "positive", At: noon}))
	_, err := y.AddTrigger(ctx, store.Server(), state.Trigger{
		EventID: w.event, EventType: "due", UserID: ann, Assistant: "realestate", SessionID: w.session.ID, RunID: "run-" + w.event,
		Status: state.TriggerWaiting, DueAt: noon, CreatedAt: noon, Language: "ko",
	})
	y.must(err)
	y.must(y.SettleUsage(ctx, store.UsageEntry{
		Day: "2026-03-04", UserID: ann, RunID: w.run.ID, Purpose: "answer", Model: "m", Usage: store.Usage{Calls: 1, InputTokens: 1},
	}, nil))
}

// dump is every row that users have.
func (y *harness) dump() string {
	y.t.Helper()
	var b strings.Builder
	for table := range strings.FieldsSeq(usersTables) {
		y.must(y.View(y.t.Context(), "dump "+table, func(ctx context.Context, tx store.Tx) error {
			return dumpTable(ctx, tx, table, &b)
		}))
	}
	return b.String()
}

const usersTables = `sessions heads runs run_results run_controls events messages checkpoints documents memories
	memory_heads preferences feedback triggers usage_days usage_runs`

func dumpTable(ctx context.Context, tx store.Tx, table string, b *strings.Builder) error {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var lines []string
	for rows.Next() {
		cells, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			at[i] = &cells[i]
		}
		if err := rows.Scan(at...); err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s %v\n", table, cells))
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
	return rows.Err()
}
