package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
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

const keysUsage = `server keys make --user USER [--company ID] [--roles R,...] [--scopes read,write] [--for 720h] [--note TEXT] [-- flags]
server keys list [-- flags]
server keys revoke ID [-- flags]

make prints a new API key, once: only a hash of it is kept. A program shows it as
"Authorization: Bearer KEY" and acts as the user. revoke takes one back; sockets that
were opened with it end within 2 seconds on every node. A SQLite database may be in
use by a running server. Settings such as --data-dir come behind "--".

`

// keyOrder is what the command line says of a key.
type keyOrder struct {
	user, company, roles, scopes, note string
	life                               time.Duration
}

// keys is the subcommand: what to do comes first.
func keys(ctx context.Context, args []string, c console) int {
	what := ""
	if len(args) > 0 {
		what, args = args[0], args[1:]
	}
	id := ""
	if what == "revoke" && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		id, args = args[0], args[1:]
	}
	var o keyOrder
	fs := flag.NewFlagSet("keys", flag.ContinueOnError)
	fs.SetOutput(c.err)
	fs.Usage = func() { fmt.Fprint(c.err, keysUsage) }
	fs.StringVar(&o.user, "user", "", "")
	fs.StringVar(&o.company, "company", "", "")
	fs.StringVar(&o.roles, "roles", "", "")
	fs.StringVar(&o.scopes, "scopes", "read,write", "")
	fs.StringVar(&o.note, "note", "", "")
	fs.DurationVar(&o.life, "for", 0, "")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp), what == "-h", what == "--help", what == "help":
		fmt.Fprint(c.out, keysUsage)
		return exitOK
	case err != nil:
		return exitUsage
	case what != "make" && what != "list" && what != "revoke", what == "make" && o.user == "", what == "revoke" && id == "", o.life < 0:
		fmt.Fprint(c.err, keysUsage)
		return exitUsage
	}
	return withSettings(fs.Args(), c, func(s configs.Settings) error {
		db, err := store.Open(ctx, store.Config{DatabaseURL: s.DatabaseURL, DataDir: s.DataDir, MaxConns: s.DBMaxConns, Beside: true})
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
		return revokeKey(ctx, db, id)
	})
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
