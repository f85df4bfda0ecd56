package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// audited is a door with identity and an audit.
func audited(t *testing.T) *fixture {
	t.Helper()
	return guardedWith(t, func(c *Config) {
		c.NoteFunc = audit.NewRecorder(audit.RecorderConfig{Store: c.Store, Clock: c.Clock}).Seldom
	})
}

// rows are the house's audit rows with that action.
func (f *fixture) rows(action string) (found []audit.Row) {
	f.t.Helper()
	f.must(audit.Each(context.WithoutCancel(f.t.Context()), f.store, policy.HouseChain, func(r *audit.Row) (bool, error) {
		if r.Action == action {
			found = append(found, *r)
		}
		return false, nil
	}))
	return found
}

// reachesUsers tells whether a route is about somebody's things: what the house's
// administrator does by it has to be written down.
func reachesUsers(r route) bool {
	switch {
	case r.action == policy.Public, r.action == policy.Knowledge, r.action == policy.Answer,
		r.action == policy.Operate && r.method == http.MethodGet:
		return false
	case strings.HasSuffix(r.path, "/assistants"), strings.HasSuffix(r.path, "/start"):
		return false
	}
	named := pathName.FindAllString(r.path, -1)
	return len(named) > 0 && slices.ContainsFunc(named, func(n string) bool { return strings.HasSuffix(n, "_id") }) ||
		r.action == policy.Rated || r.action == policy.Trigger || r.action == policy.Operate ||
		slices.ContainsFunc(r.query, func(p parameter) bool { return p.name == "user_id" })
}

// Every route by which an administrator reaches a user's things leaves a row, and
// none by which the user does.
func TestAccessIsAudited(t *testing.T) {
	t.Parallel()
	for _, r := range audited(t).door.routes {
		if r.action == policy.Public {
			continue
		}
		t.Run(r.method+" "+r.path, func(t *testing.T) {
			t.Parallel()
			f, what := audited(t), r.method+" "+r.path
			f.call(r.method, pathTo(r, real()), bodyTo(r, real()), f.by("owner")...)
			if rows := f.rows("user.accessed"); len(rows) != 0 && r.action != policy.Rated {
				t.Errorf("the owner's own is written down: %+v", rows)
			}
			f = audited(t)
			f.call(r.method, pathTo(r, real()), bodyTo(r, real()), f.by("a house admin")...)
			rows := f.rows("user.accessed")
			if !reachesUsers(r) {
				if len(rows) != 0 {
					t.Errorf("written down: %+v", rows)
				}
				return
			}
			if len(rows) == 0 || !strings.HasPrefix(rows[0].Actor, "person:") || rows[0].Actor == rows[0].Subject || rows[0].Subject == "" ||
				!strings.Contains(string(rows[0].Details), `"what":"`+what+`"`) {
				t.Fatalf("rows %+v", rows)
			}
		})
	}
}

// What can't be written down is not shown.
func TestNothingIsReadThatCannotBeAudited(t *testing.T) {
	t.Parallel()
	f := guardedWith(t, func(c *Config) {
		c.NoteFunc = func(context.Context, audit.Entry) error {
			return errors.Join(store.ErrUnavailable, errors.New("disk full"))
		}
	})
	if w := f.call("GET", base+"/sessions/"+known+"/messages", "", f.by("a house admin")...); w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := f.call("GET", base+"/sessions/"+known+"/messages", "", f.by("owner")...); w.Code != http.StatusOK {
		t.Errorf("the owner: %d %s", w.Code, w.Body)
	}
}

// Erasures are written with what they erase, whoever asks for them.
func TestErasuresAreAudited(t *testing.T) {
	t.Parallel()
	f := audited(t)
	for _, header := range [][]string{f.by("owner"), f.by("a house admin")} {
		f.call("DELETE", extension+"/users/7", "", header...)
	}
	rows := f.rows("user.erased")
	if len(rows) != 2 || rows[0].Actor != rows[0].Subject || rows[1].Actor == rows[1].Subject || rows[0].Subject == rows[1].Subject {
		t.Errorf("rows %+v", rows)
	}
	g := audited(t)
	var hard route
	for _, r := range g.door.routes {
		if r.method == http.MethodDelete && strings.HasSuffix(r.path, "/sessions/:session_id") {
			hard = r
		}
	}
	w := g.call(hard.method, pathTo(hard, real())+"?hard_delete=true", "", g.by("owner")...)
	if rows := g.rows("session.erased"); w.Code != http.StatusOK || len(rows) != 1 || !strings.Contains(string(rows[0].Details), known) {
		t.Errorf("%d %s, rows %+v", w.Code, w.Body, rows)
	}
	report, err := audit.Verify(t.Context(), f.store, policy.HouseChain)
	f.must(err)
	if !report.Whole() {
		t.Errorf("%+v", report)
	}
}

// A lister who asks again and again fills no disk.
func TestPollingIsOneRow(t *testing.T) {
	t.Parallel()
	f := audited(t)
	for range 20 {
		f.call("GET", base+"/sessions?user_id=7", "", f.by("a house admin")...)
	}
	if rows := f.rows("user.accessed"); len(rows) != 1 || rows[0].At != noon.Truncate(time.Millisecond).UnixMilli() {
		t.Errorf("rows %+v", rows)
	}
}
