package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func userTests() []test {
	return []test{
		on("memories: newest first, since, limit, forget", memories),
		on("memories: the newest 100 of 90 days", memoriesBounded),
		on("preferences are replaced by key", preferences),
		on("documents of a session", documents),
		on("documents of a user over conversations", documentsOfAUser),
		on("feedback is one a user and run", feedback),
		on("nobody's memories and preferences aren't kept", func(t *testing.T, y *harness) {
			c := y.commit(y.running("a"), "x")
			c.Memories, c.Preferences = []state.Memory{{Query: "q"}}, []state.Preference{{Key: "k"}}
			y.apply(c)
			m, err := y.Memories(t.Context(), store.Server(), "", time.Time{}, 0)
			y.must(err)
			p, err := y.Preferences(t.Context(), store.Server(), "")
			y.must(err)
			if len(m)+len(p) != 0 {
				t.Errorf("kept %v and %v", m, p)
			}
			_, err = y.SavePreference(t.Context(), store.Server(), state.Preference{Key: "k"})
			y.is(err, store.ErrInvalid)
		}),
		on("preferences are learned with their evidence", preferencesLearned),
		on("preferences: the user's word stands, erased is forgotten", preferencesCorrected),
		on("memories: what was asked before an erasure is not kept", memoriesErased),
		on("memories: mentions", memoryMentions),
		on("memories of users who stay away expire", memoriesExpire),
		on("memories: one is forgotten", oneForgotten),
		on("a user is erased whole", eraseUser),
		on("a tenant's times hold for its users", retainTenants),
		on("secrets stay the same", secrets),
	}
}

func memory(user string, minute int) state.Memory {
	return state.Memory{
		ConversationID: "session-1", RunID: id("run", minute), UserID: user, Query: nasty,
		Response: "답", Intent: "legal_consult", Timestamp: after(minute),
	}
}

// unnamed are memories without the ids that the store gave them.
func unnamed(list []state.Memory) []state.Memory {
	for i := range list {
		list[i].ID = ""
	}
	return list
}

// oneForgotten takes one exchange away from its user alone.
func oneForgotten(t *testing.T, y *harness) {
	ctx := t.Context()
	c := y.commit(y.running("a"), "x")
	apart := memory("u1", 4)
	apart.ConversationID = "session-2"
	c.Memories = []state.Memory{memory("u1", 1), memory("u1", 2), apart, memory("u2", 1)}
	y.apply(c)
	got, err := y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	older := got[2].ID
	for user, id := range map[string]string{"u2": older, "u1": "none", "nobody": older} {
		y.is(y.DeleteMemory(ctx, store.Server(), user, id), store.ErrNotFound)
	}
	y.must(y.DeleteMemory(ctx, store.Server(), "u1", older))
	y.is(y.DeleteMemory(ctx, store.Server(), "u1", older), store.ErrNotFound)
	got, err = y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{apart, memory("u1", 2)})
}

func memories(t *testing.T, y *harness) {
	ctx := t.Context()
	c := y.commit(y.running("a"), "x")
	c.Memories = []state.Memory{memory("u1", 1), memory("u1", 2), memory("u1", 3), memory("u2", 1)}
	y.apply(c)
	got, err := y.Memories(ctx, store.Server(), "u1", after(2), 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u1", 3), memory("u1", 2)})
	got, err = y.Memories(ctx, store.Server(), "u1", time.Time{}, 1)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u1", 3)})
	n, err := y.DeleteMemories(ctx, store.Server(), "u1", after(200))
	if err != nil || n != 3 {
		t.Errorf("forgot %d, %v", n, err)
	}
	got, err = y.Memories(ctx, store.Server(), "u2", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u2", 1)})
}

func memoriesBounded(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	old := y.commit(r, "old")
	old.Memories = []state.Memory{memory("u1", -91*24*60), memory("u1", -89*24*60)}
	y.apply(old)
	got, err := y.Memories(ctx, store.Server(), "u1", time.Time{}, 0)
	y.must(err)
	same(y, unnamed(got), []state.Memory{memory("u1", -89*24*60)})

	many := y.commit(r, "many")
	for i := range 101 {
		many.Memories = append(many.Memories, memory("u1", i))
	}
	y.apply(many)
	got, err = y.Memories(ctx, store.Server(), "u1", time.Time{}, 1000)
	y.must(err)
	if len(got) != 100 || !got[0].Timestamp.Equal(after(100)) || !got[99].Timestamp.Equal(after(1)) {
		t.Errorf("kept %d, from %v to %v", len(got), got[0].Timestamp, got[len(got)-1].Timestamp)
	}
	// What isn't shown is gone too.
	n, err := y.DeleteMemories(ctx, store.Server(), "u1", after(200))
	if err != nil || n != 100 {
		t.Errorf("%d were stored, %v", n, err)
	}
}

func preferences(t *testing.T, y *harness) {
	ctx := t.Context()
	c := y.commit(y.running("a"), "x")
	c.Preferences = []state.Preference{
		{UserID: "u1", Key: "region", Value: "마포구", Evidence: nasty, UpdatedAt: noon},
		{UserID: "u1", Key: "budget", Value: "5억", UpdatedAt: noon},
		{UserID: "u2", Key: "region", Value: "강남구", UpdatedAt: noon},
	}
	y.apply(c)
	_, err := y.SavePreference(ctx, store.Server(), state.Preference{UserID: "u1", Key: "region", Value: "용산구", Evidence: "user", UpdatedAt: after(1)})
	y.must(err)
	got, err := y.Preferences(ctx, store.Server(), "u1")
	y.must(err)
	same(y, brief(got), []string{"budget=5억 learned 1", "region=용산구 user 1"})
	y.must(y.DropEvidence(ctx, store.Server(), "u1", "region", []string{nasty, "user"}))
	got, err = y.Preferences(ctx, store.Server(), "u1")
	y.must(err)
	same(y, brief(got), []string{"budget=5억 learned 1", "region=용산구 user 1"})
	if region := got[1]; region.Evidence != "" || slices.ContainsFunc(region.History, func(e state.Evidence) bool { return e.Words != "" }) {
		t.Errorf("words that were forgotten are kept: %+v", region)
	}
	y.must(y.DeletePreference(ctx, store.Server(), "u1", "region", after(2)))
	y.is(y.DropEvidence(ctx, store.Server(), "u1", "region", nil), store.ErrNotFound)
	y.is(y.DeletePreference(ctx, store.Server(), "u1", "region", after(2)), store.ErrNotFound)
	got, err = y.Preferences(ctx, store.Server(), "u2")
	y.must(err)
	same(y, brief(got), []string{"region=강남구 learned 1"})
}

// brief is what matters of preferences.
func brief(list []state.Preference) []string {
	var out []string
	for _, p := range list {
		out = append(out, fmt.Sprintf("%s=%s %s %d", p.Key, p.Value, p.Source, p.Count))
	}
	return out
}

func documents(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	c := y.commit(r, "x")
	c.Documents = []state.Document{
		{UserID: "u1", Type: "lease", Title: nasty, Markdown: "# 계약서", Metadata: []byte(`{"a":1}`)},
		{UserID: "u1", Type: "lease", Title: "둘"},
	}
	y.apply(c)
	got, err := y.DocumentsOf(ctx, store.Server(), r.SessionID)
	y.must(err)
	same(y, got, c.Documents)
	one, err := y.Document(ctx, store.Server(), c.Documents[0].ID)
	y.must(err)
	same(y, one, c.Documents[0])
	if one.SessionID != r.SessionID || one.RunID != r.ID {
		t.Errorf("belongs to %+v", one)
	}
	_, err = y.Document(ctx, store.Server(), "none")
	y.is(err, store.ErrNotFound)
}

// Documents of a user are found over all conversations, the newest first: not
// those of others, of what is hidden or erased.
func documentsOfAUser(t *testing.T, y *harness) {
	ctx, sessions := t.Context(), map[string]string{}
	y.beat("a", after(10))
	for _, title := range []string{"first", "hidden", "erased", "last"} {
		s := y.session("ann")
		r := y.claim(y.submit(s.ID, "question").ID, "a")
		c := y.commit(r, title)
		c.Documents, c.At = []state.Document{{UserID: "ann", Type: "lease", Title: title, Markdown: nasty}}, after(len(sessions))
		y.apply(c)
		y.finish(r)
		sessions[title] = s.ID
	}
	y.must(y.DeleteSession(ctx, store.Server(), sessions["hidden"], false, noon))
	y.must(y.DeleteSession(ctx, store.Server(), sessions["erased"], true, noon))
	titles := func(user string, most int) (list []string) {
		got, err := y.UserDocuments(ctx, store.User(user), user, most)
		y.must(err)
		for _, d := range got {
			list = append(list, d.Title)
		}
		return list
	}
	same(y, titles("ann", 9), []string{"last", "first"})
	same(y, titles("ann", 1), []string{"last"})
	same(y, titles("ben", 9), nil)
	_, err := y.UserDocuments(ctx, store.User("ben"), "ann", 9)
	y.is(err, store.ErrNotFound)
}

func feedback(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	f := store.Feedback{RunID: r.ID, SessionID: r.SessionID, UserID: "u1", Rating: "negative", At: noon}
	y.must(y.SaveFeedback(ctx, store.Server(), f))
	f.Rating, f.Comment, f.At = "positive", nasty, after(1)
	y.must(y.SaveFeedback(ctx, store.Server(), f))
	got, err := y.FeedbackOn(ctx, store.Server(), r.ID)
	y.must(err)
	same(y, got, []store.Feedback{f})
	all, err := y.Feedbacks(ctx, store.Server(), store.FeedbackFilter{})
	y.must(err)
	same(y, all, []store.RatedRun{{Feedback: f, Assistant: r.Assistant, Language: r.Language, Query: r.Query}})
	for want, filter := range map[int]store.FeedbackFilter{
		1: {Rating: "positive", Assistant: r.Assistant, UserID: "u1", Since: after(1), Limit: 1},
		0: {Rating: "negative"},
	} {
		got, err := y.Feedbacks(ctx, store.Server(), filter)
		y.must(err)
		if len(got) != want {
			t.Errorf("%+v lists %d ratings, want %d", filter, len(got), want)
		}
	}
	for _, filter := range []store.FeedbackFilter{{Since: after(2)}, {Assistant: "other"}, {UserID: "u2"}, {Offset: 1}} {
		got, err := y.Feedbacks(ctx, store.Server(), filter)
		y.must(err)
		if len(got) != 0 {
			t.Errorf("%+v lists %+v", filter, got)
		}
	}
	f.RunID = "run-none"
	y.is(y.SaveFeedback(ctx, store.Server(), f), store.ErrNotFound)
}
