package storetest

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// say commits that a query of u1 said something about a region.
func say(y *harness, r state.Run, value string, minute int) {
	y.t.Helper()
	c := y.commit(r, "said "+value)
	c.Preferences = []state.Preference{{
		UserID: "u1", Key: "region", Value: value, Evidence: value + "에서", RunID: id("run", minute), UpdatedAt: after(minute),
	}}
	y.apply(c)
}

func region(y *harness) (p state.Preference) {
	y.t.Helper()
	got, err := y.Preferences(y.t.Context(), store.Server(), "u1")
	y.must(err)
	if len(got) == 1 {
		p = got[0]
	}
	return p
}

func preferencesLearned(t *testing.T, y *harness) {
	r := y.running("a")
	for i, value := range []string{"마포구", "마포구", "용산구"} {
		say(y, r, value, i+1)
	}
	same(y, region(y), state.Preference{
		UserID: "u1", Key: "region", Value: "용산구", Evidence: "용산구에서", UpdatedAt: after(3),
		Source: state.SourceLearned, RunID: "run-003", Count: 1,
		History: []state.Evidence{
			{Value: "용산구", Words: "용산구에서", RunID: "run-003", At: after(3)},
			{Value: "마포구", Words: "마포구에서", RunID: "run-002", At: after(2)},
			{Value: "마포구", Words: "마포구에서", RunID: "run-001", At: after(1)},
		},
	})
	for i := range 20 {
		say(y, r, "마포구", i+4)
	}
	if p := region(y); p.Count != 20 || len(p.History) != 10 {
		t.Errorf("said %d times, %d kept", p.Count, len(p.History))
	}
}

func preferencesCorrected(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	say(y, r, "마포구", 1)
	_, err := y.SavePreference(ctx, store.Server(), state.Preference{UserID: "u1", Key: "region", Value: "강남구", Evidence: "user", UpdatedAt: after(2)})
	y.must(err)
	say(y, r, "용산구", 3)
	p := region(y)
	same(y, brief([]state.Preference{p}), []string{"region=강남구 user 1"})
	if len(p.History) != 3 || p.History[0].Value != "용산구" {
		t.Errorf("what was said is not kept: %v", p.History)
	}
	y.must(y.DeletePreference(ctx, store.Server(), "u1", "region", after(5)))
	say(y, r, "용산구", 4) // a run that was under way
	same(y, region(y), state.Preference{})
	say(y, r, "용산구", 6)
	if p := region(y); p.Value != "용산구" || len(p.History) != 1 {
		t.Errorf("after the erasure: %+v", p)
	}
}

func memoriesErased(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	_, err := y.DeleteMemories(ctx, store.Server(), "u1", after(5))
	y.must(err)
	c := y.commit(r, "x")
	before, at := memory("u1", 9), memory("u1", 10)
	before.AskedAt = after(4)
	at.AskedAt = after(6)
	c.Memories = []state.Memory{before, at}
	c.Preferences = []state.Preference{{UserID: "u1", Key: "region", Value: "마포구", UpdatedAt: after(4)}}
	y.apply(c)
	got, err := y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u1", 10)})
	same(y, region(y), state.Preference{})
}

func memoryMentions(t *testing.T, y *harness) {
	c := y.commit(y.running("a"), "x")
	m := memory("u1", 1)
	m.Mentions = estate.Remember([]estate.Mention{{Kind: estate.MentionListing, Label: nasty, Order: 1, Region: "서울특별시 마포구", DealType: "jeonse", Won: 800_000_000, RunID: "r"}})
	c.Memories = []state.Memory{m}
	y.apply(c)
	got, err := y.Memories(t.Context(), store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{m})
}

func memoriesExpire(t *testing.T, y *harness) {
	ctx := t.Context()
	c := y.commit(y.running("a"), "x")
	const day = 24 * 60
	c.At = after(-95 * day)
	c.Memories = []state.Memory{memory("u1", -91*day), memory("u1", -80*day), memory("u2", -91*day)}
	y.apply(c)
	var removed int64
	for more := true; more; {
		done, err := y.Retain(ctx, noon, store.Retention{}, 1)
		y.must(err)
		removed += done.Memories
		more = done.More
	}
	got, err := y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u1", -80*day)})
	if removed != 2 {
		t.Errorf("%d removed", removed)
	}
}

func eraseUser(t *testing.T, y *harness) {
	ctx, r, other := t.Context(), y.running("a"), y.running("a")
	hidden := y.session("u1")
	y.must(y.DeleteSession(ctx, store.Server(), hidden.ID, false, noon))
	keep := y.session("u2")
	for i, run := range []state.Run{r, other} {
		c := y.commit(run, "x")
		c.Memories = []state.Memory{memory("u1", i)}
		c.Preferences = []state.Preference{{UserID: "u1", Key: "region", Value: "마포구", UpdatedAt: noon}}
		c.Documents = []state.Document{{UserID: "u1", Type: "lease", Title: "계약서"}}
		y.apply(c)
	}
	y.must(y.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: r.ID, SessionID: r.SessionID, UserID: "u1", Rating: "positive", At: noon}))
	y.UserTables("tutor", store.UserTable{Name: "preferences", Where: "user_id = CAST($1 AS text) || '-of-an-assistant'"})
	for _, k := range []store.APIKey{{ID: "key-of-u1", UserID: "u1"}, {ID: "key-in-acme", UserID: "u1", Tenant: "acme"}} {
		k.CreatedAt = noon
		y.must(y.PutAPIKey(ctx, k))
	}
	got, err := y.EraseUser(ctx, store.Server(), "u1")
	y.must(err)
	// Feedback goes with the run that it is on.
	same(y, got, store.Erased{Sessions: 3, Documents: 2, Memories: 2, Preferences: 1, Assistants: map[string]int64{"tutor": 0}})
	late := bare(r, "late")
	late.Memories = []state.Memory{memory("u1", 9)}
	if errs := y.Apply(ctx, []*store.Commit{late}); errs[0] == nil {
		t.Error("a run of an erased user went on writing")
	}
	for what, left := range map[string]func() (int, error){
		"sessions": func() (int, error) { l, err := y.UserSessions(ctx, store.Server(), "u1", "", 0); return len(l), err },
		"memories": func() (int, error) {
			l, err := y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
			return len(l), err
		},
		"preferences": func() (int, error) { l, err := y.Preferences(ctx, store.Server(), "u1"); return len(l), err },
		"feedback":    func() (int, error) { l, err := y.FeedbackOf(ctx, store.Server(), "u1"); return len(l), err },
		"documents":   func() (int, error) { l, err := y.DocumentsOf(ctx, store.Server(), r.SessionID); return len(l), err },
	} {
		if n, err := left(); err != nil || n != 0 {
			t.Errorf("%s: %d left, %v", what, n, err)
		}
	}
	if _, err := y.Session(ctx, store.Server(), keep.ID); err != nil {
		t.Errorf("another's session: %v", err)
	}
	_, err = y.APIKey(ctx, "key-of-u1")
	y.is(err, store.ErrNotFound)
	_, err = y.APIKey(ctx, "key-in-acme") // of another u1
	y.must(err)
	void, err := y.Revocations(ctx, time.Now())
	y.must(err)
	if _, ended := void[store.KeySubject("key-of-u1")]; !ended || len(void) != 1 {
		t.Errorf("what was opened with an erased user's key goes on: %v", void)
	}
	again, err := y.EraseUser(ctx, store.Server(), "u1")
	y.must(err)
	same(y, again, store.Erased{Assistants: map[string]int64{"tutor": 0}})
	_, err = y.EraseUser(ctx, store.Server(), "")
	y.is(err, store.ErrInvalid)
}

func secrets(t *testing.T, y *harness) {
	ctx := t.Context()
	first, err := y.Secret(ctx, "cache")
	y.must(err)
	again, err := y.Secret(ctx, "cache")
	y.must(err)
	other, err := y.Secret(ctx, "other")
	y.must(err)
	if len(first) < 20 || string(first) != string(again) || string(first) == string(other) {
		t.Errorf("secrets %q, %q and %q", first, again, other)
	}
}
