package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// callers are who tries every route. What f.session makes is user 7's.
func callers() map[string]auth.Identity {
	return map[string]auth.Identity{
		"owner":           {UserID: "7"},
		"another user":    {UserID: "8"},
		"another tenant":  {UserID: "7", Tenant: "acme"},
		"a tenant admin":  {UserID: "1", Tenant: "acme", Roles: []auth.Role{auth.Admin, auth.Operator, auth.Reviewer}},
		"a wrong role":    {UserID: "8", Roles: []auth.Role{auth.Reviewer}},
		"a made-up role":  {UserID: "8", Roles: []auth.Role{"root"}},
		"a house admin":   {UserID: "1", Roles: []auth.Role{auth.Admin}},
		"nobody":          {},
		"somebody as all": {UserID: "@"},
	}
}

// by is the headers of a request of that caller.
func (f *fixture) by(name string) []string {
	f.t.Helper()
	id, secret, ends := callers()[name], tokenSecret, noon.Add(time.Hour)
	switch name {
	case "nobody":
		return nil
	case "expired":
		id, ends = callers()["owner"], noon.Add(-time.Hour)
	case "forged":
		id, secret = callers()["owner"], []byte(strings.Repeat("f", 32))
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": id.UserID, "company_id": id.Tenant, "roles": id.Roles, "exp": ends.Unix(),
	}).SignedString(secret)
	f.must(err)
	return []string{"Authorization", "Bearer " + token}
}

// guarded is a door with identity.
func guarded(t *testing.T) *fixture { return guardedWith(t, func(*Config) {}) }

func guardedWith(t *testing.T, change func(*Config)) *fixture {
	f := newFixture(t, func(c *Config) {
		c.Gate = gateOf(t, c)
		change(c)
	})
	f.session(known)
	f.waiting(known, "run-user", "")
	_, err := f.store.AddTrigger(t.Context(), store.Server(), state.Trigger{
		EventID: "e1", EventType: "due", UserID: "7", Assistant: "realestate", SessionID: known, RunID: "run-e1",
		Status: state.TriggerWaiting, Reason: state.TriggerScheduled, DueAt: noon, CreatedAt: noon, Language: "ko",
	})
	f.must(err)
	return f
}

// real and forged are the ids that stand in for a path's names.
func real() map[string]string {
	return map[string]string{
		"session_id": known, "run_id": "run-1", "checkpoint_id": known + ".1", "other_id": known + ".2",
		"document_id": "doc-1", "interrupt_id": state.InterruptID("run-user", 1), "trigger_event_id": "e1",
		"user_id": "7", "memory_id": "m1", "key": "region", "pack": "statutes", "file": "index.js",
	}
}

func forged() map[string]string {
	const other = "session-00000000-0000-4000-8000-00000000000f"
	ids := real()
	for name, id := range map[string]string{
		"session_id": other, "run_id": "run-f", "checkpoint_id": other + ".1", "other_id": other + ".2",
		"document_id": "doc-f", "interrupt_id": state.InterruptID("run-f", 1), "trigger_event_id": "ef", "user_id": "f",
	} {
		ids[name] = id
	}
	return ids
}

// pathTo is a route's path with those ids, and its query where it needs one.
func pathTo(r route, ids map[string]string) string {
	path := pathName.ReplaceAllStringFunc(r.path, func(part string) string { return ids[partName(part)] })
	if strings.HasSuffix(path, "/checkpoints/field") {
		path += "?path=phase"
	}
	return path
}

// bodyTo is what the route is sent.
func bodyTo(r route, ids map[string]string) string {
	switch {
	case strings.HasSuffix(r.path, "/fork"):
		return `{"checkpoint_id":"` + ids["checkpoint_id"] + `"}`
	case strings.HasSuffix(r.path, "/interrupts/:interrupt_id"):
		return `{"reply_id":"r1","role":"user","action":"approve"}`
	case strings.HasSuffix(r.path, "/triggers"):
		return `{"trigger_event_id":"e9","trigger_event_type":"due","user_id":"` + ids["user_id"] + `","assistant":"realestate"}`
	case strings.HasSuffix(r.path, "/preferences/:key"):
		return `{"value":"v"}`
	case strings.HasSuffix(r.path, "/runs/:run_id/feedback"):
		return `{"rating":"positive"}`
	case r.method == http.MethodPatch:
		return `{"title":"x"}`
	}
	return ""
}

var varying = regexp.MustCompile(`"(request_id|timestamp)":"[^"]*"`)

// told is an answer without what differs from one request to the next, and
// without the ids that were asked for.
func told(w *httptest.ResponseRecorder, ids map[string]string) string {
	body := varying.ReplaceAllString(w.Body.String(), "")
	for name, id := range ids {
		if len(id) > 2 { // a user's id would take figures away
			body = strings.ReplaceAll(body, id, "<"+name+">")
		}
	}
	return body
}

// Every route of the table is tried by everybody whose it is not: it answers as
// if what it was asked for were not there, and changes nothing.
func TestMatrix(t *testing.T) {
	t.Parallel()
	routes := guarded(t).door.routes
	for _, r := range routes {
		t.Run(r.method+" "+r.path, func(t *testing.T) {
			t.Parallel()
			f := guarded(t)
			for name, id := range callers() {
				if strings.HasPrefix(name, "owner") || name == "a house admin" {
					continue
				}
				f.refused(r, name, id)
			}
			for _, name := range []string{"expired", "forged"} {
				w := f.call(r.method, pathTo(r, real()), bodyTo(r, real()), f.by(name)...)
				if w.Code != http.StatusUnauthorized && r.action != policy.Public {
					t.Errorf("%s: %d %s", name, w.Code, w.Body)
				}
			}
			f.untouched()
			f.reached(r)
		})
	}
}

// A difference has two sides, and one's own does not show another's.
func TestADifferenceShowsNothingOfAnothers(t *testing.T) {
	t.Parallel()
	f := guarded(t)
	f.sessionOf("8", neighbour)
	between := func(a, b, caller string) *httptest.ResponseRecorder {
		return f.call("GET", extension+"/checkpoints/"+a+".1/diff/"+b+".2", "", f.by(caller)...)
	}
	none := forged()["session_id"]
	for _, pair := range [][2]string{{neighbour, known}, {known, neighbour}} {
		got, gone := between(pair[0], pair[1], "another user"), between(strings.ReplaceAll(pair[0], known, none), strings.ReplaceAll(pair[1], known, none), "another user")
		if ids := map[string]string{"k": known, "n": none}; got.Code != http.StatusNotFound || strings.ReplaceAll(told(got, ids), "<k>", "<n>") != told(gone, ids) {
			t.Errorf("%v: %d %s, not there: %s", pair, got.Code, got.Body, gone.Body)
		}
		if w := between(pair[0], pair[1], "a house admin"); w.Code != http.StatusOK {
			t.Errorf("a house admin: %d %s", w.Code, w.Body)
		}
	}
}

// refused tries a route as somebody whose nothing is.
func (f *fixture) refused(r route, name string, id auth.Identity) {
	f.t.Helper()
	got := f.call(r.method, pathTo(r, real()), bodyTo(r, real()), f.by(name)...)
	owner, err := policy.Decide(id, r.action)
	if r.action == policy.Public || owner.All() {
		return // it may
	}
	if regexp.MustCompile("도움이 됐어요|마포구|계약서|답답답").MatchString(got.Body.String()) {
		f.t.Errorf("%s reads of user 7: %s", name, got.Body)
	}
	switch {
	case id.Tenant != "" && strings.Contains(r.path, ":user_id"):
		return // user 7 of its own tenant
	case err != nil:
		if want := fault.HTTPStatus(fault.Of(err)); got.Code != want {
			f.t.Errorf("%s: %d %s, want %d", name, got.Code, got.Body, want)
		}
		return
	}
	if !pathName.MatchString(r.path) || strings.HasSuffix(r.path, "/:pack/sources") {
		return // lists, which what they show was looked at above
	}
	if got.Code != http.StatusNotFound {
		f.t.Errorf("%s: %d %s, want 404", name, got.Code, got.Body)
	}
	none := f.call(r.method, pathTo(r, forged()), bodyTo(r, forged()), f.by(name)...)
	if a, b := told(got, real()), told(none, forged()); a != b || got.Code != none.Code {
		f.t.Errorf("%s tells another's from what is not there:\n%d %s\n%d %s", name, got.Code, a, none.Code, b)
	}
}

// untouched finds user 7's things as they were.
func (f *fixture) untouched() {
	f.t.Helper()
	ctx := context.WithoutCancel(f.t.Context())
	s, err := f.store.Session(ctx, store.Server(), known)
	f.must(err)
	memories, err := f.store.Memories(ctx, store.Server(), "7", noon.AddDate(-1, 0, 0), 10)
	f.must(err)
	points, err := f.store.Checkpoints(ctx, store.Server(), known, "", 0, 10)
	f.must(err)
	kept, err := f.store.Preferences(ctx, store.Server(), "7")
	f.must(err)
	left, err := f.store.Trigger(ctx, store.Server(), "e1")
	f.must(err)
	if s.UserID != "7" || s.Title == "x" || len(memories) != 1 || len(points) != 3 || len(kept) != 1 || kept[0].Value != "마포구" ||
		left.Status != state.TriggerWaiting {
		f.t.Errorf("a stranger changed %+v, %d memories, %d checkpoints, %v, %v", s, len(memories), len(points), kept, left.Status)
	}
	all, err := f.store.Sessions(ctx, store.Server(), store.SessionFilter{UserID: "7", Limit: 10})
	f.must(err)
	if len(all) != 1 {
		f.t.Errorf("user 7 has %d sessions", len(all))
	}
}

// reached tries a route as the owner, whom nothing may be hidden from by the
// policy: else the rest of the matrix shows nothing.
func (f *fixture) reached(r route) {
	f.t.Helper()
	if _, err := policy.Decide(callers()["owner"], r.action); err != nil {
		return
	}
	w := f.call(r.method, pathTo(r, real()), bodyTo(r, real()), f.by("owner")...)
	if strings.HasSuffix(r.path, "/assets/*") || strings.HasSuffix(r.path, ":memory_id") || strings.HasSuffix(r.path, "/restore") {
		return // what the test has not got
	}
	if w.Code == http.StatusUnauthorized || w.Code == http.StatusNotFound {
		f.t.Errorf("the owner: %d %s", w.Code, w.Body)
	}
}

// Whose a new conversation is, is proved; what is listed is the caller's own.
func TestWhoseItIs(t *testing.T) {
	t.Parallel()
	f := guarded(t)
	ctx := t.Context()
	w := f.call("POST", base+"/start", `{"user_id":"7","metadata":{"person_id":"E001","a":1}}`, f.by("another user")...)
	id := regexp.MustCompile(`session-[0-9a-f-]{36}`).FindString(w.Body.String())
	made, err := f.store.Session(ctx, store.Server(), id)
	f.must(err)
	if made.UserID != "8" || !strings.Contains(string(made.Metadata), `"person_id":"8"`) || !strings.Contains(string(made.Metadata), `"a":1`) {
		t.Errorf("the conversation is %q's, %s asks", made.UserID, made.Metadata)
	}
	w = f.call("POST", base+"/start", `{}`, f.by("another tenant")...)
	made, err = f.store.Session(ctx, store.Server(), regexp.MustCompile(`session-[0-9a-f-]{36}`).FindString(w.Body.String()))
	f.must(err)
	if made.UserID != "@acme/7" {
		t.Errorf("a tenant's user is stored as %q", made.UserID)
	}
	for caller, want := range map[string]int{"owner": 1, "another user": 1, "another tenant": 1, "a wrong role": 1, "a house admin": 3} {
		w := f.call("GET", base+"/sessions", "", f.by(caller)...)
		if got := strings.Count(w.Body.String(), `"id":"session-`); got != want {
			t.Errorf("%s lists %d, want %d: %s", caller, got, want, w.Body)
		}
	}
	for query, want := range map[string]int{"?user_id=7": 0, "?user_id=8": 1, "?user_id=%40acme%2F7": 0, "?user_id=nobody": 0} {
		w := f.call("GET", base+"/sessions"+query, "", f.by("another user")...)
		if got := strings.Count(w.Body.String(), `"id":"session-`); got != want || w.Code != http.StatusOK {
			t.Errorf("%s: %d conversations, want %d", query, got, want)
		}
	}
}

// Events are had begun with the caller's own company's users alone; what another
// company calls its events is no caller's business.
func TestTriggersOfAnotherTenant(t *testing.T) {
	t.Parallel()
	f := guarded(t)
	ctx := t.Context()
	umbra := "session-00000000-0000-4000-8000-000000000002"
	_, err := f.store.CreateSession(ctx, store.Server(), state.Session{
		ID: umbra, Assistant: "realestate", UserID: "@umbra/7", Title: "t", Language: "ko", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour),
	})
	f.must(err)
	post := func(event, user, session string) *httptest.ResponseRecorder {
		body := `{"trigger_event_id":"` + event + `","trigger_event_type":"due","user_id":"` + user + `","assistant":"realestate","session_id":"` + session + `"}`
		return f.call("POST", extension+"/triggers", body, f.by("a tenant admin")...)
	}
	for name, test := range map[string]struct{ user, session, none, noSession string }{
		"another tenant's user":    {"@umbra/7", "", "@umbra/nobody", ""},
		"another tenant's session": {"7", umbra, "7", "session-00000000-0000-4000-8000-00000000000f"},
		"a session of the house":   {"7", known, "7", "session-00000000-0000-4000-8000-00000000000f"},
	} {
		got, none := post("e7", test.user, test.session), post("e7", test.none, test.noSession)
		if got.Code != http.StatusNotFound || told(got, nil) != told(none, nil) {
			t.Errorf("%s: %d %s, not there: %d %s", name, got.Code, got.Body, none.Code, none.Body)
		}
	}
	// e1 is an event of the house's: here it is none yet.
	if got := f.call("GET", extension+"/triggers/e1", "", f.by("a tenant admin")...); got.Code != http.StatusNotFound {
		t.Errorf("the house's event: %d %s", got.Code, got.Body)
	}
	if got := post("e1", "7", ""); got.Code != http.StatusAccepted || !strings.Contains(got.Body.String(), `"trigger_event_id":"e1"`) || !strings.Contains(got.Body.String(), `"user_id":"@acme/7"`) {
		t.Errorf("the tenant's own e1: %d %s", got.Code, got.Body)
	}
	if got := f.call("DELETE", extension+"/triggers/e1", "", f.by("a tenant admin")...); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"withdrawn"`) {
		t.Errorf("the tenant's own is taken back: %d %s", got.Code, got.Body)
	}
	house, err := f.store.Trigger(ctx, store.Server(), "e1")
	f.must(err)
	if house.Status != state.TriggerWaiting {
		t.Errorf("the house's e1 is %s", house.Status)
	}
}
