package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// openGate is who tells who asks; nil without identity.
func (h *house) openGate(ctx context.Context, s configs.Auth, log *slog.Logger) (*auth.Gate, error) {
	if !s.On() {
		return nil, nil
	}
	secret, err := h.store.Secret(ctx, "auth cookie")
	if err != nil {
		return nil, err
	}
	return auth.New(auth.Config{
		Store: h.store, CookieSecret: secret, Secret: []byte(s.JWTSecret), Issuer: s.Issuer, JWKSURL: s.JWKSURL, Audience: s.Audience,
		TenantClaim: s.TenantClaim, RolesClaim: s.RolesClaim, Skew: s.Skew, ClientID: s.ClientID, ClientSecret: s.ClientSecret,
		PublicURL: s.PublicURL, SessionTTL: s.SessionTTL, Guests: s.Guests, Logger: log,
		NoteFunc: policy.Note(h.audit),
	}), nil
}

const keysUsage = `server keys make --user USER [--company ID] [--roles R,...] [--scopes read,write] [--for 720h] [--note TEXT] [flags]
server keys list [flags]
server keys revoke ID [flags]

make prints a new API key, once: only a hash of it is kept. A program shows it as
"Authorization: Bearer KEY" and acts as the user. revoke takes one back; sockets that
were opened with it end within 2 seconds on every node. A SQLite database may be in
use by a running server.

`

// keyOrder is what the command line says of a key.
type keyOrder struct {
	user, company, roles, scopes, note string
	life                               time.Duration
}

func (o *keyOrder) flags() *flag.FlagSet {
	f := ownFlags("keys")
	f.StringVar(&o.user, "user", "", "make: whom the key stands for")
	f.StringVar(&o.company, "company", "", "make: the user's company, where there are several")
	f.StringVar(&o.roles, "roles", "", "make: the key's roles: operator, reviewer, admin")
	f.StringVar(&o.scopes, "scopes", "read,write", "make: what the key opens")
	f.StringVar(&o.note, "note", "", "make: what it is for")
	f.DurationVar(&o.life, "for", 0, "make: how long it is good; without end where it is not said")
	return f
}

// keys is the subcommand: what to do comes first.
func keys(ctx context.Context, args []string, c console) int {
	var o keyOrder
	// The settings may be set apart by "--" from the key's own flags.
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--" })
	return c.carryOut(args, order{keysUsage, o.flags(), func(s configs.Settings, words []string) error {
		what := strings.Join(words[:min(1, len(words))], "")
		switch {
		case what == "make" && len(words) == 1 && o.user != "" && o.life >= 0:
		case what == "list" && len(words) == 1, what == "revoke" && len(words) == 2:
		default:
			return errArguments
		}
		db, err := openInUse(ctx, s, "")
		if err != nil {
			return err
		}
		defer db.Close()
		switch what {
		case "make":
			return makeKey(ctx, db, o, c)
		case "list":
			return listKeys(ctx, db, c)
		}
		return revokeKey(ctx, db, words[1])
	}})
}

func makeKey(ctx context.Context, db *store.Store, o keyOrder, c console) error {
	now, end := time.Now(), time.Time{}
	if o.life > 0 {
		end = now.Add(o.life)
	}
	text, kept, err := auth.NewKey(o.user, o.company, o.note, split[auth.Role](o.roles), split[auth.Scope](o.scopes), now, end)
	if err != nil {
		return err
	}
	made := byCommand(&kept, "key.made", now)
	if err := db.PutAPIKey(ctx, kept, made); err != nil {
		return err
	}
	fmt.Fprintln(c.out, text)
	return nil
}

func revokeKey(ctx context.Context, db *store.Store, id string) error {
	kept, err := db.APIKey(ctx, id)
	if err != nil {
		return err
	}
	now := time.Now()
	return db.RevokeAPIKey(ctx, id, store.KeySubject(id), now, now.Add(400*24*time.Hour), byCommand(&kept, "key.revoked", now))
}

// byCommand is the audit row of what is done to a key at the command line, in its
// user's chain.
func byCommand(k *store.APIKey, action string, at time.Time) store.Effect {
	return audit.Write(audit.Entry{
		Tenant: policy.Chain(k.Tenant), At: at, Actor: commandActor, Action: action, Subject: audit.User(store.UserKey(k.Tenant, k.UserID)),
		Details: map[string]any{"key": k.ID, "roles": k.Roles, "scopes": k.Scopes},
	})
}

func split[T ~string](text string) (out []T) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		out = append(out, T(part))
	}
	return out
}

// listKeys prints a JSON line a key, without what of it is secret.
func listKeys(ctx context.Context, db *store.Store, c console) error {
	all, err := db.APIKeys(ctx)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(c.out)
	for i := range all {
		k := &all[i]
		line := map[string]any{"id": k.ID, "user_id": k.UserID, "company_id": k.Tenant, "roles": k.Roles, "scopes": k.Scopes, "note": k.Note, "created_at": k.CreatedAt}
		for name, at := range map[string]time.Time{"expires_at": k.ExpiresAt, "revoked_at": k.RevokedAt} {
			if !at.IsZero() {
				line[name] = at
			}
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
