package storetest

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// retainTenants: a tenant's times hold for its users alone, beside the house's.
func retainTenants(t *testing.T, y *harness) {
	ctx := t.Context()
	users := []string{"@acme/ann", "@other/bob", "carl"}
	sessions := map[string]string{}
	for i, user := range users {
		s := y.session(user)
		in := submission(s.ID, "", "first")
		in.Run.UserID = user
		done, err := y.Submit(ctx, in)
		y.must(err)
		y.beat("a", after(10))
		r := y.claim(done.Run.ID, "a")
		c := y.commit(r, "x")
		c.Memories = []state.Memory{memory(user, i)}
		c.Documents = []state.Document{{UserID: user, Type: "lease", Title: "계약서"}}
		c.Results = []store.Result{{Key: "call", Value: []byte(`1`)}}
		c.Status = state.RunCompleted
		y.apply(c)
		y.delivered(s.ID)
		sessions[user] = s.ID
	}
	kept := func(user string) (events, checkpoints, documents, memories, messages int) {
		e, err := y.Events(ctx, store.Server(), sessions[user], 0, 100)
		y.must(err)
		c, err := y.Checkpoints(ctx, store.Server(), sessions[user], "", 0, 100)
		y.must(err)
		d, err := y.DocumentsOf(ctx, store.Server(), sessions[user])
		y.must(err)
		m, err := y.Memories(ctx, store.Server(), user, time.Time{}, 0)
		y.must(err)
		said, err := y.Messages(ctx, store.Server(), sessions[user], 100, 0)
		y.must(err)
		return len(e), len(c), len(d), len(m), len(said)
	}
	retain := func(of store.Retention) {
		_, err := y.Retain(ctx, noon.Add(48*time.Hour), store.Retention{Tenants: map[string]store.Retention{"acme": of}}, 100)
		y.must(err)
	}
	retain(store.Retention{Events: time.Hour, Documents: time.Hour, Memories: time.Hour})
	if e, _, d, m, said := kept("@acme/ann"); e != 0 || d != 0 || m != 0 || said == 0 {
		t.Errorf("of acme are kept %d events, %d documents, %d memories, %d messages", e, d, m, said)
	}
	for _, user := range users[1:] {
		if e, c, d, m, said := kept(user); e == 0 || c == 0 || d == 0 || m == 0 || said == 0 {
			t.Errorf("of %s are kept %d events, %d checkpoints, %d documents, %d memories, %d messages", user, e, c, d, m, said)
		}
	}
	retain(store.Retention{Conversations: 72 * time.Hour}) // not as old
	if _, err := y.Session(ctx, store.Server(), sessions["@acme/ann"]); err != nil {
		t.Error(err)
	}
	retain(store.Retention{Conversations: time.Hour})
	_, err := y.Session(ctx, store.Server(), sessions["@acme/ann"])
	y.is(err, store.ErrNotFound)
	if _, c, _, _, said := kept("@acme/ann"); c != 0 || said != 0 {
		t.Errorf("%d checkpoints and %d messages are left of a conversation", c, said)
	}
	for _, user := range users[1:] {
		if _, err := y.Session(ctx, store.Server(), sessions[user]); err != nil {
			t.Errorf("%s: %v", user, err)
		}
	}
}
