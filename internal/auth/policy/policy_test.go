package policy

import (
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	ann := auth.Identity{UserID: "ann", Roles: []auth.Role{auth.User}}
	with := func(tenant string, roles ...auth.Role) auth.Identity {
		return auth.Identity{UserID: "ann", Tenant: tenant, Roles: roles}
	}
	for name, test := range map[string]struct {
		id     auth.Identity
		action Action
		want   store.Owner
		code   fault.Code
	}{
		"nobody talks":                     {auth.Identity{}, Talk, store.Owner{}, fault.Unauthenticated},
		"nobody reads pages":               {auth.Identity{}, Public, store.Owner{}, ""},
		"an open server":                   {auth.Identity{Open: true}, Operate, store.Owner{All: true}, ""},
		"a user's own":                     {ann, Talk, store.Owner{UserID: "ann"}, ""},
		"no role is a user":                {with("acme"), Talk, store.Owner{UserID: "@acme/ann", Tenant: "acme"}, ""},
		"a user operates":                  {ann, Operate, store.Owner{}, fault.NotFound},
		"an operator of the house":         {with("", auth.Operator), Operate, store.Owner{UserID: "ann", All: true}, ""},
		"an operator of a tenant":          {with("acme", auth.Operator), Operate, store.Owner{}, fault.NotFound},
		"an operator reads a conversation": {with("", auth.Operator), Talk, store.Owner{UserID: "ann"}, ""},
		"an admin of a tenant":             {with("acme", auth.User, auth.Admin), Erase, store.Owner{UserID: "@acme/ann", Tenant: "acme", Whole: true}, ""},
		"a role that nobody knows":         {with("", "root"), Rated, store.Owner{}, fault.NotFound},
		"an action that nobody knows":      {with("", auth.Admin), "fly", store.Owner{}, fault.NotFound},
	} {
		got, err := Decide(test.id, test.action)
		if code := fault.Of(err); got != test.want || err != nil && code != test.code || err == nil && test.code != "" {
			t.Errorf("%s: %+v, %v; want %+v, %s", name, got, err, test.want, test.code)
		}
	}
}

// The documentation shows the table as it is.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), Markdown()) {
		t.Errorf("docs/security.md needs this table:\n%s", Markdown())
	}
}
