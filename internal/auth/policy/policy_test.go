package policy

import (
	"fmt"
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
		"an open server":                   {auth.Identity{Open: true}, Operate, store.Everybody(""), ""},
		"a user's own":                     {ann, Talk, store.User("ann"), ""},
		"no role is a user":                {with("acme"), Talk, store.User("@acme/ann"), ""},
		"a user operates":                  {ann, Operate, store.Owner{}, fault.NotFound},
		"an operator of the house":         {with("", auth.Operator), Operate, store.Everybody("ann"), ""},
		"an operator of a tenant":          {with("acme", auth.Operator), Operate, store.Owner{}, fault.NotFound},
		"an operator reads a conversation": {with("", auth.Operator), Talk, store.User("ann"), ""},
		"an admin of a tenant":             {with("acme", auth.User, auth.Admin), Erase, store.Tenant("acme", "@acme/ann"), ""},
		"a role that nobody knows":         {with("", "root"), Rated, store.Owner{}, fault.NotFound},
		"an action that nobody knows":      {with("", auth.Admin), "fly", store.Owner{}, fault.NotFound},
	} {
		got, err := Decide(test.id, test.action)
		if code := fault.Of(err); got != test.want || err != nil && code != test.code || err == nil && test.code != "" {
			t.Errorf("%s: %+v, %v; want %+v, %s", name, got, err, test.want, test.code)
		}
	}
}

func TestAsked(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		id   auth.Identity
		want store.Owner
	}{
		"a user":                 {auth.Identity{UserID: "ann", Roles: []auth.Role{auth.User}}, store.User("ann")},
		"a reviewer":             {auth.Identity{UserID: "ann", Roles: []auth.Role{auth.Reviewer}}, store.Everybody("ann")},
		"a reviewer of a tenant": {auth.Identity{UserID: "ann", Tenant: "acme", Roles: []auth.Role{auth.Reviewer}}, store.Tenant("acme", "@acme/ann")},
		"an open server":         {auth.Identity{Open: true}, store.Everybody("")},
	} {
		if got, err := Asked(test.id); err != nil || got != test.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, test.want)
		}
	}
	if _, err := Asked(auth.Identity{}); fault.Of(err) != fault.Unauthenticated {
		t.Errorf("nobody: %v", err)
	}
}

// The documentation shows the table as it is.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), markdown()) {
		t.Errorf("docs/security.md needs this table:\n%s", markdown())
	}
}

// markdown is the table as docs/security.md shows it.
func markdown() string {
	reaches := []string{None: "–", Own: "own", Tenant: "tenant", House: "house"}
	var b strings.Builder
	b.WriteString("| action | user | operator | reviewer | admin |\n|---|---|---|---|---|\n")
	for _, action := range []Action{Talk, Inspect, Erase, Remember, Answer, Rated, Trigger, Usage, Knowledge, Operate} {
		fmt.Fprintf(&b, "| %s |", action)
		for _, role := range []auth.Role{auth.User, auth.Operator, auth.Reviewer, auth.Admin} {
			fmt.Fprintf(&b, " %s |", reaches[max(rights[action][auth.User], rights[action][role])])
		}
		b.WriteString("\n")
	}
	return b.String()
}
