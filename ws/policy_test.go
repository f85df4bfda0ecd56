package ws

import (
	"context"
	"errors"
	"testing"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// A socket is for who may talk in its session; all its commands are talk.
func TestWhoTalks(t *testing.T) {
	t.Parallel()
	ann := store.UserKey("acme", "ann")
	for name, test := range map[string]struct {
		who  auth.Identity
		want bool
	}{
		"the owner":              {auth.Identity{UserID: "ann", Tenant: "acme"}, true},
		"the tenant's admin":     {auth.Identity{UserID: "bob", Tenant: "acme", Roles: []auth.Role{auth.Admin}}, true},
		"an open server":         {auth.Identity{Open: true}, true},
		"nobody":                 {auth.Identity{}, false},
		"another of the tenant":  {auth.Identity{UserID: "bob", Tenant: "acme"}, false},
		"the same id elsewhere":  {auth.Identity{UserID: "ann", Tenant: "umbra"}, false},
		"the same id at home":    {auth.Identity{UserID: "ann"}, false},
		"who calls itself so":    {auth.Identity{UserID: ann}, false},
		"another tenant's admin": {auth.Identity{UserID: "bob", Tenant: "umbra", Roles: []auth.Role{auth.Admin}}, false},
		"a role of another kind": {auth.Identity{UserID: "bob", Roles: []auth.Role{auth.Reviewer, auth.Operator}}, false},
	} {
		if got := permits(test.who, policy.Talk, ann); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if permits(auth.Identity{UserID: "ann"}, policy.Talk, "") {
		t.Error("a conversation of nobody's is everybody's")
	}
}

// Who talks in another's session is written down, and is not let in where that
// can't be.
func TestTalkingInAnothersSessionIsAudited(t *testing.T) {
	t.Parallel()
	var rows []audit.Entry
	var broken error
	s := &Server{cfg: Config{NoteFunc: func(_ context.Context, e audit.Entry) error {
		rows = append(rows, e)
		return broken
	}}}
	s.cfg.setDefaults()
	ann := store.UserKey("acme", "ann")
	admin := auth.Identity{UserID: "bob", Tenant: "acme", Roles: []auth.Role{auth.Admin}}
	for _, who := range []auth.Identity{{UserID: "ann", Tenant: "acme"}, {Open: true}} {
		if err := s.note(t.Context(), who, ann, "session-1"); err != nil || len(rows) != 0 {
			t.Errorf("%+v: %v, %+v", who, err, rows)
		}
	}
	if err := s.note(t.Context(), admin, ann, "session-1"); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 || rows[0].Tenant != "acme" || rows[0].Actor != audit.User("@acme/bob") || rows[0].Subject != audit.User(ann) {
		t.Errorf("rows %+v", rows)
	}
	broken = errors.New("disk full")
	if err := s.note(t.Context(), admin, ann, "session-1"); fault.Of(err) != fault.Unavailable {
		t.Errorf("let in with %v", err)
	}
}
