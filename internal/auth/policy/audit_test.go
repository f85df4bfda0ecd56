package policy_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// A token and a ticket made of it are one sign-in at each node; what is refused over
// and over is one row there, and a key has its own.
func TestSignInsAreAudited(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	ctx, clock := t.Context(), func() time.Time { return noon }
	secret := []byte(strings.Repeat("s", 32))
	gate := func() *auth.Gate {
		r := audit.NewRecorder(audit.RecorderConfig{Store: s, Clock: clock})
		return auth.New(auth.Config{Store: s, CookieSecret: secret, Secret: secret, Clock: clock, NoteFunc: policy.Note(r)})
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": "kim", "company_id": "acme", "roles": []string{"reviewer"}, "exp": noon.Add(time.Hour).Unix(),
	}).SignedString(secret)
	must(t, err)
	one, two := gate(), gate()
	for _, g := range []*auth.Gate{one, two, one, two} {
		id, err := g.Token(ctx, token)
		must(t, err)
		ticket, _, err := g.Ticket(ctx, id)
		must(t, err)
		_, err = g.Token(ctx, ticket)
		must(t, err)
	}
	text, kept, err := auth.NewKey("lee", "acme", "", nil, []auth.Scope{auth.Read}, noon, time.Time{})
	must(t, err)
	must(t, s.PutAPIKey(ctx, kept))
	for range 3 {
		_, err = one.Token(ctx, text)
		must(t, err)
		if _, err = two.Token(ctx, "no token"); err == nil {
			t.Error("let in")
		}
	}
	rows := rowsOf(t, s, "acme")
	if len(rows) != 3 || rows[0].Action != auth.SignedIn || !strings.Contains(string(rows[0].Details), "reviewer") ||
		rows[0].Actor != rows[1].Actor || !strings.Contains(string(rows[2].Details), kept.ID) || rows[0].Actor == rows[2].Actor {
		t.Errorf("rows %+v", rows)
	}
	if rows := rowsOf(t, s, policy.HouseChain); len(rows) != 1 || rows[0].Action != auth.Refused {
		t.Errorf("refusals %+v", rows)
	}
}

// The chain is that of the tenant whose user is looked at.
func TestWhoseChain(t *testing.T) {
	t.Parallel()
	admin := auth.Identity{UserID: "root", Roles: []auth.Role{auth.Admin}}
	for name, test := range map[string]struct {
		id      auth.Identity
		user    string
		chain   string
		subject string
		beyond  bool
	}{
		"the house at a tenant's":   {admin, "@acme/kim", "acme", "user:@acme/kim", true},
		"the house at its own user": {admin, "kim", policy.HouseChain, "user:kim", true},
		"nobody's":                  {admin, "", policy.HouseChain, "", true},
		"a tenant's admin":          {auth.Identity{UserID: "boss", Tenant: "acme"}, "@acme/kim", "acme", "user:@acme/kim", true},
		"everybody of it":           {auth.Identity{UserID: "boss", Tenant: "acme"}, policy.Everybody, "acme", policy.Everybody, true},
		"oneself":                   {auth.Identity{UserID: "kim", Tenant: "acme"}, "@acme/kim", "acme", "user:@acme/kim", false},
		"an open server":            {auth.Identity{Open: true}, "kim", policy.HouseChain, "user:kim", false},
	} {
		e := policy.Entry(test.id, "a.b", test.user, nil)
		if e.Tenant != test.chain || e.Subject != test.subject || e.Actor == "" || policy.Beyond(test.id, test.user) != test.beyond {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func rowsOf(t *testing.T, s *store.Store, chain string) (rows []audit.Row) {
	t.Helper()
	must(t, audit.Each(context.WithoutCancel(t.Context()), s, chain, func(r *audit.Row) (bool, error) {
		rows = append(rows, *r)
		return false, nil
	}))
	return rows
}
