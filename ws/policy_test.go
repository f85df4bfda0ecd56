package ws

import (
	"testing"

	"github.com/madang-dev/madang/internal/auth"
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
		if got := talks(test.who, ann); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if talks(auth.Identity{UserID: "ann"}, "") {
		t.Error("a conversation of nobody's is everybody's")
	}
}
